"""A program in a terminal: a pane of a tmux that nothing displays."""

import itertools
import subprocess


class Terminal:
    # In columns.
    WIDTH = 120
    COLOUR = "-e"
    numbers = itertools.count()

    def __init__(self, home, command, **variables):
        self.environment = home.environment | variables
        # A new name each time: the previous server may not have ended.
        self.socket = home.path / f"terminal-{next(self.numbers)}"
        # Without a configuration.
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", str(self.WIDTH), "-y", "50", *command)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Shown after a failure.
        print(self.screen())
        self._tmux("kill-server")

    def press(self, *keys):
        """Keys by tmux's names for them, such as Enter and Tab."""
        self._tmux("send-keys", *keys)

    def type(self, text):
        self._tmux("send-keys", "-l", "--", text)

    def screen(self, *options):
        """The text on the screen, without the empty lines at the end; with COLOUR, and its escape sequences."""
        return self._tmux("capture-pane", "-p", *options).rstrip("\n")

    def last_line(self):
        return self.screen().rpartition("\n")[2]

    def _tmux(self, *arguments):
        return subprocess.run(
            ["tmux", "-S", self.socket, *arguments], env=self.environment, cwd=self.environment["HOME"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
