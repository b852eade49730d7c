"""The roll of honour, a page for each unit, a page for each battle: of a campaign as the reader knows it now."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from events.game_list import GameRow
from pbem.campaign.model.state import State
from pbem.campaign.played import KEY
from pbem.campaign.report.phrases import ended, scenario_words, versus
from pbem.campaign.report.unit_record import in_battle, unit_record
from pbem.core.game.nearest_names import known_names
from pbem.service.repository import reading
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, is_master, reader
from pbem.web.play.game_page import side_of

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


@pages.get("/battles/<int:number>")
def battle(stream: str, number: int) -> ResponseReturnValue:
    """One battle: who meets whom, the game that it is, and what became of every unit."""
    row, seat, known = _campaign(stream)
    if number not in known.battles:
        abort(404, f"there is no battle {number} in {stream}")
    found = known.battles[number]
    node = known.node_of(found)
    units = [in_battle(known, found, id) for id in found.units if id in known.units] if found.over else []
    return render_template(
        "battle.html",
        game=row,
        seat=seat,
        side=side_of(seat),
        known=known,
        battle=found,
        node=node,
        scenario=scenario_words(node),
        versus=versus(known, found),
        ended=ended(known, found.outcome, found.winners) if found.over else "",
        units=units,
        master=is_master(row),
    )


def _campaign(stream: str) -> tuple[GameRow, str | None, State]:
    """The campaign of this address, its reader, and what they know. 404 for a game that is none."""
    row = game_row(stream)
    if row.game != KEY:
        abort(404, f"{stream} is no campaign")
    seat = reader(row)
    with reading(site().context, stream) as record:
        known: State = record.known(seat)
    return row, seat, known
