"""scripts/check-sources, with simulated exchanges."""

import http.server
import json
import re
import threading
import urllib.parse

import pytest

from home import BTCQ, ROOT


class CoinGecko(http.server.BaseHTTPRequestHandler):
    """Responds in all currencies of a request, unlike the stub exchange."""

    def do_GET(self):
        codes = urllib.parse.parse_qs(self.path)["vs_currencies"][0].split(",")
        self.server.requests.append(codes)
        prices = {code: 68901.23 for code in codes if code != self.server.missing}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"bitcoin": prices}).encode())


@pytest.fixture
def check_sources(home):
    """Runs the script. Between two requests to the same source it sleeps for a second, but not here."""
    home.write(".local/bin/sleep", "#!/bin/sh\n", 0o755)
    return lambda *arguments: home.run(str(ROOT / "scripts/check-sources"), *arguments, BTCQ_BINARY=str(BTCQ))


@pytest.fixture
def coingecko(home):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), CoinGecko) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        server.requests, server.missing = [], None
        home.environment["BTCQ_COINGECKO_URL"] = f"http://127.0.0.1:{server.server_port}"
        home.environment["BTCQ_COINBASESPOT_URL"] = home.gates[1].url
        yield server
        server.shutdown()


@pytest.mark.parametrize("price, failed", [("68901.23", 0), ("72000.00", 2), ("66000.00", 2), ("no price", 1)])
def test_price_that_differs_by_more_than_two_percent_is_a_failure(home, check_sources, price, failed):
    home.gates[0].price = price
    # Rate-limited in its first currency, and because of that in the others too.
    home.environment["BTCQ_KRAKEN_URL"] = home.gates[1].url.replace("/ok", "/status-429")
    run = check_sources("binance", "bitstamp", "kraken", "cryptocompare")
    assert (run.returncode, run.stderr) == (int(failed > 0), "")
    assert run.stdout.endswith(f" {failed} failed\n") and "CRYPTOCOMPARE_API_KEY is not set" in run.stdout
    # What the exchange has sent.
    assert ("status 200: {" in run.stdout) == (price == "no price")


@pytest.mark.parametrize("missing", [None, "sek"])
def test_coingecko_receives_two_requests_for_all_currencies(check_sources, coingecko, missing):
    coingecko.missing = missing
    run = check_sources("coingecko", "coinbasespot")
    currencies = re.findall(r"(?m)^coinbasespot +BTC-(\w+) +68901.23 ", run.stdout)
    shown = re.findall(r"(?m)^coingecko +BTC/(\w+) +68901.23\b", run.stdout)
    assert shown == [code for code in currencies if code.lower() != missing]
    assert sorted(map(len, coingecko.requests)) == [1, len(currencies)]
    assert (run.returncode, run.stderr) == (int(missing is not None), "")
    assert run.stdout.endswith(f"{2 * len(currencies) - run.returncode} prices, 0 not checked, {run.returncode} failed\n")


def test_coingecko_that_limits_the_rate_is_no_failure(home, check_sources):
    home.environment["BTCQ_COINGECKO_URL"] = home.gates[1].url.replace("/ok", "/status-429")
    run = check_sources("coingecko")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.endswith("\n0 prices, 2 not checked, 0 failed\n")


def test_currency_is_asked_of_every_source_that_has_it(check_sources, coingecko):
    run = check_sources("--currency", "sek")
    assert (run.returncode, run.stderr) == (0, "")
    assert re.findall(r"(?m)^(\w+) +BTC.SEK +68901.23 ", run.stdout) == ["coinbasespot", "coingecko"]
    assert coingecko.requests == [["sek"]]
    run = check_sources("--currency", "XYZ")
    assert run.returncode == 2 and "XYZ" in run.stderr
