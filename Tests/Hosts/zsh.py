import home
import shell
from report import expect, need

# Like powerlevel10k, it expands the text as a prompt.
P10K = """
p10k() { [[ $1 == segment && $6 == -t ]] && print -r -- "$3 ${(%)7}" }
source ~/.local/share/btcq/segments/zsh
"""


def run(report):
    need("zsh")
    with home.Home() as user:
        check_powerlevel10k(report, user)
    shell.run(report, shell.Shell(
        name="zsh",
        settings=".zshrc",
        prompt="setopt prompt_subst\nprecmd() { psvar[1]=$((psvar[1] + 1)) }\nPROMPT='<%1v:%?> '\n",
        positional_arguments="set -- 1 2 3 4 5 six",
        completions=".local/share/zsh/site-functions/_btcq",
        completion_setup="fpath+=(~/.local/share/zsh/site-functions)\nautoload -Uz compinit\ncompinit -u\n",
    ))


def check_powerlevel10k(report, user):
    def segment(more=""):
        return user.run("zsh", "-fc", P10K + more + "\nprompt_btcq").stdout

    with report.check("powerlevel10k: no segment without a quote, otherwise one with its state"):
        user.set_exchanges("unreachable")
        expect(segment(), "")
        user.put_quote(age=1)
        expect(segment(), f"FRESH {home.PRICE}\n")
        user.put_quote(age=300)
        expect(segment(), f"STALE {home.PRICE}~\n")
    with report.check("powerlevel10k: a segment is not expanded"):
        text = "100% %F{red} $6 `date` ~"
        expect(segment(f"btcq_segment() {{ print -r -- '{text}' }}"), f"STALE {text}\n")
