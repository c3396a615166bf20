"""Compares what waybar draws with another module of the same bar, which shows the expected text."""

import json

from home import PRICE, Home, wait_until
from report import need
from wayland import Screen

SETTINGS = {
    "height": 40,
    "include": ["~/.local/share/btcq/segments/waybar.jsonc"],
    "modules-left": ["custom/btcq"],
    "modules-right": ["custom/expected"],
    "custom/expected": {"exec": "cat ~/expected.json", "return-type": "json", "format": "{}"},
}

# The colour shows the class.
STYLE = """
* { font: 16px sans-serif; border: none; min-height: 0 }
window { background: black }
.fresh { color: lime }
.stale { color: red }
"""

BLACK = b"\0\0\0"


def run(report):
    need("waybar", "sway", "grim")
    # waybar does not support a path with a space.
    with Home("btcq-hosts.") as home:
        home.write(".config/waybar/config", json.dumps(SETTINGS))
        home.write(".config/waybar/style.css", STYLE)
        screen = Screen(home, 600, SETTINGS["height"])
        with report.check("waybar: shows the price"):
            check_bar(home, screen, PRICE, "fresh")
        home.set_exchanges("unreachable")
        home.put_quote(age=300)
        with report.check("waybar: shows the age of a stale price, and sets its class"):
            check_bar(home, screen, PRICE + " 5m", "stale")


def check_bar(home, screen, text, kind):
    home.write("expected.json", json.dumps({"text": text, "class": kind}))
    bar = home.start("waybar")

    def is_shown():
        rows = screen.rows()
        middle = len(rows[0]) // 2
        left = cropped([row[:middle] for row in rows])
        right = cropped([row[middle:] for row in rows])
        # Without the bar, the screen is grey.
        return rows[0][middle] == BLACK and right and left == right

    wait_until(is_shown, f"the module does not look like {text}")
    bar.terminate()
    bar.wait()


def cropped(rows):
    """The picture without its black margins; empty if all of it is black."""
    for _ in range(2):
        used = [index for index, row in enumerate(rows) if any(pixel != BLACK for pixel in row)]
        rows = rows[used[0]:used[-1] + 1] if used else []
        # Swaps rows and columns.
        rows = list(zip(*rows))
    return rows
