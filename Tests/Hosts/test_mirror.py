"""A real nginx with nginx-mirror.conf between btcq and the exchange, TLS on both sides."""

import concurrent.futures
import json
import re
import ssl
import time

import pytest

from home import ROOT, free_port, need, wait_until

NGINX = """
daemon off;
pid nginx.pid;
error_log stderr;
user root;
events { }
http {
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include mirror.conf;
"""
# The address of an exchange, which nginx need not look up then.
UPSTREAM = "    upstream {} {{ server 127.0.0.1:{}; }}\n"

CERTIFICATE = """
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost{0} -keyout {1}.key -out {1}.pem
"""

CACHE_TIME = 5
FIXTURES = {file.stem: file.read_text() for file in sorted((ROOT / "Tests/StubExchange/Fixtures").glob("*.txt"))}
HOSTS = {source: re.search(r"(?m)^host (\S+)", text)[1] for source, text in FIXTURES.items()}


def start_mirror(home, certificate="trusted", changes=()):
    """Starts nginx, with this certificate of the exchanges. Returns a function that runs btcq."""
    need("openssl", "nginx")
    for name in {"trusted", certificate}:
        names = "".join(f",DNS:{host}" for host in HOSTS.values())
        assert home.run("sh", "-c", CERTIFICATE.format(names, name)).returncode == 0
    gate = home.gates[0]
    gate.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    gate.tls.load_cert_chain(home.path / f"{certificate}.pem", home.path / f"{certificate}.key")
    # As many exchanges do, it has to be asked by its name.
    gate.tls.sni_callback = lambda _, name, __: (
        None if name in HOSTS.values() else ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME)
    port = free_port()
    settings = (home.segments / "nginx-mirror.conf").read_text()
    for real, here in [
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"), ("/var/cache/nginx/btcq", "cache"),
        ("/etc/ssl/mirror.example.pem", "trusted.pem"), ("/etc/ssl/private/mirror.example.key", "trusted.key"),
        ("/etc/ssl/certs/ca-certificates.crt", "trusted.pem"), ("resolver 127.0.0.53", "resolver 127.0.0.1:1"),
        (" $1 break", " /ok$1 break"), *changes,
    ]:
        assert real in settings
        settings = settings.replace(real, here)
    home.write("mirror.conf", settings)
    home.write("nginx.conf", NGINX + "".join(UPSTREAM.format(host, gate.port) for host in HOSTS.values()) + "}\n")
    home.start("nginx", "-p", f"{home.path}/", "-c", f"{home.path}/nginx.conf")
    wait_until((home.path / "nginx.pid").exists)
    home.environment["SSL_CERT_FILE"] = f"{home.path}/trusted.pem"
    for source in HOSTS:
        home.environment[f"BTCQ_{source.upper()}_URL"] = f"https://localhost:{port}/{source}"

    def quote(machine=0, source="binance", currency="USD", **variables):
        """Runs btcq on a machine, which has its own cache."""
        return home.run(
            "btcq", "--source", source, "--currency", currency, "--json", "--max-stale", "0",
            XDG_CACHE_HOME=f"{home.path}/machines/{machine}", **variables)

    return quote


def wait_for_next_period():
    """Nothing is stored for the next period yet."""
    for is_start in [False, True]:
        wait_until(lambda: (time.time() % CACHE_TIME < 1) == is_start)


def test_each_exchange_is_reachable_in_each_currency(home):
    quote = start_mirror(home)
    for source, text in FIXTURES.items():
        # `*` stands for every currency.
        for currency in re.findall(r"(?m)^pair (\S+)", text.replace("pair *", "pair SEK")):
            run = quote(source=source, currency=currency)
            assert run.returncode == 0, run.stderr
            found = json.loads(run.stdout)
            assert (found["source"], found["currency"]) == (source, currency)
            assert f" HTTP/1.1\r\nHost: {HOSTS[source]}\r\n".encode() in home.gates[0].requests[-1]


def test_a_name_that_cannot_be_found_is_no_harm_to_the_others(home):
    quote = start_mirror(home, changes=[(HOSTS["kraken"], "nowhere.invalid")])
    assert quote().returncode == 0


def test_many_machines_cause_one_request_in_five_seconds(home):
    quote = start_mirror(home)

    def statuses(count):
        home.gates[0].requests.clear()
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(25) as pool:
            statuses = {run.returncode for run in pool.map(quote, range(count))}
        assert 1 <= home.requests()[0] <= (time.monotonic() - start) // CACHE_TIME + 2
        return statuses

    assert statuses(200) == {0}
    # An old price is not printed as live, and failed requests are stored too.
    home.set_exchanges("unreachable")
    wait_for_next_period()
    assert statuses(200) == {1}
    home.set_exchanges("open")
    wait_until(lambda: quote().returncode == 0, CACHE_TIME + 3)


@pytest.mark.parametrize(
    "source,period,changes", [("coingecko", 60, []), ("binance", 300, [(".{18}", ".{15}"), ("any 5s", "any 5m")])])
def test_coingecko_in_a_minute_or_each_in_five_is_asked_once(home, source, period, changes):
    quote = start_mirror(home, changes=changes)
    wait_until(lambda: time.time() % period < period - 15, 20)
    assert quote(source=source).returncode == 0
    time.sleep(CACHE_TIME + 1)
    assert quote(source=source, machine=1).returncode == 0
    assert len(home.gates[0].requests) == 1


def test_response_has_the_date_of_the_exchange_stored_or_not(home):
    quote = start_mirror(home)
    gate = home.gates[0]
    # Binance does not send the time of its price, so the date counts.
    for gate.clock, warning in [(0, ""), (1200, "20m behind that of binance")]:
        wait_for_next_period()
        gate.requests.clear()
        for run in [quote(source="binance"), quote(source="binance")]:
            assert run.returncode == 0 and warning in run.stderr and bool(warning) == bool(run.stderr)
        assert len(gate.requests) == 1


def test_requests_with_a_key_are_passed_on_and_not_stored(home):
    quote = start_mirror(home)
    gate = home.gates[0]
    wait_for_next_period()
    for key, count in [("s3cret", 1), ("", 2), ("s3cret", 3), ("", 3)]:
        assert quote(source="cryptocompare", CRYPTOCOMPARE_API_KEY=key).returncode == 0
        assert len(gate.requests) == count
        assert not key or b"Authorization: Apikey s3cret\r\n" in gate.requests[-1]
    stored = b"".join(file.read_bytes() for file in (home.path / "cache").rglob("*") if file.is_file())
    assert b"/data/generateAvg" in stored and b"s3cret" not in stored


def test_certificate_of_an_unknown_authority_is_not_accepted(home):
    run = start_mirror(home, certificate="untrusted")()
    assert run.returncode == 1 and "HTTP 502" in run.stderr
    assert not any(home.gates[0].requests)
