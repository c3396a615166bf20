"""A real nginx with nginx-mirror.conf between btcq and the exchange, TLS on both sides."""

import concurrent.futures
import json
import re
import socket
import ssl
import struct
import threading
import time

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
}
"""

CERTIFICATE = """
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost -keyout {0}.key -out {0}.pem
"""

CACHE_TIME = 5
# Each source with the currencies that it quotes.
CURRENCIES = {
    fixture.stem: re.findall(r"^pair (\S+)", fixture.read_text(), re.MULTILINE)
    for fixture in sorted((ROOT / "Tests/StubExchange/Fixtures").glob("*.txt"))}


def start_name_server():
    """A name server that knows localhost only. Returns its port."""
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))

    def respond():
        while True:
            query, client = server.recvfrom(512)
            question = query[12:query.index(b"\0", 12) + 5]
            is_known = question == b"\x09localhost\0\0\1\0\1"
            address = b"\xc0\x0c\0\1\0\1\0\0\0\1\0\4\x7f\0\0\1" if is_known else b""
            code = 0x8180 if question.startswith(b"\x09localhost\0") else 0x8183
            server.sendto(query[:2] + struct.pack(">5H", code, 1, int(is_known), 0, 0) + question + address, client)

    threading.Thread(target=respond, daemon=True).start()
    return server.getsockname()[1]


def start_mirror(home, certificate="localhost", unknown="none"):
    """Starts nginx, with this certificate of the exchange. Returns a function that runs btcq.

    The name of the source `unknown` cannot be found.
    """
    need("openssl", "nginx")
    for name in {"localhost", certificate}:
        assert home.run("sh", "-c", CERTIFICATE.format(name)).returncode == 0
    gate = home.gates[0]
    gate.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    gate.tls.load_cert_chain(home.path / f"{certificate}.pem", home.path / f"{certificate}.key")
    # As many exchanges do, it has to be asked by its name.
    gate.tls.sni_callback = lambda _, name, __: None if name == "localhost" else ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME
    port = free_port()
    settings = (home.segments / "nginx-mirror.conf").read_text()
    for real, here in [
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"), ("/var/cache/nginx/btcq", "cache"),
        ("/etc/ssl/mirror.example.pem", "localhost.pem"), ("/etc/ssl/private/mirror.example.key", "localhost.key"),
        ("/etc/ssl/certs/ca-certificates.crt", "localhost.pem"),
        ("resolver 127.0.0.53", f"resolver 127.0.0.1:{start_name_server()}"),
    ]:
        assert real in settings
        settings = settings.replace(real, here)
    settings = re.sub(r"set \$to \S+;", "set $to localhost;", settings)
    settings = re.sub(f"(location /{unknown}/ .*set .to )localhost", r"\1nowhere.invalid", settings)
    settings = re.sub(r"(rewrite \S+ )\$1", r"\1/ok$1", settings).replace("https://$to", f"https://$to:{gate.port}")
    home.write("mirror.conf", settings)
    home.write("nginx.conf", NGINX)
    home.start("nginx", "-p", f"{home.path}/", "-c", f"{home.path}/nginx.conf")
    wait_until((home.path / "nginx.pid").exists)
    home.environment["SSL_CERT_FILE"] = f"{home.path}/localhost.pem"
    for source in CURRENCIES:
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


def test_each_source_is_reachable_in_each_currency(home):
    quote = start_mirror(home)
    for source, currencies in CURRENCIES.items():
        for currency in currencies:
            run = quote(source=source, currency=currency)
            assert run.returncode == 0, run.stderr
            found = json.loads(run.stdout)
            assert (found["source"], found["currency"]) == (source, currency)


def test_a_name_that_cannot_be_found_is_no_harm_to_the_others(home):
    quote = start_mirror(home, unknown="kraken")
    assert quote().returncode == 0
    assert b" HTTP/1.1\r\n" in home.gates[0].requests[-1]
    assert "HTTP 502" in quote(source="kraken").stderr


def test_many_machines_cause_one_request_in_five_seconds(home):
    quote = start_mirror(home)
    def statuses(count):
        """The statuses of as many machines."""
        home.gates[0].requests.clear()
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(25) as machines:
            statuses = {run.returncode for run in machines.map(quote, range(count))}
        assert 1 <= home.requests()[0] <= (time.monotonic() - start) // CACHE_TIME + 2
        return statuses

    assert statuses(200) == {0}
    # An old price is not printed as live, and failed requests are stored too.
    home.set_exchanges("unreachable")
    wait_for_next_period()
    assert statuses(200) == {1}
    home.set_exchanges("open")
    wait_until(lambda: quote().returncode == 0, CACHE_TIME + 3)


def test_response_has_the_date_of_the_exchange_stored_or_not(home):
    quote = start_mirror(home)
    gate = home.gates[0]
    for gate.clock, error in [(0, ""), (1200, "price is 20m old")]:
        wait_for_next_period()
        gate.requests.clear()
        for run in [quote(source="bitstamp"), quote(source="bitstamp")]:
            assert run.returncode == (1 if error else 0) and error in run.stderr
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
