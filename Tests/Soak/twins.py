"""Runs two binaries of the same sources on the same inputs, and compares what they do.

Usage: twins.py BTCQ TWIN COUNT DIRECTORY

Compared are stdout, stderr without the timings of --verbose, the status, all files with their modes, the requests to
the sources, and the arguments and variables of a background refresh, which is not started. A fixed part comes first:
every option and every variable. COUNT random inputs follow; their seeds are BTCQ_TEST_SEED, BTCQ_TEST_SEED + 1, ...
"""

import multiprocessing
import os
import random
import re
import shutil
import socket
import stat
import subprocess
import sys
import threading
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from random import choice, randint

TESTS = Path(__file__).resolve().parents[1]
# The time of the price in the fixtures.
NOW = 1761594999
AGES = [-3600, -1, 0, 1, 5, 59, 60, 150, 300, 3601, 86399, 86400, 9000 * 86400]
DURATIONS = "0 1ms 1 59.9s 5m 1.5h 1d 3650d 3651d 5w 1.5.".split()
STATUSES = [200] * 50 + [204, 302, 401, 403, 418, 429, 451, 500]
HEADERS = [f"Age: {age}" for age in ("0", "899", "901", "-1", "old")]
HEADERS += [f"Retry-After: {time}" for time in ("0", "7", "3601", "soon", "Mon, 27 Oct 2025 19:57:00 GMT")]
HEADERS += [f"Date: Mon, 27 Oct 2025 {time} GMT" for time in ("19:41:00", "19:57:00", "20:12:00", "25:00:00")]
HEADERS += ["Location: /ok", "Content-Length: 5", "Transfer-Encoding: chunked", "Content-Type: \xff"]
ARGUMENTS = ["", "-", "--", "0.5", "help", "-json", "--eur", "BTC", "--watch", "--amount=2", "--change", "-s=kraken"]
ARGUMENTS += ["--source=binance,kraken", "x" * 5000]
BYTES = [b"", b"\xff", b"0", b"9999999", b".", b"-", b'"', b"{", b"]}", b":", b",", b" ", b"\r\n", b"=", b"\xe2\x82"]
# A transfer that fails early may have taken no time at all.
TIMINGS = re.compile(r"; total \d+\.\dms(?! \()|\d+\.\dms")


@dataclass
class Input:
    """In arguments and variables, bytes that are not UTF-8 are surrogates. A variable that is None is not set."""

    arguments: list
    variables: dict = field(default_factory=dict)
    files: dict = field(default_factory=dict)  # mode and contents by path; the contents of a directory are None
    responses: dict = field(default_factory=dict)  # by source
    times: list = field(default_factory=lambda: [NOW])  # of each run
    output: bytes | None = None  # what the file contains that is stdout; None: stdout is a pipe


class Exchange:
    """Responds to the requests to each source, and records them."""

    def __init__(self):
        self.responses, self.requests = {}, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            threading.Thread(target=self.respond, args=self.listener.accept()[:1], daemon=True).start()

    def respond(self, client):
        with client, suppress(OSError):
            request = client.recv(65536)
            while request[:1].isupper() and b"\r\n\r\n" not in request and (more := client.recv(65536)):
                request += more
            # The handshake of TLS contains random bytes.
            self.requests.append(request if request[:1].isupper() else "not HTTP")
            line = request.split(b"\n")[0]
            responses = [response for source, response in self.responses.items() if source.encode() in line]
            client.sendall(responses[0] if responses else http_response(b"", 404))
            client.shutdown(socket.SHUT_WR)
            # Otherwise closing could reset the connection.
            while client.recv(65536):
                pass


def http_response(body, status=200, headers=()):
    return "".join(f"{line}\r\n" for line in [f"HTTP/1.1 {status} -", *headers, ""]).encode("latin-1") + body


def mutated(data):
    for _ in range(randint(1, 4)):
        begin = randint(0, len(data))
        end = begin + choice([0, 1, 1, 2, 9]) if random.random() < 0.9 else len(data)
        data = data[:begin] + choice(BYTES) + data[end:]
    return data


