"""Section 7 as data: who may know of each event and each roll at most, as the rule book's tables say."""

from __future__ import annotations

import pytest

from events.base import EVERYONE, NOBODY, Event
from events.wet_thrust import damage, firing, flying, opening, sailing
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model.audiences import AUDIENCES, ROLLS, audience, roll_audience
from pbem.games.wet_thrust.model.state import State
from tests.rulebook.wet_thrust.builders.orders import ocean
from tests.rulebook.wet_thrust.builders.pages import RULES, SPAN, chapter, rows
from tests.rulebook.wet_thrust.builders.ships import airborne

WORDS = {
    "everybody": {"all"},
    "seen": {"seen"},
    "sheet": {"sheet", "deck"},
    "own side": {"side"},
    "the destroyer's side": {"side"},
    "the boat's side": {"side"},
}
"""What the last column of section 11 says, and the words beside the events."""


def test_each_event_has_the_audience_of_the_rule_book() -> None:
    """Section 11: the word beside an event's declaration is that of its row."""
    table = {SPAN.findall(row[0])[0]: row[-1] for row in rows(chapter(RULES, "11. Events")) if SPAN.search(row[0])}
    for each in WET_THRUST.events:
        assert each.shown_to in WORDS[table[each.type.removeprefix("wet_thrust.")]], each.type
    assert {each.shown_to for each in WET_THRUST.events} == set(AUDIENCES)


TOLD: list[tuple[Event, str, str]] = [
    (opening.TurnBegan(3), EVERYONE, EVERYONE),
    (sailing.Moved("BIS", [[0, 0]] * 3, 1, "1", False, False), EVERYONE, EVERYONE),
    (sailing.Moved("U99", [[0, 0]] * 3, 1, "1", False, False), "german", "german"),
    (damage.Lost("U99", "boxes", [0, 0]), "german", "german"),
    (damage.CheckMade("BIS", 6), "german", EVERYONE),
    (damage.CheckMade("U99", 6), "german", "german"),
    (opening.DamageCarried("BIS", 3, {}), "german", EVERYONE),
    (opening.DamageCarried("U99", 1, {}), "german", "german"),
    (flying.EnduranceLeft("ARK-T1", 3), "british", EVERYONE),
    (flying.EnduranceLeft("LB1", 3), "german", "german"),
    (opening.OrdersStood("FLEET", "british", []), "british", "british"),
    (sailing.OrderLapsed("ARK-T1", "ORBIT", "why"), "british", "british"),
    (sailing.ContactHeld("U99", "SUB1"), "german", "german"),
    (sailing.ContactMade("british", "SUB1", [0, 0], "deep", "ANT"), "british", "british"),
    (opening.VesselEntered("U47", 1, "U47", "type-vii", "german", "de", [0, 0], 1, "1", "periscope"), "german", "german"),
    (opening.VesselEntered("BIS", 1, "Bismarck", "bismarck", "german", "de", [0, 0], 1, "1", "surface"), EVERYONE, EVERYONE),
    (opening.SquadronFormed("ARK-T1", 2, "ARK", "T", 6, "british", "gb", 0, [0, 0]), "british", EVERYONE),
    (opening.SquadronFormed("LB1", 2, "", "B", 6, "german", "de", 3, [0, 0]), "german", "german"),
    (damage.GivenUp("nobody", "RA1"), NOBODY, NOBODY),
]


@pytest.mark.parametrize(("told", "closed", "open_"), TOLD)
def test_who_may_know(told: Event, closed: str, open_: str) -> None:
    """WT-23.1 to WT-23.4, and with option `open_sheets`: of a unit that is not there nobody is told."""
    for option, expected in (("off", closed), ("on", open_)):
        assert audience(sea(option), told) == expected


def sea(open_sheets: str) -> State:
    """Carriers, destroyers, and boats below the surface."""
    state = ocean()
    state.options["open_sheets"] = open_sheets
    airborne(state, "ARK-T1", (0, 0))
    return state


def test_torpedoes_of_a_boat_below_the_surface() -> None:
    """WT-23.4: her salvo is her side's; an aircraft's all see."""
    fired = {
        by: firing.TorpedoesFired(by, "ARK", [], 1, 0, "bow", 1, {}, 0, 0, [0, 0], [0, 0], True) for by in ("U47", "ARK-T1")
    }
    assert [audience(sea("off"), each) for each in fired.values()] == ["german", EVERYONE]


@pytest.mark.parametrize(
    ("clause", "openly", "with_open_sheets"),
    [
        ("WT-7.19", True, True),
        ("WT-9.4", False, True),
        ("WT-18.8", False, False),
        ("WT-10.5", True, True),
        ("WT-23.4", False, False),
        ("WT-1.1", False, False),
    ],
)
def test_whose_dice_they_are(clause: str, openly: bool, with_open_sheets: bool) -> None:
    """WT-23.2: rolled openly; WT-23.3: of a sheet, or of one side; dice of no such clause are nobody's."""
    closed, open_ = sea("off"), sea("on")
    assert [roll_audience(state, clause, EVERYONE) for state in (closed, open_)] == [openly, with_open_sheets]
    assert roll_audience(closed, clause, "german") is (clause in ROLLS) and roll_audience(closed, clause, NOBODY)
    assert not roll_audience(closed, clause, "german,gb")
