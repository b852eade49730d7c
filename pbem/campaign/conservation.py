"""Is every unit and every point accounted for? What a turn of a campaign may change, told by what it did change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from events.campaign.battles import BattleReported
from pbem.campaign.model.classes import class_of, cost_of
from pbem.campaign.model.state import CampaignUnit, State, rounded
from pbem.campaign.rules.repairs import price_of_new
from pbem.core.fleets.fleet_units import Unit, faults
from pbem.core.state import codec


@dataclass(frozen=True)
class Count:
    """The units and points of a campaign before a turn."""

    units: dict[str, CampaignUnit]
    purses: dict[str, float]

    @classmethod
    def of(cls, state: State) -> Count:
        """As they are now."""
        return cls({id: codec.copy(unit) for id, unit in state.units.items()}, dict(state.purses))


def gained_or_lost(before: Count, state: State, report: BattleReported | None) -> list[str]:
    """What a turn has changed and may not have: a battle turn with its report, or a refit turn (None)."""
    found = [f"{id} is gone" for id in before.units if id not in state.units]
    found += [f"{id} came from nowhere" for id in state.units if id not in before.units]
    for id, unit in state.units.items():
        if id in before.units:
            if report is not None and id in report.units:
                found += _reported(before.units[id], unit, report)
            else:
                found += _not_fought(before.units[id], unit, repaired=report is None)
            found += [
                f"{id}: {why}"
                for why in faults(Unit(id, unit.unit_class, "", dict(unit.lacks)), {unit.unit_class: class_of(unit)})
            ]
    return found + (list(_points(before, state)) if report is None else [])


def _reported(before: CampaignUnit, now: CampaignUnit, report: BattleReported) -> Iterator[str]:
    """CMP-3.1 to CMP-3.4: what it lacked when it was sent is what it was reported with, and so it comes back."""
    entry = report.units[now.id]
    if before.where != "battle" or before.lacks != entry["before"]:
        yield f"{now.id} was in {before.where} lacking {before.lacks}, and is reported to have begun with {entry['before']}"
    if now.lacks != {item: lacks for item, lacks in entry["after"].items() if lacks}:
        yield f"{now.id} lacks {now.lacks} after a battle at whose end it lacked {entry['after']}"
    if now.where != ("lost" if entry["fate"] == "lost" else "port") or now.side != entry["side"]:
        yield f"{now.id} is {now.where} with {now.side}, and was reported {entry['fate']} with {entry['side']}"
    if (entry["fate"] in ("present", "left")) != (now.side == before.side and now.where == "port"):
        yield f"{now.id} was of {before.side}, was reported {entry['fate']}, and is {now.where} with {now.side}"


def _not_fought(before: CampaignUnit, now: CampaignUnit, repaired: bool) -> Iterator[str]:
    """A unit that was in no battle of this turn: a refit turn repairs it, or replaces it when it is lost."""
    if before.side != now.side:
        yield f"{now.id} was of {before.side}, and is of {now.side} without a battle"
    replaced = repaired and before.where == "lost" and now.where != "lost" and not now.lacks
    moved = (before.where, now.where) in (("port", "port"), ("port", "battle")) if repaired else before.where == now.where
    if not (moved or replaced or before.where == now.where):
        yield f"{now.id} was in {before.where}, and is in {now.where}"
    worse = [item for item, lacks in now.lacks.items() if lacks > before.lacks.get(item, 0)]
    if worse or (now.lacks != before.lacks and not repaired):
        yield f"{now.id} lacked {before.lacks}, and lacks {now.lacks} without a battle"


def _points(before: Count, state: State) -> Iterator[str]:
    """CMP-5.7: a side has spent at least what its repairs and new units cost; the rest are scouts and what is paid to it."""
    refits = state.file.refits
    if refits is None:
        return
    for side in state.sides:
        spent = 0.0
        for id, was in before.units.items():
            now = state.units[id]
            if was.side == side and was.where == "lost" and now.where != "lost":
                spent += price_of_new(state, now)
            elif was.side == side:
                spent += sum((was.lacks[item] - now.lacks.get(item, 0)) * cost_of(state, item) for item in was.lacks)
        battles = [battle for battle in state.battles_of_round(state.round) if battle.over]
        paid = refits.won * sum(side in battle.winners for battle in battles) + (refits.income if not state.fighting else 0)
        if rounded(state.purses[side]) > rounded(before.purses.get(side, 0) - spent + paid) or state.purses[side] < 0:
            yield f"{side} had {before.purses.get(side, 0):g} points, spent {spent:g} and has {state.purses[side]:g}"
