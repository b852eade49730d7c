"""Each address of the API, declared beside the function that answers there: what OpenAPI and the page about it are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from inspect import getdoc
from typing import Any, Literal

from flask import Response, jsonify

from pbem.core.state.codec import dump
from pbem.web.api.endpoint import VERSION, pages, person

VARIABLE = re.compile(r"<(?:(int):)?(\w+)>")


@dataclass(frozen=True)
class Parameter:
    """A value in the address, behind its question mark, or in a header."""

    name: str
    place: Literal["path", "query", "header"]
    meaning: str
    kind: Literal["string", "integer"] = "string"
    required: bool = False


@dataclass(frozen=True)
class Operation:
    """A method of an address. `answer` and `body` are the types of what goes out and comes in (None: nothing)."""

    method: str
    path: str
    name: str
    group: str
    summary: str
    details: str
    answer: Any
    body: Any
    parameters: Sequence[Parameter]
    signed: bool

    @property
    def fields(self) -> list[str]:
        """The names of what comes in."""
        return [field.name for field in fields(self.body)] if self.body else []


OPERATIONS: list[Operation] = []

SIDE = Parameter("side", "query", "as which seat (or side) to look: your first seat if you do not say, `spectator` for none")
VIEWER = Parameter("side", "query", f"{SIDE.meaning}; `everything` when the game is over")
COMMAND = Parameter("side", "query", "your seat that the orders are for; your first if you do not say")
KEY = Parameter("Idempotency-Key", "header", "new for each filing, the same when it is sent again", required=True)
MEANINGS = {
    "stream": "the game, like g1",
    "turn": "the number of a turn; 0 is the opening",
    "number": "the number of a step of the turn; 0 is the position as it began",
    "game": "the rule book, like star_navy",
    "scenario": "the scenario's name",
    "clause": "the clause, like SN-6.4",
    "id": "its id in the list",
    "seat": "the seat",
}

View = Callable[..., Any]


def route(
    request: str, group: str, answer: Any, body: Any = None, parameters: Sequence[Parameter] = (), signed: bool = False
) -> Callable[[View], View]:
    """Answer a request (`GET /games`) with what the function returns.

    `signed`: only for who shows who they are; all but GET are.
    """
    method, _, path = request.partition(" ")
    needed = signed or method != "GET"

    def declare(view: View) -> View:
        summary, details = _words(view)
        given = [*_variables(path), *parameters]
        shown = VARIABLE.sub(r"{\2}", path)
        OPERATIONS.append(Operation(method, shown, view.__name__, group, summary, details, answer, body, given, needed))

        @wraps(view)
        def answered(**values: Any) -> Response:
            if needed:
                person()
            return jsonify(version=VERSION, data=dump(view(**values)))

        pages.add_url_rule(path, view.__name__, answered, methods=[method])
        return view

    return declare


def _words(view: View) -> tuple[str, str]:
    """The first line of its docstring, and the rest."""
    first, _, rest = (getdoc(view) or "").partition("\n")
    return first, " ".join(rest.split())


def _variables(path: str) -> list[Parameter]:
    """The values within an address."""
    return [
        Parameter(name, "path", MEANINGS[name], "integer" if kind else "string", True) for kind, name in VARIABLE.findall(path)
    ]
