"""A copy of the project whose release binary is the one that is tested, and a home directory to install it in."""

import os
import shutil
import subprocess

from home import BTCQ, ROOT


class Project:
    def __init__(self, directory):
        # Some tests run what is here as another user.
        directory.chmod(0o755)
        self.root = directory / "project"
        self.home = directory / "home"
        self.prefix = self.home / ".local"
        self.segments = self.prefix / "share/btcq/segments"
        # What scripts/install and scripts/uninstall read.
        for name in ["scripts", "man"]:
            shutil.copytree(ROOT / name, self.root / name)
        for name in ["README.md", "Package.swift"]:
            shutil.copy2(ROOT / name, self.root / name)
        self.home.mkdir()
        (self.root / "Sources").mkdir()
        # Newer than the sources, so that scripts/install does not build another one.
        self.binary = self.root / ".build/dist/btcq"
        self.binary.parent.mkdir(parents=True)
        self.binary.symlink_to(BTCQ)

    def run(self, script, *arguments, wrapper=(), **variables):
        """Runs a script with these variables, after a command that runs it, such as one that changes the user."""
        environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], **variables}
        return subprocess.run(
            [*wrapper, self.root / "scripts" / script, *arguments], env=environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=60, check=False, umask=0o077)

    def start(self, script, stdout=subprocess.DEVNULL, **variables):
        """Starts a script, by its name or its path, as the leader of a process group, whose errors are not shown."""
        environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], **variables}
        return subprocess.Popen(
            [self.root / "scripts" / script], env=environment, stdin=subprocess.DEVNULL, stdout=stdout,
            stderr=subprocess.DEVNULL, start_new_session=True)

    def install(self, *arguments, script="install", **variables):
        run = self.run(script, *arguments, **variables)
        assert (run.returncode, run.stderr) == (0, ""), run.stderr
        return run.stdout

    def uninstall(self, **variables):
        return self.install(script="uninstall", **variables)

    def files(self):
        return sorted(str(path.relative_to(self.prefix)) for path in self.prefix.rglob("*") if not path.is_dir())

    def contents(self):
        """What is in each file below the home directory; nothing for a directory."""
        return {
            str(path.relative_to(self.home)): None if path.is_dir() else path.read_bytes()
            for path in self.home.rglob("*")}
