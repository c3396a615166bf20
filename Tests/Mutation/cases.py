"""Mutations that swap the bodies of two neighbouring cases of a switch."""

import re

CASE = re.compile(r"(\s*case (?:[^():]|\([^()]*\))+:) (\S.*)\n$")


def swapped(lines):
    """Yields the line number, both lines, and both changed lines of each pair of neighbouring one-line cases."""
    for number, (one, two) in enumerate(zip(lines, lines[1:]), 1):
        first, second = CASE.match(one), CASE.match(two)
        if first and second and first[2] != second[2]:
            yield number, [one, two], [f"{first[1]} {second[2]}\n", f"{second[1]} {first[2]}\n"]
