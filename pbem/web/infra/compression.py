"""Answers go out compressed to whoever can read them so.

Secrets and what a stranger may have put into the address can be on one page (BREACH). The key of our forms is signed with the
second in which it was made, so that its signature is another one for each guess; the cookie is `SameSite=Lax`, so that no page
of a stranger can have ours fetched with it in the background; and what else is secret on a page is for its reader alone.

gzip and not brotli: it is in Python itself.
"""

from __future__ import annotations

import gzip

from flask import request
from werkzeug.wrappers import Response

LEAST = 1000
"""Bytes: what is shorter fits into one packet anyway."""
LEVEL = 5
KINDS = frozenset(
    {
        "application/atom+xml",
        "application/javascript",
        "application/json",
        "application/x-ndjson",
        "image/svg+xml",
        "text/calendar",
        "text/css",
        "text/html",
        "text/javascript",
        "text/plain",
    }
)


def compress(response: Response) -> Response:
    """The answer with its body compressed, if it is one that gets shorter by it. Its ETag is a weak one then."""
    if response.mimetype not in KINDS or response.status_code not in (200, 404):
        return response
    response.vary.add("Accept-Encoding")
    done = "Content-Encoding" in response.headers or "Content-Range" in response.headers
    if done or not request.accept_encodings["gzip"] or (response.is_streamed and not response.direct_passthrough):
        return response
    response.direct_passthrough = False  # a static file, which is short enough to be read whole
    body = response.get_data()
    if len(body) < LEAST:
        return response
    response.set_data(gzip.compress(body, LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    tag, weak = response.get_etag()
    if tag and not weak:
        response.set_etag(tag, weak=True)
    return response
