"""Gates in front of the stub exchange, which simulate network failures."""

import contextlib
import email.utils
import socket
import struct
import threading
import time

EXCHANGE_PRICE = "68901.23"


class Gate:
    """A port that forwards requests to the exchange, and records them. Its states:

    - open: forwards.
    - slow: forwards after a second.
    - silent: reads the request and never responds.
    - unreachable: reads the request and resets the connection. (Without reading, btcq would connect again, since it
      prefers IPv4 for the fallback.)

    btcq makes one request per connection.
    """

    def __init__(self, exchange_port):
        self.exchange_port = exchange_port
        self.state = "open"
        # The price in the responses. It has as many characters as that of the exchange.
        self.price = EXCHANGE_PRICE
        # How far the exchange's clock is ahead, in seconds. The time of its price is now.
        self.clock = 0
        # The context of TLS, unless it speaks HTTP.
        self.tls = None
        self.requests = []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/ok"
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        # Closing alone does not end an accept in another thread.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _serve(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self._handle, args=(client, self.state), daemon=True).start()

    def _handle(self, client, state):
        # The client may close the connection.
        with client, contextlib.suppress(OSError):
            if self.tls:
                client = self.tls.wrap_socket(client, server_side=True)
            request = client.recv(4096)
            self.requests.append(request)
            if state == "unreachable":
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            elif state == "silent":
                client.recv(4096)
            else:
                time.sleep(1 if state == "slow" else 0)
                client.sendall(self._response(request))

    def _response(self, request):
        with socket.create_connection(("127.0.0.1", self.exchange_port)) as server:
            server.sendall(request)
            response = server.makefile("rb").read()
        date = email.utils.formatdate(time.time() + self.clock, usegmt=True)
        # As exchanges do.
        headers = f"\r\nDate: {date}\r\nCache-Control: no-store\r\nSet-Cookie: a=b\r\n".encode()
        return response.replace(EXCHANGE_PRICE.encode(), self.price.encode()).replace(b"\r\n", headers, 1)
