"""The line of the crontab and that of the manual, run in the environment that cron provides."""

import csv

import pytest

from home import ROOT, need

FIELDS = ["timestamp", "price", "currency", "pair", "source", "cached", "stale", "age", "change_24h_percent"]


@pytest.fixture
def command(home):
    [line] = [line for line in (home.segments / "crontab").read_text().splitlines() if line and line[0] != "#"]
    assert line.startswith("*/10 * * * * ")
    assert "%" not in line, "for cron, a percent sign ends the line"
    return line.split(None, 5)[5]


def test_each_run_appends_a_row_of_a_live_price(home, command):
    for exchanges in ["open", "unreachable", "open"]:
        home.put_quote(age=300, exchanges=exchanges)
        assert home.run_by_cron(command) == 0
    header, *rows = csv.reader((home.path / "btc.csv").read_text().splitlines())
    assert header == FIELDS
    assert [row[1:7] for row in rows] == [["68901.23", "USD", "BTCUSDT", "binance", "false", "false"]] * 2
    # After a removal.
    (home.path / ".local/bin/btcq").unlink()
    assert home.run_by_cron(command) == 0


def test_shell_of_the_table_may_be_fish(home, command):
    need("fish")
    home.put_quote(age=300, exchanges="unreachable")
    assert home.output("fish", "-c", command, environment=home.bare_environment) == ""


def test_mistake_is_a_failure(home, command):
    run = home.run("/bin/sh", "-c", command.replace("--csv", "--cvs"))
    assert (run.returncode, "--csv" in run.stderr) == (1, True)


def test_line_of_the_manual_mails_once_when_there_has_been_no_price_for_an_hour(home):
    text = (ROOT / "man/btcq.1").read_text().replace("\\(ti", "~").replace("\\-", "-")
    [line] = [line for line in text.splitlines() if 'echo "no price for' in line]
    for age, exchanges, mail in [
        (3000, "unreachable", ""), (3700, "unreachable", "no price for an hour\n"), (3800, "unreachable", ""),
        (4000, "open", ""), (3700, "unreachable", "no price for an hour\n"),
    ]:
        home.put_quote(age, exchanges=exchanges)
        assert home.run_by_cron(line.split(None, 5)[5], mail) == 0
