"""Programs that read the rows and the prices that btcq prints."""

import json
import re

import pytest

from home import ROOT, need
from test_cron import FIELDS


def recipe(file):
    """The block of the README that appends to the file."""
    return next(block for block in re.findall(r"(?s)```sh\n(.*?)```", (ROOT / "README.md").read_text()) if file in block)


def test_miller_reads_a_log_of_two_rows(home):
    need("mlr")
    # A source without the price of 24 hours before.
    home.environment["BTCQ_KRAKEN_URL"] = home.gates[1].url
    rows = json.loads(home.shell("btcq --csv >>log; btcq --csv --source kraken >>log; mlr --icsv --ojson cat log"))
    assert [list(row) for row in rows] == [FIELDS] * 2
    assert [(row["price"], row["change_24h_percent"]) for row in rows] == [(68901.23, 2.31), (68901.23, "")]


@pytest.mark.parametrize("zone", ["behind+23", "UTC", "ahead-23"])
def test_ledgers_value_bitcoin_today_also_beside_a_decimal_comma(home, zone):
    need("hledger", "ledger")
    purchase = "include prices.journal\n2024-01-01 purchase\n  assets:btc  2 BTC\n  equity\n"
    home.write("comma.journal", "commodity 1.000,00 USD\n" + purchase)
    home.write("main.journal", purchase)
    home.environment["TZ"] = zone
    home.shell(2 * recipe("prices.journal"))
    assert "137.802,46 USD" in home.shell("hledger -f comma.journal balance assets -V")
    assert "137802.46 USD" in home.shell("hledger -f main.journal balance assets -V")
    assert "USD137802" in home.shell("ledger -f main.journal balance assets -V")


def test_beancount_reads_a_price_file_to_which_two_runs_have_appended(home):
    need("bean-check")
    assert home.shell(2 * recipe("prices.beancount") + "bean-check prices.beancount") == ""
    assert re.fullmatch(r"(\d{4}-\d\d-\d\d price BTC 68901\.23 USD\n){2}", (home.path / "prices.beancount").read_text())
