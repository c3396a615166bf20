"""scripts/demo has to fail if btcq does not do what it says. scripts/test runs it with btcq itself."""

import os
import pathlib
import subprocess
import tempfile

import products
from report import expect

# In place of btcq: runs it and stores what it prints. If WRONG is set, prints that again; in the call of that number with other
# digits, or other letters if it contains no digits, and with status 0 if WRONG is "status".
PROGRAM = """#!/bin/sh
number=$(($(cat "$CALLS/number") + 1))
echo "$number" >"$CALLS/number"
cd "$CALLS"
[ -n "$WRONG" ] || (cd "$OLDPWD" && "$BTCQ" "$@") >"$number.out" 2>"$number.err" || status=$?
[ -n "$WRONG" ] || echo "${status:-0}" >"$number.status"
letters=
grep -q '[0-9]' "$number.out" "$number.err" || letters=a-z
[ "$WRONG" = "$number" ] && set -- "0-9$letters" "1-90b-za" || set -- x x
tr "$1" "$2" <"$number.out"
tr "$1" "$2" <"$number.err" >&2
[ "$WRONG" != status ] || exit 0
exit "$(cat "$number.status")"
"""
CALLS, STEPS = 13, 12


def run(report):
    with tempfile.TemporaryDirectory(prefix="btcq demo.") as directory:
        calls = pathlib.Path(directory)
        program = calls / "btcq"
        program.write_text(PROGRAM)
        program.chmod(0o755)
        with report.check("demo: ignores the user's settings, and shows all steps"):
            result, count = demo(calls, wrong="")
            expect((result.stdout.splitlines()[-1:], count), ([f"demo: all {STEPS} steps did what they should"], CALLS))
        with report.check("demo: fails if btcq prints something else, or ends with another status"):
            for wrong in [*range(1, CALLS + 1), "status"]:
                result, _ = demo(calls, str(wrong))
                assert result.returncode == 1 and "should have ended with" in result.stderr, (wrong, result)


def demo(calls, wrong):
    (calls / "number").write_text("0")
    temporary = calls / "tmp"
    temporary.mkdir(exist_ok=True)
    environment = {
        **os.environ, "BTCQ": os.environ["BTCQ_BINARY"], "BTCQ_BINARY": str(calls / "btcq"), "CALLS": str(calls),
        "WRONG": wrong, "TMPDIR": str(temporary), "XDG_CACHE_HOME": "/dev/null", "BTCQ_CURRENCY": "eur",
        "CRYPTOCOMPARE_API_KEY": "key"}
    result = subprocess.run(
        [products.ROOT / "scripts" / "demo"], env=environment, capture_output=True, text=True, timeout=60, check=False)
    expect(list(temporary.iterdir()), [])
    return result, int((calls / "number").read_text())
