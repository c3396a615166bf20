from shell import ShellTests

# A command that sets the prompt, between double quotes.
SET_PS1 = "PS1='<\\$n:\\$?> ';"


class TestBash(ShellTests):
    name = "bash"
    settings = ".bashrc"
    prompt = "PROMPT_COMMAND='n=$((n + 1))'\nPS1='<$n:$?> '\n"
    set_again = [
        f'PROMPT_COMMAND+="; {SET_PS1}"\n{{source}}',
        f"PROMPT_COMMAND=('n=$((n + 1))' \"{SET_PS1}\" ':;')\n{{source}}",
    ]
    two_rows = "PS1='first row\\n$(btcq_segment)<$n:$?> '\n{source}"
    strict_options = "n=0\nset -o noclobber -o posix -eu\n"
