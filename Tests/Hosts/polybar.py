"""What polybar draws: with --stdout it prints that instead, but wants an X server all the same."""

import subprocess

from home import PRICE, Home, lines
from report import expect, need

SETTINGS = """
include-file = ~/.local/share/btcq/segments/polybar.ini
[bar/test]
modules-right = btcq
"""


def run(report):
    need("polybar", "Xvfb")
    with Home() as home:
        home.write(".config/polybar/config.ini", SETTINGS)
        home.environment["DISPLAY"] = start_display(home)
        with report.check("polybar shows the price"):
            expect(shown(home), PRICE)
        home.exchanges("gone")
        home.put_quote(age=300)
        with report.check("polybar marks a stale price"):
            expect(shown(home), f"{PRICE}~")


def start_display(home):
    """An X server that draws into memory; what comes back is its name."""
    server = home.start("Xvfb", "-displayfd", "1", "-nolisten", "tcp", stdout=subprocess.PIPE)
    return ":" + next(lines(server))


def shown(home):
    """What the module shows, as soon as it shows something."""
    bar = home.start("polybar", "--stdout", "test", stdout=subprocess.PIPE)
    for line in lines(bar):
        if text := line.strip().removeprefix("%{r}").removesuffix("%{PR}"):
            bar.terminate()
            return text
    raise AssertionError("it shows nothing")
