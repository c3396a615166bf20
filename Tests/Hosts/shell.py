"""What bash, zsh and fish have in common: a prompt, completions, and a user who presses Enter."""

import dataclasses
import pathlib
import re
import statistics
import tempfile
import time

from home import EUROS, PRICE, Home, wait_until
from report import Skip, expect, need
from terminal import Terminal

# A prompt says its number, and the status that the user's own part of it sees.
PROMPT = r"<{}:(\d+)>"
# Seconds that the segment may add between Enter and the prompt.
BOUND = 0.050
# A busy machine delays some of them; waiting for the network would delay each.
ROUNDS = 10


@dataclasses.dataclass
class Shell:
    name: str
    # Where its settings are, below the home directory, and what makes the prompt above in them.
    settings: str
    prompt: str
    # Where `btcq --completions` goes, below the home directory, and what looks for it there.
    completions: str
    look_for_completions: str
    # What has to be installed for that.
    loader: str = "/"
    # What gives the positional parameter 6 a value, where there is one.
    hostile: str = ""


def run(report, shell):
    need("tmux", shell.name)
    checks = [check_prompt, check_time, check_system_calls, check_crowd, check_hangup, check_completions]
    for check in checks:
        # bash-completion finds nothing below a path with a space.
        with Home("btcq-hosts.") if check is check_completions else Home() as home:
            source = f"source ~/.local/share/btcq/segments/{shell.name}\n"
            home.write("empty/" + shell.settings, shell.prompt)
            # Twice: who reads the settings again has one price still.
            home.write(shell.settings, shell.prompt + source + source)
            check(report, shell, home)


class Prompt(Terminal):
    """A terminal with a shell in it, which has just shown a prompt."""

    def __init__(self, home, shell, folder="."):
        folder = (home.path / folder).resolve()
        super().__init__(home, [shell.name], {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / ".config")})
        self.number = 0
        self._wait()

    def enter(self, command=""):
        """Gives the line to the shell. What comes back is the seconds until the next prompt."""
        if command:
            self.type(command)
        start = time.monotonic()
        self.press("Enter")
        self._wait()
        return time.monotonic() - start

    def line(self):
        """The prompt, and its number and status left out of it."""
        return self.last_line().split("<")[0]

    def _wait(self):
        self.number += 1
        self.status = int(self.read_until(PROMPT.format(self.number))[1])


def check_prompt(report, shell, home):
    name = shell.name
    with Prompt(home, shell) as prompt:
        def shown():
            prompt.enter()
            return prompt.line()

        def shows(text):
            wait_until(lambda: shown() == text, lambda: f"shows {prompt.line()!r}, and not {text!r}")

        with report.check(f"{name} shows nothing without a quote, and the price when there is one"):
            expect(prompt.line(), "")
            shows(f"{PRICE} ")
        with report.check(f"{name} has the currency of the profile"):
            prompt.enter("export BTCQ_CURRENCY=EUR")
            shows(f"{EUROS} ")
            prompt.enter("export BTCQ_CURRENCY=")
        with report.check(f"{name} keeps the status of the command"):
            prompt.enter("sh -c 'exit 7'")
            expect(prompt.line(), f"{PRICE} ")
            expect(prompt.status, 7)
            prompt.enter("sh -c 'exit 7'")
            prompt.enter(f"echo it was {'$status' if name == 'fish' else '$?'}")
            assert "it was 7" in prompt.screen(), prompt.screen()
        if shell.hostile:
            with report.check(f"{name} takes no $6 out of a price"):
                prompt.enter(shell.hostile)
                expect(shown(), f"{PRICE} ")
        with report.check(f"{name} marks a stale price"):
            home.exchanges("gone")
            home.put_quote(age=300)
            expect(shown(), f"{PRICE}~ ")


def check_time(report, shell, home):
    """From Enter to the prompt, beside a prompt without the segment."""
    with Prompt(home, shell, "empty") as prompt:
        empty = [prompt.enter() for _ in range(20)]
    with Prompt(home, shell) as prompt:
        for state, network in [("open", "a live"), ("gone", "a dead"), ("silent", "a silent")]:
            for age, cache in [(1, "a fresh"), (300, "an expired"), (None, "an empty")]:
                with report.check(f"{shell.name} does not wait: {network} network, {cache} cache") as remark:
                    home.exchanges(state)
                    for _ in range(ROUNDS):
                        times = ten_enters(prompt, home, age)
                        if is_quick := max(times) < BOUND + max(empty):
                            break
                    remark(f"{told(times)}; an empty prompt {told(empty)}")
                    assert is_quick, f"{told(times)}; an empty prompt {told(empty)}"


