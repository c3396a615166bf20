"""The stub exchange, behind doors that can be shut."""

import os
import socket
import struct
import subprocess
import threading
import time


class Exchange:
    """The stub exchange. It ends when its standard input does."""

    def __init__(self):
        self.process = subprocess.Popen(
            [os.environ["STUB_EXCHANGE"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Door:
    """A port that leads to the exchange while it is open, and remembers when somebody came.

    A slow one takes a second longer. A silent one takes what is sent and never answers. A gone one throws everybody
    out. btcq makes one request a connection.
    """

    def __init__(self, exchange):
        self.exchange = exchange
        self.state = "open"
        self.visits = []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/ok"
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        # Only this wakes a thread that waits in accept.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.visits.append(time.monotonic())
            threading.Thread(target=self._answer, args=(client, self.state), daemon=True).start()

    def _answer(self, client, state):
        with client:
            try:
                if state in ("open", "slow"):
                    time.sleep(1 if state == "slow" else 0)
                    self._relay(client)
                elif state == "silent":
                    while client.recv(4096):
                        pass
                else:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            except OSError:
                pass  # The client has gone.

    def _relay(self, client):
        with socket.create_connection(("127.0.0.1", self.exchange.port)) as server:
            server.sendall(client.recv(4096))
            while answer := server.recv(4096):
                client.sendall(answer)
