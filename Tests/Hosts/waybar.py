"""What waybar draws, held against another module of the same bar that is told what to show."""

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

# The class is to be seen in the colour.
STYLE = """
* { font: 16px sans-serif; border: none; min-height: 0 }
window { background: black }
.fresh { color: lime }
.stale { color: red }
"""

BLACK = b"\0\0\0"


def run(report):
    need("waybar", "sway", "grim")
    # waybar finds no settings below a path with a space.
    with Home("btcq-hosts.") as home:
        home.write(".config/waybar/config", json.dumps(SETTINGS))
        home.write(".config/waybar/style.css", STYLE)
        screen = Screen(home, 600, SETTINGS["height"])
        with report.check("waybar shows the price"):
            shows(home, screen, PRICE, "fresh")
        home.exchanges("gone")
        home.put_quote(age=300)
        with report.check("waybar marks a stale price, and gives it its class"):
            shows(home, screen, PRICE + "~", "stale")


def shows(home, screen, text, kind):
    home.write("expected.json", json.dumps({"text": text, "class": kind}))
    bar = home.start("waybar")

    def is_shown():
        rows = screen.rows()
        middle = len(rows[0]) // 2
        left = cut_out([row[:middle] for row in rows])
        right = cut_out([row[middle:] for row in rows])
        # Without the bar all is grey.
        return rows[0][middle] == BLACK and right and left == right

    wait_until(is_shown, f"it does not look like {text}")
    bar.terminate()
    bar.wait()


def cut_out(rows):
    """The picture without the black around it; nothing if all of it is black."""
    for _ in range(2):
        used = [index for index, row in enumerate(rows) if any(pixel != BLACK for pixel in row)]
        rows = rows[used[0]:used[-1] + 1] if used else []
        # Rows are columns now.
        rows = list(zip(*rows))
    return rows