def ten_enters(prompt, home, age):
    """The seconds of ten Enters with a cache of their own: behind the first nobody is refreshing it yet."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=home.path))
    if age:
        home.put_quote(age, folder / "btcq")
    return [prompt.enter(command) for command in [f"export XDG_CACHE_HOME='{folder}'", *[""] * 9]]


def told(times):
    return f"{statistics.median(times) * 1000:.1f} ms, {max(times) * 1000:.1f} ms at most"


def check_system_calls(report, shell, home):
    """What the segment's btcq asks the system for; a refresh behind it is another process, which isn't followed."""
    def trace(age):
        home.put_quote(age)
        words = [shell.name, "-c", f"source ~/.local/share/btcq/segments/{shell.name}; btcq_segment"]
        traced = {**home.environment, "PATH": f"{home.path}/traced:{home.environment['PATH']}"}
        shown = home.run(*words, environment=traced).stdout
        assert shown.startswith(PRICE), f"shows {shown!r}"
        return (home.path / "trace").read_text()

    with report.check(f"{shell.name} opens no socket for a prompt"):
        need("strace")
        if home.run("strace", "-o", "trace", "true").returncode != 0:
            raise Skip("strace may not trace here")
        home.write("traced/btcq", f"#!/bin/sh\nexec strace -o ~/trace ~/.local/bin/btcq \"$@\"\n").chmod(0o755)
        for age in [1, 300]:
            calls = trace(age)
            assert "write(1" in calls and "socket(" not in calls, calls


def check_crowd(report, shell, home):
    """200 Enters in twelve seconds: a failed refresh is not repeated for ten."""
    with report.check(f"{shell.name}: 200 Enters on a dead network ask each source once in ten seconds") as remark:
        home.exchanges("gone")
        home.put_quote(age=300)
        with Prompt(home, shell) as prompt:
            start = time.monotonic()
            for count in range(200):
                prompt.enter()
                time.sleep(max(0, start + count * 0.06 - time.monotonic()))
        visits = [[visit - start for visit in door.visits] for door in home.doors]
        told = " and ".join(", ".join(f"{visit:.1f}" for visit in door) for door in visits)
        remark(f"asked at {told} s")
        assert all(visits), f"not every source was asked: {told}"
        pauses = [later - visit for door in visits for visit, later in zip(door, door[1:])]
        assert all(pause > 9.9 for pause in pauses), f"asked at {told} s"


def check_hangup(report, shell, home):
    with report.check(f"{shell.name}: a refresh outlives the terminal"):
        home.exchanges("slow")
        with Prompt(home, shell):
            wait_until(lambda: home.doors[0].visits, "nobody asks the exchange")
        assert not home.quote.exists(), "the refresh was over before the terminal was"
        wait_until(home.quote.exists, "the refresh is gone with the terminal")


def check_completions(report, shell, home):
    if not pathlib.Path(shell.loader).exists():
        raise Skip(f"no {shell.loader} here, so no completions")
    script = home.run("btcq", "--completions", shell.name)
    home.write(shell.completions, script.stdout)
    options = re.findall(r"--[a-z-]+", home.run("btcq", "--help").stdout)
    home.write(shell.settings, shell.prompt + shell.look_for_completions)

    with report.check(f"{shell.name} completes every option"):
        assert options, "--help lists none"
        with Prompt(home, shell) as prompt:
            prompt.type("btcq --")
            prompt.press("Tab", "Tab")

            def missing():
                return [option for option in options if option not in prompt.screen()]

            wait_until(lambda: not missing(), lambda: f"no {', '.join(missing())} among:\n{prompt.screen()}")
    with report.check(f"{shell.name} completes options and their values"):
        for typed, end in [
            ("btcq --backg", "--background"), ("btcq --format way", "waybar"), ("btcq -f promet", "prometheus"),
            ("btcq --source kra", "kraken"), ("btcq --fallback non", "none"), ("btcq --currency JP", "JPY"),
            ("btcq --completions fis", "fish"), ("btcq --header alw", "always"),
        ]:
            whole = typed[:typed.rindex(" ") + 1] + end
            with Prompt(home, shell) as prompt:
                prompt.type(typed)
                prompt.press("Tab")
                wait_until(lambda: whole in prompt.screen(), lambda: f"{typed} is completed to\n{prompt.screen()}")
