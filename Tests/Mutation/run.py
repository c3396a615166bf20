import argparse
import fcntl
import json
import pathlib
import sys
import time

import equal
import mutants
from tree import Tree


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/mutate", add_help=False)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("files", nargs="*", metavar="FILE")
    return parser.parse_args()


def report(text):
    print(text, file=sys.stderr, flush=True)


UNDETECTED = "not detected"
DOES_NOT_COMPILE = "does not compile"
SAME_PROGRAM = "the same program"
EQUAL = "equal"
NOT_COUNTED = [DOES_NOT_COMPILE, SAME_PROGRAM, EQUAL]


class Results:
    """The results of the mutations of these sources, in a file, so that an interrupted run can continue."""

    def __init__(self, directory, tree):
        self.tests = tree.digest("Tests")
        self.file = directory / f"{tree.digest('Sources')}.jsonl"
        self.known = {}
        if self.file.exists():
            for record in map(json.loads, self.file.read_text().splitlines()):
                self.known[record["key"]] = record

    def of(self, key):
        """The stored result, or None; also None for an undetected mutation if the tests have changed since then."""
        record = self.known.get(key)
        return record if record and (record["result"] != UNDETECTED or record["tests"] == self.tests) else None

    def store(self, key, result, **more):
        record = {"key": key, "result": result, "tests": self.tests, **more}
        self.known[key] = record
        with self.file.open("a") as file:
            file.write(json.dumps(record) + "\n")


def test(tree, mutant):
    with tree.changed(mutant):
        program = tree.build() if tree.compiles(mutant) else None
        if program is None:
            return DOES_NOT_COMPILE
        if program == tree.program:
            return SAME_PROGRAM
        return tree.failure(mutant.file) or UNDETECTED


def start(root, directory):
    """The unchanged tree and the stored results. Exits if a test fails, since then no failure would mean anything."""
    report("building and testing the unchanged program ...")
    tree = Tree(root, directory / "tree")
    tree.program = tree.build() or sys.exit("scripts/mutate: the unchanged program does not compile")
    results = Results(directory, tree)
    known = results.of("unchanged")
    if known:
        tree.limits = known["limits"]
    else:
        tree.measure_limits()
        results.store("unchanged", UNDETECTED, limits=tree.limits)
    return tree, results


def score(counted, undetected):
    """Such as `97 of 100 (97.0 %)`."""
    detected = len(counted) - len(undetected)
    return f"{detected} of {len(counted)} ({100 * detected / max(1, len(counted)):.1f} %)"


def main():
    options = arguments()
    directory = options.root / ".build" / "mutate"
    lock = (directory / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        sys.exit("scripts/mutate: another run has not ended")
    deadline = time.monotonic() + options.minutes * 60
    tree, results = start(options.root, directory)
    files = [str(pathlib.Path(file).resolve().relative_to(options.root)) for file in options.files]
    files = files or [str(f.relative_to(tree.path)) for f in (tree.path / "Sources").rglob("*") if f.suffix in mutants.LANGUAGES]

    report(f"seed {options.seed}")
    counted, undetected, skipped = [], [], 0
    for mutant in mutants.selected(tree.path, files, options.seed):
        if len(counted) == options.count or time.monotonic() > deadline:
            break
        known = results.of(mutant.key)
        if equal.contains(mutant):
            result = EQUAL
            skipped += 1
        elif known:
            result = known["result"]
        else:
            result = test(tree, mutant)
            results.store(mutant.key, result)
        if result in NOT_COUNTED:
            continue
        counted.append(mutant)
        report(f"{len(counted)}/{options.count} {mutant.file}:{mutant.line}: {result}")
        if result == UNDETECTED:
            undetected.append(mutant)

    for mutant in undetected:
        rules = "a rule of the project" if mutant.is_project_rule else "a rule of universalmutator"
        print(f"\n{mutant.file}:{mutant.line}: {UNDETECTED}, {rules}")
        print(mutant.difference((tree.path / mutant.file).read_text()), end="")
    own = [[mutant for mutant in some if mutant.is_project_rule] for some in (counted, undetected)]
    print(f"\nmutate: seed {options.seed}: {score(counted, undetected)} mutations detected; "
          f"of the project's rules {score(*own)}; {skipped} equal ones not counted")
    sys.exit(1 if undetected else 0)


main()
