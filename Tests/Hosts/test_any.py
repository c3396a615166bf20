"""Hosts that only run a command: Xfce's panel, Home Assistant, and those that the README has a line for."""

import json
import re

from home import PRICE, ROOT, check_bar, check_requests

MISSING = {"age": 3 * 86400, "exchanges": "unreachable"}


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
    section = (ROOT / "README.md").read_text().partition("For any other host")[2]
    bar, prompt = re.search("(?s)```sh\n(.*?)```", section)[1].splitlines()

    check_bar(home, lambda: home.shell(bar))
    home.put_quote(age=300, exchanges="silent")
    assert home.shell(prompt) == f"{PRICE} (5m old)\n"
    for command in [bar, prompt]:
        home.put_quote(**MISSING)
        assert home.shell(command) == "\n"
