"""scripts/install and scripts/uninstall, with a temporary home directory or prefix."""

import os
import re
import shlex
import subprocess

import pytest

from home import BTCQ, ROOT, commented, need, unprivileged

SEGMENTS = "share/btcq/segments"
SOURCES = [path for path in (ROOT / "scripts/segments").iterdir() if path.suffix != ".png"]
COMPLETIONS = {
    "bash": "share/bash-completion/completions/btcq", "fish": "share/fish/vendor_completions.d/btcq.fish",
    "zsh": "share/zsh/site-functions/_btcq"}
FILES = sorted([
    "bin/btcq", "share/doc/btcq/README.md", "share/man/man1/btcq.1", *COMPLETIONS.values(),
    *[f"{SEGMENTS}/{source.name}" for source in SOURCES]])
PROGRAMS = ["bin/btcq", *[f"{SEGMENTS}/{source.name}" for source in SOURCES if os.access(source, os.X_OK)]]


def run(*command, **variables):
    environment = {"PATH": os.environ["PATH"], **variables}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=20, check=False)


def test_installs_and_removes_the_files_that_it_lists(project):
    assert sorted(project.install("--list").split()) == FILES
    assert project.files() == []
    output = project.install()
    assert project.files() == FILES
    assert all(source.name in output for source in SOURCES)
    assert (project.prefix / "bin/btcq").read_bytes() == BTCQ.read_bytes()
    for shell, name in COMPLETIONS.items():
        assert (project.prefix / name).read_text() == run(BTCQ, "--completions", shell).stdout
    # The archive has been unpacked there too.
    (project.prefix / "share/btcq/uninstall").touch()
    project.uninstall()
    assert not project.prefix.exists()
    assert "no files of btcq" in project.uninstall()


@pytest.mark.parametrize("umask", ["077", "000"])
def test_modes_do_not_depend_on_the_umask(project, umask):
    script = project.root / "scripts/install"
    assert run("sh", "-c", 'umask "$0" && "$1"', umask, script, HOME=str(project.home)).returncode == 0
    for path in project.prefix.rglob("*"):
        name = str(path.relative_to(project.prefix))
        mode = 0o755 if path.is_dir() or name in PROGRAMS else 0o644
        assert (name, oct(path.stat().st_mode & 0o777)) == (name, oct(mode))


def test_builds_the_program_if_it_is_missing_or_a_source_is_newer(project):
    build = f"ln -sf {shlex.quote(str(BTCQ))} {shlex.quote(str(project.binary))}"
    (project.root / "scripts/build").write_text(f"#!/bin/sh\n{build}\necho built\n")

    def is_built():
        return "built" in project.install().splitlines()

    os.utime(project.binary, (1e9, 1e9), follow_symlinks=False)
    assert [is_built(), is_built()] == [True, False]
    project.binary.unlink()
    assert is_built()


def test_program_that_runs_keeps_the_old_file(project):
    project.install()
    os.link(project.prefix / "bin/btcq", project.home / "old")
    (project.home / "old").write_text("old")
    project.install()
    assert (project.home / "old").read_text() == "old"
    assert (project.prefix / "bin/btcq").read_bytes() == BTCQ.read_bytes()


def check_paths(root, prefix):
    """The segments below the root name the program and the directory of this prefix, and no other."""
    text = "".join((root / SEGMENTS / source.name).read_text() for source in SOURCES)
    assert f"{prefix}/{SEGMENTS}/bash;" in text
    assert set(re.findall(r"([~/\w.+,@-]*btcq)(?: -| >/dev/null)", text)) == {f"{prefix}/bin/btcq"}
    assert prefix == "~/.local" or "~/.local/share" not in text


