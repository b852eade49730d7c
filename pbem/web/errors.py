"""What went wrong, in a sentence, on a page that leads on; as JSON where JSON was asked for."""

from __future__ import annotations

from flask import Flask, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from events.store import Corrupt
from pbem.core.bounds import TooLong
from pbem.core.options import NoScenario
from pbem.keys import TooManyKeys
from pbem.people import BadPerson
from pbem.service.room import NoSuchGame, NoSuchSeat, Refused

TITLES = {
    400: "That cannot be read",
    401: "Sign in first",
    403: "Not yours",
    404: "Not here",
    405: "Not like this",
    409: "Not now",
    413: "Too long",
    429: "Too often",
    503: "Too much at once",
}


def register(app: Flask) -> None:
    """Errors of use cases and of HTTP, as pages."""
    for error in (NoSuchGame, NoSuchSeat):
        app.register_error_handler(error, _not_found)
    for refusal in (Refused, TooManyKeys, NoScenario, BadPerson):
        app.register_error_handler(refusal, _refused)
    app.register_error_handler(TooLong, _too_long)
    app.register_error_handler(Corrupt, _corrupt)
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(HTTPException, _http)


def answer(code: int, words: str) -> ResponseReturnValue:
    """The error as a page, or as JSON for a program."""
    if request.path.startswith("/api/") or request.accept_mimetypes.best == "application/json":
        return jsonify(error=words), code
    return render_template("error.html", code=code, title=TITLES.get(code, "Something is wrong"), words=words), code


def _not_found(error: Exception) -> ResponseReturnValue:
    return answer(404, str(error))


def _refused(error: Exception) -> ResponseReturnValue:
    return answer(409 if isinstance(error, Refused | TooManyKeys) else 400, str(error))


def _too_long(error: Exception) -> ResponseReturnValue:
    return answer(413, str(error))


def _corrupt(error: Exception) -> ResponseReturnValue:
    return answer(500, f"This game cannot be shown: {error}")


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
