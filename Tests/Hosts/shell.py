"""The checks of the prompts of bash, zsh and fish."""

import dataclasses
import os
import pathlib
import re
import statistics
import tempfile
import time

import project
from home import CHANGES, EUROS, PRICE, Home, commented, running_btcq, wait_until
from products import ROOT
from report import expect, need
from terminal import Terminal

# Each prompt shows its number and the status of the last command.
PROMPT = r"<{}:(\d+)>"
# The limit in seconds for the time that the segment adds between Enter and the prompt.
BOUND = 0.050
# The check is repeated until a round is within the limit: a busy machine delays some rounds, and waiting for the network
# would delay all of them.
ROUNDS = 10


@dataclasses.dataclass
class Shell:
    name: str
    # The path of its settings below the home directory, and the lines that set the prompt.
    settings: str
    prompt: str
    # Settings in which the prompt is set again at each prompt, and settings with a prompt of two rows, whose second
    # contains the price. {source} is the line that reads the segment.
    set_again: list[str]
    two_rows: str
    # Lines before the prompt with which the shell reports more as an error.
    strict_options: str = ""
    # A command that sets the positional parameter 6, in shells that have one.
    positional_arguments: str = ""
    # How the start of the change looks on the screen if it is a rise and if it is a fall.
    colours: tuple[str, str] = ("\x1b[32m", "\x1b[31m")
    # The command that prints the price without waiting for the network.
    segment: str = "btcq_segment"
    has_right_prompt: bool = True


def run(report, shell, more_checks=()):
    need("tmux", shell.name)
    checks = [check_prompt, check_refresh, check_template, check_other_prompts, check_strict_options, check_time]
    for check in [*checks, *more_checks]:
        with Home() as home:
            source = source_line(shell)
            home.write("empty/" + shell.settings, shell.prompt)
            # Twice: reading the settings again must not add a second price.
            home.configure(shell.name, shell.settings, shell.prompt + source + source)
            check(report, shell, home)


def source_line(shell, right=False):
    """The line for the start file in the segment's comment; or the other one, for the right-hand side."""
    line, other, *_ = commented(project.installed_segments() / shell.name).splitlines()
    return (line.replace('source "$file"', other) if right else line) + "\n"


class Prompt(Terminal):
    """A terminal that runs a shell, which has shown a prompt."""

    def __init__(self, home, shell, directory="."):
        directory = (home.path / directory).resolve()
        super().__init__(home, [shell.name], {"HOME": str(directory), "XDG_CONFIG_HOME": str(directory / ".config")})
        self.number = 0
        self._wait()

    def enter(self, command=""):
        """Enters a command, and returns the seconds until the next prompt."""
        if command:
            self.type(command)
        start = time.monotonic()
        self.press("Enter")
        self._wait()
        return time.monotonic() - start

    def line(self):
        """The prompt without its number and status."""
        return self.last_line().split("<")[0]

    def _wait(self):
        self.number += 1
        self.status = int(self.read_until(PROMPT.format(self.number))[1])


def check_prompt(report, shell, home):
    name = shell.name
    with Prompt(home, shell) as prompt:
        def next_prompt():
            prompt.enter()
            return prompt.line()

        def wait_for(text):
            wait_until(lambda: next_prompt() == text, lambda: f"shows {prompt.line()!r} instead of {text!r}")

        with report.check(f"{name}: shows the price, and nothing without a quote"):
            expect(prompt.line(), "")
            wait_for(f"{PRICE} ")
        with report.check(f"{name}: the currency is that of the profile"):
            prompt.enter("export BTCQ_CURRENCY=EUR")
            wait_for(f"{EUROS} ")
            prompt.enter("export BTCQ_CURRENCY=")
        with report.check(f"{name}: the status of the command is not changed"):
            prompt.enter("sh -c 'exit 7'")
            expect(prompt.line(), f"{PRICE} ")
            expect(prompt.status, 7)
            prompt.enter("sh -c 'exit 7'")
            prompt.enter(f"echo status {'$status' if name == 'fish' else '$?'}")
            assert "status 7" in prompt.screen(), prompt.screen()
        if shell.positional_arguments:
            with report.check(f"{name}: does not expand $6 in a price"):
                prompt.enter(shell.positional_arguments)
                expect(next_prompt(), f"{PRICE} ")
        with report.check(f"{name}: shows the age of a stale price"):
            home.set_exchanges("unreachable")
            for age, text in [(300, "(5m old)"), (18 * 3600 + 60, "(18h old)")]:
                home.put_quote(age)
                expect(next_prompt(), f"{PRICE} {text} ")
        with report.check(f"{name}: shows nothing, and no error, if btcq is not installed"):
            (home.path / ".local" / "bin" / "btcq").unlink()
            # Not the price of a run that began before.
            wait_until(lambda: not running_btcq(), "a run of btcq does not end")
            prompt.enter()
            prompt.enter("clear")
            expect(next_prompt(), "")
            left = [line for line in prompt.screen().splitlines() if not re.fullmatch(r"<\d+:0> ?", line)]
            expect(left, [])
        with report.check(f"{name}: a segment that is not installed finds btcq in PATH"):
            (home.path / "bin").mkdir()
            (home.path / "bin" / "btcq").symlink_to(os.environ["BTCQ_BINARY"])
            source = f"{ROOT}/scripts/segments/{name}"
            for path, shown in [(f"{home.path}/bin:", f"{PRICE} (18h old)"), ("", "")]:
                environment = {**home.environment, "PATH": f"{path}/usr/bin:/bin"}
                run = home.run(name, "-c", f"source {source}; {shell.segment}", environment=environment)
                expect((run.stdout.strip(), run.stderr), (shown, ""))


