"""The line that i3blocks prints for i3bar."""

import json
import re

import pytest

from home import CHANGES, PRICE, check_bar, commented, need


@pytest.fixture(params=["the file", "its comment"])
def show(request, home):
    """Waits for a text in the block of the file, or in that of its comment, which has the change in a colour."""
    need("i3blocks")
    file = home.segments / "i3blocks.conf"
    if request.param == "its comment":
        file = home.write("i3blocks.conf", commented(file))
    # At most every 99 seconds. Without an interval, it is run once.
    assert re.search(r"^interval=\d\d$", file.read_text(), re.MULTILINE)
    return lambda: next(block for block in blocks(home, file) if block["full_text"])


def blocks(home, settings):
    """What the block shows, whenever the line is drawn. One without a text is left out."""
    bar = home.start("i3blocks", "-c", settings)
    for line in bar.stdout:
        # After two lines of header, each line is an array, with a comma before it.
        if line.startswith((",[", "[{")):
            shown = [block for block in json.loads(line.lstrip(",")) if block.get("name") == "btcq"]
            yield shown[0] if shown else {"full_text": ""}


def test_shows_nothing_when_there_is_no_price_any_more(home):
    need("i3blocks")
    text = (home.segments / "i3blocks.conf").read_text()
    shown = blocks(home, home.write("i3blocks.conf", re.sub("(?m)^interval=.*", "interval=1", text)))
    assert any(block["full_text"] == PRICE for block in shown)
    home.put_quote(age=3 * 86400, exchanges="unreachable")
    assert any(block["full_text"] == "" for block in shown)


def test_shows_the_price_and_its_age(home, show):
    check_bar(home, lambda: show()["full_text"])


@pytest.mark.parametrize("show", ["its comment"], indirect=True)
def test_shows_the_change_in_a_colour(home, show):
    for (change, text), colour in zip(CHANGES.items(), ["#2a2", "#d44"]):
        home.put_quote(age=1, change=change)
        block = show()
        assert (block["full_text"], block["markup"]) == (f'{PRICE} <span color="{colour}">{text}</span>', "pango")
