"""A temporary home directory with btcq and its installed segments in ~/.local, and two exchanges on loopback."""

import contextlib
import datetime
import json
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import project
from exchange import Exchange, Gate
from report import expect

PRICE = "$68,901.23"
EUROS = "€68,901.23"
# Prices of 24 hours before, and the changes since.
RISE, FALL = "67345.10", "69191.84"
CHANGES = {RISE: "▲+2.31%", FALL: "▼-0.42%"}


class Home:
    # The name contains a space on purpose; hosts that do not support that use another one.
    def __init__(self, name="btcq hosts."):
        self.processes = []
        self.exchange = Exchange()
        self.path = pathlib.Path(tempfile.mkdtemp(prefix=name))
        self.cache = self.path / ".cache" / "btcq"
        self.quote = self.cache / "BTC-USD.4.json"
        self.gates = [Gate(self.exchange), Gate(self.exchange)]
        local = self.path / ".local"
        (local / "bin").mkdir(parents=True)
        (local / "bin" / "btcq").symlink_to(os.environ["BTCQ_BINARY"])
        (local / "share" / "btcq").mkdir(parents=True)
        self.segments = local / "share" / "btcq" / "segments"
        self.segments.symlink_to(project.installed_segments())
        self.profile = {"BTCQ_BINANCE_URL": self.gates[0].url, "BTCQ_BITSTAMP_URL": self.gates[1].url}
        # Only these variables, so that the real user's settings have no effect.
        self.environment = {
            "HOME": str(self.path),
            "PATH": f"{local}/bin:{os.environ['PATH']}",
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            **self.profile,
        }

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            # One that does not end is killed below.
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=3)
        for gate in self.gates:
            gate.close()
        self.exchange.close()
        kill_descendants()
        shutil.rmtree(self.path, ignore_errors=True)

    def set_exchanges(self, state):
        """Sets the state of both exchanges (see Gate), and clears their recorded requests."""
        for gate in self.gates:
            gate.state = state
            gate.requests.clear()

    def set_price(self, price):
        for gate in self.gates:
            gate.price = price

    def write(self, name, text):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def configure(self, segment, name, text):
        """Writes the settings file that the first lines of a segment name."""
        assert f"~/{name}" in (self.segments / segment).read_text(), f"{segment} does not name ~/{name}"
        self.write(name, text)

    def write_profile(self, **more):
        """Writes the file that the user's login shell reads."""
        variables = {**self.profile, **more}
        lines = [f"export {name}='{value}'\n" for name, value in variables.items()]
        self.write(".profile", "".join(lines) + 'PATH="$HOME/.local/bin:$PATH"\n')

    def put_quote(self, age, cache=None, price="68901.23", before=None, exchanges=None):
        """Replaces the contents of the cache by a quote of this age in seconds, after the state of the exchanges."""
        if exchanges:
            self.set_exchanges(exchanges)
        # A background refresh that is still running would overwrite it.
        wait_until(lambda: not running_btcq(), "a background refresh does not end")
        cache = cache or self.cache
        cache.mkdir(parents=True, mode=0o700, exist_ok=True)
        for file in cache.iterdir():
            file.unlink(missing_ok=True)
        time_ = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=age)
        quote = {"price": price, "pair": "BTCUSDT", "timestamp": f"{time_:%Y-%m-%dT%H:%M:%S}.000Z", "source": "binance"}
        quote |= {"price_24h_ago": before} if before else {}
        file = {"currency": "USD", "quotes": [quote]}
        # On one line, as btcq writes it.
        (cache / "BTC-USD.4.json").write_text(json.dumps(file, separators=(",", ":")) + "\n")

    def run(self, *arguments, environment=None, timeout=20):
        """Runs a command and waits until it ends, whatever its status."""
        return subprocess.run(
            arguments, env=environment or self.environment, cwd=self.path, timeout=timeout,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run_by_cron(self, command):
        """Runs a command in the environment of cron, which mails its output."""
        environment = {"HOME": str(self.path), "LOGNAME": "user", "SHELL": "/bin/sh", "PATH": "/usr/bin:/bin"}
        return self.run("/bin/sh", "-c", command, environment=environment)

    def start(self, *arguments, environment=None, **options):
        """Starts a process that is terminated when this home is removed."""
        process = subprocess.Popen(
            arguments, env={**self.environment, **(environment or {})}, cwd=self.path,
            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options})
        self.processes.append(process)
        return process


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


def check_requests(report, home, name, show, fresh=52, stale=62):
    """Checks at which ages of a price in seconds the command that `show` runs asks an exchange."""
    with report.check(f"{name}: shows a price whose response takes a second"):
        # Too old to be shown.
        home.put_quote(age=3 * 86400, exchanges="slow")
        show()
    with report.check(f"{name}: no source is asked if the price is {fresh} s old, and one if it is {stale} s old"):
        for age, requests in [(fresh, [0, 0]), (stale, [1, 0])]:
            home.put_quote(age, before=RISE, exchanges="open")
            show()
            expect((age, [len(gate.requests) for gate in home.gates]), (age, requests))


def check_interval(report, name, settings):
    with report.check(f"{name}: the command is run every 15 seconds"):
        [interval] = re.findall(r"^ *\"?interval\"? ?[=:] ?(\d+)$", settings.read_text(), re.MULTILINE)
        expect(interval, "15")


def lines(process, seconds=20):
    """Yields the lines of its output, for at most this many seconds."""
    deadline = time.monotonic() + seconds
    rest = b""
    while (left := deadline - time.monotonic()) > 0 and select.select([process.stdout], [], [], left)[0]:
        if not (block := os.read(process.stdout.fileno(), 65536)):
            return
        *complete, rest = (rest + block).split(b"\n")
        yield from (line.decode() for line in complete)


def wait_until(condition, message, seconds=20):
    """Waits until the condition returns a true value, and returns it."""
    deadline = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > deadline:
            raise AssertionError(message() if callable(message) else message)
        time.sleep(0.05)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def running_btcq():
    """The running processes of btcq, including detached ones, which are children of run.py."""
    return [process for process in _descendants(os.getpid()) if _is_btcq(process)]


def _is_btcq(process):
    try:
        return os.path.samefile(f"/proc/{process}/exe", os.environ["BTCQ_BINARY"])
    except OSError:
        return False


def kill_descendants():
    """Kills every descendant of this process, including detached ones, which are children of run.py."""
    while children := _children(os.getpid()):
        for child in children:
            for process in [child, *_descendants(child)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        for child in children:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, 0)


def _descendants(process):
    for child in _children(process):
        yield child
        yield from _descendants(child)


def _children(process):
    try:
        tasks = pathlib.Path(f"/proc/{process}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return []
