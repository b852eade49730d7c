"""What if: make a sandbox from a turn, play it on one page, throw it away. Each is for its owner alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from events.lists.game_list import SandboxRow
from pbem.service.sandboxes.compare import compare, in_words
from pbem.service.sandboxes.fork import MOST, Origin, at_step, fork
from pbem.service.sandboxes.kept import discard, expires
from pbem.service.sandboxes.play import bot_text, open_turn_of, play
from pbem.service.sandboxes.view import turn_of
from pbem.web.infra.limits import CHECK, limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import compared_as, forker, game_row, own_sandbox, signed_in
from pbem.web.pictures.pictures import figure

pages = Blueprint("sandboxes", __name__)

BOX = "orders-"
"""The name of a seat's box begins so: a seat may be called like another field."""


@dataclass(frozen=True)
class Boxes:
    """What the page says of the boxes: texts by seat (None: as they are filed), and a sentence on what was not done."""

    texts: dict[str, str] | None = None
    said: str = ""
    problems: bool = field(default=False)


@pages.get("/what-if")
def index() -> ResponseReturnValue:
    """The visitor's sandboxes."""
    rows = site().context.store.sandboxes_of(signed_in().id)
    return render_template("sandboxes.html", rows=[(row, expires(row)) for row in rows], most=MOST)


@pages.post("/g/<stream>/what-if")
@limiter.limit(CHECK)
def make(stream: str) -> ResponseReturnValue:
    """A sandbox from a turn of a game, or from a step: from what the seat of `?side=` knows, or from the whole."""
    row = game_row(stream)
    seat, turn = forker(row), _number("turn", row.closed)
    origin = Origin(stream, turn, seat)
    if request.form.get("step"):
        origin = at_step(site().context, stream, turn, _number("step", 0), seat)
    return _made(origin)


@pages.get("/what-if/<name>")
def show(name: str) -> ResponseReturnValue:
    """The sandbox on one page: position, last turn, orders of all sides; an earlier turn with `?t=3`."""
    row = own_sandbox(name)
    asked = request.args.get("t", "")
    return _page(row, Boxes(), _decimal(asked, "write the turn as t=3") if asked else None)


@pages.post("/what-if/<name>")
@limiter.limit(CHECK)
def act(name: str) -> ResponseReturnValue:
    """Check the boxes, ask a bot, or play the turn. The boxes come back as they were written."""
    row, what = own_sandbox(name), request.form.get("act", "check")
    texts = {key.removeprefix(BOX): _lines(text) for key, text in request.form.items() if key.startswith(BOX)}
    if what.startswith("bot "):
        seat, _, bot = what.removeprefix("bot ").partition(" ")
        text, title = bot_text(site().context, name, seat, bot)
        return _page(row, Boxes(texts | {seat: text}, f"The bot {bot} orders for {title}."))
    if what not in ("play", "anyway"):
        return _page(row, Boxes(texts))
    played = play(site().context, name, _number("turn", 0), texts, {}, what == "anyway")
    if played.problems:
        return _page(row, Boxes(texts, "Nothing was played: some orders have problems.", problems=True))
    return redirect(url_for("sandboxes.show", name=name), 303)


@pages.get("/what-if/<name>/compare")
@limiter.limit(CHECK)
def side_by_side(name: str) -> ResponseReturnValue:
    """The sandbox beside its game, or beside another one of its owner (`?with=s2`)."""
    row = own_sandbox(name)
    other = request.args.get("with", row.origin)
    found = compare(site().context, name, other, compared_as(row, other))
    return render_template("compare.html", row=row, other=other, found=found, said=in_words(found))


@pages.post("/what-if/<name>/what-if")
@limiter.limit(CHECK)
def again(name: str) -> ResponseReturnValue:
    """Another sandbox, from a turn of this one."""
    row = own_sandbox(name)
    return _made(Origin(name, _number("turn", row.turn)))


@pages.post("/what-if/<name>/discard")
def throw_away(name: str) -> ResponseReturnValue:
    """Nothing of it is left."""
    discard(site().context, own_sandbox(name).stream)
    flash(f"{name} is thrown away.")
    return redirect(url_for("sandboxes.index"), 303)


# ---------------------------------------------------------------- what a page is made of


def _made(origin: Origin) -> ResponseReturnValue:
    name = fork(site().context, origin, signed_in().id)
    return redirect(url_for("sandboxes.show", name=name), 303)


def _page(row: SandboxRow, boxes: Boxes, turn: int | None = None) -> str:
    context = site().context
    shown, now = turn_of(context, row.stream, turn), open_turn_of(context, row.stream, boxes.texts)
    return render_template(
        "sandbox.html",
        row=row,
        shown=shown,
        until=expires(row),
        phases=[(phase, list(told)) for phase, told in groupby(shown.lines, key=lambda line: line.phase)],
        figures=[figure(shown.scenes[0]), *(figure(scene, zoom=False, legend=False) for scene in shown.scenes[1:])],
        now=now if shown.turn == shown.closed else None,
        boxes=boxes,
        prefix=BOX,
        beside=_beside(row),
    )


def _beside(row: SandboxRow) -> list[str]:
    """What it can be compared with: its origin, and the owner's other sandboxes from there."""
    others = site().context.store.sandboxes_of(row.owner)
    return [row.origin, *(each.stream for each in others if each.origin == row.origin and each.stream != row.stream)]


def _lines(text: str) -> str:
    return "\n".join(text.splitlines())


def _number(name: str, default: int) -> int:
    """A number of the form."""
    given = request.form.get(name, "")
    return _decimal(given, f"{name} is to be a number") if given else default


def _decimal(text: str, wanted: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise BadRequest(wanted)
    return int(text)
