"""Hosts that only run a command: Xfce's panel, Home Assistant, and those that the README has a line for."""

import configparser
import json
import re
import shlex
import tomllib

import pytest

from home import BTCQ, PRICE, ROOT, check_bar, check_requests, need

MISSING = {"age": 3 * 86400, "exchanges": "unreachable"}
SECTION = (ROOT / "README.md").read_text().partition("For any other host")[2].partition("\n## ")[0]
# Those that wait for the network, and that do not.
WAITS, NEVER_WAITS = LINES = re.findall("```sh\n(.*)\n```", SECTION)


def test_xfce_panel(home):
    """Without a shell, as Xfce does it. An empty text replaces the last one; nothing would leave it there."""
    def show():
        output = home.output(str(home.segments / "genmon.sh"), environment=home.bare_environment)
        text, tooltip = re.fullmatch("<txt>(.*)</txt><tool>(.*)</tool>\n", output).groups()
        assert (text == "") == (tooltip == "btcq: no price") and not {"<", "&"} & set(text + tooltip)
        return text

    check_bar(home, show)
    home.put_quote(**MISSING)
    assert show() == ""


def test_home_assistant(home):
    """A model of its command_line sensor, whose state is unknown if the command fails."""
    text = (home.segments / "home-assistant.yaml").read_text()
    [command] = re.findall("command: >-\n +(.*)", text)
    [attributes] = re.findall(r"json_attributes: \[(.*)\]", text)
    assert 'value_template: "{{ value_json.price }}"' in text

    def state():
        run = home.run("sh", "-c", command)
        value = json.loads(run.stdout) if run.returncode == 0 else {}
        return [value.get(key) for key in ["price", *attributes.split(", ")]]

    check_requests(home, lambda: str(state()), fresh=40, old=55)
    home.put_quote(age=300, exchanges="unreachable")
    price, source, age, stale = state()
    assert (price, source, 300 <= age < 310, stale) == (68901.23, "binance", True, True)
    home.put_quote(**MISSING)
    assert state() == [None] * 4


def test_lines_of_the_readme(home):
    check_bar(home, lambda: home.shell(WAITS))
    home.put_quote(age=300, exchanges="silent")
    assert home.shell(NEVER_WAITS) == f"{PRICE} (5m old)\n"
    for command in LINES:
        home.put_quote(**MISSING)
        assert home.shell(command) == "\n"


def read_ini(line):
    parser = configparser.ConfigParser()
    parser.read_string(f"[host]\ncommand = {line}\n")
    return parser["host"]["command"]


@pytest.mark.parametrize("line", LINES)
def test_lines_of_the_readme_are_not_escaped_in_settings(home, line):
    assert tomllib.loads(f'command = "{line}"')["command"] == line
    assert json.loads(f'{{"command": "{line}"}}')["command"] == line
    assert read_ini(line) == line
    assert "%" not in line, "for cron, a percent sign ends the line"


@pytest.mark.parametrize("line", LINES)
def test_lines_of_the_readme_are_not_quoted_in_yaml(line):
    yaml = pytest.importorskip("yaml")
    assert yaml.safe_load(f"command: {line}\nall:\n- {line}\n") == {"command": line, "all": [line]}


@pytest.mark.parametrize("line", LINES)
def test_lines_of_the_readme_are_not_escaped_in_a_makefile(home, line):
    need("make")
    home.put_quote(age=1)
    home.write("Makefile", f"price:\n\t@{line}\n")
    assert home.output("make") == f"{PRICE}\n"


def test_commands_of_the_readme_for_hosts_with_needs(home):
    codes = re.findall("`(.*?)`", SECTION.replace("\\|", "|"))
    line_end, no_home, file, without_shell, stream = [
        next(code for code in codes if code.startswith(word))
        for word in ["printf", "XDG_CACHE_HOME", "* * *", "/bin/sh -c", "while "]]
    home.put_quote(age=300, exchanges="silent")
    assert home.shell(line_end) == f"{PRICE} (5m old)"
    assert home.output(*shlex.split(without_shell)) == f"{PRICE} (5m old)\n"

    command = no_home.replace("/var/cache", f"'{home.path}/.cache'").replace("/usr/local/bin/btcq", str(BTCQ))
    assert home.output("sh", "-c", command, environment={"PATH": "/usr/bin:/bin"}) == f"{PRICE} (5m old)\n"

    for quote, text in [({"age": 1}, f"{PRICE}\n"), (MISSING, "\n")]:
        home.put_quote(**quote)
        assert home.shell(stream.replace("sleep 60", "exit")) == text

    for quote, text in [({"age": 300, "exchanges": "unreachable"}, f"{PRICE} (5m old)\n"), (MISSING, "")]:
        home.put_quote(**quote)
        home.run_by_cron(file.split(None, 5)[5])
        assert (home.path / "btc.txt").read_text() == text
