"""Programs that read the rows and the prices that btcq prints."""

import json
import re

from cron import FIELDS
from home import Home
from report import expect, need

PRINT_PRICES = """
import sys
from beancount import loader
for entry in loader.load_file(sys.argv[1])[0]:
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

        with report.check("readers: miller reads a pipe"):
            need("mlr")
            [row] = json.loads(output("btcq --csv | mlr --icsv --ojson cat"))
            expect(list(row), FIELDS)
            expect((row["price"], row["change_24h_percent"]), (68901.23, 2.31))
        with report.check("readers: csvkit reads a log of two rows"):
            need("csvjson")
            rows = json.loads(output("btcq --csv >>log; btcq --csv --source kraken >>log; csvjson log"))
            expect([list(row) for row in rows], [FIELDS] * 2)
            expect([(row["price"], row["change_24h_percent"]) for row in rows], [(68901.23, 2.31), (68901.23, None)])
        with report.check("readers: hledger reads a price file to which two runs have appended"):
            need("hledger")
            append = "btcq --max-stale 0 --template 'P {date} BTC {number} {currency}' >>prices.journal"
            prices = output(f"{append}; {append}; hledger -f prices.journal prices")
            assert re.fullmatch(r"(P \d{4}-\d\d-\d\d BTC 68901\.23 USD\n){2}", prices), prices
        with report.check("readers: beancount reads a price file to which two runs have appended"):
            script = open(need("bean-check"), encoding="utf-8").readline()
            append = "btcq --max-stale 0 --template '{date} price BTC {number} {currency}' >>prices.beancount"
            expect(output(f"{append}; {append}; bean-check prices.beancount"), "")
            home.write("print_prices.py", PRINT_PRICES)
            # The Python that has the library.
            expect(output(f"{script[2:-1]} print_prices.py prices.beancount"), "BTC USD 68901.23\n" * 2)
