"""Addresses of pages, made once; and those of static files, which have the hash of the file in them and are kept for ever."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, has_request_context, request
from werkzeug.wrappers import Response

FOR_EVER = "public, max-age=31536000, immutable"
MOST = 20_000
"""Addresses that are kept, at most."""
OWN = frozenset({"_external", "_scheme", "_method"})
"""What an address depends on that is not only its page and words."""


class Addresses:
    """A memo of `url_for`: a page has a hundred links, and each would be put together anew from the table of routes."""

    def __init__(self, build: Callable[..., str]) -> None:
        self._build = build
        self._made: dict[Hashable, str] = {}

    def url_for(self, endpoint: str, **values: Any) -> str:
        """As Flask's."""
        if endpoint.startswith(".") or not has_request_context() or not OWN.isdisjoint(values):
            return self._build(endpoint, **values)
        key = (request.script_root, endpoint, *values.items(), *map(type, values.values()))
        try:
            return self._made[key]
        except KeyError:
            if len(self._made) >= MOST:
                self._made.clear()
            made = self._made[key] = self._build(endpoint, **values)
            return made
        except TypeError:  # a value that cannot be a key
            return self._build(endpoint, **values)


def register(app: Flask, contents: dict[str, Callable[[], str]]) -> None:
    """Addresses of static files, and of endpoints with these contents, have `?v=`, a hash of what is there.

    What is asked for by its present hash never changes: it may be kept for ever. Asked for without one, or by an old one,
    it is asked for again each time.
    """
    folder = Path(app.static_folder or "")

    @cache
    def version(endpoint: str, filename: str) -> str:
        if endpoint in contents:
            return _hash(contents[endpoint]().encode())
        file = folder / filename
        return _hash(file.read_bytes()) if endpoint == "static" and file.is_file() else ""

    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" or endpoint in contents:
            values.setdefault("v", version(endpoint, str(values.get("filename", ""))) or None)

    def keep(response: Response) -> Response:
        asked, endpoint = request.args.get("v"), request.endpoint or ""
        if asked and response.status_code in (200, 304) and (endpoint == "static" or endpoint in contents):
            there = version(endpoint, str((request.view_args or {}).get("filename", "")))
            response.headers["Cache-Control"] = FOR_EVER if asked == there else "no-cache"
        return response

    app.url_default_functions.setdefault(None, []).append(add_version)
    app.after_request(keep)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
