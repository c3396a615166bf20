"""The line that i3blocks prints for i3bar."""

import json
import subprocess

from home import PRICE, Home, lines
from report import expect, need


def run(report):
    need("i3blocks")
    with Home() as home:
        with report.check("i3blocks: shows the price"):
            expect(shown_text(home), PRICE)
        home.set_exchanges("unreachable")
        home.put_quote(age=300)
        with report.check("i3blocks: shows the age of a stale price"):
            expect(shown_text(home), f"{PRICE} 5m")


def shown_text(home):
    """Waits until the block shows a text, and returns it."""
    bar = home.start("i3blocks", "-c", home.segments / "i3blocks.conf", stdout=subprocess.PIPE)
    for line in lines(bar):
        # After two lines of header, each line is an array, with a comma before it.
        if line.startswith((",[", "[{")):
            for block in json.loads(line.lstrip(",")):
                if block.get("name") == "btcq" and block["full_text"]:
                    bar.terminate()
                    return block["full_text"]
    raise AssertionError("the block shows no text")
