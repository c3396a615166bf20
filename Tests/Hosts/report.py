"""Prints one line for each check, and their number at the end."""

import contextlib
import shutil

# In characters: about two screens.
MAX_REASON = 6000


class Skip(Exception):
    """The reason why a check cannot run on this system."""


class Report:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    @contextlib.contextmanager
    def check(self, name):
        """Runs the body as one check. A failure is reported, and the next check can run.

        The value is a function that adds a remark to the line.
        """
        remarks = []
        with self.catching(name):
            yield remarks.append
            self.passed += 1
            print(f"ok {name}" + "".join(f" ({remark})" for remark in remarks), flush=True)

    @contextlib.contextmanager
    def catching(self, name):
        """Reports a failure or a skip in the body under this name."""
        try:
            yield
        except Skip as reason:
            self.skipped += 1
            print(f"skipped {name}: {reason}", flush=True)
        except Exception as error:
            kind = "" if isinstance(error, AssertionError) else type(error).__name__ + ": "
            self.fail(name, kind + str(error))

    def fail(self, name, reason):
        self.failed += 1
        print(f"FAILED {name}: {reason[:MAX_REASON].strip()}", flush=True)

    def summary(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def expect(actual, expected):
    assert actual == expected, f"{actual!r} instead of {expected!r}"


def need(*commands, path=None):
    """Skips if one of the commands is not installed, and returns the path of the last one."""
    for command in commands:
        if not (found := shutil.which(command, path=path)):
            raise Skip(f"{command} is not installed")
    return found
