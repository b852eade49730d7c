"""The roll of honour, a page for each unit, a page for each battle: of a campaign as the reader knows it now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from events.lists.game_list import GameRow
from pbem.campaign.language.battle_results import template
from pbem.campaign.model.state import State
from pbem.campaign.played import KEY
from pbem.campaign.report.phrases import ended, scenario_words, versus
from pbem.campaign.report.unit_record import in_battle, unit_record
from pbem.core.game.nearest_names import known_names
from pbem.service.campaigns.campaign_log import campaign_state
from pbem.service.context import ServiceContext
from pbem.service.repository import reading
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, held_seats, is_master, reader
from pbem.web.table.table_page import side_of

pages = Blueprint("campaign", __name__, url_prefix="/g/<stream>")


@pages.get("/units")
def honours(stream: str) -> ResponseReturnValue:
    """All units, by side, with what they have done."""
    row, seat, known = _campaign(stream)
    records = [unit_record(known, id) for id in known.units]
    return render_template("units.html", game=row, seat=seat, side=side_of(seat), known=known, records=records)


@pages.get("/units/<unit>")
def unit(stream: str, unit: str) -> ResponseReturnValue:
    """One unit: her sheet, her commanders, her battles. 404 for one that the reader does not know."""
    row, seat, known = _campaign(stream)
    if unit not in known.units:
        abort(404, f"there is no unit {unit!r} in {stream}; {known_names(unit, known.units)}")
    return render_template("unit.html", game=row, seat=seat, side=side_of(seat), known=known, record=unit_record(known, unit))


@dataclass(frozen=True)
class Entered:
    """The end of a battle as a game master entered it; what is wrong with it, or the campaign as it would be `after` it."""

    text: str
    why: str = ""
    problems: Sequence[str] = ()
    after: State | None = None


@pages.get("/battles/<int:number>")
def battle(stream: str, number: int) -> ResponseReturnValue:
    """One battle: who meets whom, the game that it is, and what became of every unit."""
    return battle_page(stream, number)


def battle_page(stream: str, number: int, entered: Entered | None = None) -> str:
    """The page, with what its game master has entered of a battle at a table. 404 for a battle the reader does not know."""
    row, seat, known = _campaign(stream)
    if number not in known.battles:
        abort(404, f"there is no battle {number} in {stream}")
    shown = entered.after if entered and entered.after else known
    found, master = shown.battles[number], may_report(row)
    node = shown.node_of(found)
    return render_template(
        "battle.html",
        game=row,
        seat=seat,
        side=side_of(seat),
        known=shown,
        battle=found,
        node=node,
        scenario=scenario_words(node),
        versus=versus(shown, found),
        ended=ended(shown, found.outcome, found.winners) if found.over else "",
        units=[in_battle(shown, found, id) for id in found.units if id in shown.units] if found.over else [],
        master=master,
        entered=entered or Entered(_form(site().context, stream, number) if master and not found.over else ""),
    )


def may_report(row: GameRow) -> bool:
    """Who runs the campaign enters what was fought at a table, unless they play in it: they would be told who was sent."""
    return is_master(row) and not held_seats(row.stream)


def _form(context: ServiceContext, stream: str, number: int) -> str:
    """What a game master begins from: every unit that was sent, as she was."""
    with reading(context, stream) as record:
        state = campaign_state(record)
        return template(state, state.battles[number])


def check_campaign(row: GameRow) -> GameRow:
    """404 for a game that is no campaign."""
    if row.game != KEY:
        abort(404, f"{row.stream} is no campaign")
    return row


def _campaign(stream: str) -> tuple[GameRow, str | None, State]:
    """The campaign of this address, its reader, and what they know. 404 for a game that is none."""
    row = check_campaign(game_row(stream))
    seat = reader(row)
    with reading(site().context, stream) as record:
        known: State = record.known(seat)
    return row, seat, known
