"""The module in the prompt that starship makes for zsh."""

from home import CHANGES, PRICE, commented, need, wait_for_btcq, wait_until
from shell import Prompt

# The prompt contains only the price, so that the rest is that of shell.Prompt. The time limit, by default 500 ms, is
# one that a busy machine does not exceed, and less than the 5 s of a run that waits for the network.
FORMAT = 'add_newline = false\ncommand_timeout = 3000\nformat = "${custom.btcq}"\n'

ZSHRC = """
set -- 1 2 3 4 5 six
eval "$(starship init zsh)"
precmd() { n=$((n + 1)) }
PROMPT+='<$n:%?> '
"""


def test_shows_the_price_without_waiting_for_the_network(home):
    need("starship", "tmux", "zsh")
    home.write(".zshrc", ZSHRC)
    home.configure("starship.toml", ".config/starship.toml", FORMAT + (home.segments / "starship.toml").read_text())
    with Prompt(home, "zsh") as prompt:
        assert prompt.line() == ""
        wait_for_btcq()
        assert prompt.next_line() == f"{PRICE} "
        home.put_quote(age=300, exchanges="slow")
        assert prompt.next_line() == f"{PRICE} (5m old) "
        wait_for_btcq()
        assert prompt.next_line() == f"{PRICE} "
        home.put_quote(age=300, exchanges="silent")
        prompt.enter("clear")
        assert prompt.next_line() == f"{PRICE} (5m old) "
        assert "WARN" not in prompt.screen()


def test_shows_the_change_with_the_command_in_the_comment(home):
    need("starship")
    segment = (home.segments / "starship.toml").read_text()
    [command] = [line for line in segment.splitlines() if line.startswith("command")]
    home.write(".config/starship.toml", segment.replace(command, commented(home.segments / "starship.toml")))
    for before, change in CHANGES.items():
        home.put_quote(age=1, before=before)
        # Whatever the user's shell is.
        run = home.run("starship", "module", "custom.btcq", STARSHIP_SHELL="/bin/false")
        assert run.stdout == f"{PRICE} {change} "
