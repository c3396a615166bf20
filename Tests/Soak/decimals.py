"""Compares what btcq prints for random pairs of prices with Python's decimal: price, satoshis and change, rounded.

Usage: decimals.py BTCQ COUNT DIRECTORY
"""

import json
import os
import random
import subprocess
import sys
import time
from decimal import ROUND_HALF_EVEN, Decimal, getcontext
from pathlib import Path

getcontext().prec = 500
TEMPLATE = " ".join(f"{{number:{decimals}}} {{sats:{decimals}}}" for decimals in range(9)) + " {change}"


def digits(fewest, most, values="0123456789"):
    return "".join(random.choice(values) for _ in range(random.randint(fewest, most)))


def random_price():
    """Most are prices of bitcoin in some currency; some have all the digits, or a reciprocal that ends."""
    first = digits(1, 1, "123456789")
    kind = random.randrange(10)
    if kind < 5:
        return first + digits(0, 7) + "." + digits(1, 8)
    if kind < 7:
        # Powers of two and five: many results are halfway.
        factors = random.randint(1, 27)
        twos = random.randint(0, factors)
        return str(2**twos * 5 ** (factors - twos)) + digits(0, 8, "0")
    if kind == 7:
        return "0." + digits(0, 27, "0") + digits(8, 8) + first
    if kind == 8:
        return first + digits(27, 27) + digits(0, 9, "0")
    return first + digits(9, 9) + "." + digits(17, 17) + first


def random_pair():
    """The price of 24 hours before, and the price. Most changes are known, and some are halfway."""
    price = random_price()
    kind = random.randrange(4)
    if kind == 0:
        return random_price(), price
    if kind == 1:
        unit = random.randint(1, 10**9)
        return str(unit * 20_000), str(unit * (random.randint(9000, 11_000) * 2 + 1))
    # The same first and last digit, and no more of them than before zeros at the end.
    begin = random.randint(1, max(1, len(price) - 1))
    middle = "".join(digit if digit in ".0" else digits(1, 1) for digit in price[begin:-1])
    return price[:begin] + middle + price[begin:][-1:], price


def rounded(number, decimals):
    return number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN)


def expected_line(before, price):
    before, price = Decimal(before), Decimal(price)
    change = rounded((price - before) / before * 100, 2)
    is_known = max(before, price) <= 100 * min(before, price)
    text = f"{change:+f}%" if change else "0.00%"
    # A price is never rounded to zero.
    numbers = [
        f"{rounded(price, decimals) or price.normalize():f} {rounded(10**8 / price, decimals):f}"
        for decimals in range(9)
    ]
    return " ".join(numbers + [text if is_known else ""])


def printed_line(btcq, home, before, price):
    quote = {"price": price, "pair": "BTCUSDT", "source": "binance", "price_24h_ago": before}
    quote["timestamp"] = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
    caches = home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "btcq"
    caches.mkdir(parents=True, exist_ok=True)
    cache = {"currency": "USD", "quotes": [quote]}
    (caches / "BTC-USD.4.json").write_text(json.dumps(cache))
    command = [btcq, "--offline", "--stale-ok", "--template", TEMPLATE]
    run = subprocess.run(command, env={"HOME": str(home)}, capture_output=True, text=True, check=False)
    return run.stdout.removesuffix("\n") + run.stderr


def main():
    btcq, count, home = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    seed = int(os.environ.get("BTCQ_TEST_SEED") or random.randrange(2**64))
    random.seed(seed)
    for _ in range(count):
        before, price = random_pair()
        line, expected = printed_line(btcq, home, before, price), expected_line(before, price)
        if line != expected:
            sys.exit(f"{before} and {price}: '{line}' instead of '{expected}'; repeat with BTCQ_TEST_SEED={seed}")
    print(f"{count} pairs of prices: prices, satoshis and changes are those of Python's decimal")


main()
