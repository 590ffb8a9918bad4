"""A network between programs and a server on this machine, that can hang.

What hangs is a connection over which nothing comes any more, and which nobody ends: so do firewalls
that forget it. The systems on both sides take what is sent for received.
"""

import selectors
import socket
import threading
from contextlib import suppress


class Network:
    """A port of this machine behind which a server is, for as long as nothing hangs."""

    def __init__(self, server: int):
        self._server = server
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._lock = threading.Lock()
        self._others: dict[socket.socket, socket.socket] = {}
        """Of each end of a connection the other one."""
        self._hanging: list[socket.socket] = []
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._door, selectors.EVENT_READ)
        self._is_over = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def hang(self) -> None:
        """Forward nothing more of the connections that there are; those to come are none of it."""
        with self._lock:
            for each in self._others:
                self._selector.unregister(each)
                self._hanging.append(each)
            self._others.clear()

    def cut(self) -> None:
        """End the connections that hang, as machines do that have begun anew."""
        with self._lock:
            for each in self._hanging:
                each.close()
            self._hanging.clear()

    def close(self) -> None:
        """End it, and all connections."""
        self._is_over = True
        self._thread.join()
        self.hang()
        self.cut()
        self._door.close()

    def _run(self) -> None:
        while not self._is_over:
            for key, _ in self._selector.select(0.1):
                end = key.fileobj
                assert isinstance(end, socket.socket)
                with self._lock:
                    if end is self._door:
                        self._accept()
                    elif end in self._others:
                        self._forward(end)

    def _accept(self) -> None:
        client, _ = self._door.accept()
        try:
            server = socket.create_connection(("127.0.0.1", self._server), 5)
        except OSError:  # it is away just now
            client.close()
            return
        self._others |= {client: server, server: client}
        for each in (client, server):
            self._selector.register(each, selectors.EVENT_READ)

    def _forward(self, end: socket.socket) -> None:
        other, data = self._others[end], b""
        with suppress(OSError):
            data = end.recv(1 << 16)
            other.sendall(data)
        if not data:
            for each in (end, other):
                self._selector.unregister(each)
                del self._others[each]
                each.close()
