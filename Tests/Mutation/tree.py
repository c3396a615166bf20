"""A copy of the working tree, in which mutations are applied, built and tested."""

import contextlib
import hashlib
import os
import pathlib
import queue
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

# Limits in seconds and bytes: a mutation may cause an endless loop or exhaust the memory.
BUILD = TESTS = 900
MEMORY = 8 << 30


class Tree:
    def __init__(self, root, path):
        self.root, self.path = root, path
        self.scratch = path / ".build"
        self.home = path.parent / "home"
        self.times = {}
        self.limits = {"unit": TESTS, "end to end": TESTS}
        self._copy()
        self.program = None

    def digest(self, *directories):
        """A hash of the files in these directories."""
        hash = hashlib.sha256()
        for directory in directories:
            for file in sorted(p for p in (self.path / directory).rglob("*") if p.is_file()):
                hash.update(f"{file.relative_to(self.path)}\0".encode() + file.read_bytes())
        return hash.hexdigest()[:16]

    @contextlib.contextmanager
    def changed(self, mutant):
        file = self.path / mutant.file
        text = file.read_text()
        file.write_text(mutant.applied(text))
        try:
            yield
        finally:
            file.write_text(text)

    def build(self):
        """The hash of the program, or None if it does not compile."""
        command = ["swift", "build", "--build-tests", "--quiet", *self._options()]
        return self._program() if self._run(command, BUILD, lambda _: False)[0] == 0 else None

    def compiles(self, mutant):
        """Whether the changed file compiles. This is much faster than a build, and many do not."""
        path = pathlib.Path(mutant.file)
        module = self.path / "Sources" / path.parts[1]
        if path.suffix == ".c":
            command = ["clang", "-fsyntax-only", "-I", str(module / "include"), mutant.file]
        else:
            others = [str(file) for file in module.rglob("*.swift") if file != self.path / path]
            modules = [self.scratch / "debug" / "Modules", *self.path.glob("Sources/*/include")]
            command = ["swiftc", "-frontend", "-typecheck", "-swift-version", "6", "-enable-testing"]
            command += ["-enable-upcoming-feature", "InternalImportsByDefault"]
            # SwiftPM derives the package name from the name of the directory.
            command += ["-module-name", module.name, "-package-name", self.path.name]
            command += [argument for directory in modules for argument in ["-I", str(directory)]]
            command += ["-primary-file", str(self.path / path), *others]
        return subprocess.run(command, cwd=self.path, capture_output=True).returncode == 0

    def failure(self, file=None):
        """The first failure, or None if all tests pass. The tests of the file's own module are the fastest, and are first."""
        tests = [("unit", "--skip", "EndToEndTests"), ("end to end", "--filter", "EndToEndTests")]
        module = file and f"{pathlib.Path(file).parts[1]}Tests"
        if module and (self.path / "Tests" / module).is_dir():
            tests.insert(0, ("unit", "--filter", f"^{module}\\."))
        for name, *choice in tests:
            command = ["swift", "test", "--skip-build", *self._options(), *choice]
            start = time.monotonic()
            status, line = self._run(
                command, self.limits[name], lambda line: "recorded an issue" in line or "Fatal error" in line)
            if line:
                return f"{name}: {line.strip()[:200]}"
            if status is None:
                return f"{name}: more than {self.limits[name]} s"
            if status != 0:
                return f"{name}: status {status}"
            self.times[name] = time.monotonic() - start
        return None

    def measure_limits(self):
        """Sets the time limits of the tests from the time that they take without a mutation."""
        failure = self.failure()
        if failure:
            sys.exit(f"scripts/mutate: a test of the unchanged program fails: {failure}")
        self.limits = {name: round(4 * seconds + 20) for name, seconds in self.times.items()}

    def _options(self):
        # Without debugging information, a different column number does not make a different program.
        flags = ["-Xswiftc", "-gnone", "-Xcc", "-g0"]
        return ["--package-path", str(self.path), "--scratch-path", str(self.scratch), *flags]

    def _program(self):
        file = self.scratch / "debug" / "btcq"
        return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else None

    def _copy(self):
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=self.root, capture_output=True, check=True).stdout
        names = {name for name in listed.decode().split("\0") if name and (self.root / name).is_file()}
        for name in names:
            source, target = self.root / name, self.path / name
            if not target.exists() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
                # The build compares modification times.
                os.utime(target)
        for file in self.path.rglob("*"):
            if self.scratch not in file.parents and file.is_file() and str(file.relative_to(self.path)) not in names:
                file.unlink()

    def _run(self, command, limit, is_failure):
        """The status, or None if the command exceeded the limit, and the first line of output that is a failure."""
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir(parents=True)
        environment = {**os.environ, "HOME": str(self.home), "TMPDIR": str(self.home)}
        for name in ["BTCQ_BINARY", "BTCQ_SANITIZED", "CI"]:
            environment.pop(name, None)
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY)))
        lines = queue.Queue()

        def read():
            for line in process.stdout:
                lines.put(line)
            lines.put(None)

        threading.Thread(target=read, daemon=True).start()
        deadline = time.monotonic() + limit
        try:
            while True:
                line = lines.get(timeout=max(0, deadline - time.monotonic()))
                if line is None:
                    return process.wait(max(1, deadline - time.monotonic())), None
                if is_failure(line):
                    return 1, line
        except (queue.Empty, subprocess.TimeoutExpired):
            return None, None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            self._end_background_refreshes()

    def _end_background_refreshes(self):
        """Kills the processes of this tree's program: a background refresh is not in the process group."""
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if str(self.path) in os.readlink(process / "exe"):
                    os.kill(int(process.name), signal.SIGKILL)
