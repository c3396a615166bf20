"""Takes the screenshots in scripts/segments: scripts/pictures runs it."""

import json
import pathlib
import struct
import sys
import time
import zlib

import products
from home import CHANGES, FALL, RISE, Home, commented, wait_until
from report import Skip, need
from run import adopt_orphans
from wayland import Screen

# With twice as many pixels, so that the screenshots are sharp on any screen.
SCALE = "output * scale 2\n"

FOOT = """
font=DejaVu Sans Mono:size=11
pad=10x8
[colors]
background=1d1f28
foreground=d8dee9
[cursor]
color=1d1f28 d8dee9
"""

TMUX = """
set -g status-interval 1
set -g status-left ""
set -g status-right "%a %e %b"
set -g status-right-length 80
set -g status-style "bg=colour236,fg=colour252"
set -g window-status-current-format " project "
"""

ZSHRC = """
PROMPT='%F{cyan}project%f %% '
cd ~/project
"""

BASHRC = """
PS1='\\[\\e[36m\\]project\\[\\e[m\\] $ '
cd ~/project
"""

WAYBAR = {
    "height": 30,
    "include": ["~/.local/share/btcq/segments/waybar.jsonc"],
    "modules-center": ["clock"],
    "modules-right": ["custom/btcq"],
    "clock": {"format": "{:%a %e %b}"},
}

STYLE = """
* { font: 14px "DejaVu Sans"; border: none; border-radius: 0; min-height: 0 }
window { background: #1d1f28; color: #d8dee9 }
#custom-btcq, #clock { padding: 0 10px }
"""


def main(directory):
    try:
        need("bash", "zsh", "tmux", "sway", "foot", "waybar", "grim", "dbus-daemon")
    except Skip as reason:
        sys.exit(f"pictures: {reason}")
    products.find()
    adopt_orphans()
    for name, take in [("prompt", prompt), ("tmux", tmux), ("waybar", waybar)]:
        # waybar does not support a path with a space.
        with Home("btcq-pictures.") as home:
            write_png(directory / f"{name}.png", take(home))
        print(directory / f"{name}.png")


def prompt(home):
    """bash: a rise, a fall, and a stale price."""
    line, template = commented(home.segments / "bash").splitlines(keepends=True)
    home.write(".bashrc", BASHRC + template + line)
    home.write("project/README", "A project.\n")
    home.put_quote(age=1, before=RISE)
    terminal = Terminal(home, 560, 104, "set -g status off\n", "bash")
    terminal.wait_for_prompt(f"$68,901 {CHANGES[RISE]} project $")
    home.put_quote(age=1, before=FALL)
    terminal.type("ls")
    terminal.wait_for_prompt(f"$68,901 {CHANGES[FALL]} project $", 2)
    make_stale(home)
    terminal.type("cat README")
    terminal.wait_for_prompt("$68,901 (18h old) project $", 3)
    return stable_picture(terminal.screen)


def tmux(home):
    home.write(".zshrc", ZSHRC)
    (home.path / "project").mkdir()
    _, line = commented(home.segments / "tmux.conf").splitlines()
    home.put_quote(age=1, before=RISE)
    terminal = Terminal(home, 560, 50, TMUX + line, "zsh")
    terminal.wait_for_prompt("project %")
    return all_states(home, terminal.screen)


def waybar(home):
    home.write(".config/waybar/config", json.dumps(WAYBAR))
    style = [line for line in commented(home.segments / "waybar.jsonc").splitlines() if line.startswith("#")]
    home.write(".config/waybar/style.css", STYLE + "\n".join(style))
    home.put_quote(age=1, before=RISE)
    screen = Screen(home, 2 * 560, 2 * WAYBAR["height"], SCALE)
    home.start("waybar")
    return all_states(home, screen)


class Terminal:
    """A foot terminal that runs tmux, through which keys can be sent."""

    def __init__(self, home, width, height, settings, command):
        self.home = home
        home.write(".config/foot/foot.ini", FOOT)
        home.write(".tmux.conf", settings)
        self.screen = Screen(home, 2 * width, 2 * height, SCALE)
        home.start("foot", "--term=xterm-256color", "tmux", "-S", "terminal.sock", "new-session", command)

    def type(self, line):
        self._tmux("send-keys", "-l", line)
        self._tmux("send-keys", "Enter")

    def wait_for_prompt(self, prompt, number=1):
        """Waits until the last line is exactly this prompt, and there are as many prompts."""
        def lines():
            return self._tmux("capture-pane", "-p").rstrip("\n").split("\n")

        def is_shown():
            return lines()[-1] == prompt and sum("project " in line for line in lines()) == number

        wait_until(is_shown, lambda: f"shows {lines()}, not {prompt!r}")

    def _tmux(self, *arguments):
        return self.home.run("tmux", "-S", "terminal.sock", *arguments).stdout


def all_states(home, screen):
    """Screenshots with a rise, a fall and a stale price, one above the other."""
    rise = stable_picture(screen)
    home.put_quote(age=1, before=FALL)
    fall = stable_picture(screen, other_than=rise)
    make_stale(home)
    stale = stable_picture(screen, other_than=fall)
    gap = [[b"\xff\xff\xff"] * len(rise[0])] * 8
    return rise + gap + fall + gap + stale


def make_stale(home):
    home.put_quote(age=18 * 3600 + 60, exchanges="unreachable")


def stable_picture(screen, other_than=None):
    """Waits until the screen has not changed for two seconds, and returns it."""
    deadline = time.monotonic() + 40
    rows, since = None, 0
    while time.monotonic() < deadline:
        before, rows = rows, screen.rows()
        if rows != before or rows == other_than:
            since = time.monotonic()
        elif time.monotonic() - since > 2:
            return rows
        time.sleep(0.1)
    raise AssertionError("the screen keeps changing")


def write_png(path, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    # Eight bits each of red, green and blue; each row begins with the number of its filter, 0 for none.
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + b"".join(row) for row in rows), 9)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b""))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if sys.argv[1:] else products.ROOT / "scripts" / "segments")