def mutated_text(text):
    return os.fsdecode(mutated(os.fsencode(text)))


class Sandbox:
    """Makes inputs, and runs a binary on them."""

    def __init__(self, binary, directory):
        directory.mkdir()
        self.root, self.started = directory / "root", directory / "started"
        self.library = directory.parent / "twins.so"
        self.exchange = Exchange()
        help_text, completions = (
            subprocess.run([binary, *arguments], capture_output=True, text=True, check=True).stdout
            for arguments in (["--help"], ["--completions", "fish"]))
        texts = [*re.findall(r"{[a-z_]+(?::N|:TEXT)?}", help_text), "{{", "}}", "{", "%é\t\\n"]
        self.options = []
        pattern = r"-c btcq(?: -s (.))? -l (\S+)( -x)?(?: -a '(.*?)')? -d"
        for short, long, value, choices in re.findall(pattern, completions):
            others = DURATIONS if f"--{long} DURATION" in help_text else texts
            values = re.findall(r'([^\s"]+)\\t"', choices) or others
            # A run that may take 1 ms ends before or after its responses.
            values = [value for value in values if value != "1ms" or long not in ("timeout", "max-time")]
            self.options.append(([f"--{long}", *[f"-{short}"][: len(short)]], values if value else []))
        values = {names[0]: values for names, values in self.options}
        self.sources, self.currencies = values["--source"], values["--currency"]
        manual = (TESTS.parent / "man/btcq.1").read_text(encoding="utf-8")
        self.variables = [name for line in re.findall(r"(?m)^\.It Ev (.+)", manual) for name in line.split(" , ")]
        assert {"HOME", "SSL_CERT_DIR", "https_proxy"} <= set(self.variables)
        url = f"http://127.0.0.1:{self.exchange.port}/"
        self.urls = {f"BTCQ_{source.upper()}_URL": url + source for source in self.sources}
        self.values = ["", "a/b", "a:b/c", ":", f"{self.root}/a", f"{self.root}/a:b:", "\x1b[1m\udcff é\t", "*"]
        self.values += ["http://example.org:99999", "socks5h://[::1]:1", "https://localhost:1/a?b", "kraken", "eur"]
        self.values += ["x" * 300, url.replace("p", "ps", 1), url.replace("127", "user:secret@127"), url]
        responses = TESTS / "BTCPriceNetworkingTests/Responses"
        rows = [row.split("\t") for row in (responses / "INDEX.tsv").read_text(encoding="utf-8").splitlines()[1:]]
        self.recorded = [(row[1], row[3], (responses / row[0]).read_bytes()) for row in rows]
        # What runs store: the time of a refresh, quotes of all sources, and rate limits.
        inputs = [Input(["-b"]), *self.correct_responses()]
        inputs += [Input(["-s", source], responses={source: http_response(b"", 429)}) for source in self.sources]
        self.create({})
        for number, item in enumerate(inputs):
            self.run(binary, item, NOW - 3 * (len(inputs) - number))
        self.stored = {path: (0o600, contents) for path, (_, contents) in self.files().items() if "/btcq/" in path}

    def fixture(self, source, currency):
        """A correct response of the source, if it quotes the currency."""
        head, body = (TESTS / f"StubExchange/Fixtures/{source}.txt").read_text(encoding="utf-8").split("\n\n", 1)
        pair = re.search(rf"(?m)^pair {currency} (\S+)", head)
        values = dict(line.split(" ", 1) for line in head.splitlines())
        values |= {"currency": currency, "pair": pair[1] if pair else ""}
        return re.sub(r"{(\w+)}", lambda match: values[match[1]], body).encode()

    def correct_responses(self):
        for currency in self.currencies:
            responses = {source: http_response(self.fixture(source, currency)) for source in self.sources}
            for source in self.sources:
                yield Input(["-cvs", source, "--currency", currency], responses=responses, output=b"")

    def create(self, files):
        shutil.rmtree(self.root, ignore_errors=True)
        (self.root / "home/.cache").mkdir(parents=True)
        for path, (mode, contents) in files.items():
            path = self.root / path
            path.parent.mkdir(exist_ok=True)
            path.mkdir(exist_ok=True) if contents is None else path.write_bytes(contents)
            # Otherwise only root could remove a directory.
            path.chmod(mode | 0o700 if contents is None else mode)

    def files(self):
        """Mode and contents by path."""
        files = {}
        for path in sorted(self.root.rglob("*")):
            mode, contents = path.lstat().st_mode, None
            if stat.S_ISREG(mode):
                path.chmod(0o600)
                contents = path.read_bytes()
            files[str(path.relative_to(self.root))] = (oct(mode), contents)
        return files

    def run(self, binary, item, now):
        variables = {"HOME": f"{self.root}/home", **self.urls, **item.variables}
        variables |= {"TWINS_NOW": str(now), "TWINS_STARTED": str(self.started), "TWINS_PORT": str(self.exchange.port)}
        variables["LD_PRELOAD"] = str(self.library)
        variables = {name: value for name, value in variables.items() if value is not None}
        self.exchange.responses = item.responses
        with nullcontext(subprocess.PIPE) if item.output is None else open(self.root / "output", "ab") as output:
            run = subprocess.run(
                ["btcq", *item.arguments], executable=binary, cwd=self.root, env=variables, stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.PIPE, check=False)
        return run.returncode, run.stdout, TIMINGS.sub("", os.fsdecode(run.stderr))

    def results(self, binary, item):
        self.create(item.files if item.output is None else item.files | {"output": (0o600, item.output)})
        self.started.write_bytes(b"")
        self.exchange.requests = []
        results = {f"run {number}": self.run(binary, item, now) for number, now in enumerate(item.times, 1)}
        # Only an ordinary binary sets these variables, which configure its runtime.
        started = [text for text in self.started.read_bytes().split(b"\0") if not text.startswith(b"SWIFT_")]
        return results | {"requests": self.exchange.requests, "started": started, **self.files()}

    def filled(self, text):
        return text.replace(":N", f":{randint(0, 9)}").replace("TEXT", choice(["", " ▲{price}", "{sats:2}"]))

    def fixed_inputs(self):
        random.seed(0)
        responses = {source: http_response(self.fixture(source, "USD")) for source in self.sources}
        files = {path: file for path, file in self.stored.items() if "USD" in path}
        for end in [], ["--background"]:
            for names, values in self.options:
                for arguments in [[name] for name in names] + [[names[0], self.filled(value)] for value in values]:
                    yield Input(arguments + end, {}, files, responses, [NOW + 300])
            for name in self.variables:
                # Requests to loopback use no proxy.
                others = {url: None for url in self.urls if name.lower().endswith("proxy")}
                others |= {"all_proxy": self.values[-1]} if "no_" in name.lower() else {}
                for value in self.values:
                    yield Input(["-v", *end], others | {name: value}, files, responses, [NOW + 300])
        for source in self.sources:
            for body in (http_response(body, status) for api, status, body in self.recorded if api.startswith(source)):
                yield Input(["-jvs", source], responses={source: body}, times=[NOW, NOW + 7])
        yield from self.correct_responses()

    def random_option(self):
        names, values = choice(self.options)
        name = choice(names)
        if names[0] in ("--help", "--version", "--completions") and random.random() < 0.8:
            return []
        if not values:
            return [name]
        value = self.filled(choice(values))
        while "{price}" in values and random.random() < 0.6:
            value += choice(["", " "]) + self.filled(choice(values))
        value = value.swapcase() if random.random() < 0.1 else value
        return choice([[name, value], [f"{name}={value}" if name.startswith("--") else name + value]])

    def random_response(self, source, currency):
        similar = [body for api, _, body in self.recorded if api.startswith(source)]
        body = choice([self.fixture(source, currency)] * 5 + [choice(similar), choice(self.recorded)[2]])
        if random.random() < 0.5:
            price = b"%d.%d" % (random.randrange(10 ** randint(1, 12)), random.randrange(10 ** randint(1, 16)))
            body = re.sub(rb"\d+\.\d+", lambda match: choice([price, price, match[0]]), body)
        body = mutated(body) if random.random() < 0.1 else body
        response = http_response(body, choice(STATUSES), random.sample(HEADERS, choice([0, 0, 1, 1, 2])))
        return mutated(response) if random.random() < 0.05 else response

    def random_file(self, contents):
        size = randint(0, len(contents))
        other = choice([mutated(contents), contents[:size], contents + b" " * 4000, None, contents])
        return (choice([0, 0o400, 0o644, 0o666]), other) if random.random() < 0.2 else (0o600, contents)

    def random_input(self, seed):
        random.seed(seed)
        currency = choice(self.currencies)
        arguments = [f"--currency={currency}", *choice([[], [], [], ["-b"], ["-o"], ["-va5m"]])]
        for _ in range(choice([0, 0, 1, 1, 2, 3])):
            arguments += self.random_option()
        if random.random() < 0.05:
            arguments.insert(randint(0, len(arguments)), choice(ARGUMENTS))
        if random.random() < 0.05:
            number = random.randrange(len(arguments))
            arguments[number] = mutated_text(arguments[number])
        variables = {}
        for name in random.sample(self.variables, choice([0, 0, 0, 0, 1, 2])):
            variables[name] = value = choice(self.values)
            # A path outside of the sandbox could be one to write to.
            if random.random() < 0.3 and (value := mutated_text(value))[:1] != "/":
                variables[name] = value
        if any(name.lower().endswith("proxy") for name in variables):
            variables = {url: None for url in self.urls} | variables
        files = {"home/.cache/btcq": (choice([0o700, 0o700, 0o755, 0o777]), None)}
        for path, (_, contents) in self.stored.items():
            if (currency in path or "BTC-" not in path) and random.random() < 0.85:
                files[path] = self.random_file(contents)
        responses = {source: self.random_response(source, currency) for source in self.sources}
        times = [NOW + choice(AGES)]
        times += [times[0] + choice([0, 1, 9, 10, 61])] if random.random() < 0.1 else []
        return Input(arguments, variables, files, responses, times, choice([None, None, b"", b"row\n"]))


