"""Next, back, "I know this": how far a reader is with the hints of a rule book."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from pbem.web.account.sign_in_links import local_path
from pbem.web.guide.hints import KNOWN, remember, texts

pages = Blueprint("hints", __name__)


@pages.post("/hints/<game>")
def go(game: str) -> ResponseReturnValue:
    """Show this hint from now on; one after the last is none any more."""
    found, asked = texts(game), request.form.get("at", "")
    if not found:
        abort(404, f"there are no hints for {game}")
    at = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 3 else KNOWN
    remember(game, at if 1 <= at <= len(found) else KNOWN)
    if request.accept_mimetypes.best == "application/json":
        return "", 204
    return redirect(local_path(request.form.get("next", "")), 303)
