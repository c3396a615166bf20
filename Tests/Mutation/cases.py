"""Two cases of a switch whose bodies change places."""

import re

CASE = re.compile(r"(\s*case (?:[^():]|\([^()]*\))+:) (\S.*)\n$")


def swapped(lines):
    """The pairs of neighbouring one-line cases, each as a line's number, both lines, and both of the change."""
    for number, (one, two) in enumerate(zip(lines, lines[1:]), 1):
        first, second = CASE.match(one), CASE.match(two)
        if first and second and first[2] != second[2]:
            yield number, [one, two], [f"{first[1]} {second[2]}\n", f"{second[1]} {first[2]}\n"]
