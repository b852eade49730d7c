"""Section 7: what an enemy and a spectator are told when only what is hidden differs: sentence, clause, phase, order, dice."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from events.base import visible
from events.platform import Rolled
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model.state import State
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.ships import Placement, airborne, play, state_with

Line = tuple[str, str, str]
"""Phase, clause, and the sentence or the roll."""
READERS = {"de": frozenset(("de", "german")), "gb": frozenset(("gb", "british")), None: frozenset[str]()}


def lines(state: State, orders: Mapping[str, str], dice: list[int], seat: str | None) -> list[Line]:
    """A turn as a reader is told of it."""
    drafts = [draft for draft in play(state, orders, dice) if visible(draft.audience, READERS[seat])]
    seen = known(state, seat)
    found = []
    for draft in drafts:
        event = draft.event
        words = f"{event.purpose}: {event.faces}" if isinstance(event, Rolled) else WET_THRUST.report.tell(event, seen)
        found.append((draft.phase, draft.rule, words or event.type))
    return found


# ---------------------------------------------------------------- aircraft

FAR_APART: dict[str, Placement] = {"ARK": ((0, 0), 3, 6), "SHE": ((0, -5), 3, 6), "GRZ": ((60, 10), 3, 0)}


def aloft() -> State:
    """British squadrons in the air, far from everybody, and a German one."""
    state = state_with(FAR_APART, turn=3)
    for id, at in (("ARK-F1", (10, 10)), ("ARK-F2", (0, 0)), ("ARK-T1", (12, 10)), ("ARK-R1", (20, 0)), ("GRZ-F1", (70, 30))):
        airborne(state, id, at)
    return state


AIMS = [
    {"ARK-T1": "ATTACK GRZ", "ARK-F1": "ESCORT ARK-T1"},
    {"ARK-T1": "GO 28, 10", "ARK-F1": "GO 28, 10"},
    {"ARK-T1": "GO 28, 10", "ARK-F1": "ESCORT ARK-T1"},
]
"""An escort flies in step 3.3, a strike in 3.2, and all others in 3.6."""
MORE = [
    ({"ARK-F2": "CAP"}, {"ARK-F2": "GO 6, 0"}),
    ({"ARK-F1": "INTERCEPT GRZ-F1"}, {"ARK-F1": "GO 32.769, 17.59"}),
    ({"ARK-R1": "SPOT GRZ"}, {"ARK-R1": "GO 35.522, 3.881"}),
    ({"ARK-T1": "RETURN"}, {"ARK-T1": "GO 6, 0"}),
]


@pytest.mark.parametrize("seat", ["de", None])
def test_flights_do_not_tell_their_aims(seat: str | None) -> None:
    """WT-23.3, WT-13.2, WT-12.5, WT-11.2: the same flights, one attack on its way or none."""
    first, *others = [lines(aloft(), aims | {"ARK-F2": "CAP", "ARK-R1": "ORBIT"}, [], seat) for aims in AIMS]
    assert [words for _, _, words in first if "flies" in words] == [
        'ARK-F1 flies 18.0" to 28.0,10.0',
        'ARK-F2 flies 6.0" to 6.0,0.0',
        'ARK-T1 flies 16.0" to 28.0,10.0',
        *[words for _, _, words in first if words.startswith("ARK-R1 flies")],
    ]
    assert all(other == first for other in others)


@pytest.mark.parametrize("seat", ["de", None])
@pytest.mark.parametrize(("one", "other"), MORE, ids=lambda aims: next(iter(aims.values())))
def test_each_aim_is_told_as_a_flight(one: dict[str, str], other: dict[str, str], seat: str | None) -> None:
    """WT-6.5, WT-11.9, WT-12.4, WT-12.6: as GO to the same place, but for what is then seen to happen."""
    rest = {"ARK-F1": "ORBIT", "ARK-F2": "ORBIT", "ARK-T1": "ORBIT", "ARK-R1": "ORBIT"}
    dice = [1] if "RETURN" in one.values() else []
    told = [lines(aloft(), rest | aims, dice if aims is one else [], seat) for aims in (one, other)]
    landed = [line for line in told[0] if "lands" in line[2]]
    assert [line for line in told[0] if line not in landed] == told[1]
    assert bool(landed) == bool(dice)


@pytest.mark.parametrize("seat", ["de", None])
def test_take_offs_do_not_tell_the_launch_list(seat: str | None) -> None:
    """WT-11.5, WT-23.3: those of a list go up in unit order."""
    told = [lines(state_with(FAR_APART, turn=3), {"ARK": f"LAUNCH {names}"}, [], seat) for names in ("T1, F1", "F1, T1")]
    assert [words for _, _, words in told[0] if "takes off" in words] == [
        "ARK-F1, 6 fighters, takes off from ARK, now at 6.0,0.0",
        "ARK-T1, 6 torpedo bombers, takes off from ARK, now at 6.0,0.0",
    ]
    assert told[1] == told[0]


# ---------------------------------------------------------------- breaking contact


@pytest.mark.parametrize("seat", ["gb", None])
def test_breaking_contact_does_not_tell_the_sheets(seat: str | None) -> None:
    """WT-23.3, ruling W57: the same total, once for want of fuel, once for a radar that works."""
    told = []
    for fuel, radar in ((2, ["RA1"]), (0, [])):
        state = state_with({"BIS": ((0, 0), 6, 8), "SUF": ((0, 16), 6, 6)}, turn=2)
        bismarck, suffolk = (state.ships[id].sheet for id in ("BIS", "SUF"))
        bismarck.fuel_lost, suffolk.lost, suffolk.beyond = fuel, radar, radar
        told.append(lines(state, {"de": "BIS: DISENGAGE; HOLD FIRE", "gb": "SUF: MAXD; HOLD FIRE"}, [1], seat))
    tried = [words for _, _, words in told[0] if "tries to break contact" in words]
    assert tried == ["BIS tries to break contact, challenged by SUF: 1 on the die, 1 or less needed: she escapes"]
    assert told[1] == told[0]
