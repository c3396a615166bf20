"""scripts/install and scripts/uninstall, with a temporary home directory or prefix."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

import project
from home import commented, unprivileged
from report import expect, need

OTHER_FILES = [
    "bin/btcq", "share/bash-completion/completions/btcq", "share/doc/btcq/README.md",
    "share/fish/vendor_completions.d/btcq.fish", "share/man/man1/btcq.1", "share/zsh/site-functions/_btcq",
]
SEGMENTS = "share/btcq/segments"
SHELLS = ["bash", "fish", "zsh"]
BUILD = "built --check\nbuilding btcq, which takes a minute or two ...\nbuilt\n"
PROGRAMS = ["bin/btcq", f"{SEGMENTS}/alert", f"{SEGMENTS}/btcq.1m.sh", f"{SEGMENTS}/nagios",
            f"{SEGMENTS}/textfile"]


def run(report):
    for check in [check_list, check_build, check_modes, check_rename, check_paths, check_foreign_files,
                  check_links, check_directory, check_permission, check_variables]:
        with tempfile.TemporaryDirectory(prefix="btcq install.") as directory:
            check(report, Place(pathlib.Path(directory)))


class Place:
    """A copy of the project, and a home directory."""

    def __init__(self, directory):
        self.project = directory / "project"
        self.home = directory / "home"
        self.prefix = self.home / ".local"
        self.segments = self.prefix / SEGMENTS
        self.home.mkdir()
        project.copy(self.project)

    def run(self, script, *arguments, **options):
        return project.run(self.project, script, *arguments, **{"HOME": str(self.home), **options})

    def run_successfully(self, script, *arguments, **options):
        run = self.run(script, *arguments, **options)
        assert run.returncode == 0 and not run.stderr, run
        return run.stdout

    def expect_error(self, script, message, **options):
        """Expects one line, and that no file is installed or removed."""
        before = self.files()
        run = self.run(script, **options)
        expect((run.returncode, run.stderr), (1, f"scripts/{script}: {message}\n"))
        expect(self.files(), before)

    def files(self):
        return sorted(str(path.relative_to(self.prefix)) for path in self.prefix.rglob("*") if not path.is_dir())


def segments():
    return [path.name for path in (project.products.ROOT / "scripts" / "segments").iterdir() if path.suffix != ".png"]


def check_list(report, place):
    expected = sorted(OTHER_FILES + [f"{SEGMENTS}/{name}" for name in segments()])
    with report.check("install: installs the files that --list prints, and names the segments"):
        expect(sorted(place.run_successfully("install", "--list").split()), expected)
        expect(place.files(), [])
        output = place.run_successfully("install")
        expect(place.files(), expected)
        *_, heading, names = output.splitlines()
        assert f"~/.local/{SEGMENTS}" in heading, output
        expect(names.split(), sorted(segments()))
    with report.check("uninstall: removes these files and the directories that are empty then"):
        output = place.run_successfully("uninstall")
        expect(place.files(), [])
        expect(sorted(re.findall(r"^removed (.*)$", output, re.MULTILINE)), [f"{place.prefix}/{name}" for name in expected])
        assert not place.prefix.exists(), "directories remain"
        assert "no files of btcq below" in place.run_successfully("uninstall")


def check_build(report, place):
    binary = place.project / ".build" / "dist" / "btcq"
    source = place.project / "Sources" / "File.swift"
    source.touch()
    build = place.project / "scripts" / "build"
    paths = [shlex.quote(path) for path in [os.environ["BTCQ_BINARY"], str(binary)]]
    build.write_text(f"#!/bin/sh\nln -sf {paths[0]} {paths[1]}\necho built $*\n")
    inputs = [source, source.parent, place.project / "Package.swift", build]

    def is_built(newer=None):
        for path in [*inputs, binary]:
            os.utime(path, (2e9 if path == newer else 1e9,) * 2, follow_symlinks=False)
        return place.run_successfully("install").startswith(BUILD)

    with report.check("install: builds the program if it is missing, or if one of its sources is newer"):
        expect(is_built(), False)
        # That of the sources is a directory too: a source was removed.
        for path in inputs:
            expect((path.name, is_built(path)), (path.name, True))
        binary.unlink()
        assert place.run_successfully("install").startswith(BUILD)


def check_modes(report, place):
    with report.check("install: files and directories have their modes with every umask"):
        umask = ["sh", "-c", 'umask "$0"; exec "$@"']
        for mask in ["077", "000"]:
            place.run_successfully("install", prefix=[*umask, mask])
            for path in place.prefix.rglob("*"):
                name = str(path.relative_to(place.prefix))
                mode = 0o755 if path.is_dir() or name in PROGRAMS else 0o644
                expect((name, oct(path.stat().st_mode & 0o777)), (name, oct(mode)))
            shutil.rmtree(place.prefix)


def check_rename(report, place):
    with report.check("install: a new file replaces the old one by a rename"):
        place.run_successfully("install")
        for name in place.files():
            file = place.prefix / name
            old = place.home / "old"
            file.write_text("old")
            os.link(file, old)
            # A program that has opened the old file keeps it.
            place.run_successfully("install")
            expect((name, old.read_text(), file.read_bytes() == b"old"), (name, "old", False))
            old.unlink()
    with report.check("install: leaves no temporary file if it fails"):
        (place.project / "man" / "btcq.1").unlink()
        before = place.files()
        assert place.run("install").returncode != 0
        expect(place.files(), before)


def check_paths(report, place):
    def texts(root):
        return {name: (root / SEGMENTS / name).read_text() for name in segments()}

    def check(root, prefix):
        everything = "".join(texts(root).values())
        assert f"{prefix}/share/btcq/segments/bash;" in everything, "no path of the segments"
        called = re.findall(r"([~/\w.+,@-]*btcq)(?: -| >/dev/null)", everything)
        expect(set(called), {f"{prefix}/bin/btcq"})
        if prefix != "~/.local":
            assert "~/.local/share" not in everything, "the path of another installation"

    with report.check("install: the segments name the program and the directory of this installation"):
        place.run_successfully("install")
        check(place.prefix, "~/.local")
        documents = [*texts(place.prefix).values(), (place.prefix / "share" / "doc" / "btcq" / "README.md").read_text()]
        named = set(re.findall(r"~/\.local/([\w./-]*\w)", "".join(documents)))
        # What alert writes, and what only the archive contains.
        expect({path for path in named if not (place.prefix / path).exists()}, {"state/btcq", "share/btcq/uninstall"})
        for prefix in ["/usr", "/opt/B_t-c.q+1,@2"]:
            package = place.home / "package"
            place.run_successfully("install", PREFIX=prefix, DESTDIR=str(package))
            check(pathlib.Path(f"{package}{prefix}"), prefix)
        # Not the home directory of the packager.
        place.run_successfully("install", PREFIX="/home/user/.local", HOME="/home/user", DESTDIR=str(package))
        check(package / "home/user/.local", "/home/user/.local")
    with report.check("install: if the path of the program needs quotes, the segments find it in PATH"):
        prefix = place.home / "an 'odd' & pre|fix"
        # Without a home directory, PREFIX suffices.
        place.run_successfully("install", PREFIX=str(prefix), prefix=["env", "-u", "HOME"])
        for name, text in texts(prefix).items():
            source = (place.project / "scripts" / "segments" / name).read_text()
            path = f"{prefix}/{SEGMENTS}/{name}"
            shown = "'" + path.replace("'", "'\\''") + "'" if name in SHELLS else path
            expect((name, text), (name, source.replace(f"~/.local/{SEGMENTS}/{name}", shown)))
    for shell in SHELLS:
        with report.check(f"install, uninstall: the line for {shell} quotes its path, and does nothing after an uninstall"):
            need(shell)
            place.run_successfully("install", PREFIX=str(prefix), HOME="/nonexistent")
            line = commented(prefix / SEGMENTS / shell).splitlines()[0]
            environment = {"PATH": os.environ["PATH"], "HOME": str(place.home)}
            for is_installed in [True, False]:
                for command, status in [(line, 0), (f"{line}\ntype btcq_segment >/dev/null 2>&1", 0 if is_installed else 1)]:
                    run = subprocess.run(
                        [shell, "-c", command], env=environment, capture_output=True, text=True, timeout=20, check=False)
                    expect((command, run.returncode, run.stdout + run.stderr), (command, status, ""))
                place.run_successfully("uninstall", PREFIX=str(prefix), HOME="/nonexistent")


def check_foreign_files(report, place):
    with report.check("uninstall: keeps files that scripts/install does not install"):
        place.run_successfully("install")
        for name in ["mine", "bash.bak"]:
            (place.segments / name).write_text("mine")
        (place.prefix / "share" / "btcq" / "notes").write_text("mine")
        output = place.run_successfully("uninstall")
        expect(place.files(), ["share/btcq/notes", f"{SEGMENTS}/bash.bak", f"{SEGMENTS}/mine"])
        assert f"not empty: {place.segments}\n" in output, output
    with report.check("uninstall: keeps empty directories if btcq is not installed there"):
        prefix = place.home / "other"
        (prefix / "bin").mkdir(parents=True)
        expect(place.run_successfully("uninstall", PREFIX=str(prefix)), f"no files of btcq below {prefix}\n")
        assert (prefix / "bin").is_dir()


def check_links(report, place):
    mine = place.home / "dotfiles" / "segments"

    def check_kept():
        expect({path.name: path.read_text() for path in mine.iterdir()}, {"bash": "mine", "other": "mine"})

    with report.check("install, uninstall: change nothing in a directory of segments that is reached by a symbolic link"):
        mine.mkdir(parents=True)
        for name in ["bash", "other"]:
            (mine / name).write_text("mine")
        for link, directory in [(place.segments, mine), (place.segments.parent, mine.parent)]:
            place.run_successfully("install")
            shutil.rmtree(link)
            link.symlink_to(directory)
            assert "no segments were installed" in place.run_successfully("install"), link
            check_kept()
            assert f"kept {link}, a symbolic link\n" in place.run_successfully("uninstall"), link
            check_kept()
            expect(place.files(), [])
            link.unlink()
    with report.check("install, uninstall: of a file that is a symbolic link, only the link is replaced or removed"):
        for script in ["install", "uninstall"]:
            place.segments.unlink(missing_ok=True)
            place.segments.mkdir(parents=True)
            (place.segments / "bash").symlink_to(mine / "bash")
            place.run_successfully(script)
            check_kept()
            shutil.rmtree(place.segments, ignore_errors=True)
    with report.check("uninstall: removes a symbolic link to a file that does not exist"):
        (place.prefix / "bin").mkdir(parents=True, exist_ok=True)
        (place.prefix / "bin" / "btcq").symlink_to("missing")
        assert f"removed {place.prefix}/bin/btcq\n" in place.run_successfully("uninstall")
        expect(place.files(), [])


def check_directory(report, place):
    with report.check("install: a directory in the place of a file is an error, and nothing is installed"):
        for name in ["bin/btcq", f"{SEGMENTS}/zsh"]:
            (place.prefix / name).mkdir(parents=True)
            place.expect_error("install", f"{place.prefix}/{name} is a directory")
            shutil.rmtree(place.prefix)
        (place.home / "directory").mkdir()
        (place.prefix / "bin").mkdir(parents=True)
        (place.prefix / "bin" / "btcq").symlink_to(place.home / "directory")
        place.expect_error("install", f"{place.prefix}/bin/btcq is a directory")
        shutil.rmtree(place.prefix)
    with report.check("install: a file in the place of a directory is an error, and nothing is installed"):
        (place.prefix).mkdir()
        (place.prefix / "share").write_text("a file")
        place.expect_error("install", f"{place.prefix}/share is not a directory")
        (place.prefix / "share").unlink()
        (place.prefix / "share").symlink_to("missing")
        place.expect_error("install", f"{place.prefix}/share is not a directory")


def check_permission(report, place):
    place.home.parent.chmod(0o711)
    user = unprivileged(place.home)
    with report.check("install: without permission, one line that names PREFIX and sudo, and nothing is installed"):
        place.prefix.mkdir()
        place.prefix.chmod(0o555)
        unprivileged(place.prefix)
        for prefix, directory in [(place.prefix, place.prefix), ("/missing", "/")]:
            hint = f"use sudo PREFIX={prefix} scripts/install, or choose another PREFIX"
            place.expect_error("install", f"cannot write to {directory}; {hint}", prefix=user, PREFIX=str(prefix))
        place.prefix.chmod(0o755)
    with report.check("uninstall: without permission, one line that names sudo"):
        place.run_successfully("install", prefix=user)
        (place.prefix / "bin").chmod(0o555)
        place.expect_error(
            "uninstall", f"cannot remove files from {place.prefix}/bin; run it with sudo and the same PREFIX", prefix=user)
        (place.prefix / "bin").chmod(0o755)


def check_variables(report, place):
    with report.check("install, uninstall: a relative directory is an error"):
        place.expect_error("install", "PREFIX must be an absolute path: relative", PREFIX="relative")
        place.expect_error("install", "DESTDIR must be an absolute path: package", DESTDIR="package")
