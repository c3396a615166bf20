"""The mutations that were shown to change nothing that a test could notice, from equal.txt."""

import pathlib

LIST = pathlib.Path(__file__).with_name("equal.txt")


def _entries():
    """The file, the old lines and the new lines of each entry, without indentation."""
    for entry in LIST.read_text().split("\n\n"):
        lines = [line for line in entry.splitlines() if not line.startswith("#")]
        if lines:
            old, new = ([line[1:].strip() for line in lines[1:] if line[0] == mark] for mark in "-+")
            yield lines[0], tuple(old), tuple(new)


_known = set(_entries())


def contains(mutant):
    old, new = (tuple(line.strip() for line in lines) for lines in (mutant.old, mutant.new))
    return (mutant.file, old, new) in _known
