"""The check command, by the plugin API of Nagios: the status, and one line with the performance data after a bar."""

import re

import pytest

from home import PRICE

# The quote, and what follows it.
LINE = re.escape(PRICE) + r"{} binance BTCUSDT\|price=68901\.23\n"
ERRORS = "btcq: no {}quote: binance, bitstamp: connection reset"


# The status, the age of the cached price, the state of the exchanges, the arguments, and the text.
CASES = {
    "a live price": (0, 90, "open", [], "BTCQ OK - " + LINE.format("")),
    "a fresh price": (0, 30, "unreachable", [], "BTCQ OK - " + LINE.format("")),
    "a stale price": (
        1, 300, "unreachable", [],
        "BTCQ WARNING - " + LINE.format(r" \(5m old\)") + ERRORS.format("fresh ") + "; using the quote cached .*\n"),
    "no price": (2, 3 * 86400, "unreachable", [], "BTCQ CRITICAL - " + ERRORS.format("") + ".*\n"),
    "an option": (1, 30, "unreachable", ["--max-age", "10"], "BTCQ WARNING - .*"),
    "a value with a space": (3, 1, "open", ["--currency", "a b"], "BTCQ UNKNOWN - btcq: --currency: .*a b.*"),
    "an unknown option": (3, 1, "open", ["-w"], "BTCQ UNKNOWN - btcq: unknown option -w\n.*"),
    "an option for another output": (3, 1, "open", ["--version"], "BTCQ UNKNOWN - btcq .*"),
    "no btcq": (3, 1, "open", [], "BTCQ UNKNOWN - .*not found\n"),
}


@pytest.mark.parametrize("name", CASES)
def test_reports(home, name):
    status, age, exchanges, arguments, pattern = CASES[name]
    home.put_quote(age, exchanges=exchanges)
    if name == "no btcq":
        (home.path / ".local/bin/btcq").unlink()
    run = home.run(str(home.segments / "nagios"), *arguments)
    assert (run.returncode, run.stderr) == (status, "")
    assert re.fullmatch(pattern, run.stdout, re.DOTALL)
