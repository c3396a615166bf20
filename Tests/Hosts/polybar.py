"""The text that polybar draws: with --stdout it prints it, but requires an X server nevertheless."""

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
        with report.check("polybar: shows the price"):
            expect(shown_text(home), PRICE)
        home.set_exchanges("unreachable")
        home.put_quote(age=300)
        with report.check("polybar: shows the age of a stale price"):
            expect(shown_text(home), f"{PRICE} 5m")


def start_display(home):
    """Starts an X server without a screen, and returns its display name."""
    server = home.start("Xvfb", "-displayfd", "1", "-nolisten", "tcp", stdout=subprocess.PIPE)
    return ":" + next(lines(server))


def shown_text(home):
    """Waits until the module shows a text, and returns it."""
    bar = home.start("polybar", "--stdout", "test", stdout=subprocess.PIPE)
    for line in lines(bar):
        if text := line.strip().removeprefix("%{r}").removesuffix("%{PR}"):
            bar.terminate()
            return text
    raise AssertionError("the module shows no text")
