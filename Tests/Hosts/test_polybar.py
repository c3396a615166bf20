"""The text that polybar draws: with --stdout it prints it, but requires an X server nevertheless."""

import re

import pytest

from home import CHANGES, PRICE, check_bar, commented, need

BARS = """
[bar/btcq]
modules-right = btcq
[bar/btcq-change]
modules-right = btcq-change
"""


@pytest.fixture(params=["btcq", "btcq-change"])
def show(request, home):
    """Waits for a text in the module of this name, that of the file or that of its comment."""
    need("polybar", "Xvfb")
    home.configure("polybar.ini", ".config/polybar/config.ini", commented(home.segments / "polybar.ini") + BARS)
    # An X server without a screen, with a number that no other one has, and which goes on without a client.
    server = home.start("Xvfb", "-displayfd", "1", "-noreset", "-nolisten", "tcp")
    home.environment["DISPLAY"] = ":" + server.stdout.readline().strip()

    def show():
        bar = home.start("polybar", "--stdout", request.param)
        texts = (line.strip().removeprefix("%{r}").removesuffix("%{PR}") for line in bar.stdout)
        text = next(filter(None, texts))
        bar.terminate()
        return text

    return show


def test_shows_the_price_and_its_age(home, show):
    check_bar(home, show, fresh=45)


def test_prints_an_empty_line_without_a_price(home):
    """Which clears the text in every version."""
    for command in re.findall("exec = (.*)", (home.segments / "polybar.ini").read_text()):
        home.put_quote(age=3 * 86400, exchanges="unreachable")
        assert home.shell(command) == "\n"


@pytest.mark.parametrize("show", ["btcq-change"], indirect=True)
def test_shows_the_change_in_a_colour(home, show):
    for (change, text), colour in zip(CHANGES.items(), ["#2a2", "#d44"]):
        home.put_quote(age=1, change=change)
        assert show() == f"{PRICE} %{{F{colour}}}{text}%{{F-}}"
