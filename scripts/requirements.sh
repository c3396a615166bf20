# shellcheck shell=sh disable=SC2034,SC2154
# The Debian packages that the scripts require, and their installation. They read it with `.`, after common.sh.

# The libraries of the Swift toolchain itself, and libcurl, which btcq opens.
toolchain_packages='libcurl4 libncurses6 libsqlite3-0 libxml2'
# To build, and for the demo.
build_packages="ca-certificates gcc libc6-dev $toolchain_packages"
# Also for scripts/test. Without one of them, the tests that need it are skipped.
test_packages="$build_packages curl fish gnuplot-nox iproute2 jq mandoc mount openssl python3 shellcheck strace"

sudo=sudo
[ "$(id -u)" -ne 0 ] || sudo=

# Prints those of the packages $@ that are not installed. One may be installed under another name: in Debian 13, libcurl4t64
# provides libcurl4.
missing_packages() {
    installed=$(dpkg-query --show --showformat='${db:Status-Status},${Package},${Package}:${Architecture},${Provides}\n' |
        sed -n -e 's/ *([^)]*)//g' -e 's/, */,/g' -e 's/^installed\(,.*\)/\1,/p')
    for package; do
        case $installed in *",$package,"*) ;; *) echo "$package" ;; esac
    done
}

# Prints a line to paste that installs those of the packages $@ that are missing; nothing if none is.
how_to_install() {
    command -v apt-get >/dev/null || { echo "install what Debian calls $*" && return; }
    list=$(missing_packages "$@" | tr '\n' ' ')
    [ -n "$list" ] || return 0
    # Packages of another architecture have to be allowed first.
    case $list in *:*) printf '%s' "${sudo:+sudo }dpkg --add-architecture $(echo "${list#*:}" | sed 's/ .*//') && " ;; esac
    echo "${sudo:+sudo }apt-get update && ${sudo:+sudo }apt-get install -y --no-install-recommends ${list% }"
}

# Installs those of the packages $@ that are missing; changes nothing, and needs no root, if none is.
install_packages() {
    command -v apt-get >/dev/null || fail "--install needs apt-get; without that option, $(how_to_install "$@")"
    # shellcheck disable=SC2046 # one name per argument
    set -- $(missing_packages "$@")
    [ "$#" -gt 0 ] || return 0
    echo "$script: installing $*" >&2
    # Without an input, nothing can ask a question and take the next lines of a paste for its answer. If one list of packages
    # cannot be updated, the packages may be in another.
    # shellcheck disable=SC2016 # a variable of that shell
    $sudo env DEBIAN_FRONTEND=noninteractive sh -c 'apt-get update -qq; apt-get install -y -qq --no-install-recommends "$@"' sh \
        "$@" </dev/null >/dev/null || fail "the packages cannot be installed"
}
