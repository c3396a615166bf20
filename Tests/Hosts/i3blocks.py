"""The line that i3blocks prints for i3bar."""

import json
import subprocess

from home import CHANGES, PRICE, Home, check_interval, check_requests, commented, lines
from report import expect, need


def run(report):
    need("i3blocks")
    with Home() as home:
        settings = home.segments / "i3blocks.conf"
        with report.check("i3blocks: shows the price"):
            expect(shown_block(home, settings)["full_text"], PRICE)
        with report.check("i3blocks: the block in the comment shows the change in a colour"):
            settings_in_colour = home.write("i3blocks.conf", commented(settings))
            for (before, change), colour in zip(CHANGES.items(), ["#2a2", "#d44"]):
                home.put_quote(age=1, before=before)
                block = shown_block(home, settings_in_colour)
                expect(block["full_text"], f'{PRICE} <span color="{colour}">{change}</span>')
                expect(block["markup"], "pango")
        for name, block in [("i3blocks", settings), ("i3blocks, with the change", settings_in_colour)]:
            check_requests(report, home, name, lambda: shown_block(home, block))
        check_interval(report, "i3blocks", settings)
        home.put_quote(age=300, exchanges="unreachable")
        with report.check("i3blocks: shows the age of a stale price"):
            for block in [settings, settings_in_colour]:
                expect(shown_block(home, block)["full_text"], f"{PRICE} (5m old)")


def shown_block(home, settings):
    """Waits until the block shows a text, and returns it."""
    bar = home.start("i3blocks", "-c", settings, stdout=subprocess.PIPE)
    for line in lines(bar):
        # After two lines of header, each line is an array, with a comma before it.
        if line.startswith((",[", "[{")):
            for block in json.loads(line.lstrip(",")):
                if block.get("name") == "btcq" and block["full_text"]:
                    bar.terminate()
                    return block
    raise AssertionError("the block shows no text")
