import pytest

from home import PRICE
from shell import Prompt, RightPromptTests

# Suggestions are disabled because on the screen they look like completions.
PROMPT = """
set --global fish_greeting
set --global fish_autosuggestion_enabled 0
set --global n 0
function count_prompts --on-event fish_prompt; set --global n (math $n + 1); end
function fish_prompt; echo -n "<$n:$status> "; end
"""

# A theme that is chosen before the line.
DEFINE_PROMPT = """
function fish_prompt; echo -n "<$n:$status> "; end
function fish_right_prompt; echo -n other; end
"""

# Like a virtual environment, conda and terminals: keeps the old function under another name, and calls it.
WRAP = """
functions --copy {0} wrapped_{0}
function {0}
    set --local last $status
    echo -n "[wrapped]"
    return_status $last
    wrapped_{0} $argv
end
"""

TWO_ROWS = """
function fish_prompt
    set --local last $status
    echo first row
    echo -n (btcq_segment)" "
    echo -n "<$n:$last> "
end
{source}"""


# Functions of the user with the names of builtins.
OWN_FUNCTIONS = "\n".join(f"function {name}; end" for name in ["functions", "count", "contains", "printf", "echo", "type"])

SOURCE = "source ~/.local/share/btcq/segments/fish"


class TestFish(RightPromptTests):
    name = "fish"
    settings = ".config/fish/config.fish"
    prompt = PROMPT
    set_again = [DEFINE_PROMPT + "{source}", DEFINE_PROMPT.replace('"<', '\\n\\n"<') + "{source}"]
    two_rows = TWO_ROWS
    set_arguments, print_status = "", "echo status $status"

    def test_virtual_environment_is_activated_and_deactivated(self, home):
        home.run("python3", "-m", "venv", "--without-pip", "v")
        home.put_quote(age=1)
        with Prompt(home, "fish") as prompt:
            # Also if the file is read again meanwhile.
            for command, line in [
                ("source v/bin/activate.fish", f"(v) {PRICE} "), ("sh -c 'exit 7'", f"(v) {PRICE} "),
                (SOURCE, f"(v) {PRICE} "), ("deactivate", f"{PRICE} "),
            ]:
                prompt.enter(command)
                assert prompt.line() == line
            assert "Unknown command" not in prompt.screen()

    def run(self, home, script):
        home.put_quote(age=1)
        home.write(self.settings, "")
        return home.output("fish", "-c", script)

    @pytest.mark.parametrize("prompt", ["fish_prompt", "fish_right_prompt"])
    def test_another_tool_wraps_the_prompt(self, home, prompt):
        source = f"{SOURCE} {'right' if 'right' in prompt else ''}"
        define = f"function return_status; return $argv; end; function {prompt}; echo \"<$status $argv>\"; end"
        wrap = WRAP.format(prompt)
        for script in [f"{source}\n{wrap}", f"{wrap}\n{source}", f"{source}\n{wrap}\n{source}"]:
            shown = self.run(home, f"{define}\n{script}\nreturn_status 7\n{prompt} argument")
            assert (shown.count(PRICE), shown.count("<7 argument>")) == (1, 1)

    def test_transient_prompt_has_no_price_also_with_functions_that_have_the_names_of_builtins(self, home):
        define = "function fish_prompt; builtin echo \"[$argv]\"; end"
        prompts = "fish_prompt; fish_prompt --final-rendering"
        shown = self.run(home, f"{OWN_FUNCTIONS}\n{define}\n{SOURCE}\n{prompts}")
        assert shown == f"{PRICE} []\n[--final-rendering]\n"

    @pytest.mark.parametrize("variable", ["TRANSIENT 1", "RIGHT_TRANSIENT 1", "_omp_transient 1", "_tide_transient"])
    def test_transient_prompt_of_a_theme_has_no_price(self, home, variable):
        """Of starship, oh-my-posh and Tide, which set a variable and erase it when they print the prompt."""
        theme = f"function fish_prompt; set --erase {variable.split()[0]}; echo prompt; end"
        shown = self.run(home, f"{theme}\n{SOURCE}\nset --global {variable}; fish_prompt; fish_prompt")
        assert shown == f"prompt\n{PRICE} prompt\n"

    def test_saved_prompt_shows_no_error(self, home):
        self.run(home, f"{SOURCE}; funcsave --quiet fish_prompt")
        assert self.run(home, f"{SOURCE}; fish_prompt").startswith(f"{PRICE} ")
