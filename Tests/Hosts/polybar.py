"""The text that polybar draws: with --stdout it prints it, but requires an X server nevertheless."""

import subprocess

from home import CHANGES, PRICE, Home, check_interval, check_requests, commented, lines
from report import expect, need

BARS = """
[bar/test]
modules-right = btcq
[bar/change]
modules-right = btcq-change
"""


def run(report):
    need("polybar", "Xvfb")
    with Home() as home:
        # With the lines of the comment.
        home.configure("polybar.ini", ".config/polybar/config.ini", commented(home.segments / "polybar.ini") + BARS)
        # An X server without a screen.
        server = home.start("Xvfb", "-displayfd", "1", "-nolisten", "tcp", stdout=subprocess.PIPE)
        home.environment["DISPLAY"] = ":" + next(lines(server))
        with report.check("polybar: shows the price"):
            expect(shown_text(home), PRICE)
        with report.check("polybar: shows the change in a colour"):
            for (before, change), colour in zip(CHANGES.items(), ["#2a2", "#d44"]):
                home.put_quote(age=1, before=before)
                expect(shown_text(home, "change"), f"{PRICE} %{{F{colour}}}{change}%{{F-}}")
        for name, bar in [("polybar", "test"), ("polybar, with the change", "change")]:
            check_requests(report, home, name, lambda: shown_text(home, bar), fresh=45)
        check_interval(report, "polybar", home.segments / "polybar.ini")
        home.put_quote(age=300, exchanges="unreachable")
        with report.check("polybar: shows the age of a stale price"):
            for bar in ["test", "change"]:
                expect(shown_text(home, bar), f"{PRICE} (5m old)")


def shown_text(home, name="test"):
    """Waits until the module of this bar shows a text, and returns it."""
    bar = home.start("polybar", "--stdout", name, stdout=subprocess.PIPE)
    for line in lines(bar):
        if text := line.strip().removeprefix("%{r}").removesuffix("%{PR}"):
            bar.terminate()
            return text
    raise AssertionError("the module shows no text")
