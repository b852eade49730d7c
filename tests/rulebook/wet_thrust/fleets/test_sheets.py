"""WT-24.1, WT-24.2: classes, and what a unit of one may lack."""

from __future__ import annotations

import re

import pytest

from pbem.games.wet_thrust.fleets.sheets import begins, classes, listed
from pbem.games.wet_thrust.model.scs import CLASSES
from pbem.games.wet_thrust.model.tables import VALUES


def test_every_class_is_worth_its_type() -> None:
    """WT-24.1: section 8; there is nothing else to list."""
    assert {key: (of.title, of.points) for key, of in classes().items()} == {
        key: (printed.name, VALUES[printed.type]) for key, printed in CLASSES.items()
    }


def test_the_items_of_a_sheet() -> None:
    """WT-24.2: hull, systems in canonical order, loads after the launchers, fuel last; what is replaced is a store."""
    boat = {item: (each.most, each.store) for item, each in classes()["type-vii"].items.items()}
    assert list(boat.items()) == [
        ("hull", (3, False)),
        ("boilers", (2, False)),
        ("propellers", (2, False)),
        ("rudders", (2, False)),
        ("d1", (1, False)),
        ("tl1", (1, False)),
        ("tl2", (1, False)),
        ("tl1.loads", (3, True)),
        ("tl2.loads", (2, True)),
        ("pdf", (1, False)),
        ("bridge", (1, False)),
        ("fire-controls", (1, False)),
        ("damage-control", (1, False)),
        ("fuel", (3, True)),
    ]
    carrier = classes()["ark-royal"].items
    assert {item: each.most for item, each in carrier.items() if each.store} == {
        **{"planes": 1, "f1": 6, "f2": 6},
        **{"t1": 6, "t2": 6, "t3": 6, "t4": 6, "fuel": 6},
    }
    assert {"mg1", "mg2", "secondary-bridge"} <= classes()["hood"].items.keys() and "as5" in classes()[
        "a-class-destroyer"
    ].items


@pytest.mark.parametrize("key", CLASSES)
def test_all_of_a_sheet_can_be_said(key: str) -> None:
    """WT-24.2: every box and system of every class, in one word each."""
    items, printed = classes()[key].items, CLASSES[key]
    loads = sum(1 + tube.reloads for tube in printed.torpedoes)
    aircraft = sum(wing.aircraft - 1 for wing in printed.squadrons)
    assert (
        sum(each.most for each in items.values())
        == printed.boxes - 1 + len(printed.all_systems) + loads + aircraft + printed.fuel
    )
    assert all(re.fullmatch(r"[a-z0-9._-]+", item) and each.most > 0 for item, each in items.items())


def test_what_lacks_is_crossed_off() -> None:
    """WT-24.4: the highest-numbered of systems that are alike. WT-24.5: beyond repair, but for the bridge."""
    lacks = {"hull": 9, "boilers": 2, "planes": 1, "a3": 1, "bridge": 1, "fuel": 3}
    found = begins(CLASSES["bismarck"], lacks)
    assert (found.lost, found.beyond) == (["BO3", "BO4", "R2", "A3", "BR"], ["BO3", "BO4", "R2", "A3"])
    assert (found.marked, found.empty, found.used) == (9, 3, {})
    assert listed(CLASSES["bismarck"], found) == lacks


def test_a_squadron_without_aircraft_has_no_symbol() -> None:
    """WT-24.4: a smaller one has the aircraft that there are."""
    found = begins(CLASSES["ark-royal"], {"f1": 6, "t2": 2})
    assert found.lost == ["F1"] and (found.aircraft["F1"], found.aircraft["T2"], found.aircraft["T3"]) == (0, 4, 6)
    assert listed(CLASSES["ark-royal"], found) == {"f1": 6, "t2": 2}
    assert begins(CLASSES["type-vii"], {"tl1.loads": 2}).used == {"TL1": 2}
