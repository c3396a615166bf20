"""The stub exchange, and gates in front of it that simulate network failures."""

import contextlib
import email.utils
import os
import socket
import struct
import subprocess
import threading
import time

EXCHANGE_PRICE = "68901.23"


class Exchange:
    """The stub exchange. It ends when its standard input is closed."""

    def __init__(self):
        self.process = subprocess.Popen(
            [os.environ["STUB_EXCHANGE"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Gate:
    """A port that forwards connections to the exchange, and records the time of each and the last request. Its states:

    - open: forwards.
    - slow: forwards after a second.
    - silent: reads the request and never responds.
    - unreachable: reads the request and resets the connection. (Without reading, btcq would connect again, since it
      prefers IPv4 for the fallback.)

    btcq makes one request per connection.
    """

    def __init__(self, exchange):
        self.exchange = exchange
        self.state = "open"
        # The price in the responses. It has as many characters as that of the exchange.
        self.price = EXCHANGE_PRICE
        # In seconds: how far the exchange's clock is ahead, and how old its price is.
        self.clock = self.price_age = 0
        self.requests = []
        self.last_request = b""
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/ok"
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        # Closing alone does not end an accept in another thread.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.requests.append(time.monotonic())
            threading.Thread(target=self._handle, args=(client, self.state), daemon=True).start()

    def _handle(self, client, state):
        # The client may close the connection.
        with client, contextlib.suppress(OSError):
            if state in ("open", "slow"):
                time.sleep(1 if state == "slow" else 0)
                self._relay(client)
            elif state == "silent":
                while client.recv(4096):
                    pass
            else:
                client.recv(4096)
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def _relay(self, client):
        with socket.create_connection(("127.0.0.1", self.exchange.port)) as server:
            self.last_request = client.recv(4096)
            server.sendall(self.last_request)
            response = b""
            while block := server.recv(4096):
                response += block
            response = response.replace(EXCHANGE_PRICE.encode(), self.price.encode())
            client.sendall(with_time(response, int(time.time()) + self.clock, self.price_age))


def with_time(response, now, price_age):
    """The response with a date, and with the time of its price in place of the fixtures'."""
    seconds = now - price_age
    price_time = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    body = response.replace(b"1761594999", str(seconds).encode()).replace(b"2025-10-27T19:56:39", price_time.encode())
    date = email.utils.formatdate(now, usegmt=True)
    return body.replace(b"\r\n", f"\r\nDate: {date}\r\n".encode(), 1)
