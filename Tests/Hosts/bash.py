import shell

# bash-completion loads the completions of a command when they are first used.
LOADER = "/usr/share/bash-completion/bash_completion"


def run(report):
    shell.run(report, shell.Shell(
        name="bash",
        settings=".bashrc",
        prompt="PROMPT_COMMAND='n=$((n + 1))'\nPS1='<$n:$?> '\n",
        positional_arguments="set -- 1 2 3 4 5 six",
        completions=".local/share/bash-completion/completions/btcq",
        completion_setup=f"source {LOADER}\n",
        loader=LOADER,
    ))
