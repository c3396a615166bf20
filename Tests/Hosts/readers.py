"""Programs that read the rows and the prices that btcq prints."""

import csv
import json
import re

from home import Home
from node_exporter import python_with
from report import Skip, expect, need

FIELDS = ["timestamp", "price", "currency", "pair", "source", "cached", "stale", "age", "change_24h_percent"]

PRINT_PRICES = """
import sys
from beancount import loader
entries, errors, _ = loader.load_file(sys.argv[1])
for entry in entries:
    print(entry.currency, *entry.amount[::-1])
"""


def run(report):
    with Home() as home:
        # A source without the price of 24 hours before.
        home.environment["BTCQ_KRAKEN_URL"] = home.gates[1].url

        def output(command):
            run = home.run("sh", "-c", command)
            assert run.returncode == 0 and not run.stderr, run
            return run.stdout

        with report.check("readers: Python's csv reads a pipe"):
            [row] = csv.DictReader(output("btcq --csv").splitlines())
            expect(list(row), FIELDS)
            expect((row["price"], row["change_24h_percent"]), ("68901.23", "2.31"))
        with report.check("readers: miller reads a pipe"):
            need("mlr")
            [row] = json.loads(output("btcq --csv | mlr --icsv --ojson cat"))
            expect(list(row), FIELDS)
            expect((row["price"], row["change_24h_percent"]), (68901.23, 2.31))
        with report.check("readers: csvkit reads a pipe, and a log of two rows"):
            need("csvjson")
            for command, changes in [
                ("btcq --csv | csvjson", [2.31]),
                ("btcq --csv >>log; btcq --csv --source kraken >>log; csvjson log", [2.31, None]),
            ]:
                rows = json.loads(output(command))
                expect([list(row) for row in rows], [FIELDS] * len(changes))
                expect([row["price"] for row in rows], [68901.23] * len(changes))
                expect([row["change_24h_percent"] for row in rows], changes)
        with report.check("readers: hledger reads a price file to which two runs have appended"):
            need("hledger")
            append = "btcq --max-stale 0 --template 'P {date} BTC {number} {currency}' >>prices.journal"
            prices = output(f"{append}; {append}; hledger -f prices.journal prices")
            assert re.fullmatch(r"(P \d{4}-\d\d-\d\d BTC 68901\.23 USD\n){2}", prices), prices
        with report.check("readers: beancount reads a price file to which two runs have appended"):
            need("bean-check")
            append = "btcq --max-stale 0 --template '{date} price BTC {number} {currency}' >>prices.beancount"
            expect(output(f"{append}; {append}; bean-check prices.beancount"), "")
            if not (python := python_with(home, "beancount")):
                raise Skip("beancount is not installed")
            home.write("print_prices.py", PRINT_PRICES)
            expect(output(f"{python} print_prices.py prices.beancount"), "BTC USD 68901.23\n" * 2)
