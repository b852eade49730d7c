"""The page about the API, made from what its addresses declare; and the OpenAPI file for programs."""

from __future__ import annotations

from functools import cache
from itertools import groupby

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from pbem.files import STATIC
from pbem.web.api.describe import OPERATIONS
from pbem.web.api.endpoint import PREFIX
from pbem.web.library.documents import said

pages = Blueprint("apidocs", __name__)
FILE = STATIC / "openapi.json"
GROUPS = {
    "me": "You",
    "games": "Games",
    "turns": "Turns, step by step",
    "orders": "Orders",
    "press": "Press",
    "thread": "The game's thread",
    "votes": "What the players decide",
    "seats": "Seats",
    "master": "The game master's box",
    "books": "Rule books",
}


@pages.get("/api")
def index() -> ResponseReturnValue:
    """Every address of the API, for people."""
    order = list(GROUPS)
    rows = sorted(OPERATIONS, key=lambda each: (order.index(each.group), each.path, each.method))
    groups = [(GROUPS[name], list(found)) for name, found in groupby(rows, key=lambda each: each.group)]
    return render_template("api.html", groups=groups, prefix=PREFIX, said=said)


@pages.get(f"{PREFIX}/openapi.json")
def openapi() -> ResponseReturnValue:
    """The OpenAPI file."""
    made = Response(_file(), mimetype="application/json")
    made.add_etag()
    return made.make_conditional(request.environ)


@cache
def _file() -> bytes:
    return FILE.read_bytes()
