"""A real nginx with nginx-mirror.conf between btcq and the exchange, TLS on both sides."""

import concurrent.futures
import json
import os
import pathlib
import re
import socket
import time

from home import Home, free_port, wait_until
from report import expect, need

NGINX = """
daemon off;
pid nginx.pid;
error_log stderr;
{user}
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include mirror.conf;

    # The exchange.
    server {{
        listen 127.0.0.1:{exchange} ssl;
        ssl_certificate {certificate}.pem;
        ssl_certificate_key {certificate}.key;
        location / {{
            proxy_pass {gate}/;
            proxy_pass_header Date;
        }}
    }}
}}
"""

CERTIFICATES = """
set -e
key='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
openssl req -x509 $key -days 2 -subj '/CN=test authority' -keyout ca.key -out ca.pem
for name in localhost elsewhere; do
    openssl req $key -subj /CN=$name -keyout $name.key -out $name.csr
    echo subjectAltName=DNS:$name >names
    openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out $name.pem
done
openssl req -x509 $key -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout untrusted.key -out untrusted.pem
"""

FIXTURES = pathlib.Path(__file__).resolve().parents[1] / "StubExchange" / "Fixtures"
RUNS = 500
AT_ONCE = 25
CACHE_TIME = 5
# The source that is never reachable.
UNREACHABLE = "coinbase"


def run(report):
    need("openssl")
    with Home() as home:
        url = start_mirror(home)
        variables = {f"BTCQ_{source.upper()}_URL": f"{url}/{source}" for source in currencies()}
        environment = {**home.environment, **variables, "SSL_CERT_FILE": f"{home.path}/ca.pem"}

        def quote(machine=0, source="binance", currency="USD", **more):
            """Runs btcq on a machine, which has its own cache."""
            machine_environment = {**environment, "XDG_CACHE_HOME": f"{home.path}/machines/{machine}", **more}
            return home.run(
                "btcq", "--source", source, "--currency", currency, "--json", "--max-stale", "0",
                environment=machine_environment)

        def check_request_rate(gate, seconds):
            count = len(gate.requests)
            text = f"{count} requests in {seconds:.0f} s"
            assert 1 <= count <= seconds // CACHE_TIME + 2, text
            return text

        with report.check(f"nginx-mirror: {RUNS} runs cause one request in {CACHE_TIME} seconds") as remark:
            start = time.monotonic()
            with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as machines:
                runs = list(machines.map(quote, range(RUNS)))
            for run in runs:
                assert run.returncode == 0 and json.loads(run.stdout)["price"] == 68901.23, run
            remark(check_request_rate(home.gates[0], time.monotonic() - start))
        with report.check("nginx-mirror: no old response if the exchange is unreachable") as remark:
            home.set_exchanges("unreachable")
            start = time.monotonic()
            while (seconds := time.monotonic() - start) < CACHE_TIME + 3:
                printed = quote().returncode == 0
                assert not printed or seconds < CACHE_TIME, f"a quote of {seconds:.1f} s ago is printed as live"
            remark(check_request_rate(home.gates[0], seconds))
        with report.check("nginx-mirror: failed requests are cached too") as remark:
            start = time.monotonic()
            with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as machines:
                runs = list(machines.map(lambda machine: quote(machine, UNREACHABLE), range(100)))
            for run in runs:
                assert run.returncode == 1, run
            remark(check_request_rate(home.gates[1], time.monotonic() - start))
        with report.check("nginx-mirror: requests succeed again when the exchange is reachable"):
            home.set_exchanges("open")
            wait_until(lambda: quote().returncode == 0, "no quote", CACHE_TIME + 3)
        for source, currency in currencies().items():
            if source != UNREACHABLE:
                with report.check(f"nginx-mirror: {source} is reachable through it"):
                    run = quote(source=source, currency=currency)
                    assert run.returncode == 0 and json.loads(run.stdout)["source"] == source, run
        gate = home.gates[0]
        with report.check("nginx-mirror: a response has the exchange's date, stored or not"):
            gate.clock = -3600
            for gate.price_age, reason in [(0, ""), (1200, "price is 20m old")]:
                wait_for_next_period()
                gate.requests.clear()
                for run in [quote(source="bitstamp"), quote(source="bitstamp")]:
                    assert run.returncode == (1 if reason else 0) and reason in run.stderr, run
                expect(len(gate.requests), 1)
        gate.clock = gate.price_age = 0
        with report.check("nginx-mirror: requests with a key are passed on and never stored"):
            wait_for_next_period()
            gate.requests.clear()
            for key, count in [("s3cret", 1), ("", 2), ("s3cret", 3), ("", 3)]:
                run = quote(source="cryptocompare", CRYPTOCOMPARE_API_KEY=key)
                assert run.returncode == 0, run
                expect(len(gate.requests), count)
                if key:
                    assert b"Authorization: Apikey s3cret\r\n" in gate.last_request, gate.last_request
            stored = [file.read_bytes() for file in (home.path / "cache").rglob("*") if file.is_file()]
            assert any(b"/data/generateAvg" in text for text in stored), stored
            assert not any(b"s3cret" in text for text in stored), stored

    for certificate, problem in [("untrusted", "of an unknown authority"), ("elsewhere", "of another host")]:
        with Home() as home, report.check(f"nginx-mirror: does not accept a certificate {problem}"):
            url = start_mirror(home, certificate)
            environment = {**home.environment, "BTCQ_BINANCE_URL": f"{url}/binance", "SSL_CERT_FILE": f"{home.path}/ca.pem"}
            run = home.run("btcq", "--source", "binance", environment=environment)
            assert run.returncode == 1 and "HTTP 502" in run.stderr, run
            expect(home.gates[0].requests, [])


