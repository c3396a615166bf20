import pytest

from home import PRICE, wait_for_btcq, wait_until
from shell import Prompt, RightPromptTests

# A part of the prompt that depends on the options of the user.
STRICT = "PROMPT+='$([[ -o nounset ]] && print strict:)'\n"

# Like powerlevel10k, it expands the text as a prompt.
P10K = """
p10k() { [[ $1 == segment && $6 == -t ]] && print -r -- "$3 ${(%)7}" }
source ~/.local/share/btcq/segments/zsh
"""

THEME = """
theme() { PROMPT='<$n:%?> '; exec {ready}< <(sleep 0.3; echo); zle -F $ready main }
main() { zle -F $1; exec {ready}<&-; PROMPT='<$n:%?> (main) '; zle WIDGET }
precmd_functions+=(theme)
"""

# Shows another prompt when the line ends, as a widget for its start, its end or Enter.
TRANSIENT = """
precmd() { n=$((n + 1)) PROMPT='<$n:%?> ' }
transient() {
    [[ $WIDGET != *init ]] || zle .recursive-edit
    PROMPT='> '; zle reset-prompt
    [[ $WIDGET == *finish || $WIDGET == transient ]] || zle .accept-line
}
autoload -Uz add-zle-hook-widget
"""


class TestZsh(RightPromptTests):
    name = "zsh"
    settings = ".zshrc"
    prompt = "setopt prompt_subst\nprecmd() { n=$((n + 1)) }\nPROMPT='<$n:%?> '\n"
    set_again = [
        "{source}theme() { PROMPT='<$n:%?> ' RPROMPT= }\nprecmd_functions+=(theme)\n",
        "PROMPT=$'\\n\\n<$n:%?> '\n{source}",
    ]
    two_rows = "PROMPT=$'first row\\n%(91V.%91v .)<$n:%?> '\n{source}"
    strict_options = "n=0\nunset RPROMPT\nsetopt noclobber nounset ksharrays\n"
    colours = ("", "")

    def test_prompt_percent_off(self, home):
        with self.prompt_with(home, "setopt no_prompt_percent\nPROMPT='<$n:0> '\n") as prompt:
            assert prompt.next_line() == ""
            prompt.enter("setopt prompt_percent")
            assert prompt.next_line() == f"{PRICE} "

    def test_mark_of_a_terminal_stays_at_the_beginning(self, home):
        """Ghostty sets it, and at it moves to a new line unless the cursor is at the start of one."""
        home.put_quote(age=1)
        prompt = "PROMPT=$'%{\\e]133;A\\a%}> '\nbtcq_precmd\nprint -r -- ${(V)PROMPT}"
        assert home.output("zsh", "-fc", f"{self.source(home)}{prompt}") == "%{^[]133;A^G%}%(91V.%91v .)> \n"

    @pytest.mark.parametrize("widget", ["reset-prompt", ".reset-prompt"])
    def test_theme_sets_the_prompt_again_when_its_asynchronous_part_ends(self, home, widget):
        with self.prompt_with(home, THEME.replace("WIDGET", widget)) as prompt:
            wait_until(lambda: "(main)" in prompt.last_line())
            assert prompt.last_line() == f"{PRICE} <1:0> (main)"

    @pytest.mark.parametrize("install", [
        "zle -N zle-line-init transient", "zle -N zle-line-finish transient", "zle -N accept-line transient",
        "add-zle-hook-widget line-finish transient", "zle -N enter transient; bindkey '^M' enter",
    ])
    def test_transient_prompt_has_no_price(self, home, install):
        with self.prompt_with(home, f"{TRANSIENT}{install}\n") as prompt:
            assert prompt.next_line() == f"{PRICE} "
            assert prompt.screen().startswith(">\n")

    def test_no_prompt_is_drawn_again_for_a_program_that_counts_them(self, home):
        with self.prompt_with(home, "btcq_redraw=no\n", age=300) as prompt:
            wait_until(lambda: home.requests() == [1, 0])
            wait_for_btcq()
            prompt.type("echo typed")
            wait_until(lambda: prompt.last_line() == f"{PRICE} (5m old) <1:0> echo typed")
            assert prompt.next_line() == f"{PRICE} "

    def test_traps_of_the_user_are_not_run(self, home):
        with self.prompt_with(home, "TRAPZERR() { print ZERR }\n", age=300, exchanges="unreachable") as prompt:
            assert (prompt.next_line(), prompt.screen().count("ZERR")) == (f"{PRICE} (5m old) ", 0)

    def test_draws_the_prompt_again_when_a_new_price_is_received(self, home):
        for options, strict in [("", ""), (self.strict_options, "strict:")]:
            with self.prompt_with(home, options + STRICT, age=300, exchanges="slow") as prompt:
                assert prompt.line() == f"{PRICE} (5m old) "
                # Prompts during a fetch start no other one.
                prompt.enter()
                prompt.enter()
                prompt.type("echo typed")
                wait_until(lambda: prompt.line() == f"{PRICE} ")
                assert prompt.last_line() == f"{PRICE} <3:0> {strict}echo typed"
                prompt.enter()
                assert "\ntyped\n" in prompt.screen()
                assert home.requests()[0] == 1
                # Nothing of the fetch stays open in the shell. A builtin looks: while zsh starts a program, it has a pipe of
                # its own open.
                prompt.enter("print -r pipes: /proc/$$/fd/*(N-p)")
                assert "\npipes:\n" in prompt.screen()

    def test_repeats_a_fetch_that_failed_after_ten_seconds(self, home):
        home.put_quote(age=300, exchanges="unreachable")
        with Prompt(home, "zsh") as prompt:
            wait_until(lambda: home.requests() == [1, 1])
            wait_for_btcq()
            for _ in range(10):
                prompt.enter()
            assert home.requests() == [1, 1]
            assert "btcq" not in prompt.screen()
            # As if the last fetch had been earlier, first by less than ten seconds.
            prompt.enter("(( btcq_started -= 5 ))")
            prompt.enter()
            wait_for_btcq()
            assert home.requests() == [1, 1]
            home.set_exchanges("open")
            prompt.enter("(( btcq_started -= 6 ))")
            wait_until(lambda: prompt.line() == f"{PRICE} ")

    def test_powerlevel10k_shows_a_segment_with_its_state(self, home):
        def segment(more=""):
            return home.run("zsh", "-fc", P10K + more + "\nprompt_btcq").stdout

        home.set_exchanges("unreachable")
        assert segment() == ""
        home.put_quote(age=1)
        assert segment() == f"FRESH {PRICE}\n"
        home.put_quote(age=300, exchanges="unreachable")
        assert segment() == f"STALE {PRICE} (5m old)\n"
        text = "100% %F{red} $6 `date` ~"
        assert segment(f"btcq_segment() {{ print -r -- '{text}'; return 3 }}") == f"STALE {text}\n"

    def test_nothing_is_added_to_a_prompt_of_powerlevel10k(self, home):
        prompt = "p10k() { }\nPROMPT='> '\nbtcq_precmd\nprint -r -- $PROMPT"
        assert home.output("zsh", "-fc", f"{self.source(home)}{prompt}") == "> \n"

    def test_completes_options_and_values(self, home):
        """Those of bash and fish are tested by CompletionScriptTests."""
        home.write("completions/_btcq", home.run("btcq", "--completions", "zsh").stdout)
        home.write(self.settings, self.prompt + "fpath+=(~/completions)\nautoload -Uz compinit\ncompinit -u\n")
        with Prompt(home, "zsh") as prompt:
            for typed, completion in [
                ("--", "--max-stale"), ("--backg", "--background"), ("-f way", "waybar"), ("--fallback non", "none")]:
                prompt.type(f"btcq {typed}")
                prompt.press("Tab", "Tab")
                wait_until(lambda: completion in prompt.screen())
                prompt.press("C-u", "C-l")
