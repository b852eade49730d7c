"""What a browser may do with our pages: nothing from elsewhere, no script but our own files, no frame but ours."""

from __future__ import annotations

from werkzeug.wrappers import Response

PAGES = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; font-src 'self'; "
    "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)


def headers(response: Response) -> Response:
    """A page that holds what only its reader may see is kept in no shared cache."""
    response.headers.setdefault("Content-Security-Policy", PAGES)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
