import pytest

from home import PRICE
from shell import ShellTests

# A command that sets the prompt, between double quotes.
SET_PS1 = "PS1='<\\$n:\\$?> ';"

# A model of its shellIntegration-bash.sh, which replaces the first element, and takes a second one for a command.
VS_CODE = """
first=$PROMPT_COMMAND
vscode() { eval "$first"; n=$((n + 1)); running=no; }
PROMPT_COMMAND=vscode
preexec() { [ "$BASH_COMMAND" = vscode ] || [ $running != no ] || { running=yes; echo "executed $BASH_COMMAND"; }; }
running=no
trap preexec DEBUG
"""


class TestBash(ShellTests):
    name = "bash"
    settings = ".bashrc"
    prompt = "PROMPT_COMMAND='n=$((n + 1))'\nPS1='<$n:$?> '\n"
    set_again = [
        f'PROMPT_COMMAND+="; {SET_PS1}"\n{{source}}',
        f"PROMPT_COMMAND=('n=$((n + 1))' \"{SET_PS1}\" ':;')\n{{source}}",
        "PS1='\\n\\n<$n:$?> '\n{source}",
    ]
    two_rows = "PS1='first row\\n$(btcq_segment)<$n:$?> '\n{source}"
    strict_options = "n=0\nset -o noclobber -o posix -eu\n"

    def test_promptvars_off(self, home):
        with self.prompt_with(home, "shopt -u promptvars\nPROMPT_COMMAND='n=$((n + 1)); PS1=\"<$n:$?> \"'\n") as prompt:
            assert prompt.next_line() == ""
            prompt.enter("shopt -s promptvars")
            assert prompt.next_line() == f"{PRICE} "

    @pytest.mark.parametrize("add", ["PROMPT_COMMAND+=(hook)", "PROMPT_COMMAND+=';hook'", "PROMPT_COMMAND+=$'\\nhook'"])
    def test_keeps_the_status_for_a_hook_after_it(self, home, add):
        hook = "hook() { local s=$?; n=$((n + 1)); echo \"status $s\"; }\nPROMPT_COMMAND=\n"
        with self.prompt_with(home, hook, add + "\n") as prompt:
            prompt.enter("sh -c 'exit 7'")
            assert (prompt.line(), prompt.screen().count("status 7")) == (f"{PRICE} ", 1)

    @pytest.mark.parametrize("commands", ["PROMPT_COMMAND=\n", "PROMPT_COMMAND=()\n"])
    def test_trap_of_an_error_runs_once(self, home, commands):
        count = "PROMPT_COMMAND+=$'\\nn=$((n + 1))'\n"
        with self.prompt_with(home, commands + "set -E; trap 'echo failed' ERR\n", count) as prompt:
            prompt.enter("sh -c 'exit 7'")
            assert (prompt.next_line(), prompt.screen().count("failed")) == (f"{PRICE} ", 1)

    def test_exports_nothing_that_a_child_could_not_run(self, home):
        with self.prompt_with(home, after="export PS1 PROMPT_COMMAND btcq_template n\n") as prompt:
            assert prompt.line() == f"{PRICE} "
            prompt.enter("bash --norc --noprofile")
            assert (prompt.next_line(), "not found" in prompt.screen()) == ("", False)

    @pytest.mark.parametrize("before, after, mistake", [
        ("IFS=_-\nbtcq_options=(--max-age 5m)\n", "", "not found"), ("readonly PROMPT_COMMAND\n", "", "readonly"),
        ("PROMPT_COMMAND=\n", VS_CODE, "executed"), ("PROMPT_COMMAND=()\n", VS_CODE, "executed"),
        ("PROMPT_COMMAND=(:)\n", VS_CODE, "executed"),
    ])
    def test_settings_of_users_and_terminals(self, home, before, after, mistake):
        with self.prompt_with(home, before, after) as prompt:
            assert (prompt.line(), mistake in prompt.screen()) == (f"{PRICE} ", False)
            prompt.enter()
            assert mistake not in prompt.screen()
