# shellcheck shell=sh
# The Debian packages that the scripts require. They read it with `.`, after common.sh.

# The libraries of the Swift toolchain itself, and libcurl, which btcq opens.
toolchain_packages='libcurl4 libncurses6 libsqlite3-0 libxml2'
# To build, and for the demo.
# shellcheck disable=SC2034 # scripts read it
build_packages="ca-certificates gcc libc6-dev $toolchain_packages"
# For scripts/test. Without one of them, the tests that need it are skipped.
# shellcheck disable=SC2034
test_packages='curl fish gnuplot-nox iproute2 jq mandoc openssl python3 shellcheck strace'

# Installs those of the packages $@ that are missing; changes nothing, and needs no root, if none is.
install_packages() {
    command -v apt-get >/dev/null ||
        fail "--install needs apt-get; on another system, install what Debian calls $*"
    # Each line with Inst is a package that would be installed.
    if plan=$(apt-get install --simulate --no-upgrade --no-install-recommends "$@" 2>/dev/null); then
        echo "$plan" | grep -q '^Inst ' || return 0
    fi
    sudo=
    [ "$(id -u)" -eq 0 ] || sudo=sudo
    # shellcheck disable=SC2154 # of common.sh
    echo "$script: installing the packages that are missing of: $*" >&2
    # Without an input, nothing can ask a question and take the next lines of a paste for its answer.
    $sudo apt-get update -qq </dev/null >/dev/null || fail "the list of packages cannot be updated"
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-upgrade --no-install-recommends "$@" \
        </dev/null >/dev/null || fail "the packages cannot be installed"
}
