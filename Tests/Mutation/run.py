import argparse
import fcntl
import json
import pathlib
import sys
import time

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


def say(text):
    print(text, file=sys.stderr, flush=True)


SURVIVED = "nobody noticed"
UNCOUNTED = ["does not compile", "the same program"]


class Verdicts:
    """What became of the changes of these sources, in a file, so that an end costs nothing."""

    def __init__(self, folder, tree):
        self.tests = tree.digest("Tests")
        self.file = folder / f"{tree.digest('Sources')}.jsonl"
        self.known = {}
        if self.file.exists():
            for record in map(json.loads, self.file.read_text().splitlines()):
                self.known[record["key"]] = record

    def of(self, key):
        """What was noted; None where nothing was, or where other tests may find what those did not."""
        record = self.known.get(key)
        return record if record and (record["verdict"] != SURVIVED or record["tests"] == self.tests) else None

    def note(self, key, verdict, **more):
        record = {"key": key, "verdict": verdict, "tests": self.tests, **more}
        self.known[key] = record
        with self.file.open("a") as file:
            file.write(json.dumps(record) + "\n")


def verdict(tree, mutant):
    with tree.changed(mutant):
        program = tree.build() if tree.is_sound(mutant) else None
        if program is None:
            return UNCOUNTED[0]
        if program == tree.program:
            return UNCOUNTED[1]
        return tree.failing() or SURVIVED


def start(root, folder):
    """The tree with nothing changed, in which all tests pass: else a failure would mean nothing."""
    say("building what is not changed, and testing it ...")
    tree = Tree(root, folder / "tree")
    tree.program = tree.build() or sys.exit("scripts/mutate: it does not compile as it is")
    verdicts = Verdicts(folder, tree)
    known = verdicts.of("nothing changed")
    if known:
        tree.limits = known["limits"]
    else:
        tree.take_time()
        verdicts.note("nothing changed", SURVIVED, limits=tree.limits)
    return tree, verdicts


def main():
    options = arguments()
    folder = options.root / ".build" / "mutate"
    lock = (folder / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        sys.exit("scripts/mutate: another one is running")
    deadline = time.monotonic() + options.minutes * 60
    tree, verdicts = start(options.root, folder)
    files = [str(pathlib.Path(file).resolve().relative_to(options.root)) for file in options.files]
    files = files or [str(f.relative_to(tree.path)) for f in (tree.path / "Sources").rglob("*") if f.suffix in mutants.LANGUAGES]

    say(f"seed {options.seed}")
    counted, survivors = 0, []
    for mutant in mutants.drawn(tree.path, files, options.seed):
        if counted == options.count or time.monotonic() > deadline:
            break
        known = verdicts.of(mutant.key)
        what = known["verdict"] if known else verdict(tree, mutant)
        if not known:
            verdicts.note(mutant.key, what)
        if what in UNCOUNTED:
            continue
        counted += 1
        say(f"{counted}/{options.count} {mutant.file}:{mutant.line}: {what}")
        if what == SURVIVED:
            survivors.append(mutant)

    for mutant in survivors:
        rules = "a rule of the house" if mutant.is_of_the_house else "a rule for every program"
        print(f"\n{mutant.file}:{mutant.line}: {SURVIVED}, by {rules}")
        print(mutant.difference((tree.path / mutant.file).read_text()), end="")
    print(f"\nmutate: seed {options.seed}: {counted - len(survivors)} of {counted} changes noticed")
    sys.exit(1 if survivors else 0)


main()
