"""A sentence of the report for each event, in the words of the rule book of campaigns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.base import Event
from events.campaign import battles, masters, opening, refit, rounds
from pbem.campaign.model.classes import classes
from pbem.campaign.model.state import State
from pbem.campaign.report.phrases import (
    against,
    battle_title,
    called,
    changes,
    ended,
    lacks_words,
    node_title,
    number,
    points,
    sheet_of,
    titles,
)
from pbem.core.fleets.fleet_units import Unit, UnitClass
from pbem.core.game.phrases import count, join_words
from pbem.core.state import codec

Teller = Callable[[Any, State], str | None]


def tell(event: Event, known: State) -> str | None:
    """What to say of an event that the reader may see; None for one that is not of campaigns."""
    teller = TELLERS.get(type(event))
    return teller(event, known) if teller else None


def because(why: str) -> str:
    """`: why`, for a reason that somebody gave."""
    return f": {why}" if why else ""


# ---------------------------------------------------------------- opening


def _begun(event: opening.CampaignBegun, known: State) -> str:
    file = known.file
    return f"{file.title} begins: {titles(known, known.sides)}, at most {count(file.rounds, 'round')}"


def _joined(event: opening.UnitJoined, known: State) -> str:
    """CMP-1.3, CMP-5.3, CMP-8.1."""
    sheet = classes(event.book).get(event.unit_class)
    what = ", ".join(words for words in (sheet.title if sheet else event.unit_class, event.name) if words)
    how = {"file": "is in", "replaced": "is built anew and joins", "master": "joins"}[event.cause]
    lacks = lacks_words(event.lacks, sheet or UnitClass(event.unit_class, 0, {}))
    words = f"{event.unit} ({what}) {how} fleet {event.fleet} of {known.title_of(event.side)}"
    return words + (f", lacking {lacks}" if lacks else "") + because(event.why)


def _points(event: opening.PointsSet, known: State) -> str:
    return f"{known.title_of(event.side)} has {points(event.points)} for refits{because(event.why)}"


# ---------------------------------------------------------------- refits


def _refit(event: refit.RefitBegun, known: State) -> str:
    """CMP-1.4, CMP-1.5."""
    does = "the orders of all sides are carried out" if known.refitted else "its battles are set"
    return f"round {event.number} of {known.limit}: {does}"


def _repaired(event: refit.Repaired, known: State) -> str:
    """CMP-5.1, CMP-5.2."""
    unit = known.units[event.unit]
    item = sheet_of(unit).items.get(event.item)
    left = f", {event.left} still lacking" if event.left else ", now complete"
    done = "taken aboard" if item and item.store else "made good"
    return f"{event.unit}: {event.item} {event.boxes} {done} for {points(event.points)}{left}"


def _transferred(event: refit.Transferred, known: State) -> str:
    return f"{event.unit} joins fleet {event.fleet}"


def _commander(event: refit.CommanderMoved, known: State) -> str:
    return f"{event.commander} takes command of {event.unit}" if event.commander else f"{event.unit} has no commander now"


def _lapsed(event: refit.OrderLapsed, known: State) -> str:
    return f"{event.order}: {event.why}"


def _turn_ended(event: rounds.TurnEnded, known: State) -> None:
    """The report's heading says which turn it was."""


def _sat_out(event: rounds.SatOut, known: State) -> str:
    """CMP-7.2."""
    return f"{known.title_of(event.side)} sits this round out, and gets a point for it"


def _scouted(event: refit.Scouted, known: State) -> str:
    """CMP-6.2."""
    who = f"the scouts of {known.title_of(event.side)}"
    if not event.found:
        return f"{who} find nothing out about {battle_title(known, event.battle)}"
    found = [_found(codec.read(Unit, unit), known) for unit in event.units]
    return f"{who} report on {battle_title(known, event.battle)}: {'; '.join(found) or 'nothing is sent there'}"


def _found(unit: Unit, known: State) -> str:
    own = known.units.get(unit.id)
    sheet = sheet_of(own) if own else UnitClass(unit.unit_class, 0, {})
    lacks = lacks_words(unit.lacks, sheet)
    return f"{unit.id} ({sheet.title})" + (f", lacking {lacks}" if lacks else "")


def _set(event: refit.BattleSet, known: State) -> str:
    """CMP-2.1."""
    return f"battle {event.battle} is set at {node_title(known, event.node)}: {against(known, event.sides)}"


def _sent(event: refit.ForceSent, known: State) -> str:
    units = join_words([called(known, unit["id"]) for unit in event.units] or ["nothing"])
    return f"{known.title_of(event.side)} sends {units} to {battle_title(known, event.battle)}"


def _refused(event: refit.Refused, known: State) -> str:
    """CMP-2.4."""
    return f"{known.title_of(event.side)} does not fight {battle_title(known, event.battle)}"


