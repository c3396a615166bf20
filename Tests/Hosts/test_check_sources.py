"""scripts/check-sources, with simulated exchanges."""

import pytest

from home import BTCQ, ROOT


@pytest.mark.parametrize("price, failed", [("68901.23", 0), ("72000.00", 2), ("66000.00", 2), ("no price", 1)])
def test_price_that_differs_by_more_than_two_percent_is_a_failure(home, price, failed):
    # Between two requests to the same source it sleeps for a second.
    home.write(".local/bin/sleep", "#!/bin/sh\n", 0o755)
    home.gates[0].price = price
    # Rate-limited in its first currency, and because of that in the others too.
    home.environment["BTCQ_KRAKEN_URL"] = home.gates[1].url.replace("/ok", "/status-429")
    sources = ["binance", "bitstamp", "kraken", "cryptocompare"]
    run = home.run(str(ROOT / "scripts/check-sources"), *sources, BTCQ_BINARY=str(BTCQ))
    assert (run.returncode, run.stderr) == (int(failed > 0), "")
    assert run.stdout.endswith(f" {failed} failed\n") and "CRYPTOCOMPARE_API_KEY is not set" in run.stdout
    # What the exchange has sent.
    assert ("status 200: {" in run.stdout) == (price == "no price")
