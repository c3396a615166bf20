"""The line of the crontab, run as cron runs it."""

import csv

from home import SEGMENTS, Home
from report import expect

FIELDS = ["timestamp", "price", "currency", "pair", "source", "cached", "stale", "age"]


def run(report):
    schedule, command = entry()
    with Home() as home:
        home.write_profile()
        # All that cron gives to a command; what that prints is mailed.
        bare = {"HOME": str(home.path), "LOGNAME": "user", "SHELL": "/bin/sh", "PATH": "/usr/bin:/bin"}
        log = home.path / "btc.csv"

        def run_command():
            return home.run("/bin/sh", "-c", command, environment=bare)

        with report.check("cron's line is one that cron reads"):
            expect(len(schedule), 5)
            assert "%" not in command, "cron takes a percent sign for the end of the line"
        with report.check("cron appends a row each time, below one header"):
            for _ in range(2):
                run = run_command()
                assert run.returncode == 0 and not run.stdout + run.stderr, run
            with log.open(newline="") as file:
                header, *rows = list(csv.reader(file))
            expect(header, FIELDS)
            expect([row[1:5] for row in rows], [["68901.23", "USD", "BTCUSDT", "binance"]] * 2)
        with report.check("cron appends nothing and mails nothing on a dead network"):
            home.exchanges("gone")
            before = log.read_text()
            run = run_command()
            expect(log.read_text(), before)
            assert not run.stdout + run.stderr, run
        with report.check("cron has the currency of the profile"):
            home.exchanges("open")
            home.write_profile(BTCQ_CURRENCY="EUR")
            run_command()
            assert ",EUR,BTCEUR," in log.read_text().splitlines()[-1], log.read_text()


def entry():
    """The five fields of the schedule, and the command."""
    lines = (SEGMENTS / "crontab").read_text().splitlines()
    [line] = [line for line in lines if line and not line.startswith("#")]
    *schedule, command = line.split(None, 5)
    return schedule, command
