"""Scripts that run other programs have to fail if one of those fails."""

import os
import pathlib
import shutil
import subprocess
import tempfile

import products
from report import expect

# In place of every program: it ends with status 1 if its command line contains $FAILING.
PROGRAM = """#!/bin/sh
case ": ${0##*/} $*" in
*"$FAILING"*) exit 1 ;;
": dpkg-query "*) echo installed ;;
": btcq-fuzz "*) echo head ;;
*--show-bin-path) echo "${0%/*}" ;;
*) printf 'Test run with 1 tests passed\\ndemo: all steps\\n' ;;
esac
"""
# Parts of the command lines that each script runs.
COMMANDS = {
    "scripts/test": ["build --check", "lint ", "swift build", "build ", "--skip EndToEndTests", "EndToEnd/[A-E]", "EndToEnd/S",
                     "soak ", "demo "],
    ".ci/run": [": test ", "swift build", "test-hosts ", "--twins", "fuzz ", "sanitize=thread", "sanitize=address",
                "test-build ", "test-package "],
    "scripts/soak": ["--soak", "swift test", "--crowd", "decimals.py"],
    "scripts/fuzz": ["swift build", "-max_total_time"],
    "scripts/document": [": test "],
}


def run(report):
    for script, commands in COMMANDS.items():
        with report.check(f"{script}: fails if one of its commands fails"), tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            paths = {str(path.relative_to(products.ROOT)) for path in (products.ROOT / "scripts").iterdir() if path.is_file()}
            programs = [f"bin/{name}" for name in ["swift", "dpkg-query", "python3", "btcq-fuzz", "stub-exchange"]]
            for path in {*paths, *programs} - {script}:
                (root / path).parent.mkdir(exist_ok=True)
                (root / path).write_text(PROGRAM)
                (root / path).chmod(0o755)
            (root / script).parent.mkdir(exist_ok=True)
            shutil.copy2(products.ROOT / script, root / script)
            expect([status(root, script, command) for command in ["nothing", *commands]], [0] + [1] * len(commands))


def status(root, script, failing):
    environment = {"PATH": f"{root}/bin:{os.environ['PATH']}", "STUB_EXCHANGE": f"{root}/bin/stub-exchange", "FAILING": failing}
    return subprocess.run(
        [root / script], env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False).returncode
