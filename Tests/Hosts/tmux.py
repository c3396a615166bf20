"""The status line of a tmux that runs in the terminal of another."""

import shlex
import time

from home import PRICE, Home, wait_until
from report import need
from terminal import Terminal

SETTINGS = """
set-option -g status-interval 1
source-file ~/.local/share/btcq/segments/tmux.conf
source-file ~/.local/share/btcq/segments/tmux.conf
"""


def run(report):
    need("tmux")
    with Home() as home:
        home.write(".tmux.conf", SETTINGS)
        with Terminal(home, tmux(home, "inner")) as terminal:
            with report.check("tmux shows the price once in its status line"):
                wait_for_end(terminal, f" {PRICE}")
                assert terminal.last_line().count("$") == 1, terminal.last_line()
            with report.check("tmux asks no exchange for a minute, however often it draws the line"):
                home.exchanges("open")
                for _ in range(3):
                    home.run(*tmux(home, "inner", "refresh-client -S"))
                    # tmux starts the command once a second at most.
                    time.sleep(1.1)
                asked = sum(len(door.visits) for door in home.doors)
                assert asked == 0, f"asked {asked} times"
            with report.check("tmux marks a stale price"):
                home.exchanges("gone")
                home.put_quote(age=300)
                wait_for_end(terminal, f" {PRICE}~")
        with report.check("tmux never says that the command is not ready, on a silent network"):
            home.exchanges("silent")
            home.put_quote(age=300)
            with Terminal(home, tmux(home, "another")) as terminal:
                lines = []
                for _ in range(30):
                    lines.append(terminal.last_line())
                    time.sleep(0.1)
                assert not any("not ready" in line for line in lines), lines
                assert lines[-1].endswith(f" {PRICE}~"), lines[-1]


def tmux(home, server, command="new-session 'sleep 60'"):
    # Without -f it reads ~/.tmux.conf.
    return ["tmux", "-S", f"{home.path}/{server}", *shlex.split(command)]


def wait_for_end(terminal, text):
    wait_until(lambda: terminal.last_line().endswith(text), lambda: f"shows {terminal.last_line()!r}")