# ---------------------------------------------------------------- battles


def _opened(event: battles.BattleOpened, known: State) -> str:
    where = f"as game {event.stream}" if event.stream else "at a table of the players' own"
    return f"{battle_title(known, event.battle)} is played {where}"


def _reported(event: battles.BattleReported, known: State) -> str:
    """CMP-3.1."""
    how = ended(known, event.outcome, event.winners)
    said = f"{battle_title(known, event.battle)} is over: {how}" + (f". {event.verdict}" if event.verdict else "")
    return f"{said.rstrip('.')} ({event.why})" if event.why else said.rstrip(".")


def report_of(known: State, battle: int, unit: str) -> dict[str, Any]:
    """What was reported of a unit in a battle: before, after, fate; nothing if the reader was not told."""
    if known.reported is not None and known.reported.battle == battle:
        return known.reported.units.get(unit, {})
    found = known.battles.get(battle)
    return found.units.get(unit, {}) if found else {}


FATES = {"present": "comes back", "left": "has left the battle", "captured": "is captured", "lost": "is lost"}


def _returned(event: battles.UnitReturned, known: State) -> str:
    """CMP-3.2 to 3.4, with the boxes that she has left; which ones, item by item, is in a panel."""
    by = f" by {known.title_of(event.side)}" if event.fate == "captured" else ""
    said = f"{called(known, event.unit)} {FATES[event.fate]}{by}{how_words(event.fate, event.how)}"
    return said if event.fate == "lost" else f"{said}: {_left(event, known)}"


def how_words(fate: str, how: str) -> str:
    """` (jumped away)`; of a unit that comes back there is nothing to add."""
    return f" ({how})" if how and fate != "present" else ""


def _left(event: battles.UnitReturned, known: State) -> str:
    """`6 boxes lost, 30 of 41 left`, `complete, as before`."""
    before = report_of(known, event.battle, event.unit).get("before", {})
    if before == event.lacks:
        return "as before" if before else "complete, as before"
    most = sum(item.most for item in sheet_of(known.units[event.unit]).items.values())
    fewer, left = sum(event.lacks.values()) - sum(before.values()), most - sum(event.lacks.values())
    return f"{count(fewer, 'box', 'boxes')} lost, {left} of {most} left" if fewer > 0 else f"{left} of {most} boxes left"


def after_words(known: State, battle: int, unit: str, lacks: dict[str, int]) -> str:
    """What a battle has changed of a unit: `hull 6 -> 3 of 6`, `as before`."""
    before = report_of(known, battle, unit).get("before", {})
    return changes(before, lacks, sheet_of(known.units[unit])) or ("complete, as before" if not lacks else "as before")


def _honoured(event: battles.Honoured, known: State) -> str:
    """CMP-3.7."""
    return f"{called(known, event.unit)} is {event.honour} after {battle_title(known, event.battle)}"


def _decided(event: battles.BattleDecided, known: State) -> str:
    """CMP-3.5."""
    shares = [f"{known.title_of(side)} {number(gained)}" for side, gained in event.points.items() if gained]
    gained = f"; points of victory: {', '.join(shares)}" if shares else ""
    return f"{node_title(known, event.node)} is decided: {ended(known, event.outcome, event.winners)}{gained}"


def _node(event: battles.NodeOpened, known: State) -> str:
    """CMP-3.8."""
    after = f" after {known.file.node(event.cause).title}" if event.cause else ""
    return f"{node_title(known, event.node)} can be fought for{after}"


def _ended(event: battles.Ended, known: State) -> str:
    return event.verdict


# ---------------------------------------------------------------- game masters


def _taken(event: masters.UnitTaken, known: State) -> str:
    return f"{called(known, event.unit)} is out of the campaign{because(event.why)}"


def _score(event: masters.ScoreSet, known: State) -> str:
    return f"{known.title_of(event.side)} has {points(event.score)} of victory{because(event.why)}"


TELLERS: dict[type[Event], Teller] = {
    opening.CampaignBegun: _begun,
    opening.UnitJoined: _joined,
    opening.PointsSet: _points,
    refit.RefitBegun: _refit,
    refit.Repaired: _repaired,
    refit.Transferred: _transferred,
    refit.CommanderMoved: _commander,
    refit.OrderLapsed: _lapsed,
    refit.Scouted: _scouted,
    refit.BattleSet: _set,
    refit.ForceSent: _sent,
    refit.Refused: _refused,
    rounds.TurnEnded: _turn_ended,
    rounds.SatOut: _sat_out,
    battles.BattleOpened: _opened,
    battles.BattleReported: _reported,
    battles.UnitReturned: _returned,
    battles.Honoured: _honoured,
    battles.BattleDecided: _decided,
    battles.NodeOpened: _node,
    battles.Ended: _ended,
    masters.UnitTaken: _taken,
    masters.ScoreSet: _score,
}
