"""An HTTP proxy in front of a real server, for the failures that a healthy server does not have."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

Choice = Callable[[str, str], bool]
"""Is this question (its method and its path) to fail?"""
Headers = dict[str, str]
ONE_HOP = frozenset({"connection", "transfer-encoding", "content-length", "host", "accept-encoding", "content-encoding"})
"""Headers between two neighbours only; a body goes on with a length of its own, and is not compressed."""


def every(method: str, path: str) -> bool:
    """All questions fail."""
    return True


class BreakingProxy:
    """Sends what it is asked on to the server at `port` of the loopback, unless it is told to fail. `url` is its address."""

    def __init__(self, port: int) -> None:
        self._server_port = port
        self._lost: Choice | None = None
        self._broken: Choice | None = None
        self._changed: Headers = {}
        self._listening: _Listening | None = _Listening(0, self._handler())
        self._port = self._listening.server_port
        self.url = f"http://127.0.0.1:{self._port}"

    @contextmanager
    def lost_answers(self, chosen: Choice = every) -> Iterator[None]:
        """The server does what it is asked, and then the connection ends without an answer."""
        self._lost = chosen
        try:
            yield
        finally:
            self._lost = None

    @contextmanager
    def out_of_order(self, chosen: Choice = every) -> Iterator[None]:
        """503, and the server hears nothing of it."""
        self._broken = chosen
        try:
            yield
        finally:
            self._broken = None

    @contextmanager
    def away(self) -> Iterator[None]:
        """Nobody listens."""
        self.close()
        try:
            yield
        finally:
            self._listening = _Listening(self._port, self._handler())

    @contextmanager
    def changed_headers(self, changed: Headers) -> Iterator[None]:
        """The server is asked with these headers instead of those that came: with a key that is not valid, for example."""
        self._changed = changed
        try:
            yield
        finally:
            self._changed = {}

    def close(self) -> None:
        """Stop listening."""
        if self._listening is not None:
            self._listening.end()
            self._listening = None

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        return type("Handler", (_Handler,), {"proxy": self})

    def answer(self, asked: _Handler) -> None:
        """Answer one question, or fail as told."""
        method, path = asked.command, asked.path
        body = asked.rfile.read(int(asked.headers.get("Content-Length", 0)))
        if self._broken is not None and self._broken(method, path):
            asked.send_answer(503, {"Content-Type": "text/plain"}, b"out of order")
            return
        headers = {name: value for name, value in asked.headers.items() if name.lower() not in ONE_HOP} | self._changed
        status, told, content = self._forward(method, path, headers, body)
        if self._lost is not None and self._lost(method, path):
            asked.close_connection = True
            return
        asked.send_answer(status, told, content)

    def _forward(self, method: str, path: str, headers: Headers, body: bytes) -> tuple[int, Headers, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self._server_port, timeout=30)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            kept = {name: value for name, value in answer.getheaders() if name.lower() not in ONE_HOP}
            return answer.status, kept, answer.read()
        finally:
            connection.close()


class _Handler(BaseHTTPRequestHandler):
    proxy: ClassVar[BreakingProxy]
    protocol_version = "HTTP/1.1"

    def _answer(self) -> None:
        self.proxy.answer(self)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = _answer

    def send_answer(self, status: int, headers: Headers, body: bytes) -> None:
        """The whole answer, and the end of the connection: what fails next must fail on a new one."""
        self.send_response_only(status)
        for name, value in (headers | {"Content-Length": str(len(body)), "Connection": "close"}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body if self.command != "HEAD" else b"")
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Tests read what the server did, not what the proxy saw."""


class _Listening(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: int, handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(("127.0.0.1", port), handler)
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def end(self) -> None:
        self.shutdown()
        self.server_close()
