"""The module in the prompt that starship makes for zsh."""

import shell
from home import CHANGES, PRICE, Home, commented, running_btcq, wait_until
from report import expect, need

# The prompt contains only the price, so that the rest is that of shell.Prompt. The time limit, by default 500 ms, is one that
# a busy machine does not exceed, and less than the 5 s of a run that waits for the network.
FORMAT = 'add_newline = false\ncommand_timeout = 3000\nformat = "${custom.btcq}"\n'

ZSHRC = """
set -- 1 2 3 4 5 six
eval "$(starship init zsh)"
precmd() { n=$((n + 1)) }
PROMPT+='<$n:%?> '
"""


def run(report):
    need("starship", "tmux", "zsh")
    zsh = shell.Shell(name="zsh", settings=".zshrc", prompt=ZSHRC, set_again=[], two_rows="")
    with Home() as home:
        segment = (home.segments / "starship.toml").read_text()
        home.write(".zshrc", ZSHRC)
        home.configure("starship.toml", ".config/starship.toml", FORMAT + segment)
        with shell.Prompt(home, zsh) as prompt:
            with report.check("starship: shows the price, and nothing without a quote"):
                expect(prompt.line(), "")
                wait_until(lambda: not running_btcq(), "a background refresh does not end")
                prompt.enter()
                expect(prompt.line(), f"{PRICE} ")
            with report.check("starship: shows a price whose response takes a second"):
                home.put_quote(age=300, exchanges="slow")
                prompt.enter()
                expect(prompt.line(), f"{PRICE} (5m old) ")
                wait_until(lambda: not running_btcq(), "a background refresh does not end")
                prompt.enter()
                expect(prompt.line(), f"{PRICE} ")
            with report.check("starship: shows the price, and no warning, with a silent network"):
                home.put_quote(age=300, exchanges="silent")
                prompt.enter("clear")
                prompt.enter()
                expect(prompt.line(), f"{PRICE} (5m old) ")
                assert "WARN" not in prompt.screen(), prompt.screen()
        with report.check("starship: shows the price whatever the shell is"):
            home.put_quote(age=1)
            environment = {**home.environment, "STARSHIP_SHELL": "/bin/false"}
            expect(home.run("starship", "module", "custom.btcq", environment=environment).stdout, f"{PRICE} ")
        with report.check("starship: the command in the comment shows the change"):
            [command] = [line for line in segment.splitlines() if line.startswith("command")]
            home.write(".config/starship.toml", segment.replace(command, commented(home.segments / "starship.toml")))
            for before, change in CHANGES.items():
                home.put_quote(age=1, before=before)
                expect(home.run("starship", "module", "custom.btcq").stdout, f"{PRICE} {change} ")
