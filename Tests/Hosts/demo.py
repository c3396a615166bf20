"""scripts/demo has to fail if btcq does not do what it says. scripts/test runs it with btcq itself."""

import os
import pathlib
import subprocess
import tempfile

import products

# Programs that differ from btcq in one way only.
WRONG = {
    "prints something else": 'text=$("$BTCQ" "$@"); status=$?; [ -z "$text" ] || echo "$text" | tr 6 7; exit "$status"',
    "ends with another status": '"$BTCQ" "$@"; status=$?; [ "$status" -ne 3 ] || exit 0; exit "$status"',
}


def run(report):
    for name, script in WRONG.items():
        with report.check(f"demo: fails if btcq {name}"), tempfile.TemporaryDirectory(prefix="btcq demo.") as directory:
            program = pathlib.Path(directory) / "btcq"
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o755)
            environment = {**os.environ, "BTCQ": os.environ["BTCQ_BINARY"], "BTCQ_BINARY": str(program)}
            result = subprocess.run(
                [products.ROOT / "scripts" / "demo"], env=environment, capture_output=True, text=True, timeout=60,
                check=False)
            assert result.returncode == 1 and "should have ended with" in result.stderr, result
