"""Runs btcq with its libcurl against exchanges over HTTPS, with a certificate of its own.

Usage: live.py [--no-refresh] COMMAND...

COMMAND runs btcq. With --no-refresh it cannot start itself again, as under an emulator.
"""

import http.server
import os
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BODIES = {"/ok/api/v3/ticker/24hr": b'{"symbol":"BTCUSDT","lastPrice":"68901.23"}',
          "/ok/api/v2/ticker/btcusd": b'{"last":"68899.99","timestamp":"%d"}' % time.time()}


class Exchange(http.server.BaseHTTPRequestHandler):
    """Responds below /ok, never below /silent, and elsewhere with an error."""

    def do_GET(self):
        if self.path.startswith("/silent"):
            time.sleep(15)
        body = BODIES.get(self.path.partition("?")[0].rstrip("/"), b"")
        self.send_response(200 if body else 500)
        self.send_header("Content-Length", len(body))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def run(binance, bitstamp, *options, stdout=subprocess.PIPE, **others):
    """Status, stdout, stderr and duration of a run against the exchanges in these two states."""
    start = time.monotonic()
    ended = subprocess.run(
        [*command, *options], stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=60, check=False, **others, env={
            **variables, "BTCQ_BINANCE_URL": f"{address}/{binance}", "BTCQ_BITSTAMP_URL": f"{address}/{bitstamp}"})
    return ended.returncode, ended.stdout, ended.stderr, time.monotonic() - start


refreshes = sys.argv[1] != "--no-refresh"
command = sys.argv[1 if refreshes else 2:]
with tempfile.TemporaryDirectory() as home:
    certificate = f"{home}/certificate"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=exchange",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", f"{home}/key", "-out", certificate],
        check=True, capture_output=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Exchange)
    server.daemon_threads = True
    server.handle_error = lambda *_: None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, f"{home}/key")
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"https://127.0.0.1:{server.server_port}"
    variables = {"HOME": home, "PATH": os.environ["PATH"]}
    cache = Path(home, ".cache/btcq/BTC-USD.5")

    result = run("ok", "ok", "--number")
    assert result[0] == 1 and "self-signed" in result[2], result
    variables["SSL_CERT_FILE"] = certificate
    result = run("ok", "ok", "--number")
    assert result[:3] == (0, "68901.23\n", ""), result
    usual = result[3]
    result = run("silent", "ok", "--number")
    assert result[:3] == (0, "68899.99\n", "") and 0.8 <= result[3] < 1.3 + usual, result
    result = run("silent", "silent", "--max-time", "1s")
    assert result[0] == 3 and "cached" in result[1] and 0.95 <= result[3] < 1.3 + usual, result
    result = run("fails", "fails", "--number")
    assert result[:2] == (3, "68899.99\n") and "HTTP 500" in result[2], result

    log = f"{home}/log.csv"
    with ThreadPoolExecutor(8) as pool, open(log, "ab") as file:
        rows = pool.map(lambda _: run("ok", "ok", "--csv", "--max-time", "30s", stdout=file), range(8))
        assert {row[0] for row in rows} == {0}, rows
    rows = Path(log).read_text().splitlines()
    assert len(rows) == 9 and sum(row.startswith("timestamp,") for row in rows) == 1, rows

    if refreshes:
        # The refresh, which waits for a response, does not keep the pipe open.
        reading, writing = os.pipe()
        time.sleep(1)
        result = run("silent", "silent", "--background", "--max-age", "1s", "--number", pass_fds=[writing])
        assert result[:2] == (3, "68901.23\n"), result
        os.close(writing)
        start = time.monotonic()
        assert os.read(reading, 1) == b"" and time.monotonic() - start < 1
        cache.unlink()
        run("ok", "ok", "--background")
        deadline = time.monotonic() + 10
        while not cache.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        # It has waited for the refresh before, which holds the lock, and asks both exchanges at once.
        assert cache.read_text().split()[3] in ["68901.23", "68899.99"], cache.read_text()
print("live over HTTPS, fallback, deadline, stale, rows in parallel" + ", refresh" * refreshes)
