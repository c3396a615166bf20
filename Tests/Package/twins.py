"""Compares btcq for another system with this machine's: what both print, and their status.

Usage: twins.py BTCQ COMMAND...

COMMAND runs the one for the other system.
"""

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# The quotes are in the future, so that their age is always 0.
CACHE = (
    b"bitstamp BTC/EUR EUR 68901.23 4128263799123 2.31\n"
    b"kraken XBTEUR EUR 68899.99 4128263798000 -\n")


def damaged(chance):
    """The cache file, cut short, with a part missing or twice, with other digits or bytes, or too long."""
    start, end = sorted(chance.choices(range(len(CACHE)), k=2))
    digits = b"%d" % chance.randrange(10 ** chance.randint(1, 40))
    mark = chance.choice([b" ", b"-", b".", b"0", b"\n", b"\r\n", b"\t", chance.randbytes(2)])
    return chance.choice([
        CACHE[:start], CACHE[:start] + CACHE[end:], CACHE[:end] + CACHE[start:],
        CACHE[:start] + mark + CACHE[start:], CACHE.replace(b"68901.23", digits),
        CACHE.replace(b"68899.99", b"%d.%s" % (start, digits)), CACHE.replace(b"4128263799123", digits),
        CACHE.replace(b"2.31", b"-%s.%s" % (digits[:3], digits[-2:])), CACHE * chance.choice([44, 45])])


commands = sys.argv[1:2], sys.argv[2:]
with tempfile.TemporaryDirectory() as home:
    cache = Path(home, ".cache/btcq/BTC-EUR.5")
    cache.parent.mkdir(parents=True, mode=0o700)
    cache.write_bytes(CACHE)

    def run(statuses, *arguments):
        """What both print to stdout."""
        first, second = (
            subprocess.run([*command, *arguments], env={"HOME": home}, capture_output=True, timeout=60, check=False)
            for command in commands)
        first.args = second.args
        assert vars(first) == vars(second) and first.returncode in statuses, (first, second, cache.read_bytes())
        return first.stdout

    run([0], "--version")
    run([0], "--help")
    run([2], "--fromat", "json")
    formats = re.findall(r"(\w+)\\t", re.search(r"-l format .*", run([0], "--completions", "fish").decode())[0])
    for name in formats:
        assert b"68" in run([0], "--currency", "EUR", "--offline", "--stale-ok", "--format", name), name
    random_files = random.Random(53)
    quotes = 0
    for _ in range(200):
        cache.write_bytes(damaged(random_files))
        quotes += run([1, 3], "--currency", "EUR", "--verbose", "--offline", "--json") != b""
assert 20 < quotes < 180, quotes
print(f"no difference in {len(formats)} formats and 200 damaged caches, {quotes} of which have a quote")
