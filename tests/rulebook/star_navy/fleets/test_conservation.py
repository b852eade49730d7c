"""SN-17.6: bots play whole battles with damaged ships, and every ship comes out once, as its record sheet says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from events.base import visible
from events.platform import Rolled
from pbem.core.fleets.fleet_units import Lacks
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.fleets import FLEETS
from pbem.games.star_navy.model.scenario import OPENINGS
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.tables import SECTIONS
from pbem.games.star_navy.report.record_sheet import inner_boxes, mine_boxes, section_boxes
from tests.kit.playing import Played, by_bot, chance_from, mixed_bots, turns_of
from tests.rulebook.star_navy.builders.forces import CLASSES, any_forces, deployed, units_of

WORDS = {"hull": "hulls", "shield": "shields", "weapon": "weapons", "cap": "capacitors", "thr": "thrusters", "ISD": "isds"}
"""What the boxes of the record sheet are called in a campaign, where it is another word."""


def sheets(played: Played) -> dict[str, Lacks]:
    """What is crossed off on each ship's record sheet, as the player sees it who has it: folded from what they were shown."""
    found = {}
    for seat, ids in played.readers.items():
        known = STAR_NAVY.rules.blank(seat)
        for draft in played.drafts:
            if not isinstance(draft.event, Rolled) and visible(draft.audience, ids):
                STAR_NAVY.rules.apply(known, draft.event)
        found |= {ship.id: _crossed_off(ship) for ship in known.ships.values() if ship.side == known.side}
    return found


def _crossed_off(ship: Ship) -> Lacks:
    boxes = {word: marks for word, marks in _boxes(ship)}
    return {item: boxes[item].count("x") for item in CLASSES[ship.ship_class].items if "x" in boxes[item]}


def _boxes(ship: Ship) -> Iterator[tuple[str, str]]:
    for section in SECTIONS:
        yield from ((f"{section.lower()}.{WORDS[word]}", marks) for word, marks in section_boxes(ship, section).items())
    yield from ((WORDS.get(word, word), marks) for word, marks in inner_boxes(ship).items())
    yield "mines", mine_boxes(ship)


def check_battle(scenario: str, seed: str, **options: Any) -> None:
    """One battle to its end, ship by ship."""
    forces = any_forces(scenario, chance_from(seed))
    sent = units_of(forces)
    played = deployed(scenario, forces, seed, **options)
    before = {id: dict(unit.lacks) for id, (_, unit) in sent.items()}
    for _ in turns_of(played, by_bot(mixed_bots(STAR_NAVY, scenario)), seed, 100):
        ends = FLEETS.muster(played.state).units
        for id, end in ends.items():
            items = CLASSES[end.unit_class].items
            assert all(0 < number <= items[item].most for item, number in end.lacks.items()), (id, end)
            repaired = {item for item, number in before[id].items() if end.lacks.get(item, 0) < number}
            assert repaired <= ({"marines"} if end.side != sent[id][0] or end.fate == "lost" else set()), (id, repaired)
        before = {id: dict(end.lacks) for id, end in ends.items()}
    assert played.over and played.problems == []
    ends = FLEETS.muster(played.state).units
    assert {id: end.unit_class for id, end in ends.items()} == {id: unit.unit_class for id, (_, unit) in sent.items()}
    assert sheets(played) == {id: end.lacks for id, end in ends.items()}
    assert {id for id, end in ends.items() if end.fate == "captured"} == {
        id for id, end in ends.items() if end.side != sent[id][0]
    }
    assert FLEETS.muster(played.state).points == {side: played.state.scores.get(side, 0) for side in played.state.sides}


@pytest.mark.parametrize("scenario", OPENINGS)
def test_battles_keep_every_ship(scenario: str) -> None:
    """SN-17.6, SN-1.7: none is repaired in a battle, but for marines that stay on a prize (SN-9.10)."""
    check_battle(scenario, f"keeps {scenario}")


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100))
def test_a_hundred_battles_keep_every_ship(seed: int) -> None:
    """SN-17.6: the same, with all scenarios and paces in turn."""
    scenario = list(OPENINGS)[seed % len(OPENINGS)]
    pace, screen = ("turn", "cycle")[seed // len(OPENINGS) % 2], ("on", "off")[seed % 5 == 0]
    check_battle(scenario, f"deep {seed}", pace=pace, screen=screen)
