"""The check command, by the plugin API of Nagios: the status, and one line with the performance data after a bar."""

import re

from home import PRICE, Home, check_requests
from report import expect

# The quote, and what follows it.
LINE = re.escape(PRICE) + r"{} binance BTCUSDT\|price=68901\.23\n"
ERRORS = "btcq: no {}quote: binance, bitstamp: connection reset"


def run(report):
    for status, name, state, variables, age, pattern in [
        (0, "a live price", "open", {}, None, "BTCQ OK - " + LINE.format("")),
        (0, "a price younger than a minute", "unreachable", {}, 30, "BTCQ OK - " + LINE.format("")),
        (1, "a stale price", "unreachable", {}, 300,
         "BTCQ WARNING - " + LINE.format(r" \(5m old\)") + ERRORS.format("fresh ") + "; using the quote cached 5m ago\n"),
        (2, "no price", "unreachable", {}, None, "BTCQ CRITICAL - " + ERRORS.format("") + "\n"),
        (3, "an invalid currency", "open", {"BTCQ_CURRENCY": "dollars"}, None, "BTCQ UNKNOWN - btcq: BTCQ_CURRENCY.*"),
        (3, "an argument", "open", {}, None, "BTCQ UNKNOWN - it takes no arguments: -w\n"),
        (3, "no btcq", "open", {"PATH": "/usr/bin:/bin"}, None, "BTCQ UNKNOWN - .*not found\n"),
    ]:
        with Home() as home, report.check(f"nagios: {name} has status {status}"):
            home.set_exchanges(state)
            if age:
                home.put_quote(age)
            if "PATH" in variables:
                (home.path / ".local" / "bin" / "btcq").unlink()
            command = [str(home.segments / "nagios"), *["-w"][:name == "an argument"]]
            run = home.run(*command, environment={**home.environment, **variables})
            expect((run.returncode, run.stderr), (status, ""))
            assert re.fullmatch(pattern, run.stdout, re.DOTALL), run.stdout
    with Home() as home:
        check_requests(report, home, "nagios", lambda: expect(home.run(str(home.segments / "nagios")).returncode, 0))
