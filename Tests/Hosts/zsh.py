import home
import shell
from report import expect, need
from terminal import Terminal

# Like powerlevel10k, it expands the text as a prompt.
P10K = """
p10k() { [[ $1 == segment && $6 == -t ]] && print -r -- "$3 ${(%)7}" }
source ~/.local/share/btcq/segments/zsh
"""


def run(report):
    need("zsh")
    with home.Home() as user:
        check_powerlevel10k(report, user)
    zsh = shell.Shell(
        name="zsh",
        settings=".zshrc",
        prompt="setopt prompt_subst\nprecmd() { psvar[1]=$((psvar[1] + 1)) }\nPROMPT='<%1v:%?> '\n",
        set_again=["{source}theme() { PROMPT='<%1v:%?> ' RPROMPT= }\nprecmd_functions+=(theme)\n"],
        two_rows="PROMPT=$'first row\\n%(19V.%19v .)<%1v:%?> '\n{source}",
        segment="btcq_segment --offline",
        positional_arguments="set -- 1 2 3 4 5 six",
        completions=".local/share/zsh/site-functions/_btcq",
        completion_setup="fpath+=(~/.local/share/zsh/site-functions)\nautoload -Uz compinit\ncompinit -u\n",
    )
    shell.run(report, zsh)
    with home.Home() as user:
        check_redraw(report, user, zsh)
    with home.Home() as user:
        check_themes(report, user)


def check_powerlevel10k(report, user):
    def segment(more=""):
        return user.run("zsh", "-fc", P10K + more + "\nprompt_btcq").stdout

    with report.check("powerlevel10k: no segment without a quote, otherwise one with its state"):
        user.set_exchanges("unreachable")
        expect(segment(), "")
        user.put_quote(age=1)
        expect(segment(), f"FRESH {home.PRICE}\n")
        user.put_quote(age=300)
        expect(segment(), f"STALE {home.PRICE} 5m\n")
    with report.check("powerlevel10k: a segment is not expanded"):
        text = "100% %F{red} $6 `date` ~"
        expect(segment(f"btcq_segment() {{ print -r -- '{text}'; return 3 }}"), f"STALE {text}\n")


def check_redraw(report, user, zsh):
    user.set_exchanges("slow")
    user.put_quote(age=300)
    user.write(zsh.settings, zsh.prompt + shell.source_line(zsh))
    with shell.Prompt(user, zsh) as prompt:
        with report.check("zsh: draws the prompt again when a new price is received"):
            expect(prompt.line(), f"{home.PRICE} 5m ")
            prompt.type("echo typed")
            home.wait_until(lambda: prompt.line() == f"{home.PRICE} ", lambda: f"shows {prompt.line()!r}")
            assert prompt.last_line().endswith("> echo typed"), prompt.last_line()
            prompt.enter()
            assert "\ntyped\n" in prompt.screen(), prompt.screen()
        with report.check("zsh: prompts during a fetch start no other one"):
            user.set_exchanges("slow")
            user.put_quote(age=300)
            for _ in range(5):
                prompt.enter()
            expect(len(home.running_btcq()), 1)
            home.wait_until(lambda: prompt.line() == f"{home.PRICE} ", lambda: f"shows {prompt.line()!r}")
            expect(len(user.gates[0].requests), 1)
        with report.check("zsh: waits for a price without polling"):
            need("strace")
            user.set_exchanges("silent")
            user.put_quote(age=300)
            prompt.enter()
            calls = user.run("timeout", "2", "strace", "-p", prompt.process()).stderr
            assert calls.count("\n") < 20, calls
        with report.check("zsh: a fetch that fails prints nothing at the prompt"):
            user.set_exchanges("unreachable")
            prompt.enter("clear")
            home.wait_until(lambda: not home.running_btcq(), "a run of btcq does not end")
            prompt.enter()
            assert "btcq" not in prompt.screen(), prompt.screen()


def check_themes(report, user):
    """The themes that come with zsh, one after the other."""
    user.put_quote(age=1)
    user.write(".zshrc", "source ~/.local/share/btcq/segments/zsh\nautoload -Uz promptinit\npromptinit\n")
    with report.check("zsh: the price stays with every theme of promptinit") as remark, Terminal(user, ["zsh"]) as terminal:
        home.wait_until(lambda: home.PRICE in terminal.last_line(), terminal.screen)
        themes = user.run("zsh", "-fc", "autoload -Uz promptinit; promptinit; print $prompt_themes").stdout.split()
        themes = [theme for theme in themes if theme != "restore"]
        assert len(themes) > 10, themes
        for theme in themes:
            user.put_quote(age=1)
            terminal.type(f"prompt {theme}; clear")
            terminal.press("Enter", "Enter", "Enter")
            # The first of these prompts may be without it.
            home.wait_until(lambda: terminal.screen().count(home.PRICE) >= 2, lambda: f"{theme}: {terminal.screen()}")
        remark(f"{len(themes)} themes")
