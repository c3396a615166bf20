"""Compares what waybar draws with another module of the same bar, which shows the expected text in the expected colour."""

import json

from home import FALL, PRICE, RISE, Home, check_interval, check_requests, commented, wait_until
from report import need
from wayland import Screen

SETTINGS = {
    "height": 40,
    "modules-left": ["custom/btcq"],
    "modules-right": ["custom/expected"],
    "custom/expected": {"exec": "cat ~/expected.json", "return-type": "json", "format": "{}"},
}

# Followed by the style in the segment's comment.
STYLE = """
* { font: 16px sans-serif; border: none; min-height: 0 }
window { background: black; color: white }
#custom-expected { color: %s }
"""

BLACK = b"\0\0\0"


def run(report):
    need("waybar", "sway", "grim", "dbus-daemon")
    # waybar does not support a path with a space.
    with Home("btcq-hosts.") as home:
        include = json.loads("{" + commented(home.segments / "waybar.jsonc").splitlines()[0] + "}")
        home.configure("waybar.jsonc", ".config/waybar/config", json.dumps({**SETTINGS, **include}))
        screen = Screen(home, 600, SETTINGS["height"])
        for name, quote, text, colour in [
            ("a live price that rose", None, PRICE, "#2a2"),
            ("a price without a change", {"age": 1}, PRICE, "white"),
            ("a fall", {"age": 1, "before": FALL}, PRICE, "#d44"),
            ("a stale price", {"age": 300}, f"{PRICE} (5m old)", "gray"),
            ("a stale price that rose", {"age": 300, "before": RISE}, f"{PRICE} (5m old)", "gray"),
        ]:
            with report.check(f"waybar: shows {name} in its colour"):
                if quote:
                    home.put_quote(**quote, exchanges="unreachable")
                check_bar(home, screen, text, colour)
        check_requests(report, home, "waybar", lambda: check_bar(home, screen, PRICE, "#2a2"))
        check_interval(report, "waybar", home.segments / "waybar.jsonc")


def check_bar(home, screen, text, colour):
    style = "".join(line for line in commented(home.segments / "waybar.jsonc").splitlines() if line.startswith("#"))
    home.write(".config/waybar/style.css", STYLE % colour + style)
    home.write("expected.json", json.dumps({"text": text}))
    bar = home.start("waybar")

    def is_shown():
        assert bar.poll() is None, "waybar has ended"
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
