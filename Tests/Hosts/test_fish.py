from shell import RightPromptTests

# Suggestions are disabled because on the screen they look like completions.
PROMPT = """
set --global fish_greeting
set --global fish_autosuggestion_enabled 0
set --global n 0
function count_prompts --on-event fish_prompt
    set --global n (math $n + 1)
end
function fish_prompt
    echo -n "<$n:$status> "
end
"""

DEFINE_PROMPT = """
function define_prompt --on-event fish_prompt
    function fish_prompt
        echo -n "<$n:$status> "
    end
    function fish_right_prompt; echo -n other; end
end
"""

TWO_ROWS = """
function fish_prompt
    set --local last $status
    echo first row
    echo -n (btcq_segment)" <$n:$last> "
end
{source}"""


class TestFish(RightPromptTests):
    name = "fish"
    settings = ".config/fish/config.fish"
    prompt = PROMPT
    set_again = [DEFINE_PROMPT + "{source}"]
    two_rows = TWO_ROWS
    set_arguments, print_status = "", "echo status $status"
