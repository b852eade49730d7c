"""WT-24.9: who has hit whom, and sunk whom."""

from __future__ import annotations

from collections.abc import Iterator

from events.base import Event
from events.wet_thrust.damage import Lost
from events.wet_thrust.firing import DepthCharged, GunsFired, TorpedoesFired
from events.wet_thrust.flying import Bombed
from events.wet_thrust.opening import VesselEntered
from events.wet_thrust.sailing import Collided, ContactHeld
from tests.rulebook.wet_thrust.fleets.battles import FLEETS, battle

PLACE = [0, 0]


def told(*events: Event) -> list[tuple[str, str, str]]:
    """The deeds of a battle with Ark Royal, Acasta and a merchantman against Scharnhorst and U 47."""
    found = FLEETS.deeds([*_entered(), *events])
    assert {type(event) for event in events} <= set(FLEETS.deed_events)
    return [(deed.unit, deed.what, deed.target) for deed in found]


def _entered() -> Iterator[VesselEntered]:
    for side, ids in (("british", ("ARK", "ACA", "M01")), ("german", ("SCH", "U47"))):
        for id in ids:
            yield VesselEntered(id, 1, id, "hood", side, "gb", PLACE, 1, "1", "surface")


def guns(ship: str, target: str, symbols: int, points: int) -> GunsFired:
    """A salvo."""
    return GunsFired(ship, target, ["A1"], 9000, 1, {}, 3, symbols, "belt", 3, points, PLACE, PLACE)


def torpedoes(by: str, target: str, hits: int, points: int) -> TorpedoesFired:
    """Of a vessel or a squadron."""
    return TorpedoesFired(by, target, ["TL1"], 4, 4000, "beam", 4, {}, hits, points, PLACE, PLACE, True)


def test_hits_of_guns_and_torpedoes() -> None:
    """WT-24.9: also such as do no damage; none for a miss; a squadron's are its ship's."""
    assert told(
        guns("SCH", "ARK", 1, 0), guns("SCH", "ARK", 0, 0), torpedoes("ARK-T1", "SCH", 2, 5), torpedoes("U47", "M01", 0, 0)
    ) == [
        ("SCH", "hit", "ARK"),
        ("ARK", "hit", "SCH"),
    ]


def test_who_scored_last_has_sunk_her() -> None:
    """WT-24.9: with a point or more; a vessel that is lost by herself nobody has sunk."""
    assert told(guns("SCH", "ARK", 1, 5), torpedoes("U47", "ARK", 1, 3), guns("SCH", "ARK", 2, 0), Lost("ARK", "boxes", PLACE))[
        -1:
    ] == [("U47", "kill", "ARK")]
    assert told(Lost("U47", "flooded", PLACE)) == []


def test_a_boat_is_meant_by_her_contact() -> None:
    """WT-24.9, WT-23.4: the contact of the side that holds her."""
    charged = DepthCharged("ACA", "SUB1", ["AS1"], 1, 1, False, 1, 1, 2, PLACE, PLACE)
    assert told(ContactHeld("U47", "SUB1"), charged, Lost("U47", "boxes", PLACE)) == [
        ("ACA", "hit", "U47"),
        ("ACA", "kill", "U47"),
    ]


def test_collisions() -> None:
    """WT-24.9: both hit; ships of one side do not; a rammed boat by her contact."""
    rammed = Collided("ACA", "SUB1", PLACE, 6, 4, True)
    assert told(ContactHeld("U47", "SUB1"), rammed, Lost("U47", "boxes", PLACE), Lost("ACA", "boxes", PLACE)) == [
        ("ACA", "hit", "U47"),
        ("U47", "hit", "ACA"),
        ("ACA", "kill", "U47"),
        ("U47", "kill", "ACA"),
    ]
    assert told(Collided("ARK", "M01", PLACE, 9, 7, False)) == []


def test_land_based_bombers_have_no_deeds() -> None:
    """WT-24.9: and nobody else has sunk what they sink."""
    bombed = Bombed("LB1", "ARK", "B", 6, 6, {}, 2, 9, PLACE)
    assert told(guns("SCH", "ARK", 1, 2), bombed, Lost("ARK", "boxes", PLACE)) == [("SCH", "hit", "ARK")]
    dived = Bombed("ARK-DB1", "SCH", "DB", 6, 6, {}, 2, 9, PLACE)
    assert told(dived) == [("ARK", "hit", "SCH")]


def test_nothing_has_happened_at_the_opening() -> None:
    """WT-24.9."""
    assert FLEETS.deeds(draft.event for draft in battle("convoy", {}).drafts if type(draft.event) in FLEETS.deed_events) == []
