"""Runs two binaries of the same sources on the same inputs, and compares what they do.

Usage: twins.py BTCQ TWIN DIRECTORY

Compared are stdout, which is a file, stderr without the timings of --verbose, the status, all files with their modes,
the requests to the sources, and the arguments and variables of a background refresh, which is not started. The inputs
are every option with each of its values, every variable, every recorded response, and every pair of every source.
"""

import http.server
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
# The time of the price in the fixtures.
NOW = 1761594999
DURATIONS = "0 1ms 1 59.9s 5m 1.5h 1d 3650d 3651d 5w 1.5.".split()
# A transfer that fails early may have taken no time at all.
TIMINGS = re.compile(r"; total \d+\.\dms(?! \()|\d+\.\dms")


@dataclass
class Input:
    """In arguments and variables, bytes that are not UTF-8 are surrogates. A variable that is None is not set."""

    arguments: list
    variables: dict = field(default_factory=dict)
    files: dict = field(default_factory=dict)  # contents by path
    responses: dict = field(default_factory=dict)  # by source
    times: list = field(default_factory=lambda: [NOW])  # of each run


class Handler(http.server.BaseHTTPRequestHandler):
    """Responds to the requests to each source, and records them."""

    def respond(self):
        self.server.requests.append(f"{self.requestline}\n{self.headers}")
        responses = [response for source, response in self.server.responses.items() if source in self.path]
        self.wfile.write(responses[0] if responses else http_response(b"", 404))

    do_GET = do_CONNECT = respond

    def log_message(self, *_):
        """Logs nothing."""


def http_response(body, status=200):
    return f"HTTP/1.1 {status} -\r\n\r\n".encode() + body


def fixture(source, currency):
    """A correct response of the source, if it quotes the currency."""
    head, body = (TESTS / f"StubExchange/Fixtures/{source}.txt").read_text(encoding="utf-8").split("\n\n", 1)
    pair = re.search(rf"(?m)^pair {currency} (\S+)", head)
    values = dict(line.split(" ", 1) for line in head.splitlines())
    values |= {"currency": currency, "pair": pair[1] if pair else ""}
    return http_response(re.sub(r"{(\w+)}", lambda match: values[match[1]], body).encode())