def compare(binaries, seed, count, directory, process, processes):
    """Compares every input whose number has the remainder `process`. Returns how many, and how many differences."""
    sandbox = Sandbox(binaries[1], directory / str(process))
    fixed_inputs = (("fixed", item) for item in sandbox.fixed_inputs())
    seeds = range(seed, seed + count)
    random_inputs = ((f"BTCQ_TEST_SEED={seed}", sandbox.random_input(seed)) for seed in seeds)
    total = differences = 0
    for name, item in islice(chain(fixed_inputs, random_inputs), process, None, processes):
        first, second = (sandbox.results(binary, item) for binary in binaries)
        total += 1
        if first != second:
            differences += 1
            lines = [f"different results ({name}): {item}"]
            for key in sorted(first.keys() | second.keys()):
                if first.get(key) != second.get(key):
                    lines += [f"  {key}:", *(f"    {results.get(key)}" for results in (first, second))]
            print("\n".join(lines), flush=True)
    return total, differences


def main():
    binaries, count, directory = sys.argv[1:3], int(sys.argv[3]), Path(sys.argv[4])
    seed = int(os.environ.get("BTCQ_TEST_SEED") or random.randrange(2**63))
    source = Path(__file__).with_suffix(".c")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", source, "-o", directory / "twins.so"], check=True)
    processes = os.cpu_count()
    arguments = [(binaries, seed, count, directory, process, processes) for process in range(processes)]
    with multiprocessing.Pool(processes) as pool:
        results = pool.starmap(compare, arguments, chunksize=1)
    total, differences = (sum(numbers) for numbers in zip(*results))
    if differences:
        sys.exit(f"twins: {differences} of {total} inputs had different results; seed {seed}")
    print(f"twins: {total - count} fixed and {count} random inputs, seed {seed}: no difference")


if __name__ == "__main__":
    main()
