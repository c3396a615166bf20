"""Compares btcq for arm64, which runs under an emulator, with this machine's: what both print, and their status.

Usage: arm64.py BTCQ COMMAND...

COMMAND runs the one for arm64.
"""

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# The quotes are in the future, so that their age is always 0.
CACHE = (
    b'{"currency":"EUR","quotes":['
    b'{"price":"68901.23","pair":"BTC/EUR","timestamp":"2100-10-27T19:56:39.123Z","source":"bitstamp","price_24h_ago":"67345.1"},'
    b'{"price":"68899.99","pair":"XBTEUR","timestamp":"2100-10-27T19:56:38.000Z","source":"kraken"}]}\n')


def damaged(chance):
    """The cache file with one to three kinds of damage; about a quarter of these files can still be read."""
    text = CACHE
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        start, end = sorted(chance.choices(range(len(text)), k=2))
        before, byte, after = text[:start], text[start:start + 1], text[start + 1:]
        digit = chance.choice([match.start() for match in re.finditer(rb"\d", text)] or [0])
        number = b"%d" % chance.randrange(10 ** chance.randint(1, 40))
        mark = chance.choice([bytes([mark]) for mark in b'{}[]",:\\.-eE'])
        text = chance.choice([
            before,  # truncated
            before + text[end:],  # a part is missing
            text[:end] + text[start:],  # a part is there twice
            before + chance.randbytes(3) + byte + after,
            before + bytes([byte[0] ^ 1 << chance.randrange(8)]) + after,  # one bit is wrong
            before + mark + byte + after,
            text.replace(byte, mark),
            before + b"\\u%04x" % byte[0] + after,  # the same character, if it is in a string
            text[:digit] + number[:1] + text[digit + 1:],
            text[:digit] + number + text[digit:],
            text.replace(b",", b" ,\t\r\n"),
            text.replace(b"}", b',"price":"1"}'),  # a second price
            text.replace(b'"price_24h_ago":"67345.1"', b'"price_24h_ago":"%s.%s"' % (number[:9], number)),
            text.replace(b"-10-27T", b"-%s-%sT" % (number[:2], number[-2:])),
            text.replace(b"\n", b" " * (chance.choice([4096, 4097]) - len(text))),  # the size that is allowed, or more
        ]) or b"\n"
    return text


def main():
    commands = sys.argv[1:2], sys.argv[2:]
    with tempfile.TemporaryDirectory() as home:
        cache, configuration = Path(home, ".cache/btcq/BTC-EUR.4.json"), Path(home, ".config/btcq/config")

        def run(statuses, *arguments):
            """What both print to stdout."""
            results = []
            for command in commands:
                process = subprocess.run(
                    [*command, *arguments], env={"HOME": home}, stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                    check=False)
                results.append((process.returncode, process.stdout, process.stderr))
            if results[0] != results[1] or results[0][0] not in statuses:
                sys.exit("\n".join(map(str, ["arm64: different, or not as expected:", arguments, *results, cache.read_bytes()])))
            return results[0][1]

        for path in cache, configuration:
            path.parent.mkdir(parents=True, mode=0o700)
        cache.write_bytes(CACHE)
        configuration.write_text("# euros\n--currency EUR\n", encoding="utf-8")
        run([0], "--version")
        run([0], "--help")
        run([2], "--fromat", "json")
        formats = re.findall(r"(\w+)\\t", re.search(r"-l format .*", run([0], "--completions", "fish").decode())[0])
        for name in formats:
            assert b"68" in run([0], "--offline", "--stale-ok", "--format", name), name
        random_files = random.Random(53)
        quotes = 0
        for _ in range(200):
            cache.write_bytes(damaged(random_files))
            quotes += run([1, 3], "--verbose", "--offline", "--json") != b""
        assert 20 < quotes < 180, quotes
        configuration.write_text("--currency EUR\n--fromat json\n", encoding="utf-8")
        run([2], "--offline")
    print(f"arm64: no difference in {len(formats)} formats and 200 damaged caches, {quotes} of which have a quote")


if __name__ == "__main__":
    main()
