"""What places tell us by themselves. No cookie and no form key: each is signed with the key that the place was given."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request

from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site

pages = Blueprint("hooks", __name__, url_prefix="/forums")
HOOKS = "600 per minute"
"""From one address: a busy forum tells of all that is written there, not only of games."""
LONGEST = 1_000_000
"""Bytes; what people write in a forum is shorter."""


@pages.post("/<place>/hook")
@limiter.limit(HOOKS)
def hook(place: str) -> Response:
    """A webhook of a place; the answer is what the place expects."""
    if (request.content_length or 0) > LONGEST:
        abort(413, f"this is too long: {LONGEST} bytes are the most")
    headers = {name.lower(): value for name, value in request.headers.items()}
    answer = site().mailer.hear_place(place, headers, request.get_data())
    media = "application/json" if answer.status == 200 and answer.body.startswith("{") else "text/plain"
    return Response(answer.body, answer.status, mimetype=media)
