"""Runs the checks of the given hosts, or of all: scripts/test-hosts runs it."""

import ctypes
import importlib
import signal
import sys

import products
from home import kill_descendants
from report import Report

HOSTS = [
    "bash", "zsh", "fish", "starship", "tmux", "i3blocks", "polybar", "waybar", "xbar",
    "cron", "alert", "systemd", "node_exporter", "nagios", "mirror", "readers", "install",
    "demo",
]
SECONDS_PER_HOST = 180
ENDING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


class Stopped(BaseException):
    """A signal was received. No check catches this, so that everything is cleaned up."""

    def __init__(self, number):
        self.number = number


def main(names):
    if unknown := [name for name in names if name not in HOSTS]:
        print(f"test-hosts: no host {unknown[0]}; the hosts are {', '.join(HOSTS)}", file=sys.stderr)
        return 2
    products.find()
    adopt_orphans()
    for number in [signal.SIGALRM, *ENDING]:
        signal.signal(number, stop)
    report = Report()
    try:
        for name in names or HOSTS:
            run_host(report, name)
    except Stopped as stopped:
        return 128 + stopped.number
    finally:
        kill_descendants()
    print(report.summary())
    return 1 if report.failed else 0


def run_host(report, name):
    signal.alarm(SECONDS_PER_HOST)
    try:
        # Also reports failures outside of the host's checks.
        with report.catching(name):
            importlib.import_module(name).run(report)
    except Stopped as stopped:
        if stopped.number != signal.SIGALRM:
            raise
        report.fail(name, f"more than {SECONDS_PER_HOST} seconds")
    finally:
        signal.alarm(0)


def stop(number, _):
    if number != signal.SIGALRM:
        # Only the first signal: a second ^C must not interrupt the cleanup.
        for other in ENDING:
            signal.signal(other, signal.SIG_IGN)
    raise Stopped(number)


def adopt_orphans():
    """Makes this process the parent of detached descendants, so that it can end them."""
    if sys.platform == "linux":
        PR_SET_CHILD_SUBREAPER = 36
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
