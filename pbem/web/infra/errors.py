"""What went wrong, in a sentence, on a page that leads on; as JSON where JSON was asked for."""

from __future__ import annotations

import logging

from flask import Flask, current_app, g, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from events.database import Unreachable
from events.store import Corrupt
from pbem.accounts.credentials import TooManyKeys
from pbem.accounts.people import BadPerson
from pbem.core.game.options import NoScenario
from pbem.core.texts.text_limits import TooLong
from pbem.service.context import ActRefused, NoSuchGame, NoSuchSeat
from pbem.web.infra.visitor import Visitor

TITLES = {
    400: "That cannot be read",
    401: "Sign in first",
    403: "Not yours",
    404: "Not here",
    405: "Not like this",
    409: "Not now",
    413: "Too long",
    429: "Too often",
    503: "Not at this moment",
}
AWAY = "the database does not answer at this moment; come back in a minute, and look first whether what you sent is there"
AWAY_SECONDS = "60"

log = logging.getLogger(__name__)

TYPED = {
    "text": "Your orders",
    "words": "Your words",
    "why": "Your reason",
    "address": "The mail address",
    "title": "The title",
    "name": "The name",
    "label": "The name",
}
"""The fields of forms in which people write, and what they are called when they are given back."""


def register(app: Flask) -> None:
    """Errors of use cases and of HTTP, as pages."""
    for error in (NoSuchGame, NoSuchSeat):
        app.register_error_handler(error, _not_found)
    for refusal in (ActRefused, TooManyKeys, NoScenario, BadPerson):
        app.register_error_handler(refusal, _refused)
    app.register_error_handler(TooLong, _too_long)
    app.register_error_handler(Corrupt, _corrupt)
    app.register_error_handler(Unreachable, _unreachable)
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(HTTPException, _http)


def answer(code: int, words: str) -> ResponseReturnValue:
    """The error as a page, or as JSON for a program."""
    if request.path.startswith("/api/") or request.accept_mimetypes.best == "application/json":
        return jsonify(error=words), code
    title = TITLES.get(code, "Something is wrong")
    return render_template("error.html", code=code, title=title, words=words, typed=_typed(code)), code


def _typed(code: int) -> list[tuple[str, str]]:
    """What the visitor wrote into the form that failed: it is given back, and not lost. Too long a request is not looked at."""
    if request.method != "POST" or (code == 413 and (request.content_length or 0) > current_app.config["MAX_CONTENT_LENGTH"]):
        return []
    return [(label, request.form[name]) for name, label in TYPED.items() if request.form.get(name, "").strip()]


def _not_found(error: Exception) -> ResponseReturnValue:
    return answer(404, str(error))


def _refused(error: Exception) -> ResponseReturnValue:
    return answer(409 if isinstance(error, ActRefused | TooManyKeys) else 400, str(error))


def _too_long(error: Exception) -> ResponseReturnValue:
    return answer(413, str(error))


def _corrupt(error: Exception) -> ResponseReturnValue:
    return answer(500, f"This game cannot be shown: {error}")


def _unreachable(error: Exception) -> ResponseReturnValue:
    log.error("a page could not be shown: %s", " ".join(str(error).split()))
    g.visitor = Visitor(None)  # who it is can be asked of nobody
    said = make_response(answer(503, AWAY))
    said.headers["Retry-After"] = AWAY_SECONDS
    return said


def _stale_form(error: Exception) -> ResponseReturnValue:
    return answer(400, "this form was opened too long ago, or not on our page: open the page again and send it once more")


def _http(error: Exception) -> ResponseReturnValue:
    assert isinstance(error, HTTPException)  # noqa: S101 (what it is registered for)
    if error.code is None or error.code < 400:
        return error.get_response()
    said = make_response(answer(error.code, str(error.description or error.name)))
    later = getattr(error, "retry_after", None)
    if later is not None:
        said.headers["Retry-After"] = str(later)
    return said
