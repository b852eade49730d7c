"""What stubs of places stand on: an HTTP server on loopback with routes, and a switch for its failures."""

from __future__ import annotations

import io
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from werkzeug.formparser import parse_form_data

from tests.gateway.forums.bench import Failure


@dataclass(frozen=True)
class Upload:
    """A file of a multipart body."""

    name: str
    content: bytes
    media_type: str


@dataclass(frozen=True)
class Asked:
    """What a stub was asked. Header names are in lower case; `at` holds the named parts of the path.

    Of a name that is twice in the query, `query` has the last.
    """

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    query: Mapping[str, str]
    at: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def json(self) -> Any:
        """The body as JSON; {} if there is none."""
        return json.loads(self.body or b"{}")

    @cached_property
    def _parsed(self) -> tuple[dict[str, str], dict[str, Upload]]:
        _, texts, files = parse_form_data(
            {
                "CONTENT_TYPE": self.headers.get("content-type", ""),
                "CONTENT_LENGTH": str(len(self.body)),
                "REQUEST_METHOD": self.method,
                "wsgi.input": io.BytesIO(self.body),
            }
        )
        uploads = {}
        for key, file in files.items():
            with file.stream:
                uploads[key] = Upload(file.filename or "", file.read(), file.mimetype)
        return dict(texts.items()), uploads

    @property
    def form(self) -> dict[str, str]:
        """The fields of a form, urlencoded or multipart."""
        return self._parsed[0]

    @property
    def files(self) -> dict[str, Upload]:
        """The files of a multipart form, by their field."""
        return self._parsed[1]


@dataclass(frozen=True)
class Told:
    """What a stub answers: `body` goes as JSON, bytes as they are, None as nothing."""

    body: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    def encoded(self) -> bytes:
        """The bytes of the body."""
        if self.body is None:
            return b""
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


Answering = Callable[[Asked], Told]


class StubServer:
    """An HTTP server on 127.0.0.1, at a free port; it answers one question at a time, so that stubs need no locks.

    `failure` is how it fails at present; `instead` is what it then answers without doing anything. A failure that is
    not in `instead` is the stub's own: its routes look at `failure`. `asked` are all questions so far.
    """

    def __init__(self) -> None:
        self.failure: Failure | None = None
        self.instead: dict[Failure, Told] = {
            "out of order": Told({"error": "out of order"}, 503),
            "limited": Told({"error": "too many requests"}, 429, {"Retry-After": "7"}),
        }
        self.unknown = Told({"error": "not found"}, 404)
        self.asked: list[Asked] = []
        self._routes: list[tuple[str, re.Pattern[str], Answering]] = []
        self._lock = threading.Lock()
        self._broken: list[Exception] = []
        self._port = 0
        self._listen()

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self._port}"

    def route(self, method: str, path: str, answering: Answering) -> None:
        """Answer this method at this path, like `/posts/{id}`; the first route that fits answers."""
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(path))
        self._routes.append((method, re.compile(pattern), answering))

    @contextmanager
    def fails(self, how: Failure) -> Iterator[None]:
        """Within the block it fails like that."""
        self.failure = how
        if how == "away":
            self._stop()
        try:
            yield
        finally:
            self.failure = None
            if how == "away":
                self._listen()

    def close(self) -> None:
        """Stop. Raises what went wrong within a route: the stub itself is at fault then."""
        self._stop()
        if self._broken:
            raise self._broken[0]

    def answer(self, asked: Asked) -> Told:
        """What it answers to this; it is done then."""
        with self._lock:
            self.asked.append(asked)
            if self.failure in self.instead:
                return self.instead[self.failure]
            return self._routed(asked)

    def _routed(self, asked: Asked) -> Told:
        for method, pattern, answering in self._routes:
            fits = pattern.fullmatch(asked.path) if method == asked.method else None
            if fits:
                at = {key: unquote(part) for key, part in fits.groupdict().items()}
                try:
                    return answering(Asked(asked.method, asked.path, asked.headers, asked.body, asked.query, at))
                except Exception as e:
                    self._broken.append(e)
                    return Told({"error": f"the stub is broken: {e!r}"}, 500)
        return self.unknown

    def _listen(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), _handler(self))
        self._port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def _stop(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _handler(stub: StubServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            query = {key: values[-1] for key, values in parse_qs(parts.query, keep_blank_values=True).items()}
            told = stub.answer(Asked(self.command, parts.path, headers, body, query))
            if stub.failure == "lost answer":
                return  # the connection is closed without a word
            content = told.encoded()
            self.send_response(told.status)
            for name, value in {
                "Content-Type": "application/json",
                **told.headers,
                "Content-Length": str(len(content)),
            }.items():
                self.send_header(name, value)
            with suppress(ConnectionError):  # who asked may have gone in the meantime
                self.end_headers()
                self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer

        def log_message(self, *_: object) -> None:
            """Nothing on the screen."""

    return Handler
