"""A temporary home directory with btcq and its installed segments in ~/.local, and two exchanges on loopback."""

import contextlib
import itertools
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time

import pytest

from exchange import Gate

ROOT = pathlib.Path(__file__).resolve().parents[2]
BTCQ = pathlib.Path(os.environ["BTCQ_BINARY"]).resolve(strict=True)
STUB_EXCHANGE = pathlib.Path(os.environ["STUB_EXCHANGE"]).resolve(strict=True)

PRICE = "$68,901.23"
# Changes in 24 hours, as the cache has them, and as the prompts show them.
RISE, FALL = "2.31", "-0.42"
CHANGES = {RISE: "▲+2.31%", FALL: "▼-0.42%"}
# Where Debian has nginx, which is only on the PATH of root.
os.environ["PATH"] += ":/usr/sbin"
PORTS = itertools.count(os.getpid() * 32)


class Home:
    def __init__(self, path, segments):
        self.path = path
        self.segments = path / ".local/share/btcq/segments"
        self.quote = path / ".cache/btcq/BTC-USD.5"
        self.processes = []
        for link, target in [(self.segments, segments), (path / ".local/bin/btcq", BTCQ)]:
            link.parent.mkdir(parents=True)
            link.symlink_to(target)
        # Only these variables, so that the real user's settings have no effect.
        self.environment = {
            "HOME": str(path), "PATH": f"{path}/.local/bin:{os.environ['PATH']}", "LANG": "C.UTF-8",
            "TERM": "xterm-256color"}
        exchange = self.start(STUB_EXCHANGE)
        port = int(exchange.stdout.readline())
        self.gates = [Gate(port), Gate(port)]
        self.urls = {"BTCQ_BINANCE_URL": self.gates[0].url, "BTCQ_BITSTAMP_URL": self.gates[1].url}
        self.environment |= self.urls
        # That of a program which the desktop or a daemon starts, with the addresses of the exchanges.
        self.bare_environment = self.urls | {"HOME": str(path), "PATH": "/usr/bin:/bin"}
        # What a login shell reads: no segment needs it.
        self.write(".profile", "exit 1\n")

    def close(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            # One that does not end is killed below.
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=3)
        for gate in self.gates:
            gate.close()
        kill_descendants()

    def set_exchanges(self, state):
        """Sets the state of both exchanges (see Gate), and clears their recorded requests."""
        for gate in self.gates:
            gate.state = state
            gate.requests.clear()

    def set_price(self, price):
        for gate in self.gates:
            gate.price = price

    def requests(self):
        """How many requests each of the exchanges has received."""
        return [len(gate.requests) for gate in self.gates]

    def write(self, name, text, mode=0o644):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return path

    def configure(self, segment, name, text):
        """Writes the settings file that the first lines of a segment name."""
        assert f"~/{name}" in (self.segments / segment).read_text()
        self.write(name, text)

    def put_quote(self, age, change="-", exchanges="open", price="68901.23"):
        """Replaces the contents of the cache by a quote of this age in seconds, and sets the state of the exchanges."""
        # A background refresh that is still running would overwrite it.
        wait_for_btcq()
        self.set_exchanges(exchanges)
        shutil.rmtree(self.quote.parent, ignore_errors=True)
        self.quote.parent.mkdir(parents=True, mode=0o700)
        received = int((time.time() - age) * 1000)
        self.quote.write_text(f"binance BTCUSDT USD {price} {received} {change}\n")

    def run(self, *arguments, environment=None, **variables):
        """Runs a command and waits until it ends, whatever its status."""
        return subprocess.run(
            arguments, env=(environment or self.environment) | variables, cwd=self.path, timeout=60,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)

    def output(self, *arguments, **options):
        """The output of a command, which must succeed without an error."""
        run = self.run(*arguments, **options)
        assert (run.returncode, run.stderr) == (0, "")
        return run.stdout

    def shell(self, command):
        return self.output("sh", "-c", command)

    def run_by_cron(self, command, mail=""):
        """Runs a command as cron does, which mails its output, and expects this mail. Returns the status."""
        run = self.run("/bin/sh", "-c", command, environment=self.bare_environment)
        assert run.stdout + run.stderr == mail
        return run.returncode

    def start(self, *arguments):
        """Starts a process that is terminated when this home is removed. Its stderr is shown after a failure."""
        process = subprocess.Popen(
            arguments, env=self.environment, cwd=self.path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.processes.append(process)
        return process


def need(*programs):
    """Skips the test if one of the programs is not installed."""
    for program in programs:
        if not shutil.which(program):
            stop = pytest.fail if os.environ.get("CI") else pytest.skip
            stop(f"{program} is not installed")


def unprivileged(*paths):
    """Makes these paths those of an unprivileged user, and returns the command to run others as it; as root only."""
    if os.geteuid() != 0:
        return []
    for path in paths:
        shutil.chown(path, "nobody", "nogroup")
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]


def commented(segment):
    """The lines of configuration in the comments of a segment."""
    return "".join(re.findall(r"^(?:#|;|//) {4,5}(\S.*\n)", segment.read_text(), re.MULTILINE))


def check_requests(home, show, fresh=50, old=65):
    """Checks at which ages of a price in seconds `show` asks an exchange. It runs a command and returns what is shown."""
    for age, requests in [(fresh, [0, 0]), (old, [1, 0])]:
        home.put_quote(age, change=RISE)
        assert "901.23" in show()
        assert home.requests() == requests


def check_bar(home, show, **ages):
    """The same, and checks that a stale price is shown with its age."""
    check_requests(home, show, **ages)
    home.put_quote(age=300, exchanges="unreachable")
    assert f"{PRICE} (5m old)" in show()


def wait_until(condition, seconds=20):
    """Waits until the condition returns a true value, and returns it."""
    deadline = time.monotonic() + seconds
    while not (result := condition()):
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.01)
    return result


def free_port():
    """A port that is free and stays so: one that neither the kernel nor tests in another process choose."""
    for number in PORTS:
        # Below the kernel's, which begin at 32768.
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", 10_000 + number % 20_000)) as listener:
            return listener.getsockname()[1]


def wait_for_btcq():
    """Waits until no run of btcq is left, detached ones included, which are children of this process."""
    wait_until(lambda: not any(map(is_btcq, descendants())))


def is_btcq(process):
    with contextlib.suppress(OSError):
        return os.path.samefile(f"/proc/{process}/exe", BTCQ)


def kill_descendants():
    while processes := list(descendants()):
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(-1, 0)


def descendants(process=os.getpid()):
    with contextlib.suppress(OSError):
        for task in pathlib.Path(f"/proc/{process}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                yield child
                yield from descendants(child)
