"""The status line of a tmux that runs in the terminal of another one."""

import shlex
import time

from home import CHANGES, PRICE, RISE, Home, check_requests, commented, running_btcq, wait_until
from report import expect, need
from terminal import Terminal

INTERVAL = "set-option -g status-interval 1\n"


def run(report):
    need("tmux")
    with Home() as home:
        source, line_with_change = commented(home.segments / "tmux.conf").splitlines(keepends=True)
        home.configure("tmux.conf", ".tmux.conf", INTERVAL + 2 * source)
        with Terminal(home, tmux(home, "inner")) as terminal:
            with report.check("tmux: shows the price once in its status line"):
                wait_for_end(terminal, f" {PRICE}")
                assert terminal.last_line().count("$") == 1, terminal.last_line()
            with report.check("tmux: shows the age of a stale price"):
                home.put_quote(age=300, exchanges="unreachable")
                wait_for_end(terminal, f" {PRICE} (5m old)")
            with report.check("tmux: shows no age while a price of more than a minute is being refreshed"):
                home.put_quote(age=65)
                wait_for_end(terminal, f" {PRICE}")
        with report.check("tmux: shows the change in a colour on black, and the price once"):
            home.write(".tmux.conf", INTERVAL + line_with_change + source)
            for (before, change), colour in zip(CHANGES.items(), ["\x1b[92m\x1b[40m", "\x1b[91m\x1b[40m"]):
                home.put_quote(age=1, before=before)
                with Terminal(home, tmux(home, colour[3])) as terminal:
                    wait_for_end(terminal, f" {PRICE} {change}")
                    line = terminal.screen_in_colour()
                    assert colour + change in line and line.count("$") == 1, repr(line)
        for name, line, text in [("tmux", "", PRICE), ("tmux, with the change", line_with_change, f"{PRICE} {CHANGES[RISE]}")]:
            home.write(".tmux.conf", INTERVAL + line + source)
            check_requests(report, home, name, lambda: check_shown(home, f" {text}"))
        with report.check("tmux: the price is shown after a status of 40 columns, and a larger width is kept"):
            home.put_quote(age=18 * 3600 + 60, exchanges="unreachable")
            status = f"set-option -g status-right {'x' * 40}\n"
            for width, expected in [(None, "80"), (20, "80"), (120, "120")]:
                settings = f"set-option -g status-right-length {width}\n" if width else ""
                home.write(".tmux.conf", INTERVAL + settings + status + source)
                check_shown(home, f"{'x' * 40} {PRICE} (18h old)", expected)
        with report.check("tmux: never shows \"not ready\" with a silent network"):
            home.put_quote(age=300, exchanges="silent")
            with Terminal(home, tmux(home, "another")) as terminal:
                lines = []
                for _ in range(30):
                    lines.append(terminal.last_line())
                    time.sleep(0.1)
                # The command and "not ready" follow, as far as there is room.
                assert not any("<'" in line for line in lines), lines
                assert lines[-1].endswith(f" {PRICE} (5m old)"), lines[-1]


def tmux(home, server, command="new-session 'sleep 60'"):
    # Without -f it reads ~/.tmux.conf.
    return ["tmux", "-S", f"{home.path}/{server}", *shlex.split(command)]


def check_shown(home, text, width="80"):
    """Starts another tmux, whose status line must end in the text."""
    # A new name: the previous one may not have ended.
    server = f"server-{next(Terminal.numbers)}"
    with Terminal(home, tmux(home, server)) as terminal:
        wait_for_end(terminal, text)
        expect(home.run(*tmux(home, server, "show-options -gv status-right-length")).stdout, f"{width}\n")
    wait_until(lambda: not running_btcq(), "a background refresh does not end")


def wait_for_end(terminal, text):
    wait_until(lambda: terminal.last_line().endswith(text), lambda: f"shows {terminal.last_line()!r}")
