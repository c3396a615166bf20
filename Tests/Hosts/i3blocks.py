"""The line that i3blocks prints for i3bar."""

import json
import select
import subprocess

from home import PRICE, SEGMENTS, Home
from report import need


def run(report):
    need("i3blocks")
    with Home() as home:
        with report.check("i3blocks shows the price"):
            assert (text := shown(home)) == PRICE, text
        home.exchanges("gone")
        home.put_quote(age=300)
        with report.check("i3blocks marks a stale price"):
            assert (text := shown(home)) == f"{PRICE}~", text


def shown(home):
    """What the block shows, as soon as it shows something."""
    bar = home.start("i3blocks", "-c", SEGMENTS / "i3blocks.conf", stdout=subprocess.PIPE)
    while select.select([bar.stdout], [], [], 8)[0]:
        # After the two opening lines, an array a line, with a comma in front.
        line = bar.stdout.readline().decode().strip().lstrip(",")
        if line.startswith("[{"):
            for block in json.loads(line):
                if block.get("name") == "btcq" and block["full_text"]:
                    bar.terminate()
                    return block["full_text"]
    raise AssertionError("it shows nothing")
