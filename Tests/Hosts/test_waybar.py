"""The module's command, run as waybar runs it: it hides a module whose command fails, and parses the first line."""

import json

from home import FALL, PRICE, RISE, check_requests, commented


def test_prints_text_and_classes(home):
    file = home.segments / "waybar.jsonc"
    home.configure("waybar.jsonc", ".config/waybar/config", "")
    assert commented(file).startswith(f'"include": ["~/.local/share/btcq/segments/{file.name}"]\n')
    lines = [line for line in file.read_text().splitlines() if not line.startswith("//")]
    module = json.loads("\n".join(lines))["custom/btcq"]
    assert module["return-type"] == "json" and module["interval"] <= 60

    def show():
        [line] = home.shell(module["exec"]).splitlines()
        return json.loads(line)

    for age, change, text, classes in [
        (1, "-", PRICE, ["fresh"]), (1, RISE, PRICE, ["fresh", "up"]), (1, FALL, PRICE, ["fresh", "down"]),
        (300, RISE, f"{PRICE} (5m old)", ["stale", "up"]),
    ]:
        home.put_quote(age, change, exchanges="unreachable")
        shown = show()
        assert (shown["text"], shown["class"]) == (text, classes)
    check_requests(home, lambda: show()["text"])
