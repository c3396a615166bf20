"""The mutations of the sources."""

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

PROJECT_RULES = pathlib.Path(__file__).with_name("project.rules")
# Jumps after every line, which rarely compile; and `let` for `var`, which compiles only if nothing changes the variable.
POINTLESS = ("break;\\n", "continue;\\n", "var  ==> let")
LANGUAGES = {".swift": ["universal.rules", "swift.rules"], ".c": ["universal.rules", "c_like.rules", "c.rules"]}


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    line: int
    old: tuple
    new: tuple
    is_project_rule: bool

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
    """All mutations of one file, without duplicates."""
    lines = (root / file).read_text().splitlines(keepends=True)
    compiled = _compiled_here(lines)
    found = {}
    for rules in [[str(PROJECT_RULES)], LANGUAGES[pathlib.Path(file).suffix] + [str(PROJECT_RULES)]]:
        # It prints a report on standard output.
        with contextlib.redirect_stdout(io.StringIO()):
            made = mutator.mutants_regexp(lines, rules, ignorePatterns=[])
        for number, new, (rule, rule_file), _ in made:
            if rule.startswith(POINTLESS) or rule.endswith(POINTLESS) or _is_in_identifier(lines[number - 1], new, rule):
                continue
            is_project_rule = rule_file.startswith(str(PROJECT_RULES))
            mutant = Mutant(file, number, (lines[number - 1],), (new,), is_project_rule)
            found.setdefault(mutant.key, mutant)
    for number, old, new in cases.swapped(lines):
        mutant = Mutant(file, number, tuple(old), tuple(new), True)
        found.setdefault(mutant.key, mutant)
    return [mutant for mutant in found.values() if mutant.line in compiled]


def selected(root, files, seed):
    """All mutations of the files, in random order. Every line has the same probability, however many mutations it has, and
    within a line the project's rules have the same probability as the others."""
    generator = random.Random(seed)
    remaining = {}
    for file in sorted(files):
        for mutant in of_file(root, file):
            kinds = remaining.setdefault((file, mutant.line), {})
            kinds.setdefault(mutant.is_project_rule, []).append(mutant)
    places = sorted(remaining)
    while places:
        position = generator.randrange(len(places))
        kinds = remaining[places[position]]
        kind = generator.choice(sorted(kinds))
        yield kinds[kind].pop(generator.randrange(len(kinds[kind])))
        if not kinds[kind]:
            del kinds[kind]
        if not kinds:
            del places[position]


def _is_in_identifier(old, new, rule):
    """Whether a digit of an identifier has changed, as in UInt8, or letters within it, as in `minute`. The result is rarely
    an identifier that exists."""
    start = len(os.path.commonprefix([old, new]))
    end = len(os.path.commonprefix([old[start:][::-1], new[start:][::-1]]))
    changed = old[start : len(old) - end]
    before, after = old[start - 1 : start], old[len(old) - end :][:1]
    if changed.isdigit() or not changed:
        return bool(re.search(r"[A-Za-z_]\d*$", old[:start])) and new[start:][:1] in "(-0123456789"
    return rule.startswith(("min ", "max ", "begin ", "end ")) and (before.isalnum() or after.isalnum())


def _compiled_here(lines):
    """The numbers of the lines that are compiled on Linux, where the mutations are tested."""
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