def start_mirror(home, certificate="localhost"):
    """Starts nginx in the home directory, and returns the URL of the mirror. The certificate is that of the exchange."""
    # On Debian it is in a directory that is only on the PATH of root.
    nginx = need("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    result = home.run("sh", "-c", CERTIFICATES)
    assert result.returncode == 0, result.stderr
    mirror, exchange = free_port(), free_port()
    settings = (home.segments / "nginx-mirror.conf").read_text()
    for real, here in [
        ("listen 443 ssl", f"listen 127.0.0.1:{mirror} ssl"),
        ("/var/cache/nginx/btcq", "cache"),
        ("/etc/ssl/mirror.example.pem", "localhost.pem"),
        ("/etc/ssl/private/mirror.example.key", "localhost.key"),
        ("/etc/ssl/certs/ca-certificates.crt", "ca.pem"),
    ]:
        assert real in settings, f"no {real} in nginx-mirror.conf"
        settings = settings.replace(real, here)
    # The gate does not use TLS.
    urls = dict.fromkeys(currencies(), f"https://localhost:{exchange}")
    urls[UNREACHABLE] = home.gates[1].url.replace("http:", "https:")
    for source, url in urls.items():
        settings, count = re.subn(
            rf"(location /{source}/ {{ proxy_pass )https://[a-z.-]+/;", rf"\g<1>{url}/;", settings)
        assert count == 1, f"no location /{source}/ in nginx-mirror.conf"
    assert not re.search(r"https://(?!localhost|127\.0\.0\.1)[^/]*/;", settings), settings
    home.write("mirror.conf", settings)
    user = "user root;" if os.geteuid() == 0 else ""
    home.write("nginx.conf", NGINX.format(
        user=user, exchange=exchange, certificate=certificate, gate=home.gates[0].url))
    log = home.path / "nginx.log"
    with log.open("w") as errors:
        home.start(nginx, "-p", f"{home.path}/", "-c", f"{home.path}/nginx.conf", stderr=errors)
    wait_until(lambda: listens(mirror), log.read_text)
    return f"https://localhost:{mirror}"


def wait_for_next_period():
    """Nothing is stored for the next period yet."""
    for is_start in [False, True]:
        wait_until(lambda: (time.time() % CACHE_TIME < 1) == is_start, "no period begins", CACHE_TIME + 1)


def currencies():
    """The names of the sources, each with a currency that it quotes."""
    texts = {file.stem: file.read_text() for file in sorted(FIXTURES.glob("*.txt"))}
    return {source: re.search(r"^pair (\S+)", text, re.MULTILINE).group(1) for source, text in texts.items()}


def listens(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
