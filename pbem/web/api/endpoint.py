"""The entrance of the API: who asks, what is read from a request, and how an answer is written down.

A program shows its token in each request. A browser that is signed in may look (GET), so that one's own scripts can read what
the pages show; nothing is ever changed by a cookie, which is why these addresses need no form key.
"""

from __future__ import annotations

import hashlib
from typing import TypeVar

from flask import Blueprint, abort, g, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import UnprocessableEntity
from werkzeug.wrappers import Response

from events.schema import InvalidData, load
from pbem.accounts.people import Person
from pbem.core.game.options import NoScenario
from pbem.web.infra.errors import answer
from pbem.web.infra.limits import limiter
from pbem.web.infra.visitor import Visitor, key_holder, signed_in, visitor

T = TypeVar("T")

VERSION = 1
PREFIX = f"/api/v{VERSION}"
PROGRAM = "600 per minute"
"""How often one address may ask."""

pages = Blueprint("api", __name__, url_prefix=PREFIX)
limiter.limit(PROGRAM)(pages)


@pages.before_request
def enter() -> ResponseReturnValue | None:
    """A token names its person. 401 for one that opens nothing; without one only looking is possible."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme:
        if scheme.lower() != "bearer":
            abort(401, "send your token as `Authorization: Bearer wr_...`")
        found = key_holder("api", token.strip())
        if found is None:
            abort(401, "this token opens nothing; it may have been revoked")
        g.visitor = Visitor(found[1])
    elif request.method not in ("GET", "HEAD"):
        abort(401, "send a token as `Authorization: Bearer wr_...`; you make one on your own page, /you")
    return None


@pages.after_request
def leave(response: Response) -> Response:
    """Say how to come in, and let a program ask whether anything is new."""
    if response.status_code == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="Wardroom"'
    if request.method == "GET" and response.status_code == 200:
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["Vary"] = "Authorization, Cookie"
        response.add_etag()
        response.make_conditional(request.environ)
    return response


@pages.errorhandler(InvalidData)
def invalid_data(error: InvalidData) -> ResponseReturnValue:
    """What came in has another shape than it should."""
    return answer(422, str(error))


@pages.errorhandler(NoScenario)
def no_scenario(error: NoScenario) -> ResponseReturnValue:
    """A game, scenario or option that is not there."""
    return answer(422, str(error))


def person() -> Person:
    """Who asks. 401 for nobody."""
    if visitor().person is None:
        abort(401, "this is for its player: send a token as `Authorization: Bearer wr_...`")
    return signed_in()


def read(shape: type[T]) -> T:
    """The request's JSON as this dataclass. 422 naming all that does not fit."""
    data = request.get_json(silent=True)
    if not isinstance(data, dict):
        raise UnprocessableEntity("send a JSON object as application/json")
    return load(shape, data)


def idempotency() -> str:
    """What a filing is known by, so that sent again it counts once; of each person their own. 422 without."""
    key = request.headers.get("Idempotency-Key", "").strip()
    if not 0 < len(key) <= 200:
        abort(422, "send an Idempotency-Key header of 1 to 200 characters: new for each filing, the same when it is sent again")
    return hashlib.sha256(f"{person().id}\n{key}".encode()).hexdigest()
