"""The line that i3blocks prints for i3bar."""

import json
import subprocess

from home import PRICE, SEGMENTS, Home, lines
from report import expect, need


def run(report):
    need("i3blocks")
    with Home() as home:
        with report.check("i3blocks shows the price"):
            expect(shown(home), PRICE)
        home.exchanges("gone")
        home.put_quote(age=300)
        with report.check("i3blocks marks a stale price"):
            expect(shown(home), f"{PRICE}~")


def shown(home):
    """What the block shows, as soon as it shows something."""
    bar = home.start("i3blocks", "-c", SEGMENTS / "i3blocks.conf", stdout=subprocess.PIPE)
    for line in lines(bar):
        # After the two opening lines, an array a line, with a comma in front.
        if line.startswith((",[", "[{")):
            for block in json.loads(line.lstrip(",")):
                if block.get("name") == "btcq" and block["full_text"]:
                    bar.terminate()
                    return block["full_text"]
    raise AssertionError("it shows nothing")
