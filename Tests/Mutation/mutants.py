"""The changes that can be made to the sources."""

import contextlib
import dataclasses
import difflib
import io
import os
import pathlib
import random
import re

import cases
from universalmutator import mutator

HOUSE = pathlib.Path(__file__).with_name("house.rules")
# Jumps behind every line, which compile nearly nowhere; and a constant for a variable that nobody changes.
POINTLESS = ("break;\\n", "continue;\\n", "var  ==> let")
LANGUAGES = {".swift": ["universal.rules", "swift.rules"], ".c": ["universal.rules", "c_like.rules", "c.rules"]}


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    line: int
    old: tuple
    new: tuple
    is_of_the_house: bool

    @property
    def key(self):
        return f"{self.file}:{self.line}:{''.join(self.old)}:{''.join(self.new)}"

    def applied(self, text):
        lines = text.splitlines(keepends=True)
        lines[self.line - 1 : self.line - 1 + len(self.old)] = self.new
        return "".join(lines)

    def difference(self, text):
        names = (f"{self.file}", f"{self.file}, line {self.line}")
        old, new = text.splitlines(keepends=True), self.applied(text).splitlines(keepends=True)
        return "".join(difflib.unified_diff(old, new, *names, n=1))


def of_file(root, file):
    """All that can be made of one file, none twice."""
    lines = (root / file).read_text().splitlines(keepends=True)
    compiled = _compiled_here(lines)
    found = {}
    for rules in [[str(HOUSE)], LANGUAGES[pathlib.Path(file).suffix] + [str(HOUSE)]]:
        # It tells on standard output what it does.
        with contextlib.redirect_stdout(io.StringIO()):
            made = mutator.mutants_regexp(lines, rules, ignorePatterns=[])
        for number, new, (rule, place), _ in made:
            if rule.startswith(POINTLESS) or rule.endswith(POINTLESS) or _is_in_a_name(lines[number - 1], new, rule):
                continue
            is_of_the_house = place.startswith(str(HOUSE))
            mutant = Mutant(file, number, (lines[number - 1],), (new,), is_of_the_house)
            found.setdefault(mutant.key, mutant)
    for number, old, new in cases.swapped(lines):
        mutant = Mutant(file, number, tuple(old), tuple(new), True)
        found.setdefault(mutant.key, mutant)
    return [mutant for mutant in found.values() if mutant.line in compiled]


def drawn(root, files, seed):
    """All mutants of the files, in the order of the seed. Every line is as likely as any other, and within a line the
    rules of the house as likely as the others, however many changes there are."""
    dice = random.Random(seed)
    left = {}
    for file in sorted(files):
        for mutant in of_file(root, file):
            kinds = left.setdefault((file, mutant.line), {})
            kinds.setdefault(mutant.is_of_the_house, []).append(mutant)
    places = sorted(left)
    while places:
        position = dice.randrange(len(places))
        kinds = left[places[position]]
        kind = dice.choice(sorted(kinds))
        yield kinds[kind].pop(dice.randrange(len(kinds[kind])))
        if not kinds[kind]:
            del kinds[kind]
        if not kinds:
            del places[position]


def _is_in_a_name(old, new, rule):
    """Whether a digit of a name has changed, as in UInt8, or letters in its midst, as in `minute`: there is seldom
    such a name."""
    start = len(os.path.commonprefix([old, new]))
    end = len(os.path.commonprefix([old[start:][::-1], new[start:][::-1]]))
    changed = old[start : len(old) - end]
    before, behind = old[start - 1 : start], old[len(old) - end :][:1]
    if changed.isdigit() or not changed:
        return bool(re.search(r"[A-Za-z_]\d*$", old[:start])) and new[start:][:1] in "(-0123456789"
    return rule.startswith(("min ", "max ", "begin ", "end ")) and (before.isalnum() or behind.isalnum())


def _compiled_here(lines):
    """The numbers of the lines that are compiled on Linux."""
    numbers, branches = set(), []
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*#\s*if", line):
            branches.append(not re.search(r"Darwin|__APPLE__|macOS", line))
        elif re.match(r"\s*#\s*else", line):
            branches[-1] = not branches[-1]
        elif re.match(r"\s*#\s*endif", line):
            branches.pop()
        elif all(branches):
            numbers.add(number)
    return numbers