class Sandbox:
    """Makes inputs, and runs binaries on them in a directory of its own."""

    def __init__(self, binary, directory):
        directory.mkdir()
        self.root, self.started = directory / "root", directory / "started"
        self.library = directory.parent / "twins.so"
        self.exchange = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.exchange.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.exchange.server_port}/"
        help_text, completions = (
            subprocess.run([binary, *arguments], capture_output=True, text=True, check=True).stdout
            for arguments in (["--help"], ["--completions", "fish"]))
        texts = [*re.findall(r"{[a-z_]+(?::N|:TEXT)?}", help_text), "{{", "}}", "{", "%é\t\\n"]
        texts = [text.replace("TEXT", " ▲{price}").replace(":N", f":{n}") for text in texts for n in (0, 2, 8, 9)]
        # The names of each option, and its values.
        self.options = []
        pattern = r"-c btcq(?: -s (.))? -l (\S+)( -x)?(?: -a '(.*?)')? -d"
        for short, long, has_value, choices in re.findall(pattern, completions):
            others = DURATIONS if f"--{long} DURATION" in help_text else dict.fromkeys(texts)
            values = re.findall(r'([^\s"]+)\\t"', choices) or others
            # A run that may take 1 ms ends before or after its responses.
            values = [value for value in values if value != "1ms" or long not in ("timeout", "max-time")]
            self.options.append(([f"--{long}", *[f"-{short}"][: len(short)]], values if has_value else []))
        values = {names[0]: values for names, values in self.options}
        self.sources, self.currencies = values["--source"], values["--currency"]
        self.urls = {f"BTCQ_{source.upper()}_URL": self.url + source for source in self.sources}
        # What runs store: the time of a refresh, the quotes and the rate limits of all sources.
        self.responses = {source: fixture(source, "USD") for source in self.sources}
        limited = dict.fromkeys(self.sources, http_response(b"", 429))
        items = [Input(["-b"])]
        for responses in self.responses, limited:
            items += [Input(["-s", source], responses=responses) for source in self.sources]
        self.create({})
        for number, item in enumerate(items):
            self.run(binary, item, NOW - 3 * (len(items) - number))
        (self.root / "stdout").unlink()
        self.stored = {path: contents for path, (_, contents) in self.files().items() if contents}

    def inputs(self):
        for end in [], ["--background"]:
            for names, values in self.options:
                for arguments in [[name] for name in names] + [[names[0], value] for value in values]:
                    yield Input(arguments + end, {}, self.stored, self.responses, [NOW + 300])
            for variables in self.variables():
                yield Input(["-v", *end], variables, self.stored, self.responses, [NOW + 300])
        directory = TESTS / "BTCPriceNetworkingTests/Responses"
        for row in (directory / "INDEX.tsv").read_text(encoding="utf-8").splitlines()[1:]:
            file, api, _, status, *_ = row.split("\t")
            for source in filter(api.startswith, self.sources):
                responses = {source: http_response((directory / file).read_bytes(), status)}
                yield Input(["-jvs", source], responses=responses, times=[NOW, NOW + 7])
        for currency in self.currencies:
            for source in self.sources:
                responses = {source: fixture(source, currency)}
                yield Input(["-cvs", source, "--currency", currency], responses=responses, times=[NOW, NOW + 7])

    def variables(self):
        """Every variable of the manual with every kind of value."""
        manual = (TESTS.parent / "man/btcq.1").read_text(encoding="utf-8")
        names = [name for line in re.findall(r"(?m)^\.It Ev (.+)", manual) for name in line.split(" , ")]
        assert {"HOME", "SSL_CERT_DIR", "https_proxy"} <= set(names)
        values = ["", "a/b", "a:b/c", ":", f"{self.root}/a", f"{self.root}/a:b:", "\x1b[1m\udcff é\t", "*", "x" * 300]
        values += ["kraken", "eur", "http://example.org:99999", "socks5h://[::1]:1", "https://localhost:1/a?b"]
        values += [self.url.replace("p", "ps", 1), self.url.replace("127", "user:secret@127"), self.url]
        for name in names:
            # Requests to loopback use no proxy.
            others = dict.fromkeys(self.urls) if name.lower().endswith("proxy") else {}
            others |= {"all_proxy": self.url} if "no_" in name.lower() else {}
            yield from (others | {name: value} for value in values)

    def create(self, files):
        self.exchange.requests = []
        shutil.rmtree(self.root, ignore_errors=True)
        (self.root / "home/.cache/btcq").mkdir(parents=True, mode=0o700)
        for path, contents in files.items():
            (self.root / path).write_bytes(contents)
            (self.root / path).chmod(0o600)

    def files(self):
        """Mode and contents by path."""
        paths = sorted(self.root.rglob("*"))
        return {
            str(path.relative_to(self.root)): (oct(path.lstat().st_mode), path.is_file() and path.read_bytes())
            for path in paths}

    def run(self, binary, item, now):
        """Returns the status, and stderr."""
        variables = {"HOME": f"{self.root}/home", **self.urls, **item.variables}
        variables |= {"TWINS_NOW": str(now), "TWINS_STARTED": str(self.started), "TWINS_PORT": str(self.exchange.server_port)}
        variables["LD_PRELOAD"] = str(self.library)
        variables = {name: value for name, value in variables.items() if value is not None}
        self.exchange.responses = item.responses
        with open(self.root / "stdout", "ab") as output:
            run = subprocess.run(
                ["btcq", *item.arguments], executable=binary, cwd=self.root, env=variables, stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.PIPE, timeout=60, check=False)
        return run.returncode, TIMINGS.sub("", os.fsdecode(run.stderr))

    def results(self, binary, item):
        self.create(item.files)
        self.started.write_bytes(b"")
        results = {f"run {number}": self.run(binary, item, now) for number, now in enumerate(item.times, 1)}
        # Only an ordinary binary sets these variables, which configure its runtime.
        started = [text for text in self.started.read_bytes().split(b"\0") if not text.startswith(b"SWIFT_")]
        return results | {"requests": self.exchange.requests, "started": started, **self.files()}


def compare(binaries, directory, process, processes):
    """Compares every `processes`-th input until one differs. Returns how many it has compared, and the difference."""
    sandbox = Sandbox(binaries[1], directory / str(process))
    count = 0
    for count, item in enumerate(islice(sandbox.inputs(), process, None, processes), 1):
        first, second = (sandbox.results(binary, item) for binary in binaries)
        keys = [key for key in sorted(first.keys() | second.keys()) if first.get(key) != second.get(key)]
        if keys:
            lines = [f"  {key}:\n    {first.get(key)}\n    {second.get(key)}" for key in keys]
            return count, "\n".join([f"different results: {item}", *lines])
    return count, ""


def main():
    binaries, directory = sys.argv[1:3], Path(sys.argv[3])

    subprocess.run(["cc", "-shared", "-fPIC", "-o", directory / "twins.so", TESTS / "Soak/twins.c"], check=True)
    processes = os.cpu_count()
    arguments = [(binaries, directory, process, processes) for process in range(processes)]
    with multiprocessing.Pool(processes) as pool:
        counts, differences = zip(*pool.starmap(compare, arguments, chunksize=1))
    if any(differences):
        sys.exit("\n".join(differences))
    print(f"twins: {sum(counts)} inputs: no difference")


if __name__ == "__main__":
    main()
