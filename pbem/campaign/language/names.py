"""What the names in orders stand for: units and fleets. Also in a reader's state."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.campaign.model.state import CampaignUnit, State


def unit_called(state: State, name: str) -> CampaignUnit | None:
    """The unit of an id in any case, whoever has it."""
    return state.units.get(name) or next((unit for id, unit in state.units.items() if id.casefold() == name.casefold()), None)


def fleets(state: State, side: str) -> list[str]:
    """CMP-5.4: the fleets of a side: those of the file, and those that its units are in."""
    listed = [unit.fleet for unit in state.file.side(side).units]
    return list(dict.fromkeys([*listed, *(unit.fleet for unit in state.of_side(side))]))


def fleet_called(state: State, side: str, name: str) -> str:
    """The fleet of a side by its name in any case; "" if it has none so called."""
    return next((fleet for fleet in fleets(state, side) if fleet.casefold() == name.casefold()), "")


def units_called(state: State, side: str, names: Iterable[str]) -> list[CampaignUnit]:
    """CMP-5.5: the units of a side at hand that units' and fleets' names stand for, each once. A name of nothing is no unit."""
    found: dict[str, CampaignUnit] = {}
    for name in names:
        fleet = fleet_called(state, side, name)
        unit = unit_called(state, name)
        several = [each for each in state.of_side(side) if each.fleet == fleet] if fleet else [unit] if unit else []
        found |= {each.id: each for each in several if each.side == side and each.at_hand}
    return list(found.values())
