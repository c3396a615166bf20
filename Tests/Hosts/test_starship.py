"""The module's command, as starship runs it: it drops the output of one that fails, and ends one after 0.5 s."""

import time
import tomllib

from home import PRICE, RISE, commented


def test_shows_the_price_without_waiting_for_the_network(home):
    file = home.segments / "starship.toml"
    home.configure("starship.toml", ".config/starship.toml", "")
    module = tomllib.loads(file.read_text())["custom"]["btcq"]
    assert (module["shell"], module["when"], module["format"]) == (["sh"], True, "($output )")
    for command, text in [
        (module["command"], f"{PRICE} (5m old)\n"),
        (tomllib.loads(commented(file))["command"], f"{PRICE} ▲+2.31% (5m old)\n"),
    ]:
        home.put_quote(age=300, change=RISE, exchanges="silent")
        start = time.monotonic()
        assert home.output(*module["shell"], "-c", command) == text and time.monotonic() < start + 3
