"""One ~/.config/btcq/config, and no variable: the same currency and source in every host."""

import os

import pytest

import test_bash
import test_fish
import test_systemd
import test_zsh
from home import need, wait_until
from shell import Prompt
from terminal import Terminal
from test_tmux import INTERVAL, tmux

PRICE = "£68,901.23"


@pytest.fixture
def home(home):
    home.write(".config/btcq/config", "# for every run\n--currency GBP\n--source bitstamp\n")
    return home


@pytest.mark.parametrize("shell", [test_bash.TestBash(), test_zsh.TestZsh(), test_fish.TestFish()], ids=lambda shell: shell.name)
def test_prompt(home, shell):
    need("tmux", shell.name)
    home.write(shell.settings, shell.prompt + shell.source(home))
    with Prompt(home, shell.name) as prompt:
        wait_until(lambda: prompt.next_line() == f"{PRICE} ")


def test_tmux(home):
    need("tmux")
    home.write(".tmux.conf", f"{INTERVAL}source-file -q ~/.local/share/btcq/segments/tmux.conf\n")
    with Terminal(home, tmux(home, "server", "new-session", "sleep 60")) as terminal:
        wait_until(lambda: terminal.last_line().endswith(f" {PRICE}"))


@pytest.mark.parametrize("command", [
    "~/.local/bin/btcq --quiet --max-age 1m --format waybar", "~/.local/share/btcq/segments/btcq.1m.sh"])
def test_bar(home, command):
    # A bar that a display manager has started has no ~/.local/bin in its PATH.
    run = home.run("sh", "-c", command, PATH="/usr/bin:/bin")
    assert run.returncode == 0 and PRICE in run.stdout and "bitstamp BTC/GBP" in run.stdout


def check_log(home):
    rows = (home.path / "btc.csv").read_text().splitlines()[1:]
    assert rows and all(",68901.23,GBP,BTC/GBP,bitstamp," in row for row in rows)


def test_unit_of_systemd(home):
    service = test_systemd.read(home.segments / "btcq.service")["Service"]
    environment = {"HOME": str(home.path), "PATH": "/usr/bin:/bin"} | home.urls
    assert home.run("sh", "-c", f"exec {service['ExecStart']}", environment=environment).returncode == 0
    check_log(home)


def test_archives_line_in_a_real_cron(home, project):
    """Up to a minute: it begins with the next one. The table is that of the archive, below another HOME than root's."""
    need("cron", "unshare")
    if os.geteuid() != 0:
        pytest.skip("only root may start cron")
    lines = (project.root / "scripts/segments/crontab").read_text().splitlines()
    [line] = [line for line in lines if line and not line.startswith("#")]
    urls = "".join(f"{name}={url}\n" for name, url in home.urls.items())
    table = home.write("tables/root", f"{urls}HOME={home.path}\n{line.replace('*/10', '*')}\n", 0o600)
    # It sees no other table, and no other cron.
    mounts = 'mount -t tmpfs none /run && mount --bind "$1" /var/spool/cron/crontabs && mount --bind "$2" /etc/cron.d'
    empty = home.write("cron.d/.placeholder", "").parent
    script = f"{mounts} && mount --bind /dev/null /etc/crontab && exec cron -f"
    home.start("unshare", "--mount", "sh", "-c", script, "sh", str(table.parent), str(empty))
    wait_until((home.path / "btc.csv").exists, seconds=90)
    wait_until(lambda: (home.path / "btc.csv").read_text().count("\n") > 1)
    check_log(home)
