"""The line of the crontab, run in the environment that cron provides."""

import csv

import pytest

from home import ROOT

FIELDS = ["timestamp", "price", "currency", "pair", "source", "cached", "stale", "age", "change_24h_percent"]


@pytest.fixture
def command(home):
    lines = (home.segments / "crontab").read_text().splitlines()
    [line] = [line for line in lines if line and not line.startswith("#")]
    *schedule, command = line.split(None, 5)
    assert schedule == ["*/10", "*", "*", "*", "*"]
    assert "%" not in command, "for cron, a percent sign ends the line"
    return command


def test_each_run_appends_a_row(home, command):
    for _ in range(2):
        assert home.run_by_cron(command) == 0
    with (home.path / "btc.csv").open(newline="") as file:
        header, *rows = list(csv.reader(file))
    assert header == FIELDS
    assert [row[1:7] for row in rows] == [["68901.23", "USD", "BTCUSDT", "binance", "false", "false"]] * 2


def test_without_a_network_there_is_no_row_and_no_mail(home, command):
    # A stale price is not logged.
    home.put_quote(age=300, exchanges="unreachable")
    assert home.run_by_cron(command) == 0
    assert (home.path / "btc.csv").read_text() == ""


def test_does_nothing_after_a_removal(home, command):
    (home.path / ".local/bin/btcq").unlink()
    assert home.run_by_cron(command) == 0
    assert not (home.path / "btc.csv").exists()


def test_line_of_the_manual_mails_once_when_there_has_been_no_price_for_an_hour(home):
    text = (ROOT / "man/btcq.1").read_text().replace("\\(ti", "~").replace("\\-", "-")
    [line] = [line for line in text.splitlines() if 'echo "no price for' in line]
    for age, exchanges, mail in [
        (3000, "unreachable", ""), (3700, "unreachable", "no price for an hour\n"), (3800, "unreachable", ""),
        (4000, "open", ""), (3700, "unreachable", "no price for an hour\n"),
    ]:
        home.put_quote(age, exchanges=exchanges)
        assert home.run_by_cron(line.split(None, 5)[5], mail) == 0


def test_mistake_is_a_failure(home, command):
    environment = {"HOME": str(home.path), "PATH": "/usr/bin:/bin"}
    run = home.run("/bin/sh", "-c", command.replace("--csv", "--cvs"), environment=environment)
    assert (run.returncode, "did you mean --csv?" in run.stderr) == (1, True)
