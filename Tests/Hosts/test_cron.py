"""The line of the crontab and that of the manual, run in the environment that cron provides, and one in a real cron."""

import csv
import os

import pytest

from home import ROOT, need, wait_until

FIELDS = ["timestamp", "price", "currency", "pair", "source", "cached", "stale", "age", "change_24h_percent"]


@pytest.fixture
def line(home):
    [line] = [line for line in (home.segments / "crontab").read_text().splitlines() if line and line[0] != "#"]
    assert line.startswith("*/10 * * * * ")
    assert "%" not in line, "for cron, a percent sign ends the line"
    return line


@pytest.fixture
def command(line):
    return line.split(None, 5)[5]


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


def test_real_cron_logs_in_the_currency_of_the_configuration_file(home, line):
    """Up to a minute: it begins with the next one. HOME is another one than root's."""
    need("cron", "unshare")
    if os.geteuid() != 0:
        pytest.skip("only root may start cron")
    home.write(".config/btcq/config", "--currency GBP\n--source bitstamp\n")
    urls = "".join(f"{name}={url}\n" for name, url in home.urls.items())
    table = home.write("tables/root", f"{urls}HOME={home.path}\n{line.replace('*/10', '*')}\n", 0o600)
    # It sees no other table, and no other cron.
    mounts = 'mount -t tmpfs none /run && mount --bind "$1" /var/spool/cron/crontabs && mount --bind "$2" /etc/cron.d'
    empty = home.write("cron.d/.placeholder", "").parent
    script = f"{mounts} && mount --bind /dev/null /etc/crontab && exec cron -f"
    home.start("unshare", "--mount", "sh", "-c", script, "sh", str(table.parent), str(empty))
    log = home.path / "btc.csv"
    wait_until(lambda: log.exists() and log.read_text().count("\n") > 1, seconds=90)
    assert ",68901.23,GBP,BTC/GBP,bitstamp," in log.read_text()
