"""A program in a terminal: a pane of tmux, observed in tmux's control mode."""

import itertools
import os
import re
import select
import subprocess
import time


class Terminal:
    # In columns.
    WIDTH = 120
    numbers = itertools.count()

    def __init__(self, home, command, environment=None):
        # A new name each time: the previous server may not have ended.
        self.socket = home.path / f"terminal-{next(self.numbers)}"
        self.output = ""
        self.unread = b""
        variables = {**home.environment, **(environment or {})}
        # Without a configuration. In control mode, tmux reports the program's output at once.
        self.client = subprocess.Popen(
            ["tmux", "-S", self.socket, "-f", "/dev/null", "-C", "new-session", "-x", str(self.WIDTH), "-y", "50",
             *command, ";", "set-option", "-g", "destroy-unattached", "on"],
            env=variables, cwd=variables["HOME"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._tmux("kill-server")
        self.client.stdin.close()
        self.client.wait()
        self.client.stdout.close()

    def press(self, *keys):
        """Keys by tmux's names for them, such as Enter and Tab."""
        self.client.stdin.write(f"send-keys {' '.join(keys)}\n".encode())
        self.client.stdin.flush()

    def type(self, text):
        self._tmux("send-keys", "-l", "--", text)

    def screen(self):
        """The text on the screen, without the empty lines at the end."""
        return self._tmux("capture-pane", "-p").rstrip("\n")

    def screen_in_colour(self):
        """The same with the terminal's escape sequences."""
        return self._tmux("capture-pane", "-p", "-e").rstrip("\n")

    def last_line(self):
        return self.screen().rpartition("\n")[2]

    def read_until(self, pattern, seconds=20):
        """Waits for the pattern in the output after the last match, and returns the new match."""
        deadline = time.monotonic() + seconds
        while True:
            if match := re.search(pattern, self.output):
                self.output = self.output[match.end():]
                return match
            ready, _, _ = select.select([self.client.stdout], [], [], max(0, deadline - time.monotonic()))
            block = os.read(self.client.stdout.fileno(), 65536) if ready else b""
            if not block:
                raise AssertionError(f"{pattern} is not in the output; the screen shows:\n{self.screen()}")
            *lines, self.unread = (self.unread + block).split(b"\n")
            self.output += "".join(map(_written, lines))

    def process(self):
        """The number of the process that tmux has started."""
        return self._tmux("display-message", "-p", "#{pane_pid}").strip()

    def _tmux(self, *arguments):
        return subprocess.run(
            ["tmux", "-S", self.socket, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, check=False).stdout


def _written(line):
    """The output of the program in a line of control mode, where control characters and backslashes are octal."""
    if not line.startswith(b"%output "):
        return ""
    text = line.split(b" ", 2)[2]
    text = re.sub(rb"\\([0-7]{3})", lambda match: bytes([int(match[1], 8)]), text)
    return text.decode(errors="replace")
