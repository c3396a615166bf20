"""The line that i3blocks prints for i3bar."""

import json
import re

import pytest

from home import CHANGES, PRICE, check_bar, commented, need


@pytest.fixture(params=["the file", "its comment"])
def show(request, home):
    """Shows the block of the file, or that of its comment, which has the change in a colour."""
    need("i3blocks")
    file = home.segments / "i3blocks.conf"
    if request.param == "its comment":
        file = home.write("i3blocks.conf", commented(file))
    return lambda: shown_block(home, file)


def shown_block(home, settings):
    """Waits until the block shows a text, and returns it."""
    # At most every 99 seconds. Without an interval, it is run once.
    assert re.search(r"^interval=\d\d$", settings.read_text(), re.MULTILINE)
    bar = home.start("i3blocks", "-c", settings)
    for line in bar.stdout:
        # After two lines of header, each line is an array, with a comma before it.
        if line.startswith((",[", "[{")):
            for block in json.loads(line.lstrip(",")):
                if block.get("name") == "btcq" and block["full_text"]:
                    bar.terminate()
                    return block
    raise AssertionError("the block shows no text")


def test_shows_the_price_and_its_age(home, show):
    check_bar(home, lambda: show()["full_text"])


@pytest.mark.parametrize("show", ["its comment"], indirect=True)
def test_shows_the_change_in_a_colour(home, show):
    for (before, change), colour in zip(CHANGES.items(), ["#2a2", "#d44"]):
        home.put_quote(age=1, before=before)
        block = show()
        assert (block["full_text"], block["markup"]) == (f'{PRICE} <span color="{colour}">{change}</span>', "pango")
