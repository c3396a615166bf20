"""scripts/install and scripts/uninstall, with a temporary home directory or prefix."""

import concurrent.futures
import os
import re
import shlex
import shutil
import signal
import subprocess

import pytest

from home import BTCQ, commented, need, unprivileged, wait_until

SEGMENTS = "share/btcq/segments"


def test_installs_and_removes_the_files_that_it_lists(project):
    names = sorted(project.install("--list").split())
    assert "not on your PATH" in project.install()
    assert "PATH" not in project.install(PATH=f"{project.prefix}/bin:{os.environ['PATH']}")
    assert project.files() == names and f"{SEGMENTS}/bash" in names
    assert {path.stat().st_mode & 0o777 for path in project.prefix.rglob("*")} == {0o755, 0o644}
    assert os.access(project.prefix / "bin/btcq", os.X_OK) and os.access(project.segments / "alert", os.X_OK)
    # The archive has been unpacked there too, and man has formatted the page. As links, which are removed wherever they lead.
    (project.prefix / "share/man/cat1").mkdir()
    for name in ["btcq/uninstall", "btcq/common.sh", "btcq/files", "man/cat1/btcq.1.gz"]:
        (project.prefix / "share" / name).symlink_to("missing")
    project.uninstall()
    assert not project.prefix.exists()


def test_builds_the_program_if_it_is_missing_or_a_source_is_newer(project):
    build = f"ln -sf {shlex.quote(str(BTCQ))} {shlex.quote(str(project.binary))}"
    (project.root / "scripts/build").write_text(f"#!/bin/sh\n{build}\necho built\n")

    def is_built():
        return "built" in project.install().splitlines()

    project.binary.unlink()
    assert is_built()
    (project.root / "Sources/new.swift").touch()
    assert [is_built(), is_built()] == [True, False]


def test_upgrade_replaces_a_program_that_runs_or_on_a_full_disk_nothing(project):
    project.install()
    os.link(project.prefix / "bin/btcq", project.home / "running")
    (project.home / "running").write_text("old")
    before = {name: (project.prefix / name).read_bytes() for name in project.files()}
    # As on a full disk: no file can become as large as the program.
    check_error(project, "install", "the files of btcq are as they were", wrapper=["sh", "-c", 'ulimit -f 100; exec "$0"'])
    assert {name: (project.prefix / name).read_bytes() for name in project.files()} == before
    project.install()
    assert (project.home / "running").read_text() == "old"
    assert (project.prefix / "bin/btcq").read_bytes() == BTCQ.read_bytes()


@pytest.fixture(params=["fresh", "upgrade"])
def interrupt(project, request):
    """Interrupts scripts/install. Returns what is below the home directory then, and what was and would be there."""
    project.install()
    names, new = project.files(), project.contents()
    old = {name: text and b"old" for name, text in new.items()} if request.param == "upgrade" else {}

    def is_time(replaced, count):
        files = project.files()
        if replaced:
            return sum((project.prefix / name).stat().st_size > 3 for name in set(files) & set(names)) >= count
        return len(set(files) - set(names)) >= count

    def interrupt(number, replaced, count):
        """By a signal to all its processes, once so many files are replaced, or written beside the old ones."""
        shutil.rmtree(project.prefix, ignore_errors=True)
        for name, text in old.items():
            path = project.home / name
            path.mkdir(parents=True, exist_ok=True) if text is None else path.write_bytes(text)
        process = project.start("install")
        wait_until(lambda: process.poll() is not None or is_time(replaced, count))
        if process.poll() is None:
            os.killpg(process.pid, number)
        process.wait()
        return project.contents(), old, new

    return interrupt


@pytest.mark.parametrize("replaced", [False, True])
def test_install_that_is_interrupted_changes_all_files_or_none(interrupt, replaced):
    for number, count in [(signal.SIGHUP, 1), (signal.SIGINT, 10), (signal.SIGTERM, 20)]:
        contents, old, new = interrupt(number, replaced, count)
        assert contents in [old, new]


