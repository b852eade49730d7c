"""CMP-3: what a battle makes of the units. The report and what it does are pure, so that a page can show them before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from events.campaign.battles import BattleReported, Honoured, Outcome, UnitReturned
from events.campaign.refit import Transferred
from events.platform.causes import Actor
from pbem.campaign.model.audiences import battle_audience
from pbem.campaign.model.classes import berths, classes
from pbem.campaign.model.state import Battle, CampaignUnit, Report, State
from pbem.campaign.rules import battles
from pbem.core.fleets.berths import Force, Forces
from pbem.core.fleets.fleet_units import Deed, Fate, Muster, Unit, UnitEnd, counted, faults
from pbem.core.game.turn import Turn

KILLS_FOR_MENTION = 3
MENTIONED = "mentioned in dispatches"
RULES: Mapping[Fate, str] = {"present": "CMP-3.2", "left": "CMP-3.2", "lost": "CMP-3.3", "captured": "CMP-3.4"}


class Mismatch(ValueError):
    """The end of a battle does not fit what the campaign sent there; the message names the unit. Nothing is taken over."""


@dataclass(frozen=True)
class BattleEnd:
    """The end of a battle, as its game or a table has it: sides are those of the scenario.

    `deployed` is what the game's log says was sent into it (None: it says nothing, as at a table). Of a battle that was
    refused or not played the muster is not read.
    """

    stream: str
    head: str
    outcome: Outcome
    winners: Sequence[str]
    verdict: str
    muster: Muster
    deeds: Sequence[Deed] = ()
    deployed: Forces | None = None
    why: str = ""
    by: Actor = ""


def fielded(state: State, battle: Battle) -> Forces:
    """CMP-2.5: what each side of the scenario brings, for `Fleets.deploy`. A side that plays with printed units has none."""
    found: dict[str, Force] = {}
    for side, plays in battle.sides.items():
        brings = state.brings(battle, side)
        if not brings.printed:
            found[plays] = Force(list(battle.forces.get(side, [])), list(brings.keeps))
    return found


# ---------------------------------------------------------------- the report


def report_of(state: State, battle: Battle, end: BattleEnd) -> BattleReported:
    """CMP-3.1: the event that takes a battle's end over, counted absolutely. Raises `Mismatch`, which names a unit."""
    if battle.over or battle.number not in state.battles:
        raise Mismatch(f"battle {battle.number} is over: its end was reported before")
    sides = {plays: side for side, plays in battle.sides.items()}
    fought = end.outcome in ("won", "drawn")
    units = dict(_ends(state, battle, end, sides) if fought else _unharmed(state, battle))
    return BattleReported(
        battle=battle.number,
        stream=end.stream,
        head=end.head,
        outcome=end.outcome,
        winners=[sides[side] for side in end.winners if side in sides] if end.outcome != "not played" else [],
        verdict=end.verdict,
        points={sides[side]: float(number) for side, number in end.muster.points.items() if side in sides} if fought else {},
        units=units,
        deeds=[{"unit": d.unit, "what": d.what, "target": d.target} for d in end.deeds if d.unit in units] if fought else [],
        why=end.why,
        by=end.by,
    )


def _sent(state: State, battle: Battle) -> Iterator[tuple[str, Unit]]:
    """Every unit in the battle and its side. Raises `Mismatch` for one that is not as the campaign has it."""
    seen: set[str] = set()
    for side, force in battle.forces.items():
        for unit in force:
            now = state.units.get(unit.id)
            if unit.id in seen:
                raise Mismatch(f"{unit.id} is in battle {battle.number} twice")
            if now is None or now.where != "battle" or now.side != side or now.lacks != unit.lacks:
                raise Mismatch(f"{unit.id} is not as it was sent: {_as_sent(unit)}, and the campaign has {_as_kept(now)}")
            seen.add(unit.id)
            yield side, unit


def _as_sent(unit: Unit) -> str:
    return f"it went into the battle {lacking(unit.lacks)}"


def _as_kept(unit: CampaignUnit | None) -> str:
    return "no such unit" if unit is None else f"it {lacking(unit.lacks)}, {unit.where}, of side {unit.side}"


def lacking(lacks: Mapping[str, int]) -> str:
    """In words: `lacking hull 2, crew 1`."""
    return f"lacking {', '.join(f'{item} {number}' for item, number in lacks.items()) or 'nothing'}"


def _unharmed(state: State, battle: Battle) -> Iterator[tuple[str, dict[str, Any]]]:
    """CMP-2.4: in a battle that was not fought no unit comes to harm."""
    for side, unit in _sent(state, battle):
        yield unit.id, _entry(unit, UnitEnd(unit.unit_class, "", "present", "", unit.lacks), side)


