"""Replay: a real address for every step of every turn, as its reader may see it; the same in one file to take away."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_limiter.util import get_remote_address
from werkzeug.exceptions import ServiceUnavailable

from events.base import EVERYONE
from events.lists.game_list import GameRow
from pbem.campaign.played import KEY
from pbem.present.svg import to_svg
from pbem.service.campaigns.chapters import fought_between
from pbem.service.reports.replay import Step, step_at, turn_replay, turn_steps, undone
from pbem.service.reports.replay_export import MOST_STEPS, MOST_STEPS_OF_CAMPAIGN
from pbem.service.reports.step_frames import StepFrames, step_frames
from pbem.web.infra.limits import may_make_replay
from pbem.web.infra.site import site
from pbem.web.infra.visitor import (
    EVERYTHING,
    NOBODY_SEAT,
    game_row,
    sees_at_once,
    viewer,
)
from pbem.web.replay_files.replay_file import Wanted, name_of
from pbem.web.replay_files.replay_queue import Busy
from pbem.web.table.table_page import render_table
from pbem.web.table.time_line import asked_side, said_of

pages = Blueprint("replay", __name__, url_prefix="/g/<stream>")

AGAIN = 2
"""Seconds after which the page that waits for a replay file asks again."""
RETRY_LATER = 60
LONGEST = 20
"""Characters of `?t=`."""


@pages.get("/t/<int:turn>/e/<int:number>")
def step(stream: str, turn: int, number: int) -> ResponseReturnValue:
    """The position after a step, what happened, and the turn's other steps."""
    return render_table(game_row(stream), "report", turn, number)


@pages.get("/t/<int:turn>/e/<int:number>/map.svg")
def picture(stream: str, turn: int, number: int) -> ResponseReturnValue:
    """The map alone."""
    seat = _asked(stream)[1]
    scene = step_at(site().context, stream, turn, number, seat).scenes[0]
    return Response(to_svg(scene), mimetype="image/svg+xml")


@pages.get("/t/<int:turn>/e/last")
def last(stream: str, turn: int) -> ResponseReturnValue:
    """The last step of a turn."""
    seat = _asked(stream)[1]
    number = len(turn_steps(site().context, stream, turn, seat).steps) - 1
    return redirect(url_for("replay.step", stream=stream, turn=turn, number=number, side=asked_side()))


@pages.get("/t/<int:turn>/steps.json")
def steps(stream: str, turn: int) -> ResponseReturnValue:
    """The steps of a turn."""
    row, seat = _asked(stream)
    shown = turn_steps(site().context, stream, turn, seat)
    why = undone(site().context, stream).get(turn, "")
    said = [asdict(each) for each in shown.steps]
    return jsonify(game=stream, turn=turn, side=_name(seat), closed=row.closed, undone=why, steps=said)


@pages.get("/t/<int:turn>/frames.json")
def frames(stream: str, turn: int) -> ResponseReturnValue:
    """All steps of a turn with their maps, as differences: a page steps through them without asking again."""
    row, seat = _asked(stream)
    context = site().context
    key = ("frames", asked_side(), row.closed, *turn_replay(context, stream, turn, seat).key)
    body, tag = context.rendered.get(key, lambda: _frames(row, turn, seat))
    answer = Response(body, mimetype="application/json", headers={"Cache-Control": "private, no-cache"})
    answer.set_etag(tag)
    return answer.make_conditional(request)


def _frames(row: GameRow, turn: int, seat: str | None) -> tuple[bytes, str]:
    """What `static/frames.js` and the table's script read, and a name for it."""
    made = step_frames(site().context, row.stream, turn, seat)
    told = [_told(made, each) for each in made.replay.shown.steps]
    about = {"stream": row.stream, "turn": turn, "side": _name(seat), "closed": row.closed, "count": len(told)}
    body = json.dumps({**about, **made.frames.as_json(), "shown": made.shown, "steps": told}, separators=(",", ":")).encode()
    return body, hashlib.sha256(body).hexdigest()[:32]


