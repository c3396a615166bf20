"""The programs under test: those that BTCQ_BINARY and STUB_EXCHANGE name, or built now."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def find():
    """Afterwards both variables name a program, from any folder."""
    if not os.environ.get("BTCQ_BINARY"):
        subprocess.run([ROOT / "scripts" / "build"], stdout=sys.stderr, check=True)
        os.environ["BTCQ_BINARY"] = str(ROOT / ".build" / "dist" / "btcq")
    if not os.environ.get("STUB_EXCHANGE"):
        build = ["swift", "build", "--package-path", ROOT]
        subprocess.run([*build, "--quiet", "--product", "stub-exchange"], stdout=sys.stderr, check=True)
        folder = subprocess.run([*build, "--show-bin-path"], stdout=subprocess.PIPE, text=True, check=True).stdout
        os.environ["STUB_EXCHANGE"] = f"{folder.strip()}/stub-exchange"
    for name in ["BTCQ_BINARY", "STUB_EXCHANGE"]:
        os.environ[name] = str(pathlib.Path(os.environ[name]).resolve(strict=True))
