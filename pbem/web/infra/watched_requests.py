"""What is seen of every request from outside: its id and its time; and `/healthz`, `/readyz`, which no page has a part in."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

from flask import Flask, request

from pbem.operation.log_lines import about
from pbem.web.infra.site import Site

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication

GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")
"""An id that the proxy in front of the pages may have given a request, in `X-Request-Id`."""
KIND = "wardroom.kind"
"""The name in the request's environment under which its kind of page stands: a group of pages, never an address."""

READY = "/readyz"
PROBES = ("/healthz", READY)
"""Does the process answer; can it take orders and keep deadlines?"""

log = logging.getLogger(__name__)


def register(app: Flask) -> None:
    """Around everything else that happens to a request."""
    app.before_request(_note_kind)
    app.wsgi_app = _Watched(app, app.wsgi_app)  # type: ignore[method-assign, assignment]


def _note_kind() -> None:
    request.environ[KIND] = request.blueprint or request.endpoint or ""


class _Watched:
    """Every request goes through here. A probe is answered before a page, a cookie or the database is looked at."""

    def __init__(self, app: Flask, pages: WSGIApplication) -> None:
        self.app = app
        self.pages = pages

    @property
    def site(self) -> Site:
        """What the application serves now."""
        return cast(Site, self.app.extensions["wardroom"])

    def __call__(self, environ: dict[str, Any], start: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path in PROBES and environ["REQUEST_METHOD"] in ("GET", "HEAD"):
            return _probed(self.site.unready() if path == READY else "", start)
        name, began, answered = self._id(environ), time.perf_counter(), [500]

        def started(status: str, headers: list[tuple[str, str]], *error: Any) -> Callable[[bytes], object]:
            answered[0] = int(status[:3])
            return start(status, [*headers, ("X-Request-Id", name)], *error)

        with about(request=name):
            try:
                return self.pages(environ, started)
            finally:
                self._tell(environ.get(KIND) or "none", answered[0], time.perf_counter() - began)

    def _id(self, environ: dict[str, Any]) -> str:
        """The proxy's, if there is one, so that its lines and ours can be laid side by side."""
        given = str(environ.get("HTTP_X_REQUEST_ID", ""))
        return given if self.site.proxies and GIVEN.fullmatch(given) else secrets.token_hex(8)

    def _tell(self, kind: str, status: int, seconds: float) -> None:
        self.site.on_page(kind, status, seconds)
        log.debug("a request was answered", extra={"kind": kind, "status": status, "ms": round(seconds * 1000)})


def _probed(why: str, start: StartResponse) -> Iterable[bytes]:
    """`ok`, or 503 and why not, in a line. (For HEAD the server leaves the body out.)"""
    body = f"{why or 'ok'}\n".encode()
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body))), ("Cache-Control", "no-store")]
    start("503 Service Unavailable" if why else "200 OK", headers)
    return [body]
