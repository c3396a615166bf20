"""A real node_exporter reads the textfile. It skips a file with a timestamp, or with a family of two types."""

import os
import re

import pytest

from home import check_requests, commented, free_port, need, wait_until

LABELS = 'currency="USD",pair="BTCUSDT",source="binance"'


@pytest.fixture
def directory(home):
    directory = home.path / "textfile"
    directory.mkdir()
    return directory


@pytest.fixture
def metrics(home, directory):
    need("curl", "prometheus-node-exporter")
    address = f"127.0.0.1:{free_port()}"
    home.start(
        "prometheus-node-exporter", f"--web.listen-address={address}", "--web.disable-exporter-metrics",
        "--collector.disable-defaults", "--collector.textfile", f"--collector.textfile.directory={directory}")

    def metrics():
        return home.run("curl", "-s", f"http://{address}/metrics").stdout

    wait_until(metrics)
    return metrics


def write(home, *options, file="btcq.prom"):
    """Runs the script, and returns its status."""
    return home.run(str(home.segments / "textfile"), f"textfile/{file}", *options).returncode


def test_line_for_cron_exports_the_price_every_minute(home, directory, metrics):
    *schedule, command = commented(home.segments / "textfile").split(None, 5)
    assert schedule == ["*"] * 5
    # With a strict umask, in spite of which node_exporter can read the file.
    command = "umask 077; " + command.replace("/var/lib/prometheus/node-exporter", "textfile")
    assert home.run_by_cron(command) == 0
    [file] = directory.iterdir()
    assert oct(file.stat().st_mode & 0o777) == "0o644"
    text = metrics()
    assert f"btcq_price{{{LABELS}}} 68901.23" in text
    assert f"btcq_quote_stale{{{LABELS}}} 0" in text
    assert "node_textfile_scrape_error 0" in text
    # Without btcq, or without the script, no price is exported for ever.
    for missing in [home.path / ".local/bin/btcq", home.segments]:
        file.touch()
        missing.unlink()
        home.run("/bin/sh", "-c", command)
        assert os.listdir(directory) == []


def test_exports_each_currency_from_a_file_of_its_own(home, directory, metrics):
    euros = ["--currency", "eur"]
    assert [write(home), *[write(home, *euros, file="eur.prom") for _ in range(2)]] == [0, 0, 0]
    text = metrics()
    for currency in ["USD", "EUR"]:
        assert re.search(f'^btcq_price{{currency="{currency}",.*}} 68901.23$', text, re.MULTILINE)
    assert "node_textfile_scrape_error 0" in text
    # Without a quote, only the file of this command is removed.
    home.set_exchanges("unreachable")
    (home.path / ".cache/btcq/BTC-EUR.5").unlink()
    assert (write(home, *euros, file="eur.prom"), os.listdir(directory)) == (1, ["btcq.prom"])


def test_exports_that_a_price_is_stale_and_none_without_a_quote(home, directory, metrics):
    def show():
        assert write(home) == 0
        return metrics()

    # A run may take 5 s to receive a price, and the next one must ask again.
    check_requests(home, show, fresh=40, old=55)
    home.put_quote(age=300, exchanges="unreachable")
    assert f"btcq_quote_stale{{{LABELS}}} 1" in show()
    home.put_quote(age=3 * 86400, exchanges="unreachable")
    assert write(home) == 1
    assert os.listdir(directory) == []
    assert "btcq_" not in metrics()
    # Text that is no price.
    assert (write(home, "--help"), os.listdir(directory)) == (1, [])


def test_directory_in_place_of_a_file_removes_what_an_older_version_wrote(home, directory):
    for name, line in [("USD", "# btcq "), ("EUR", "# btcq --currency EUR"), ("own", "# HELP btcq_own")]:
        (directory / f"btcq-{name}.prom").write_text(line + "\n")
    run = home.run(str(home.segments / "textfile"), "textfile", "--currency", "EUR")
    assert (run.returncode, os.listdir(directory)) == (2, ["btcq-own.prom"])
    assert run.stderr.endswith("textfile textfile/btcq.prom --currency EUR || rm -f textfile/btcq.prom\n")


def test_replaces_a_link_to_another_directory(home, directory):
    """With which the owner of the directory could make another user, such as root, write elsewhere."""
    linked = home.path / "linked"
    linked.mkdir()
    file = directory / "btcq.prom"
    file.symlink_to(linked)
    assert (write(home), file.is_symlink(), os.listdir(linked)) == (0, False, [])


@pytest.mark.parametrize("signal_name, beside", [("TERM", 0), ("KILL", 1)])
def test_run_that_is_interrupted_leaves_a_whole_file_and_nothing_that_the_next_one_does_not_remove(
        home, directory, signal_name, beside):
    mv = home.write(".local/bin/mv", f'#!/bin/sh\nkill -{signal_name} 0\nexec /bin/mv "$@"\n', 0o755)
    for _ in range(2):
        # As the leader of a process group.
        home.run("setsid", str(home.segments / "textfile"), "textfile/btcq.prom")
        files = os.listdir(directory)
        assert [len(files), "btcq.prom" in files] == [1, not beside]
    mv.unlink()
    # That of a run that goes on is left.
    (directory / f"btcq.prom.new.{os.getpid()}.x").touch()
    assert (write(home), sorted(os.listdir(directory))) == (0, ["btcq.prom", f"btcq.prom.new.{os.getpid()}.x"])