def _told(made: StepFrames, step: Step) -> dict[str, object]:
    """A step in words; `why` is the address of what is behind it."""
    shown, number = made.replay.shown, step.number
    why = url_for("why.show", stream=shown.stream, turn=shown.turn, number=number, side=asked_side()) if number else ""
    digest = made.digests.get(number, "")
    return {**asdict(step), "said": said_of(shown.turn, step), "digest": digest, "hashed": made.hashed, "why": why}


@pages.get("/replay.html")
def file(stream: str) -> ResponseReturnValue:
    """All steps (of the turns `?t=3` or `?t=3-8`) in one page that needs no server: to keep, to send, to open offline.

    It is made when it is wanted first. Until it is there, the answer is 202 and a page that asks again by itself (`?wait=1`).
    """
    row, seat = _asked(stream)
    first, last = _turns(row)
    battles = fought_between(site().context, stream, first, last, seat) if row.game == KEY else []
    most = MOST_STEPS_OF_CAMPAIGN if battles else MOST_STEPS
    wanted = Wanted(stream, seat, first, last, most, _end(row), battles)
    name, replays = name_of(site().context, wanted), site().replays
    found = replays.file(name)
    if found is None:
        return _wait(row, wanted, name)
    if request.args.get("wait"):
        return _waiting(row, wanted, ready=True)
    sent = send_file(found, mimetype="text/html", as_attachment=True, download_name=f"{stream}-replay.html", etag=False)
    sent.headers.pop("Last-Modified", None)  # when it was wanted last, as `ReplayQueue.file` notes
    sent.headers["Cache-Control"] = "private, no-cache"
    return sent


def _wait(row: GameRow, wanted: Wanted, name: str) -> ResponseReturnValue:
    """Have it made, if nobody has asked for it yet. 429, 503 when too much is asked for, 500 when it could not be made."""
    replays, who = site().replays, get_remote_address()
    if replays.failed(name):
        abort(500, "this replay could not be made; the service's log says why. If you load this page again, it is tried again")
    before = replays.place(name)
    if before is None:
        if not may_make_replay(who):
            abort(429, "too many replays were made for you; try again in an hour")
        try:
            before = replays.want(name, wanted, who)
        except Busy as e:
            raise ServiceUnavailable(str(e), retry_after=RETRY_LATER) from e
    return _waiting(row, wanted, before), 202, {"Retry-After": str(AGAIN), "Cache-Control": "no-store"}


def _waiting(row: GameRow, wanted: Wanted, before: int = 0, ready: bool = False) -> str:
    """The page that waits for the file, or leads to it."""
    wait = None if ready else 1
    return render_template(
        "replay_wait.html",
        game=row,
        wanted=wanted,
        side=_name(wanted.seat),
        before=before,
        ready=ready,
        address=url_for("replay.file", stream=row.stream, t=request.args.get("t"), side=asked_side(), wait=wait),
        seconds=0 if ready else AGAIN,
    )


# ---------------------------------------------------------------- what a page is made of


def _asked(stream: str) -> tuple[GameRow, str | None]:
    row = game_row(stream)
    return row, viewer(row)


def _name(seat: str | None) -> str:
    return {None: NOBODY_SEAT, EVERYONE: EVERYTHING}.get(seat) or str(seat)


def _end(row: GameRow) -> int:
    """Where the log ends for a visitor who sees the game with a delay: behind the last turn that they may see; else 0."""
    store = site().seen.store
    return 0 if sees_at_once(row) else store.head_before(row.stream, row.closed + 1).version


def _turns(row: GameRow) -> tuple[int, int]:
    """The turns of `?t=`; without it all."""
    asked = request.args.get("t", "")
    first, _, end = asked.partition("-")
    if not asked:
        return 0, row.closed
    if not first.isdecimal() or not (end or first).isdecimal() or len(asked) > LONGEST:
        abort(400, "write the turns as t=3 or t=3-8")
    chosen = int(first), int(end or first)
    if not chosen[0] <= chosen[1] <= row.closed:
        abort(404, f"{row.stream} has turns 0 to {row.closed}")
    return chosen
