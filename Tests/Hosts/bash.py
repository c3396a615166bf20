import shell


def run(report):
    shell.run(report, shell.Shell(
        name="bash",
        settings=".bashrc",
        prompt="PROMPT_COMMAND='n=$((n + 1))'\nPS1='<$n:$?> '\n",
        hostile="set -- 1 2 3 4 5 six; set +u",
        completions=".local/share/bash-completion/completions/btcq",
        look_for_completions="source /usr/share/bash-completion/bash_completion\n",
    ))