def _ends(state: State, battle: Battle, end: BattleEnd, sides: Mapping[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    sent = dict((unit.id, (side, unit)) for side, unit in _sent(state, battle))
    _check_deployed(state, battle, end.deployed)
    _check_strangers(state, battle, end.muster.units, sent)
    for id, (side, unit) in sent.items():
        if id not in end.muster.units:
            raise Mismatch(f"{id} was sent to battle {battle.number}, and its end says nothing of it")
        found = end.muster.units[id]
        _check_end(state.units[id].book, battle, unit, found)
        has = side if found.fate == "lost" else sides.get(found.side, "")
        yield id, _entry(unit, found, has or side, lost=not has)


def _check_deployed(state: State, battle: Battle, deployed: Forces | None) -> None:
    """What the game was opened with is what the campaign has sent."""
    if deployed is None:
        return
    sent = {unit.id: unit for force in fielded(state, battle).values() for unit in force.units}
    began = [unit for force in deployed.values() for unit in force.units]
    for unit in began:
        if unit.id not in sent:
            raise Mismatch(f"{unit.id} began battle {battle.number}, and nobody sent it")
        if unit != sent[unit.id]:
            raise Mismatch(f"{unit.id} was sent {lacking(sent[unit.id].lacks)}, and began the battle {lacking(unit.lacks)}")
    for id in sent:
        number = sum(unit.id == id for unit in began)
        if number != 1:
            raise Mismatch(f"{id} was sent to battle {battle.number}, and began it {'twice' if number else 'not at all'}")


def _check_strangers(state: State, battle: Battle, ends: Iterable[str], sent: Mapping[str, object]) -> None:
    """The end names the units that were sent, those that are printed, and no others."""
    node = state.node_of(battle)
    printed = {berth.id for berth in berths(node)}
    for id in ends:
        if id not in sent and id not in printed:
            raise Mismatch(f"{id} is in the end of battle {battle.number}, and nobody sent it")


def _check_end(book: str, battle: Battle, unit: Unit, end: UnitEnd) -> None:
    if end.unit_class != unit.unit_class:
        raise Mismatch(f"{unit.id} was sent as {unit.unit_class}, and comes back as {end.unit_class}")
    for why in faults(Unit(unit.id, end.unit_class, unit.name, dict(end.lacks)), classes(book)):
        raise Mismatch(f"{unit.id}, at the end of battle {battle.number}: {why}")


def _entry(unit: Unit, end: UnitEnd, side: str, lost: bool = False) -> dict[str, Any]:
    """CMP-3.4: a unit that nobody of the campaign has any more is lost to it."""
    return {
        "side": side,
        "fate": "lost" if lost else end.fate,
        "how": end.how,
        "before": dict(unit.lacks),
        "after": dict(end.lacks),
    }


# ---------------------------------------------------------------- what it does


def returns(state: State, report: BattleReported | Report) -> list[UnitReturned]:
    """CMP-3.2, CMP-3.3, CMP-3.4: what becomes of every unit. The page that shows it before, and the rules, both ask here."""
    return [_returned(state, report, id, entry) for id, entry in report.units.items()]


def _returned(state: State, report: BattleReported | Report, id: str, entry: Mapping[str, Any]) -> UnitReturned:
    unit = state.units[id]
    lacks = counted(entry["after"], classes(unit.book)[unit.unit_class])
    hits = sum(deed["unit"] == id and deed["what"] == "hit" for deed in report.deeds)
    kills = [deed["target"] for deed in report.deeds if deed["unit"] == id and deed["what"] == "kill"]
    fate = cast(Fate, entry["fate"])
    return UnitReturned(report.battle, id, entry["side"], fate, entry["how"], lacks, hits, kills)


def honours(state: State, report: BattleReported | Report) -> list[Honoured]:
    """CMP-3.7: who is mentioned in dispatches. Asked before the units return."""
    return [Honoured(report.battle, each.unit, MENTIONED) for each in returns(state, report) if _mentioned(state, report, each)]


def _mentioned(state: State, report: BattleReported | Report, returned: UnitReturned) -> bool:
    unit = state.units[returned.unit]
    own = [id for id in report.units if state.units[id].side == unit.side]
    if sum(target not in own for target in returned.kills) >= KILLS_FOR_MENTION:
        return True
    printed = sum(item.most for item in classes(unit.book)[unit.unit_class].items.values())
    now, before = sum(returned.lacks.values()), sum(unit.lacks.values())
    return returned.fate in ("present", "left") and now > before and 2 * now >= printed


def take_over(turn: Turn[State], report: Report) -> None:
    """A battle turn: every unit comes back or does not, and then the battle is decided."""
    state, battle = turn.state, turn.state.battles[report.battle]
    turn.phase("Battle")
    audience = battle_audience(state, battle.number)
    mentions = honours(state, report)
    for returned in returns(state, report):
        turn.emit(returned, RULES[returned.fate], audience)
        if returned.fate == "captured":
            turn.emit(Transferred(returned.unit, first_fleet(state, returned.side)), "CMP-3.4", returned.side)
    for honoured in mentions:
        turn.emit(honoured, "CMP-3.7", audience)
    battles.decide(turn, battle, report.outcome, report.winners, report.points)


def first_fleet(state: State, side: str) -> str:
    """CMP-3.4: where a captured unit goes."""
    return next((unit.fleet for unit in state.file.side(side).units), "1ST")
