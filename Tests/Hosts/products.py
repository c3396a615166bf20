"""The programs under test: those of BTCQ_BINARY and STUB_EXCHANGE, or builds of them."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def find():
    """Builds the programs that are not set, and makes both variables absolute paths."""
    if not os.environ.get("BTCQ_BINARY"):
        subprocess.run([ROOT / "scripts" / "build"], stdout=sys.stderr, check=True)
        os.environ["BTCQ_BINARY"] = str(ROOT / ".build" / "dist" / "btcq")
    if not os.environ.get("STUB_EXCHANGE"):
        build = ["swift", "build", "--package-path", ROOT]
        subprocess.run([*build, "--quiet", "--product", "stub-exchange"], stdout=sys.stderr, check=True)
        directory = subprocess.run([*build, "--show-bin-path"], stdout=subprocess.PIPE, text=True, check=True).stdout
        os.environ["STUB_EXCHANGE"] = f"{directory.strip()}/stub-exchange"
    for name in ["BTCQ_BINARY", "STUB_EXCHANGE"]:
        os.environ[name] = str(pathlib.Path(os.environ[name]).resolve(strict=True))
