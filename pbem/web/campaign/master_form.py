"""What a game master does to a campaign: units, points, a battle played again, the end of a battle at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem.campaign.model.campaign_file import FileUnit
from pbem.core.game.options import finite
from pbem.core.texts.text_limits import TooLong
from pbem.service.campaigns import by_hand
from pbem.service.campaigns.table_results import after_report, read_end
from pbem.service.context import ActRefused
from pbem.service.history import MASTER
from pbem.service.repository import load
from pbem.web.campaign.campaign_pages import Entered, battle_page, check_campaign, may_report
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import check_master, game_row

pages = Blueprint("campaign_master", __name__, url_prefix="/g/<stream>")
ACTS_AN_HOUR = "120 per hour"


def _text(name: str) -> str:
    return request.form.get(name, "").strip()


def _number(name: str) -> float:
    """Raises `ActRefused`."""
    found = finite(_text(name))
    if found is None:
        raise ActRefused(f"{_text(name) or 'nothing'} is no number; write one like 3 or 2.5")
    return found


def _add(stream: str) -> str:
    unit = FileUnit(
        _text("unit").upper(), _text("class"), _text("book"), _text("name"), _text("fleet").upper() or "1ST", _text("commander")
    )
    by_hand.add_unit(site().context, stream, _text("side"), unit, _text("why"), MASTER)
    return f"{unit.id} has joined."


def _take(stream: str) -> str:
    by_hand.take_unit(site().context, stream, _text("unit"), _text("why"), MASTER)
    return f"{_text('unit')} is out of the campaign."


def _points(stream: str) -> str:
    by_hand.set_points(site().context, stream, _text("side"), _number("number"), _text("why"), MASTER)
    return "The points for refits are set; that side alone is told how many they are."


def _score(stream: str) -> str:
    by_hand.set_score(site().context, stream, _text("side"), _number("number"), _text("why"), MASTER)
    return "The points of victory are set."


def _again(stream: str) -> str:
    battle = int(_number("battle"))
    by_hand.replay_battle(site().context, stream, battle, _text("why"), MASTER)
    return f"Battle {battle} is played again."


ACTS: Mapping[str, Callable[[str], str]] = {"add": _add, "take": _take, "points": _points, "score": _score, "again": _again}
"""Each does its act and says so."""


@pages.post("/master/campaign")
@limiter.limit(ACTS_AN_HOUR)
def act(stream: str) -> ResponseReturnValue:
    """One act. What is refused is said, and the box is as it was."""
    check_master(check_campaign(game_row(stream)))
    chosen = ACTS.get(_text("act"))
    if chosen is None:
        abort(400, "that is none of the game master's acts")
    try:
        flash(chosen(stream))
    except ActRefused as e:
        flash(f"Not done: {e}")
    return redirect(url_for("master.show", stream=stream, _anchor="campaign"), 303)


@pages.post("/battles/<int:number>")
@limiter.limit(ACTS_AN_HOUR)
def report(stream: str, number: int) -> ResponseReturnValue:
    """The end of a battle at a table: show what it would make of every unit, and (`do=report`) report it so."""
    check_master(row := check_campaign(game_row(stream)))
    if not may_report(row):
        abort(403, "you play in this campaign, and would be told who was sent: somebody else who runs it enters the end")
    context, record, text, why = site().context, load(site().context, stream), _text("text"), _text("why")
    try:
        end = read_end(record, number, text, why, MASTER)
        after = after_report(record, number, end, context.now())
        if _text("do") == "report":
            by_hand.report_by_hand(context, stream, end, number)
            flash(f"Battle {number} is reported.")
            return redirect(url_for("campaign.battle", stream=stream, number=number), 303)
    except (ActRefused, TooLong) as e:
        return battle_page(stream, number, Entered(text, why, str(e).splitlines())), 400
    return battle_page(stream, number, Entered(text, why, after=after))
