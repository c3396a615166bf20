"""The units: systemd-analyze checks them, and their command is run as systemd would run it."""

import configparser
import shlex

from home import need


def read(file):
    unit = configparser.RawConfigParser()
    unit.read(file)
    return unit


def test_units_are_valid_and_run_every_ten_minutes(home):
    need("systemd-analyze")
    units = [str(home.segments / "btcq.service"), str(home.segments / "btcq.timer")]
    # Required for the units of a user.
    run = home.run("systemd-analyze", "verify", "--user", "--man=no", *units, XDG_RUNTIME_DIR=str(home.path))
    assert (run.returncode, run.stdout + run.stderr) == (0, "")
    timer = read(home.segments / "btcq.timer")
    assert "*-*-* *:00/10:00" in home.run("systemd-analyze", "calendar", timer["Timer"]["OnCalendar"]).stdout
    assert timer["Install"]["WantedBy"] == "timers.target"


def test_each_run_appends_a_row_and_a_run_without_a_quote_is_no_failure(home):
    service = read(home.segments / "btcq.service")["Service"]

    def start():
        return home.run(*shlex.split(service["ExecStart"]), environment=home.bare_environment).returncode

    assert [start(), start()] == [0, 0]
    home.put_quote(age=300, exchanges="unreachable")
    assert start() == int(service["SuccessExitStatus"])
    text = (home.path / "btc.csv").read_text()
    assert (text.count("timestamp,"), text.count(",binance,false,false,"), text.count("\n")) == (1, 2, 3)
    # After a removal, the timer does nothing.
    (home.path / ".local/bin/btcq").unlink()
    assert start() == 0
