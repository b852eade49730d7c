"""The web pages: a plain first version. Lists the games, shows reports and maps, and in the demonstration a mailbox."""

from __future__ import annotations

import secrets
from pathlib import Path

from flask import Flask
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from events.store import Corrupt
from pbem.service.room import NoSuchGame, NoSuchSeat, Room, minute
from pbem.web import games, mail, post
from pbem.web.post import Counter

ROOT = Path(__file__).resolve().parents[2]


def create_web(
    room: Room, mailbox: str, smtp_send: str, smtp_listen: tuple[str, int] | None, counter: Counter | None = None
) -> Flask:
    """The Flask application. `mailbox` is the address whose local mailbox is shown ("": none); `counter` serves our links."""
    app = Flask(__name__, template_folder=str(ROOT / "templates" / "web"))
    app.secret_key = secrets.token_bytes(32)
    app.config.update(MAILBOX=mailbox, SMTP_SEND=smtp_send, SMTP_LISTEN=smtp_listen, FORM_KEY=secrets.token_urlsafe(16))
    app.extensions["room"] = room
    app.register_blueprint(games.pages)
    if counter:
        app.extensions["counter"] = counter
        app.register_blueprint(post.pages)
    if mailbox:
        mail.box_at(smtp_send, mailbox)  # made before anyone else could be making it
        app.register_blueprint(mail.pages)
    app.jinja_env.globals.update(mailbox=mailbox, minute=minute)
    for error in (NoSuchGame, NoSuchSeat):
        app.register_error_handler(error, _not_found)
    app.register_error_handler(Corrupt, _corrupt)
    app.after_request(_headers)
    return app


def _not_found(error: Exception) -> ResponseReturnValue:
    return str(error), 404, {"Content-Type": "text/plain; charset=utf-8"}


def _corrupt(error: Exception) -> ResponseReturnValue:
    return f"This game cannot be shown: {error}", 500, {"Content-Type": "text/plain; charset=utf-8"}


def _headers(response: Response) -> Response:
    """No script, no frames but our own, nothing from elsewhere."""
    response.headers.setdefault(
        "Content-Security-Policy",
        "default-src 'none'; img-src 'self'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'self'",
    )
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    return response
