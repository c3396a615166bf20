"""The status line of a tmux that runs in the terminal of another one."""

import shlex
import time

from home import CHANGES, PRICE, Home, commented, wait_until
from report import need
from terminal import Terminal

INTERVAL = "set-option -g status-interval 1\n"


def run(report):
    need("tmux")
    with Home() as home:
        source, line_with_change = commented(home.segments / "tmux.conf").splitlines(keepends=True)
        home.write(".tmux.conf", INTERVAL + 2 * source)
        with Terminal(home, tmux(home, "inner")) as terminal:
            with report.check("tmux: shows the price once in its status line"):
                wait_for_end(terminal, f" {PRICE}")
                assert terminal.last_line().count("$") == 1, terminal.last_line()
            with report.check("tmux: no source is asked for a minute, however often the line is drawn"):
                home.set_exchanges("open")
                for _ in range(3):
                    home.run(*tmux(home, "inner", "refresh-client -S"))
                    # tmux runs the command at most once a second.
                    time.sleep(1.1)
                count = sum(len(gate.requests) for gate in home.gates)
                assert count == 0, f"{count} requests"
            with report.check("tmux: shows the age of a stale price"):
                home.set_exchanges("unreachable")
                home.put_quote(age=300)
                wait_for_end(terminal, f" {PRICE} (5m old)")
        with report.check("tmux: shows the change in a colour, and the price once"):
            home.write(".tmux.conf", INTERVAL + "set-option -g status-style default\n" + line_with_change + source)
            for (before, change), colour in zip(CHANGES.items(), ["\x1b[30m\x1b[42m", "\x1b[30m\x1b[41m"]):
                home.put_quote(age=1, before=before)
                with Terminal(home, tmux(home, colour[-2])) as terminal:
                    wait_for_end(terminal, f" {PRICE} {change}")
                    line = terminal.screen_in_colour()
                    assert colour + change in line and line.count("$") == 1, repr(line)
            home.write(".tmux.conf", INTERVAL + source)
        with report.check("tmux: never shows \"not ready\" with a silent network"):
            home.set_exchanges("silent")
            home.put_quote(age=300)
            with Terminal(home, tmux(home, "another")) as terminal:
                lines = []
                for _ in range(30):
                    lines.append(terminal.last_line())
                    time.sleep(0.1)
                assert not any("not ready" in line for line in lines), lines
                assert lines[-1].endswith(f" {PRICE} (5m old)"), lines[-1]


def tmux(home, server, command="new-session 'sleep 60'"):
    # Without -f it reads ~/.tmux.conf.
    return ["tmux", "-S", f"{home.path}/{server}", *shlex.split(command)]


def wait_for_end(terminal, text):
    wait_until(lambda: terminal.last_line().endswith(text), lambda: f"shows {terminal.last_line()!r}")
