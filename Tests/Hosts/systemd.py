"""The units: systemd-analyze checks them, and their command is run as systemd would run it."""

import configparser
import shlex
import subprocess

from home import Home, commented
from report import expect, need


def run(report):
    with Home() as home:
        units = [str(home.segments / "btcq.service"), str(home.segments / "btcq.timer")]
        # systemd-analyze requires it for the units of a user.
        environment = {**home.environment, "XDG_RUNTIME_DIR": str(home.path)}

        with report.check("systemd: the units are valid"):
            need("systemd-analyze")
            run = home.run("systemd-analyze", "verify", "--user", "--man=no", *units, environment=environment)
            assert run.returncode == 0 and not run.stdout + run.stderr, run.stdout + run.stderr
        with report.check("systemd: the timer runs every ten minutes"):
            need("systemd-analyze")
            schedule = read(home.segments / "btcq.timer")["Timer"]["OnCalendar"]
            run = home.run("systemd-analyze", "calendar", schedule)
            assert "*-*-* *:00/10:00" in run.stdout, run
            expect(read(home.segments / "btcq.timer")["Install"]["WantedBy"], "timers.target")
            expect(commented(home.segments / "btcq.service"), "systemctl --user enable --now btcq.timer\n")

        service = read(home.segments / "btcq.service")["Service"]
        command = shlex.split(service["ExecStart"])

        def start():
            environment = {"HOME": str(home.path), "PATH": "/usr/local/bin:/usr/bin:/bin"}
            return subprocess.run(command, env=environment, cwd="/", timeout=20, check=False).returncode

        with report.check("systemd: each run appends a row, and there is one header"):
            home.write_profile()
            expect([start(), start()], [0, 0])
            text = (home.path / "btc.csv").read_text()
            assert text.count("timestamp,") == 1 and text.count(",binance,false,false,") == 2, text
        with report.check("systemd: a run without a quote is not a failure"):
            home.set_exchanges("unreachable")
            expect(start(), int(service["SuccessExitStatus"]))


def read(file):
    unit = configparser.RawConfigParser()
    unit.read(file)
    return unit
