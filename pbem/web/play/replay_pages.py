"""Replay: a real address for every step of every turn, as its reader may see it; the same in one file to take away."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import groupby

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_limiter.util import get_remote_address
from markupsafe import Markup
from werkzeug.exceptions import ServiceUnavailable

from events.base import EVERYONE
from events.game_list import GameRow
from pbem.campaign.played import KEY
from pbem.present.svg import to_svg
from pbem.service.campaigns.chapters import fought_between
from pbem.service.reports.replay import Step, TurnReplay, step_at, step_key, turn_replay, turn_steps, undone
from pbem.service.reports.replay_export import MOST_STEPS, MOST_STEPS_OF_CAMPAIGN
from pbem.web.infra.limits import may_make_replay
from pbem.web.infra.site import site
from pbem.web.infra.visitor import (
    EVERYTHING,
    NOBODY_SEAT,
    game_row,
    held_among,
    open_seats,
    seat_rows,
    sees_at_once,
    viewer,
    what_if,
)
from pbem.web.play.pictures import figure
from pbem.web.replay_files.replay_file import Wanted, name_of
from pbem.web.replay_files.replay_queue import Busy

pages = Blueprint("replay", __name__, url_prefix="/g/<stream>")

AGAIN = 2
"""Seconds after which the page that waits for a replay file asks again."""
RETRY_LATER = 60
LONGEST = 20
"""Characters of `?t=`."""
NEAR, EACH = 5, 10
"""The list of turns has those so near, and of the others each tenth."""


@dataclass(frozen=True)
class ShownMoment:
    """What a page shows of a moment: the figure, and the hash of what it was drawn from."""

    figure: Markup
    digest: str
    hashed: str


@dataclass(frozen=True)
class NavLinks:
    """Addresses of the neighbours; "" where there is none. `on` leads past the last event to the game page."""

    start: str
    turn_back: str
    back: str
    on: str
    turn_on: str
    end: str


@pages.get("/t/<int:turn>/e/<int:number>")
def step(stream: str, turn: int, number: int) -> ResponseReturnValue:
    """The position after a step, what happened, and the turn's other steps."""
    row, seat = _asked(stream)
    replay = turn_replay(site().context, stream, turn, seat)
    shown = replay.shown
    return render_template(
        "replay.html",
        **_about(row, replay, number, seat),
        steps=shown.steps,
        phases=[(phase, list(each)) for phase, each in groupby(shown.steps[1:], key=lambda one: one.phase)],
        views=_views(row, seat),
        turns=_near(row.closed, turn),
        undone=undone(site().context, stream),
    )


@pages.get("/t/<int:turn>/e/<int:number>/part")
def part(stream: str, turn: int, number: int) -> ResponseReturnValue:
    """What of the page changes with the step, for the script that steps without loading the rest again."""
    row, seat = _asked(stream)
    return render_template("_moment.html", **_about(row, turn_replay(site().context, stream, turn, seat), number, seat))


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
    return redirect(url_for("replay.step", stream=stream, turn=turn, number=number, side=_side()))


@pages.get("/t/<int:turn>/steps.json")
def steps(stream: str, turn: int) -> ResponseReturnValue:
    """The steps of a turn."""
    row, seat = _asked(stream)
    shown = turn_steps(site().context, stream, turn, seat)
    why = undone(site().context, stream).get(turn, "")
    said = [asdict(each) for each in shown.steps]
    return jsonify(game=stream, turn=turn, side=_name(seat), closed=row.closed, undone=why, steps=said)


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
        address=url_for("replay.file", stream=row.stream, t=request.args.get("t"), side=_side(), wait=wait),
        seconds=0 if ready else AGAIN,
    )


# ---------------------------------------------------------------- what a page is made of


def _asked(stream: str) -> tuple[GameRow, str | None]:
    row = game_row(stream)
    return row, viewer(row)


def _side() -> str | None:
    """The view as it was asked for; links keep it."""
    return request.args.get("side") or None


def _name(seat: str | None) -> str:
    return {None: NOBODY_SEAT, EVERYONE: EVERYTHING}.get(seat) or str(seat)


def _about(row: GameRow, replay: TurnReplay, number: int, seat: str | None) -> dict[str, object]:
    """The words of `_moment.html`."""
    shown, moment = replay.shown, _shown(replay, number)
    now = shown.steps[number]
    return {
        "game": row,
        "here": f"/g/{row.stream}",
        "turn": shown.turn,
        "seat": seat,
        "side": _side(),
        "fork_as": what_if(row, seat),
        "now": now,
        "said": _valuetext(shown.turn, now),
        "moment": moment,
        "ways": _ways(row, shown.turn, number, len(shown.steps) - 1),
        "count": len(shown.steps) - 1,
    }


def _shown(replay: TurnReplay, number: int) -> ShownMoment:
    """The drawn moment, kept for the next who asks."""
    context, shown, key = site().context, replay.shown, step_key(replay, number)
    here = url_for("replay.picture", stream=shown.stream, turn=shown.turn, number=number, side=_side())

    def make() -> ShownMoment:
        found = step_at(context, shown.stream, shown.turn, number, shown.seat)
        return ShownMoment(figure(found.scenes[0], marked=found.step.units, alone=here), found.digest, found.hashed)

    drawn: ShownMoment = context.rendered.get(("figure", here, *key), make)
    return drawn


def _valuetext(turn: int, now: Step) -> str:
    """`Turn 3, Fire: A1 hits B2`: what a screen reader says of the scrubber, and the page's title."""
    where = f"Turn {turn}" if turn else "Set-up"
    return f"{where}, {now.phase}: {now.text}" if now.phase else f"{where}: {now.text}"


def _ways(row: GameRow, turn: int, number: int, count: int) -> NavLinks:
    query = f"?side={_side()}" if _side() else ""

    def to(turn: int, number: int | str) -> str:
        return f"/g/{row.stream}/t/{turn}/e/{number}{query}"

    def end(turn: int) -> str:
        return to(turn, "last")

    game_page = url_for("games.latest", stream=row.stream, side=None if _side() == EVERYTHING else _side())
    latest = turn == row.closed
    following = game_page if latest else to(turn + 1, 0)
    before = end(turn - 1) if turn else ""
    return NavLinks(
        start=to(0, 0) if turn or number else "",
        turn_back=to(turn, 0) if number else (to(turn - 1, 0) if turn else ""),
        back=to(turn, number - 1) if number else before,
        on=to(turn, number + 1) if number < count else following,
        turn_on=to(turn, count) if latest and number < count else following,
        end="" if latest and number == count else end(row.closed),
    )


def _views(row: GameRow, seat: str | None) -> list[tuple[str, str, bool]]:
    """As which seats the visitor may look: what the link says, its words, is it this reader?"""
    seats = seat_rows(row.stream)
    own = {each.seat for each in held_among(seats)}
    offered = [(each, f"{each} (you)" if each in own else each, each == seat) for each in open_seats(row, seats)]
    offered.append((NOBODY_SEAT, "spectator", seat is None))
    if row.status == "ended":
        offered.append((EVERYTHING, "everything", seat == EVERYONE))
    return offered if len(offered) > 1 else []


def _near(closed: int, turn: int) -> list[int]:
    """The turns of the list: all of a short game; of a long one the first, the last, those near this one and each tenth."""
    return [t for t in range(closed + 1) if closed <= 4 * EACH or t in (0, closed) or abs(t - turn) <= NEAR or t % EACH == 0]


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
