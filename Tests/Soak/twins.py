"""Runs two binaries of the same sources on the same inputs, and compares what they print, store and request.

Usage: twins.py BTCQ TWIN DIRECTORY

The inputs are the command lines below, every recorded response, and every pair of every source.
"""

import http.server
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]

# Preloaded, so that for both it is the time TWINS_NOW.
CLOCK = r"""
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *result) {
    if (clock != CLOCK_REALTIME) return syscall(SYS_clock_gettime, clock, result);
    *result = (struct timespec){.tv_sec = atoll(getenv("TWINS_NOW")), .tv_nsec = 123456789};
    return 0;
}
"""
# The time of the price in the fixtures.
NOW = 1761594999
# A transfer that fails early may have taken no time at all.
TIMINGS = re.compile(r"; total \d+\.\dms(?! \()|\d+\.\dms")

# Run five minutes after a quote of each source was stored. Now no source responds.
COMMAND_LINES = r"""
--help
-V -v
--timeout 3s
--verbose --timeout 3s --max-stale 0
-ov --currency eur
-b --max-age 1h
-oj
-os bitstamp -f waybar
-of xbar --decimals 1
-of prometheus
-os bitstamp --template '{price} {number} {sats} {change} {currency} {pair} {timestamp} {date} {epoch} {source} {cached} {stale}'
-os bitstamp --template '{age} {age_seconds} {price:0} {number:8} {sats:3} {stale: {age}} {cached:é} {up: ▲{change}} {down:▼} {{}}'
-o --template '{prce}'
--fromat json
-s binance --currency JPY
""".strip()


class Exchange(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.requests.append(f"{self.requestline}\n{self.headers}")
        self.wfile.write(self.server.response)


def http_response(status, body):
    return f"HTTP/1.1 {status} -\r\n\r\n".encode() + body


def fixture(text, pair):
    """A correct response of the source that the fixture is of."""
    head, body = text.split("\n\n", 1)
    values = dict(line.split(" ", 1) for line in head.splitlines())
    values |= {"currency": pair[0], "pair": pair[1]}
    return http_response(200, re.sub(r"{(\w+)}", lambda match: values[match[1]], body).encode())


def results(binary, directory, server):
    """The results of all inputs by their description."""
    home, results = directory / "home", {}

    def new_home():
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir()

    def run(name, arguments, response=b"", now=NOW):
        server.requests, server.response = [], response
        variables = {"HOME": str(home), "LD_PRELOAD": str(directory / "clock.so"), "TWINS_NOW": str(now)}
        variables |= {f"BTCQ_{source.upper()}_URL": f"http://127.0.0.1:{server.server_port}" for source in fixtures}
        run = subprocess.run(
            ["btcq", *arguments], executable=binary, cwd=directory, env=variables, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=60, check=False)
        files = {path: (path.lstat().st_mode, path.is_file() and path.read_bytes()) for path in home.rglob("*")}
        errors = TIMINGS.sub("", os.fsdecode(run.stderr))
        results[name] = {"status": run.returncode, "stdout": run.stdout, "stderr": errors, **files}
        results[name]["requests"] = server.requests

    paths = sorted((TESTS / "StubExchange/Fixtures").glob("*.txt"))
    fixtures = {path.stem: path.read_text(encoding="utf-8") for path in paths}
    responses = TESTS / "BTCPriceNetworkingTests/Responses"
    for row in (responses / "INDEX.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        file, _, _, status, _, _, sender, *_ = row.split("\t")
        for source in fixtures:
            if sender in (source, "*"):
                new_home()
                run(f"{file} of {source}", ["-jvs", source], http_response(status, (responses / file).read_bytes()))
    new_home()
    for source, text in fixtures.items():
        for pair in re.findall(r"(?m)^pair (\S+) (\S+)", text):
            # `*` stands for every currency.
            code = pair[0].replace("*", "SEK")
            pair = code, pair[1].format(currency=code, lowercased=code.lower())
            run(f"{source} {pair}", ["-cvs", source, "--currency", pair[0]], fixture(text, pair))
    for line in COMMAND_LINES.splitlines():
        run(line, shlex.split(line), now=NOW + 300)
    return results


def main():
    directory = Path(sys.argv[3]).resolve()
    library = directory / "clock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", library], input=CLOCK, text=True, check=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Exchange)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    first, second = (results(Path(binary).resolve(), directory, server) for binary in sys.argv[1:3])
    assert first["-oj"]["status"] == 3, first["-oj"]
    for name, result in first.items():
        for key in result.keys() | second[name].keys():
            values = result.get(key), second[name].get(key)
            assert values[0] == values[1], f"different with {name!r}: {key}:\n  {values[0]}\n  {values[1]}"
    print(f"twins: {len(first)} inputs: no difference")


if __name__ == "__main__":
    main()
