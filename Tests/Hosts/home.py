"""A user with btcq and its segments in ~/.local, and exchanges of their own on loopback."""

import datetime
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time

from exchange import Door, Exchange

PRICE = "$68,901.23"
EUROS = "€68,901.23"
SEGMENTS = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "segments"


class Home:
    # The space is on purpose; a host that can't live with it has another name.
    def __init__(self, name="btcq hosts."):
        self.processes = []
        self.exchange = Exchange()
        self.path = pathlib.Path(tempfile.mkdtemp(prefix=name))
        self.doors = [Door(self.exchange), Door(self.exchange)]
        local = self.path / ".local"
        (local / "bin").mkdir(parents=True)
        (local / "bin" / "btcq").symlink_to(os.environ["BTCQ_BINARY"])
        (local / "share" / "btcq").mkdir(parents=True)
        (local / "share" / "btcq" / "segments").symlink_to(SEGMENTS)
        self.profile = {"BTCQ_BINANCE_URL": self.doors[0].url, "BTCQ_COINBASE_URL": self.doors[1].url}
        # Only this of the environment, so that nothing of the real user's settings has a say.
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
            try:
                process.wait(timeout=3)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for door in self.doors:
            door.close()
        self.exchange.close()
        kill_descendants()
        shutil.rmtree(self.path, ignore_errors=True)

    @property
    def cache(self):
        return self.path / ".cache" / "btcq"

    @property
    def quote(self):
        return self.cache / "BTC-USD.json"

    def exchanges(self, state):
        """Makes both exchanges open, silent or gone, and forgets who has asked them."""
        for door in self.doors:
            door.state = state
            door.visits.clear()

    def write(self, name, text):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def write_profile(self, **more):
        """What the user's login shell reads."""
        variables = {**self.profile, **more}
        lines = [f"export {name}='{value}'\n" for name, value in variables.items()]
        self.write(".profile", "".join(lines) + 'PATH="$HOME/.local/bin:$PATH"\n')

    def put_quote(self, age, cache=None):
        """Leaves nothing in the cache but a quote of that many seconds."""
        # A refresh that is on its way would write there after it, or while it happens.
        wait_until(lambda: not refreshes(), "a refresh goes on and on")
        cache = cache or self.cache
        cache.mkdir(parents=True, mode=0o700, exist_ok=True)
        for file in cache.iterdir():
            file.unlink(missing_ok=True)
        time_ = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=age)
        quote = {
            "version": 1, "price": "68901.23", "currency": "USD", "pair": "BTCUSDT",
            "timestamp": time_.strftime("%Y-%m-%dT%H:%M:%S.000Z"), "source": "binance",
        }
        # As btcq writes it, on one line.
        (cache / "BTC-USD.json").write_text(json.dumps(quote, separators=(",", ":")) + "\n")

    def run(self, *words, environment=None, timeout=20):
        """Runs a command to its end, whatever its status."""
        return subprocess.run(
            words, env=environment or self.environment, cwd=self.path, timeout=timeout,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def start(self, *words, environment=None, **options):
        """Starts what ends with this home."""
        process = subprocess.Popen(
            words, env={**self.environment, **(environment or {})}, cwd=self.path,
            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options})
        self.processes.append(process)
        return process


def lines(process, seconds=20):
    """The lines that it writes, as they come, for so long."""
    deadline = time.monotonic() + seconds
    rest = b""
    while (left := deadline - time.monotonic()) > 0 and select.select([process.stdout], [], [], left)[0]:
        if not (block := os.read(process.stdout.fileno(), 65536)):
            return
        *whole, rest = (rest + block).split(b"\n")
        yield from (line.decode() for line in whole)


def wait_until(found, what, seconds=20):
    """Asks until the answer is true, and gives it."""
    deadline = time.monotonic() + seconds
    while True:
        answer = found()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(what() if callable(what) else what)
        time.sleep(0.05)


def refreshes():
    """The processes of btcq that run now, detached ones among them: run.py adopts orphans."""
    return [process for process in _descendants(os.getpid()) if _is_btcq(process)]


def _is_btcq(process):
    try:
        return os.path.samefile(f"/proc/{process}/exe", os.environ["BTCQ_BINARY"])
    except OSError:
        return False


def kill_descendants():
    """Ends every process below this one, and those that have detached themselves: run.py adopts orphans."""
    while children := _children(os.getpid()):
        for child in children:
            for process in [child, *_descendants(child)]:
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        for child in children:
            try:
                os.waitpid(child, 0)
            except ChildProcessError:
                pass


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
