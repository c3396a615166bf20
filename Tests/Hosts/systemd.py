"""The units: systemd reads them, and its command is run as it would run it. There is no systemd to start them."""

import configparser
import shlex
import subprocess

from home import SEGMENTS, Home
from report import expect, need


def run(report):
    units = [str(SEGMENTS / "btcq.service"), str(SEGMENTS / "btcq.timer")]
    with Home() as home:
        # Where a user's units look for their manager.
        environment = {**home.environment, "XDG_RUNTIME_DIR": str(home.path)}

        with report.check("systemd has nothing to say about the units"):
            need("systemd-analyze")
            run = home.run("systemd-analyze", "verify", "--user", "--man=no", *units, environment=environment)
            assert run.returncode == 0 and not run.stdout + run.stderr, run.stdout + run.stderr
        with report.check("systemd reads when the timer runs"):
            need("systemd-analyze")
            when = read("btcq.timer")["Timer"]["OnCalendar"]
            run = home.run("systemd-analyze", "calendar", when)
            assert "*-*-* *:00/10:00" in run.stdout, run

        service = read("btcq.service")["Service"]
        words = shlex.split(service["ExecStart"])
        # %h is the user's home.
        log = service["StandardOutput"].removeprefix("append:").replace("%h", str(home.path))

        def start():
            with open(log, "ab") as output:
                bare = {"HOME": str(home.path), "PATH": "/usr/local/bin:/usr/bin:/bin"}
                return subprocess.run(words, env=bare, cwd="/", stdout=output, timeout=20, check=False).returncode

        with report.check("systemd's command appends a row each time, below one header"):
            home.write_profile()
            expect([start(), start()], [0, 0])
            with open(log, encoding="ascii") as rows:
                text = rows.read()
            assert text.count("timestamp,") == 1 and text.count(",68901.23,USD,") == 2, text
        with report.check("systemd takes a row that is missing for no failure"):
            home.exchanges("gone")
            expect(start(), int(service["SuccessExitStatus"]))


def read(name):
    """A unit: a key's case counts."""
    unit = configparser.RawConfigParser()
    unit.optionxform = str
    unit.read(SEGMENTS / name)
    return unit
