"""What the checks print: one line each, and how many there were at the end."""

import contextlib
import shutil


class Skip(Exception):
    """Why something can't be checked here."""


class Report:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    @contextlib.contextmanager
    def check(self, name):
        """Counts its body as one check. What goes wrong in it is printed, and the next check goes on.

        The body gets a function that adds a remark to the line.
        """
        remarks = []
        with self.catching(name):
            yield remarks.append
            self.passed += 1
            print(f"ok {name}" + "".join(f" ({remark})" for remark in remarks), flush=True)

    @contextlib.contextmanager
    def catching(self, name):
        """Lets a failure or a skip in its body be that of `name`."""
        try:
            yield
        except Skip as why:
            self.skipped += 1
            print(f"skipped {name}: {why}", flush=True)
        except Exception as error:
            kind = "" if isinstance(error, AssertionError) else type(error).__name__ + ": "
            self.fail(name, kind + str(error))

    def fail(self, name, why):
        self.failed += 1
        # A screen or two.
        print(f"FAILED {name}: {why[:6000].strip()}", flush=True)

    def summary(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def expect(found, wanted):
    assert found == wanted, f"{found!r}, and not {wanted!r}"


def need(*commands, path=None):
    """Skips where one of the commands is not installed; gives where the last one is."""
    for command in commands:
        if not (found := shutil.which(command, path=path)):
            raise Skip(f"no {command} here")
    return found
