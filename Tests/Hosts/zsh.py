import os
import re
import signal
import time

import home
import shell
from report import expect, need
from terminal import Terminal

# A part of the prompt that depends on the options of the user.
STRICT = "PROMPT+='$([[ -o nounset ]] && print strict:)'\n"

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
        prompt="setopt prompt_subst\nprecmd() { n=$((n + 1)) }\nPROMPT='<$n:%?> '\n",
        set_again=["{source}theme() { PROMPT='<$n:%?> ' RPROMPT= }\nprecmd_functions+=(theme)\n"],
        two_rows="PROMPT=$'first row\\n%(91V.%91v .)<$n:%?> '\n{source}",
        strict_options="n=0\nunset RPROMPT\nsetopt noclobber nounset ksharrays\n",
        colours=("", ""),
        segment="btcq_segment --offline",
        positional_arguments="set -- 1 2 3 4 5 six",
    )
    shell.run(report, zsh, [check_redraw, check_failed_fetch, check_hangup, check_completions, check_themes])


def check_powerlevel10k(report, user):
    def segment(more=""):
        return user.run("zsh", "-fc", P10K + more + "\nprompt_btcq").stdout

    with report.check("powerlevel10k: no segment without a quote, otherwise one with its state"):
        user.set_exchanges("unreachable")
        expect(segment(), "")
        user.put_quote(age=1)
        expect(segment(), f"FRESH {home.PRICE}\n")
        user.put_quote(age=300)
        expect(segment(), f"STALE {home.PRICE} (5m old)\n")
    with report.check("powerlevel10k: a segment is not expanded"):
        text = "100% %F{red} $6 `date` ~"
        expect(segment(f"btcq_segment() {{ print -r -- '{text}'; return 3 }}"), f"STALE {text}\n")


def check_redraw(report, zsh, user):
    """Each with a new shell: a shell starts no two fetches in ten seconds."""
    def prompt(state, age=300, options=""):
        user.write(zsh.settings, options + zsh.prompt + STRICT + shell.source_line(zsh))
        user.put_quote(age, exchanges=state)
        return shell.Prompt(user, zsh)

    for name, options, strict in [("zsh", "", ""), ("zsh, strict", zsh.strict_options, "strict:")]:
        with report.check(f"{name}: draws the prompt again when a new price is received, and closes its pipe"), \
                prompt("slow", options=options) as shown:
            expect(shown.line(), f"{home.PRICE} (5m old) ")
            shown.type("echo typed")
            home.wait_until(lambda: shown.line() == f"{home.PRICE} ", lambda: f"shows {shown.line()!r}")
            expect(shown.last_line(), f"{home.PRICE} <1:0> {strict}echo typed")
            shown.enter()
            assert "\ntyped\n" in shown.screen(), shown.screen()
            expect(open_pipes(user, shown), 0)
    with report.check("zsh: prompts during a fetch start no other one"), prompt("slow") as shown:
        for _ in range(5):
            shown.enter()
        expect(len(home.running_btcq()), 1)
        home.wait_until(lambda: shown.line() == f"{home.PRICE} ", lambda: f"shows {shown.line()!r}")
        expect(len(user.gates[0].requests), 1)
    with report.check("zsh: waits for a price without polling"), prompt("silent") as shown:
        need("strace")
        home.wait_until(lambda: user.gates[0].requests, "no fetch is started")
        calls = user.run("timeout", "2", "strace", "-p", shown.process()).stderr
        assert calls.count("\n") < 20, calls
    with report.check("zsh: a fetch that is killed leaves the price, and no open pipe"), prompt("silent") as shown:
        home.wait_until(lambda: user.gates[0].requests, "no fetch is started")
        expect(open_pipes(user, shown), 1)
        for process in set(home.running_btcq()):
            os.kill(process, signal.SIGKILL)
        home.wait_until(lambda: not open_pipes(user, shown), "the pipe remains open")
        shown.type("typed")
        home.wait_until(lambda: shown.last_line().endswith("> typed"), shown.screen)
        expect(shown.line(), f"{home.PRICE} (5m old) ")
    with report.check("zsh: fetches a price after the clock is set back"), prompt("unreachable", age=-7200) as shown:
        home.wait_until(lambda: user.gates[1].requests and not home.running_btcq(), "no fetch ends")
        user.set_exchanges("open")
        user.set_price("70000.00")
        # As if the last fetch had been later.
        shown.enter("(( btcq_started += 7200 ))")
        home.wait_until(lambda: shown.line() == "$70,000.00 ", lambda: f"shows {shown.line()!r}")
    with report.check("zsh: a fetch that fails prints nothing at the prompt"), prompt("unreachable") as shown:
        home.wait_until(lambda: user.gates[1].requests and not home.running_btcq(), "no fetch ends")
        shown.enter()
        assert "btcq" not in shown.screen(), shown.screen()


def check_failed_fetch(report, zsh, user):
    """200 prompts in twelve seconds: a fetch that fails is not repeated for ten."""
    with report.check("zsh: without a network, 200 prompts ask each source once in ten seconds") as remark:
        user.put_quote(age=300, exchanges="unreachable")
        with shell.Prompt(user, zsh) as shown:
            start = time.monotonic()
            for count in range(200):
                shown.enter()
                time.sleep(max(0, start + count * 0.06 - time.monotonic()))
        times = [[round(time_ - start, 2) for time_ in gate.requests] for gate in user.gates]
        remark(f"requests at {times} s")
        assert all(times), f"not every source was asked: {times}"
        assert all(later - earlier > 9.9 for gate in times for earlier, later in zip(gate, gate[1:])), times


def check_hangup(report, zsh, user):
    with report.check("zsh: a fetch continues after the terminal is closed"):
        user.set_exchanges("slow")
        with shell.Prompt(user, zsh):
            home.wait_until(lambda: user.gates[0].requests, "no source is asked")
        assert not user.quote.exists(), "the fetch ended before the terminal was closed"
        home.wait_until(user.quote.exists, "the fetch was ended with the terminal")


def check_completions(report, zsh, user):
    """Those of bash and fish are tested by CompletionScriptTests."""
    user.write(".local/share/zsh/site-functions/_btcq", user.run("btcq", "--completions", "zsh").stdout)
    setup = "fpath+=(~/.local/share/zsh/site-functions)\nautoload -Uz compinit\ncompinit -u\n"
    user.write(zsh.settings, zsh.prompt + setup)
    options = re.findall(r"--[a-z-]+", user.run("btcq", "--help").stdout)
    assert options, "--help lists no options"
    for typed, completions in [
        ("btcq --", options), ("btcq --backg", ["--background"]), ("btcq --format way", ["waybar"]),
        ("btcq -f promet", ["prometheus"]), ("btcq --source kra", ["kraken"]), ("btcq --fallback non", ["none"]),
        ("btcq --currency JP", ["JPY"]), ("btcq --completions fis", ["fish"]), ("btcq --header alw", ["always"]),
    ]:
        with report.check(f"zsh: completes {typed}"), shell.Prompt(user, zsh) as shown:
            shown.type(typed)
            shown.press("Tab", "Tab")
            home.wait_until(lambda: all(text in shown.screen() for text in completions), shown.screen)


def open_pipes(user, shown):
    return user.run("ls", "-l", f"/proc/{shown.process()}/fd").stdout.count("pipe:[")


def check_themes(report, _, user):
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
