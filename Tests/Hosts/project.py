"""A copy of the project whose release binary is that of BTCQ_BINARY, and what its scripts/install installs."""

import atexit
import functools
import os
import pathlib
import shutil
import subprocess
import tempfile

import products


def copy(directory):
    """Copies what scripts/install and scripts/uninstall read."""
    for name in ["scripts", "man"]:
        shutil.copytree(products.ROOT / name, directory / name)
    for name in ["README.md", "Package.swift"]:
        shutil.copy2(products.ROOT / name, directory / name)
    (directory / "Sources").mkdir()
    (directory / ".build" / "dist").mkdir(parents=True)
    # Newer than the sources, so that scripts/install does not build another one.
    (directory / ".build" / "dist" / "btcq").symlink_to(os.environ["BTCQ_BINARY"])


def run(directory, script, *arguments, prefix=(), **variables):
    """Runs a script of the copy with only these variables, after the command of the prefix."""
    return subprocess.run(
        [*prefix, directory / "scripts" / script, *arguments], env={"PATH": os.environ["PATH"], **variables},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)


@functools.cache
def installed_segments():
    """The segments of an installation in ~/.local. They name that directory with a ~, so they fit any home."""
    directory = pathlib.Path(tempfile.mkdtemp(prefix="btcq-project."))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    # Some tests run them as another user.
    directory.chmod(0o755)
    copy(directory)
    result = run(directory, "install", HOME=str(directory / "home"))
    assert result.returncode == 0, result
    return directory / "home" / ".local" / "share" / "btcq" / "segments"
