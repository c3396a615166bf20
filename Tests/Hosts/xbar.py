"""Parses the output of the plugin by the rules in xbar's CONTRIBUTING.md."""

import re
import subprocess

from home import EUROS, PRICE, Home, check_requests
from report import expect

PARAMETERS = {
    "href", "color", "font", "size", "shell", "bash", "param1", "terminal", "refresh", "dropdown", "length", "trim",
    "alternate", "templateImage", "image", "emojize", "ansi", "disabled", "key",
}


def run(report):
    with Home() as home:
        home.write_profile()
        with report.check("xbar: the title is the price"):
            expect(read(plugin(home))[0], [(PRICE, {})])
        with report.check("xbar: the menu shows source, pair and change, and can refresh"):
            _, menu = read(plugin(home))
            texts = " ".join(text for text, _ in menu)
            assert all(text in texts for text in ["binance", "BTCUSDT", "+2.31% in 24h"]), menu
            assert any(parameters.get("refresh") == "true" for _, parameters in menu), menu
        with report.check("xbar: the currency is that of the profile"):
            home.write_profile(BTCQ_CURRENCY="EUR")
            expect(read(plugin(home))[0], [(EUROS, {})])
            home.write_profile()
        with report.check("xbar: marks a stale price"):
            home.put_quote(age=300, exchanges="unreachable")
            expect(read(plugin(home))[0], [(f"{PRICE} (5m old)", {})])
        # xbar runs it in the interval of its name, and a run may take 5 s to receive a price: the next one must ask again.
        [name] = [path.name for path in home.segments.glob("btcq.*.sh")]
        interval = 60 * int(re.fullmatch(r"btcq\.(\d+)m\.sh", name)[1])
        check_requests(report, home, "xbar", lambda: plugin(home), fresh=interval - 20, stale=interval - 5)


def plugin(home):
    """Runs the plugin. xbar ignores the output of a plugin that fails, and shows its stderr."""
    environment = {"HOME": str(home.path), "PATH": "/usr/bin:/bin"}
    run = subprocess.run(
        [home.segments / "btcq.1m.sh"], env=environment, cwd="/", capture_output=True, text=True, timeout=20, check=False)
    assert run.returncode == 0 and not run.stderr, run
    return run.stdout


def read(output):
    """The lines of the bar and those of the menu, each with its parameters."""
    lines = output.splitlines()
    assert "---" in lines, f"there is no menu: {output}"
    end = lines.index("---")
    return [item(line) for line in lines[:end]], [item(line) for line in lines[end + 1:] if line.strip("-")]


def item(line):
    text, _, rest = line.partition("|")
    parameters = dict(word.partition("=")[::2] for word in rest.split())
    assert set(parameters) <= PARAMETERS, f"unknown parameters: {line}"
    return text.strip(), parameters