def check_refresh(report, shell, home):
    for age, verb, requests in [(52, "is not refreshed", 0), (62, "is refreshed", 1)]:
        with report.check(f"{shell.name}: a price that is {age} s old {verb}"):
            home.put_quote(age, exchanges="open")
            # A second prompt, so that what the first one starts is running.
            with Prompt(home, shell) as prompt:
                prompt.enter()
                assert prompt.line().startswith(PRICE), prompt.line()
                if requests:
                    wait_until(lambda: home.gates[0].requests, "no source is asked")
                wait_until(lambda: not running_btcq(), "a run of btcq does not end")
            expect([len(gate.requests) for gate in home.gates], [requests, 0])


def check_template(report, shell, home):
    template = commented(home.segments / shell.name).splitlines()[-1]
    home.write(shell.settings, f"{shell.prompt}{template}\n{source_line(shell)}")
    with report.check(f"{shell.name}: the template in the comment shows the change, in a colour where there is one"):
        for (before, change), colour in zip(CHANGES.items(), shell.colours):
            home.put_quote(age=1, before=before)
            with Prompt(home, shell) as prompt:
                expect(prompt.line(), f"$68,901 {change} ")
                assert f" {colour}{change}" in prompt.screen_in_colour(), repr(prompt.screen_in_colour())
                # The shell counts only what is visible, so that it finds the end of a line of two rows.
                prompt.type("x" * prompt.WIDTH)
                prompt.press("C-a", "C-e", "y")
                wait_until(lambda: re.search("x\nx+y$", prompt.screen()), prompt.screen)
    with report.check(f"{shell.name}: the template in the comment shows the age of a stale price"):
        home.put_quote(age=300, exchanges="unreachable")
        with Prompt(home, shell) as prompt:
            expect(prompt.line(), "$68,901 (5m old) ")


def check_other_prompts(report, shell, home):
    name = shell.name
    home.put_quote(age=1)

    def third_prompt(settings, right=False):
        home.write(shell.settings, shell.prompt + settings.replace("{source}", source_line(shell, right)))
        with Prompt(home, shell) as prompt:
            prompt.enter()
            prompt.enter()
            # A right-hand prompt is drawn last.
            wait_until(lambda: PRICE in prompt.last_line(), prompt.screen)
            assert prompt.screen().count(PRICE) <= 3, f"more than one price in a prompt:\n{prompt.screen()}"
            rows = [row for row in prompt.screen().splitlines() if row.strip() not in ["", "first row"]]
            assert all("<" in row for row in rows), f"more than prompts:\n{prompt.screen()}"
            return prompt.line(), prompt.last_line()

    with report.check(f"{name}: the price stays if the prompt is set again"):
        for settings in shell.set_again:
            expect(third_prompt(settings)[0], f"{PRICE} ")
    with report.check(f"{name}: adds nothing to a prompt that contains the price"):
        expect(third_prompt(shell.two_rows)[0], f"{PRICE} ")
    if shell.has_right_prompt:
        with report.check(f"{name}: shows the price on the right-hand side"):
            for settings in ["{source}", *shell.set_again]:
                line, last_line = third_prompt(settings, right=True)
                expect(line, "")
                rest = "other" if "other" in settings else ""
                assert last_line.startswith("<") and last_line.endswith(f"{rest} {PRICE}"), last_line


def check_strict_options(report, shell, home):
    if not shell.strict_options:
        return
    home.write(shell.settings, shell.strict_options + shell.prompt + source_line(shell))
    home.put_quote(age=300, exchanges="slow")
    *_, options = shell.strict_options.splitlines()
    with report.check(f"{shell.name}: shows the price, or nothing, after `{options}`"), Prompt(home, shell) as prompt:
        expect(prompt.line(), f"{PRICE} (5m old) ")
        wait_until(home.gates[0].requests.copy, "no source is asked")
        wait_until(lambda: not running_btcq(), "a run of btcq does not end")
        prompt.enter()
        expect(prompt.line(), f"{PRICE} ")
        home.quote.unlink()
        prompt.enter()
        expect((prompt.line(), prompt.status), ("", 0))


def check_time(report, shell, home):
    """The time from Enter to the prompt, compared with a prompt without the segment."""
    with Prompt(home, shell, "empty") as prompt:
        empty = [prompt.enter() for _ in range(20)]
    with Prompt(home, shell) as prompt:
        for state, network in [("open", "a working"), ("unreachable", "an unreachable"), ("silent", "a silent")]:
            for age, cache in [(1, "a fresh"), (300, "a stale"), (None, "an empty")]:
                with report.check(f"{shell.name}: does not wait for {network} network with {cache} cache") as remark:
                    home.set_exchanges(state)
                    for _ in range(ROUNDS):
                        times = ten_prompts(prompt, home, age)
                        if is_quick := max(times) < BOUND + max(empty):
                            break
                    remark(f"{summary(times)}; without the segment {summary(empty)}")
                    assert is_quick, f"{summary(times)}; without the segment {summary(empty)}"


def ten_prompts(prompt, home, age):
    """The seconds of ten prompts with a new cache directory, so that no background refresh is running at first."""
    directory = pathlib.Path(tempfile.mkdtemp(dir=home.path))
    if age:
        home.put_quote(age, directory / "btcq")
    return [prompt.enter(command) for command in [f"export XDG_CACHE_HOME='{directory}'", *[""] * 9]]


def summary(times):
    return f"{statistics.median(times) * 1000:.1f} ms, {max(times) * 1000:.1f} ms at most"
