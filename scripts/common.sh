# shellcheck shell=sh
# What the scripts share: their messages, and for scripts/install and scripts/uninstall the paths that they change.
# They read it with `.`; the archive contains it beside its uninstall.

# shellcheck disable=SC2034 # scripts read it
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
script=scripts/${0##*/}

# Ends with the error $1.
fail() {
    echo "$script: $1" >&2
    exit 1
}

# Ends with the error $1 of the command line.
usage_error() {
    echo "$script: $1" >&2
    echo "Try '$script --help'." >&2
    exit 2
}

# Sets prefix to PREFIX or ~/.local, and target to the directory below DESTDIR where its files are, without links. As root and
# without DESTDIR, the prefix is without links too.
set_target() {
    prefix=${PREFIX:-${HOME:+$HOME/.local}}
    [ -n "$prefix" ] || fail "HOME is not set; set PREFIX"
    for path in "$prefix" "${DESTDIR:-/}"; do
        case $path in
        *[[:cntrl:]]*) fail "PREFIX and DESTDIR must not contain control characters" ;;
        /*) ;;
        *) fail "PREFIX and DESTDIR must be absolute paths: $path" ;;
        esac
    done
    # Without `//`, `/./` and a slash at its end.
    prefix=$(printf '%s/\n' "$prefix" | sed -e 's|//*|/|g' -e :a -e 's|/\./|/|' -e ta -e 's|/$||')
    target=$(physical "${DESTDIR-}$prefix")
    if is_checked; then prefix=$target; fi
}

# As root, paths are checked, unless a packager installs below a directory of his own.
is_checked() {
    [ "$(id -u)" -eq 0 ] && [ -z "${DESTDIR-}" ]
}

# Prints the path of the directory $1, of which the end may not exist, without links.
physical() {
    existing=${1:-/} missing=
    until [ -d "$existing" ]; do
        missing=/${existing##*/}$missing
        existing=$(dirname -- "$existing")
    done
    existing=$(CDPATH='' cd -P -- "$existing" && pwd -P)
    case $existing$missing/ in
    *[[:cntrl:]]* | */../*) fail "PREFIX leads to a path with control characters or ..; choose another one" ;;
    esac
    printf '%s\n' "${existing%/}$missing"
}

# Prints the path of each file $@ of the target. Only the file itself may be a link.
paths() {
    for name; do
        directory=$(physical "$target/$(dirname -- "$name")")
        printf '%s\n' "$directory/${name##*/}"
    done
}

# Prints what runs of scripts/install that were killed have left beside the files of the input. The name of each such
# file ends in the id of its process.
leftovers() {
    sed 's|/[^/]*$||' | sort -u | while IFS= read -r directory; do
        for file in "$directory"/.btcq-install.*; do
            [ ! -f "$file" ] || kill -0 "${file##*.}" 2>/dev/null || printf '%s\n' "$file"
        done
    done
}

# Prints the first directory, if there is one, of the target and of the paths in the input that is not root's, or that everybody may
# write to. One that a group may write to is accepted.
changeable() {
    { cat && echo "$target/."; } | sed 's|/[^/]*$||' | sort -u | while IFS= read -r directory; do
        until [ -d "${directory:-/}" ]; do directory=${directory%/*}; done
        # For what is to be created: the sticky bit does not keep others from creating it first.
        find "${directory:-/}" -prune -perm -0002
        # For what is there: others must not be able to replace it.
        while [ -n "$directory" ]; do
            find "$directory" -prune \( ! -user 0 -o -perm -0002 ! -perm -1000 \)
            directory=${directory%/*}
        done
    done | head -n 1
}
