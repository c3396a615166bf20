"""The tests of the prompts of bash, zsh and fish."""

import re
import time

import pytest

from home import CHANGES, PRICE, check_requests, commented, need, wait_for_btcq, wait_until
from terminal import Terminal

# Each prompt shows its number and the status of the last command.
PROMPT = r"<{}:(\d+)>"
# The limit in seconds for the time between Enter and the prompt.
BOUND = 0.5


class Prompt(Terminal):
    """A terminal that runs a shell, which has shown a prompt."""

    def __init__(self, home, *command):
        super().__init__(home, command)
        self.number = 0
        self._wait()

    def enter(self, command=""):
        """Enters a command, and returns the seconds until the next prompt."""
        self.type(command)
        start = time.monotonic()
        self.press("Enter")
        self._wait()
        return time.monotonic() - start

    def line(self):
        """The prompt without its number and status."""
        return self.last_line().split("<")[0]

    def next_line(self):
        self.enter()
        return self.line()

    def _wait(self):
        self.number += 1
        match = wait_until(lambda: re.search(PROMPT.format(self.number), self.screen()))
        self.status = int(match[1])


class ShellTests:
    # The path of its settings below the home directory, and the lines that set the prompt.
    settings = prompt = ""
    # Settings in which the prompt is set again at each prompt, and settings with a prompt of two rows, whose second
    # contains the price. {source} is the line that reads the segment.
    set_again = []
    two_rows = ""
    # Lines before the prompt with which the shell reports more as an error.
    strict_options = ""
    # A command that sets the positional parameter 6, which a price of "$68,901" must not expand, and one that prints
    # the status.
    set_arguments, print_status = "set -- 1 2 3 4 5 six", "echo status $?"
    # How the start of the change looks on the screen if it is a rise and if it is a fall.
    colours = ("\x1b[32m", "\x1b[31m")

    @pytest.fixture
    def home(self, home):
        need("tmux", self.name)
        # Twice: reading the settings again must not add a second price.
        home.configure(self.name, self.settings, self.prompt + 2 * self.source(home))
        return home

    def source(self, home, right=False):
        """The line for the start file in the segment's comment; or the other one, for the right-hand side."""
        line, other, *_ = commented(home.segments / self.name).splitlines()
        return (other if right else line) + "\n"

    def prompt_with(self, home, before="", after="", age=1, **quote):
        """A shell that reads the segment between these lines, with a cached quote."""
        home.put_quote(age, **quote)
        home.write(self.settings, self.prompt + before + self.source(home) + after)
        return Prompt(home, self.name)

    def test_keeps_the_status_of_a_command(self, home):
        home.put_quote(age=1)
        with Prompt(home, self.name) as prompt:
            prompt.enter(self.set_arguments)
            prompt.enter("sh -c 'exit 7'")
            assert (prompt.line(), prompt.status) == (f"{PRICE} ", 7)
            prompt.enter("sh -c 'exit 7'")
            prompt.enter(self.print_status)
            assert "status 7" in prompt.screen()
            # Who traces commands does not see those of the prompt.
            prompt.enter("set -x")
            assert (prompt.next_line(), "template" in prompt.screen()) == (f"{PRICE} ", False)

    def test_does_nothing_where_btcq_does_not_run(self, home):
        def check(*command):
            with Prompt(home, *command) as prompt:
                prompt.enter()
                assert re.fullmatch(r"(first row\n)?<1:0> ?\n(first row\n)?<2:0> ?", prompt.screen())

        home.put_quote(age=1)
        program = home.path / ".local/bin/btcq"
        with Prompt(home, self.name) as prompt:
            # From now on, the shell remembers where it is.
            prompt.enter("btcq --version >/dev/null")
            program.rename(home.path / "btcq")
            assert (prompt.next_line(), prompt.screen().count("\n")) == ("", 2)
        # Emacs takes a $ for the end of the prompt.
        (home.path / "btcq").rename(program)
        check("env", "TERM=dumb", self.name)
        # The prompt contains the price.
        home.write(self.settings, self.prompt + self.two_rows.replace("{source}", self.source(home)))
        check("env", "TERM=dumb", self.name)
        # That of another system, whose loader is not there.
        program.unlink()
        home.write(".local/bin/btcq", "#!/lib/ld-other.so\n", 0o755)
        check(self.name)
        program.unlink()
        check(self.name)

    def test_mistake_in_the_configuration_file_is_told(self, home):
        home.write(".config/btcq/config", "--currency XYZ\n")
        with Prompt(home, self.name) as prompt:
            assert "config:1: --currency: " in prompt.screen()

    def test_refreshes_a_price_after_a_minute(self, home):
        def show():
            # A second prompt, so that what the first one starts is running.
            with Prompt(home, self.name) as prompt:
                line = prompt.next_line()
                wait_for_btcq()
                return line

        check_requests(home, show)

    def test_options_in_the_comment_choose_a_currency(self, home):
        options = commented(home.segments / self.name).splitlines()[-2]
        home.write(self.settings, f"{self.prompt}{options}\n{self.source(home)}")
        home.set_exchanges("slow")
        with Prompt(home, self.name) as prompt:
            assert prompt.line() == ""
            wait_until(lambda: prompt.next_line() == PRICE.replace("$", "€") + " ")

    def test_template_in_the_comment_shows_the_change(self, home):
        template = commented(home.segments / self.name).splitlines()[-1]
        for (change, text), colour in zip(CHANGES.items(), self.colours):
            quote = {"age": 300, "change": change, "exchanges": "unreachable"}
            with self.prompt_with(home, template + "\n", **quote) as prompt:
                assert prompt.line() == f"$68,901 {text} (5m old) "
                assert f" {colour}{text}" in prompt.screen(prompt.COLOUR)
                # The shell counts only what is visible, so that it finds the end of a line of two rows.
                prompt.type("x" * prompt.WIDTH)
                prompt.press("C-a", "C-e", "y")
                wait_until(lambda: re.search("x\nx+y$", prompt.screen()))

    def third_prompt(self, home, settings, right=False):
        """The left-hand side of a line of three prompts that show the price once, and the line."""
        home.put_quote(age=1)
        home.write(self.settings, self.prompt + settings.replace("{source}", self.source(home, right)))
        with Prompt(home, self.name) as prompt:
            prompt.enter()
            prompt.enter()
            # A right-hand prompt is drawn last.
            wait_until(lambda: PRICE in prompt.last_line())
            assert prompt.screen().count(PRICE) <= 3
            rows = [row for row in prompt.screen().splitlines() if row.strip() not in ["", "first row"]]
            assert all("<" in row for row in rows)
            return prompt.line(), prompt.last_line()

    def test_keeps_the_price_if_the_prompt_is_set_again(self, home):
        for settings in self.set_again:
            assert self.third_prompt(home, settings)[0] == f"{PRICE} "

    def test_adds_nothing_to_a_prompt_that_contains_the_price(self, home):
        assert self.third_prompt(home, self.two_rows)[0] == f"{PRICE} "

    def test_shows_the_new_price_at_the_next_prompt(self, home):
        with self.prompt_with(home, self.strict_options, age=300, exchanges="slow") as prompt:
            assert prompt.line() == f"{PRICE} (5m old) "
            wait_until(lambda: any(home.requests()))
            wait_for_btcq()
            assert prompt.next_line() == f"{PRICE} "
            home.quote.unlink()
            assert (prompt.next_line(), prompt.status) == ("", 0)
            # No error.
            assert prompt.screen().count("\n") == 2

    def test_does_not_wait_for_a_silent_network(self, home):
        with Prompt(home, self.name) as prompt:
            fastest = [60] * 10

            def are_within_the_limit():
                """Whether each of the ten prompts was, in one of the rounds."""
                home.put_quote(age=300, exchanges="silent")
                fastest[:] = [min(seconds, prompt.enter()) for seconds in fastest]
                return max(fastest) < BOUND

            # A busy machine delays any of them; waiting for the network, 5 s, would delay the same one in each round.
            assert any(are_within_the_limit() for _ in range(10)), fastest
            assert prompt.line() == f"{PRICE} (5m old) "


class RightPromptTests(ShellTests):
    def test_shows_the_price_on_the_right_hand_side(self, home):
        for settings in ["{source}", *self.set_again]:
            line, last_line = self.third_prompt(home, settings, right=True)
            assert line == ""
            rest = "other" if "other" in settings else ""
            assert last_line.startswith("<") and last_line.endswith(f"{rest} {PRICE}")