def test_segments_name_the_program_and_the_directory(project):
    project.install()
    check_paths(project.prefix, "~/.local")
    # In a package, the packager's home directory is none of the user's. A shell may complete PREFIX with a slash.
    for prefix in ["/usr", "/opt/B_t-c.q+1,@2", "/home/user/.local"]:
        package = project.home / "package"
        project.install(PREFIX=f"{prefix}/", HOME="/home/user", DESTDIR=str(package))
        check_paths(package / prefix[1:], prefix)


@pytest.mark.parametrize("shell", COMPLETIONS)
def test_line_for_a_shell_quotes_its_path_and_does_nothing_after_an_uninstall(project, shell):
    need(shell)
    prefix = project.home / "an odd & pre|fix"
    project.install(PREFIX=str(prefix))
    line = commented(prefix / SEGMENTS / shell).splitlines()[0]
    for is_installed in [True, False]:
        result = run(shell, "-c", f"{line}\ntype btcq_segment >/dev/null 2>&1 && echo defined", HOME=str(project.home))
        assert (result.stdout, result.stderr) == ("defined\n" if is_installed else "", "")
        project.uninstall(PREFIX=str(prefix))


def test_uninstall_keeps_files_of_the_user(project):
    (project.prefix / "bin").mkdir(parents=True)
    assert "no files of btcq" in project.uninstall()
    assert (project.prefix / "bin").exists()
    project.install()
    for name in ["mine", "bash.bak"]:
        (project.segments / name).write_text("mine")
    assert str(project.segments) in project.uninstall()
    assert project.files() == [f"{SEGMENTS}/bash.bak", f"{SEGMENTS}/mine"]


def test_changes_nothing_in_directories_and_files_that_are_reached_by_a_link(project):
    mine = project.home / "dotfiles"
    mine.mkdir()
    (mine / "bash").write_text("mine")
    project.segments.parent.mkdir(parents=True)
    project.segments.symlink_to(mine)
    project.install()
    project.uninstall()
    project.segments.unlink()
    project.segments.mkdir()
    (project.segments / "bash").symlink_to(mine / "bash")
    project.install()
    assert not (project.segments / "bash").is_symlink()
    assert {path.name: path.read_text() for path in mine.iterdir()} == {"bash": "mine"}


def check_error(project, script, text, **options):
    """Expects one line with this text, and that no file is installed or removed."""
    before = project.files()
    result = project.run(script, **options)
    assert (result.returncode, result.stderr.count("\n")) == (1, 1)
    assert text in result.stderr
    assert project.files() == before


def test_without_permission_an_error_says_what_to_do(project):
    user = unprivileged(project.home)
    project.prefix.mkdir()
    project.prefix.chmod(0o555)
    unprivileged(project.prefix)
    check_error(project, "install", "PREFIX", user=user)
    check_error(project, "install", "PREFIX", user=user, PREFIX="/missing")
    project.prefix.chmod(0o755)
    assert project.run("install", user=user).returncode == 0
    (project.prefix / "bin").chmod(0o555)
    check_error(project, "uninstall", "sudo", user=user)


def test_relative_directory_is_an_error(project):
    for name in ["PREFIX", "DESTDIR"]:
        check_error(project, "install", name, **{name: "relative"})


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
@pytest.mark.parametrize("kind", ["of another user", "writable by all", "below one of another user", "link to one"])
def test_root_changes_nothing_where_another_user_could_put_a_link(project, kind):
    directory, link = project.home / "other", project.home / "link"
    prefix = directory / "a/b" if kind.startswith("below") else directory
    project.install(PREFIX=str(prefix))
    if kind == "writable by all":
        directory.chmod(0o777)
    else:
        unprivileged(directory)
    link.symlink_to(prefix)
    before = sorted(directory.rglob("*"))
    for script in ["install", "uninstall"]:
        result = project.run(script, PREFIX=str(link if kind.startswith("link") else prefix))
        assert result.returncode == 1 and f"{link if kind.startswith('link') else directory} belongs" in result.stderr
        assert sorted(directory.rglob("*")) == before