@pytest.mark.parametrize("replaced", [False, True])
def test_install_that_was_killed_leaves_whole_files_and_is_finished_by_the_next_one(project, interrupt, replaced):
    program = ".local/bin/btcq"
    for count in [1, 20]:
        contents, old, new = interrupt(signal.SIGKILL, replaced, count)
        contents = {name: contents.get(name) for name in new}
        assert all(text in [old.get(name), new[name]] for name, text in contents.items())
        assert contents[program] == old.get(program) or contents == new
    project.install()
    assert project.contents() == new
    interrupt(signal.SIGKILL, replaced, count)
    project.uninstall()
    assert not project.prefix.exists()


def test_install_whose_output_is_closed_replaces_all_files(project):
    project.install()
    new = project.contents()
    for name in project.files():
        (project.prefix / name).write_text("old")
    reading, writing = os.pipe()
    os.close(reading)
    project.start("install", stdout=writing).wait()
    os.close(writing)
    assert project.contents() == new


def test_several_installations_at_the_same_time_succeed(project):
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: project.install(), range(3)))
    assert project.files() == sorted(project.install("--list").split())


# In place of rm: kills the script, and with it itself, in place of the removal of a file.
KILLING_RM = """#!/bin/sh
for file; do
    [ "$file" != -f ] || continue
    echo >>~/removals
    [ $(wc -l <~/removals) -le "$REMOVALS" ] || kill -9 0
    /bin/rm -f "$file"
done
"""


@pytest.mark.parametrize("is_archive", [False, True])
def test_uninstall_that_was_killed_can_be_run_again(project, is_archive):
    rm = project.home / "bin/rm"
    rm.parent.mkdir()
    rm.write_text(KILLING_RM)
    rm.chmod(0o755)
    script = "uninstall"
    own = ["share/btcq/common.sh", "share/btcq/files", "share/btcq/uninstall"]
    count = len(project.install("--list").split()) + 3 * is_archive
    for removals in [0, *range(count - 3, count)]:
        project.install()
        if is_archive:
            # As scripts/package makes it.
            for name in own:
                (project.prefix / name).touch(0o755)
            for name in own[::2]:
                (project.prefix / name).write_bytes((project.root / "scripts" / name.split("/")[2]).read_bytes())
            (project.prefix / own[1]).write_text("".join(f"{name}\n" for name in project.files()))
            script = project.prefix / own[2]
        process = project.start(script, PATH=f"{rm.parent}:{os.environ['PATH']}", REMOVALS=str(removals))
        assert (process.wait(), len(project.files())) == (-signal.SIGKILL, count - removals)
        project.install(script=script)
        assert project.files() == []
        (project.home / "removals").unlink()


def test_uninstall_removes_the_directories_that_an_interrupted_one_has_left(project):
    project.install()
    for name in project.files():
        (project.prefix / name).unlink()
    project.uninstall()
    assert not project.prefix.exists()


def check_paths(root, prefix):
    """The segments below the root name the program and the directory of this prefix, and no other."""
    text = "".join(path.read_text() for path in (root / SEGMENTS).iterdir())
    assert f"{prefix}/{SEGMENTS}/bash;" in text
    assert set(re.findall(r"([~/\w.+,@-]*btcq)(?: -| >/dev/null)", text)) == {f"{prefix}/bin/btcq"}
    assert prefix == "~/.local" or "~/.local/share" not in text


