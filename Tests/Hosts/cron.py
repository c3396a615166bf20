"""The line of the crontab, run in the environment that cron provides."""

import csv

from home import Home
from report import expect

FIELDS = ["timestamp", "price", "currency", "pair", "source", "cached", "stale", "age", "change_24h_percent"]


def run(report):
    with Home() as home:
        lines = (home.segments / "crontab").read_text().splitlines()
        [line] = [line for line in lines if line and not line.startswith("#")]
        *schedule, command = line.split(None, 5)
        home.write_profile()
        log = home.path / "btc.csv"

        with report.check("cron: the line is valid, and runs every ten minutes"):
            expect(schedule, ["*/10", "*", "*", "*", "*"])
            assert "%" not in command, "for cron, a percent sign ends the line"
        with report.check("cron: each run appends a row, and there is one header"):
            for _ in range(2):
                run = home.run_by_cron(command)
                assert run.returncode == 0 and not run.stdout + run.stderr, run
            with log.open(newline="") as file:
                header, *rows = list(csv.reader(file))
            expect(header, FIELDS)
            expect([row[1:7] for row in rows], [["68901.23", "USD", "BTCUSDT", "binance", "false", "false"]] * 2)
        with report.check("cron: without a network, nothing is appended or mailed"):
            home.set_exchanges("unreachable")
            before = log.read_text()
            run = home.run_by_cron(command)
            expect(log.read_text(), before)
            assert not run.stdout + run.stderr, run
        with report.check("cron: the currency is that of the profile"):
            home.set_exchanges("open")
            home.write_profile(BTCQ_CURRENCY="EUR")
            home.run_by_cron(command)
            assert ",EUR,BTCEUR," in log.read_text().splitlines()[-1], log.read_text()
