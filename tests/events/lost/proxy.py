"""Stands between the program and PostgreSQL, and loses the answer to a COMMIT when it is told to."""

from __future__ import annotations

import select
import socket
import socketserver
import threading
import time
from pathlib import Path

COMMIT = b"COMMIT"
SOCKET = ".s.PGSQL.5432"
LATE = 0.7
"""Seconds that a COMMIT is under way when it is late: by then the program has connected again, and looks for its rows."""
FATES = ("done", "never", "late")
"""What becomes of a COMMIT whose connection is lost: nobody hears that it is done, it is never sent, or done later."""


class Proxy(socketserver.ThreadingUnixStreamServer):
    """A socket in `folder` in front of the server's. `fates` are those of the next COMMITs; the ones after them pass."""

    def __init__(self, folder: Path, server: Path) -> None:
        super().__init__(str(folder / SOCKET), _Line)
        self.folder, self.behind = folder, server / SOCKET
        self.fates: list[str] = []
        self.lost = 0
        threading.Thread(target=self.serve_forever, args=(0.05,)).start()

    def close(self) -> None:
        """Take no more connections, and wait for the end of those that there are."""
        self.shutdown()
        self.server_close()


class _Line(socketserver.BaseRequestHandler):
    """One connection."""

    server: Proxy
    request: socket.socket

    def handle(self) -> None:
        with socket.socket(socket.AF_UNIX) as behind:
            behind.connect(str(self.server.behind))
            while True:
                ready, _, _ = select.select([self.request, behind], [], [])
                said = {end: _received(end) for end in ready}
                if not all(said.values()):
                    return
                if behind in said:
                    self.request.sendall(said[behind])
                if COMMIT in said.get(self.request, b"") and self.server.fates:
                    return self._lose(self.server.fates.pop(0), said[self.request], behind)
                behind.sendall(said.get(self.request, b""))

    def _lose(self, fate: str, commit: bytes, behind: socket.socket) -> None:
        self.request.shutdown(socket.SHUT_RDWR)
        self.server.lost += 1
        if fate != "never":
            time.sleep(LATE if fate == "late" else 0)
            behind.sendall(commit)
            behind.recv(1)


def _received(end: socket.socket) -> bytes:
    try:
        return end.recv(1 << 20)
    except ConnectionError:
        return b""