def test_segments_name_the_program_and_the_directory(project):
    project.install()
    check_paths(project.prefix, "~/.local")
    # In a package, the packager's home directory is none of the user's. A shell may complete PREFIX with a slash.
    for prefix in ["/usr", "/opt/B_t-c.q+1,@2", "/home/user/.local"]:
        package = project.home / "package"
        project.install(PREFIX=f"/{prefix}/./", HOME="/home/user", DESTDIR=str(package))
        check_paths(package / prefix[1:], prefix)


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
def test_line_for_a_shell_quotes_its_path_and_does_nothing_after_an_uninstall(project, shell):
    need(shell)
    prefix = project.home / "an odd & pre|fix"
    project.install(PREFIX=str(prefix))
    line = commented(prefix / SEGMENTS / shell).splitlines()[0]
    for is_installed in [True, False]:
        command = [shell, "-c", f"{line}\ntype btcq_segment >/dev/null 2>&1 && echo defined"]
        result = subprocess.run(command, env={"HOME": str(project.home)}, capture_output=True, text=True, check=False)
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
    # Of a directory that every system has, empty ones remain.
    project.install(PREFIX=f"/{project.home}/.")
    project.uninstall(PREFIX=f"/{project.home}/.")
    assert (project.home / "bin").exists()
    assert project.files() == [f"{SEGMENTS}/bash.bak", f"{SEGMENTS}/mine"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount an empty /usr/local")
def test_uninstall_keeps_directories_that_every_system_has(project):
    need("unshare")
    mount = "mount -t tmpfs -o mode=755 none /usr/local; mkdir -p /usr/local/bin /usr/local/share/man"
    script = f'{mount}; "$0"; "${{0%install}}uninstall"; ls /usr/local/bin /usr/local/share/man'
    run = project.run("install", wrapper=["unshare", "--mount", "sh", "-ec", script], PREFIX="/usr/local")
    if run.stderr.startswith("unshare: "):
        pytest.skip("root may not mount here")
    assert (run.returncode, run.stderr) == (0, "")


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
    """Expects that the last line contains this text, and that no file is installed or removed."""
    before = sorted(project.home.rglob("*"))
    result = project.run(script, **options)
    assert (result.returncode, result.stdout) == (1, "")
    assert text in result.stderr.splitlines()[-1]
    assert sorted(project.home.rglob("*")) == before


def test_without_permission_an_error_says_what_to_do(project):
    user = unprivileged(project.home)
    project.prefix.mkdir()
    project.prefix.chmod(0o555)
    unprivileged(project.prefix)
    check_error(project, "install", "PREFIX", wrapper=user)
    check_error(project, "install", "PREFIX", wrapper=user, PREFIX=f"{project.prefix}/missing")
    project.prefix.chmod(0o755)
    assert project.run("install", wrapper=user).returncode == 0
    (project.prefix / "bin").chmod(0o555)
    check_error(project, "uninstall", "sudo", wrapper=user)


def test_uninstall_that_is_started_through_a_link_removes_nothing(project):
    """Not even a file of its name beside the link."""
    project.install()
    directory = project.home / "scripts"
    directory.mkdir()
    (directory / "uninstall").touch()
    (directory / "link").symlink_to(project.root / "scripts/uninstall")
    check_error(project, directory / "link", "uninstall itself")


@pytest.mark.parametrize("directory", ["relative", "{home}/missing/../new", "{home}/a)", "{home}/a\nb", "{home}/a\x7f"])
def test_directory_that_no_segment_can_name_is_an_error(project, directory):
    check_error(project, "install", "PREFIX", PREFIX=directory.format(home=project.home))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
@pytest.mark.parametrize("kind", ["of another user", "writable by all", "as /tmp", "below one of another user", "link"])
def test_root_changes_nothing_where_another_user_could_put_a_link(project, kind):
    directory = project.home / "other"
    prefix = directory / "a/b" if kind.startswith("below") else directory
    project.install(PREFIX=str(prefix))
    if kind in ["writable by all", "as /tmp"]:
        directory.chmod(0o1777 if kind == "as /tmp" else 0o777)
    else:
        unprivileged(directory)
    if kind == "link":
        prefix = project.home / "link"
        prefix.symlink_to(directory)
    for script in ["install", "uninstall"]:
        check_error(project, script, f"below {directory}, which others can change", PREFIX=str(prefix))
    if kind == "as /tmp":
        check_error(project, "install", f"below {directory}", PREFIX=f"{directory}/new")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_root_uses_the_path_without_links_which_it_has_checked(project):
    link = project.home / "other/link"
    link.parent.mkdir()
    link.symlink_to(project.prefix)
    unprivileged(link.parent)
    project.prefix.mkdir()
    project.install(PREFIX=str(link))
    check_paths(project.prefix, "~/.local")
