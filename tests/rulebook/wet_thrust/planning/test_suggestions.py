"""Orders to choose from: what the order desk offers for each unit, and the forms of all orders."""

from __future__ import annotations

from pbem.core.game.report_parts import SuggestedOrder
from pbem.games.wet_thrust import WET_THRUST as GAME
from pbem.games.wet_thrust.language.syntax import RESERVED
from pbem.games.wet_thrust.model.control_sheet import Hole
from pbem.games.wet_thrust.model.orders import LANGUAGE
from pbem.games.wet_thrust.model.state import State
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.orders import ocean, one, strait
from tests.rulebook.wet_thrust.builders.ships import airborne, held


def offered(state: State, unit: str, seat: str = "gb") -> dict[str, SuggestedOrder]:
    """Picks of one unit, by their text."""
    return {each.text: each for each in GAME.planning.suggest(known(state, seat)) if each.unit == unit}


def grouped(state: State, unit: str, group: str, seat: str = "gb") -> list[str]:
    """Those under one heading."""
    return [text for text, each in offered(state, unit, seat).items() if each.group == group]


def test_forms_are_the_orders_that_the_parser_reads() -> None:
    """5.1: one form for the first word of every order, though not for other words for it; each of them is reserved."""
    words = [form.word for form in GAME.orders.forms()]
    assert set(words) == {"E", *(shape.heads[0] for shape in LANGUAGE.shapes if shape.heads)}
    assert {*words, *LANGUAGE.words} <= RESERVED


def test_plots_are_what_rudders_and_engines_allow() -> None:
    """WT-2.5, WT-4.1: straight on first; where each ends; WT-4.4: what it costs her guns."""
    plots = grouped(one("BIS", 8), "BIS", "Plot", "de")
    assert plots[0] == "-" and {"1P", "2S", "1P1S", "MAXD"} <= set(plots) and "3P" not in plots
    assert "no main guns this turn" in offered(one("BIS", 8), "BIS", "de")["2P"].hint
    assert offered(one("BIS", 8), "BIS", "de")["-"].hint == "straight on: speed 8, course 12 (N), ends at 0.0,8.0"
    lame = grouped(one("BIS", 8, lost="RU1 RU2"), "BIS", "Plot", "de")
    assert not any("P" in plot or "S" in plot for plot in lame)


def test_a_ship_out_of_command_is_offered_nothing() -> None:
    """WT-15.1."""
    assert offered(one("BIS", lost="BR SB"), "BIS", "de") == {}


def test_targets_are_enemies_in_sight() -> None:
    """WT-7.4: the nearest first, and the guns that would reach her now; WT-18.2: no boat below the surface."""
    found = offered(strait(), "HOO")
    assert "FIRE ALL AT BIS" in found and "FIRE MAIN AT PEU" in found
    assert not any("U47" in text for each in (offered(ocean(), "ARK"), offered(ocean(), "ANT")) for text in each)


def test_boats_dive_a_step_at_a_time() -> None:
    """WT-18.6, WT-18.7: by the mode that she is in; WT-10.1: torpedoes from periscope depth, none from the deep."""
    state = ocean()
    assert grouped(state, "U47", "Depth", "de") == ["DIVE", "SURFACE", "CRASH DIVE", "CRASH DIVE SILENT"]
    assert grouped(state, "U99", "Depth", "de") == ["PERISCOPE", "SILENT"]
    assert "TORP ANT" in grouped(state, "U47", "Torpedoes", "de")
    assert grouped(state, "U99", "Torpedoes", "de") in ([], ["TORP HOLD"])


def test_contacts_are_hunted_by_their_names() -> None:
    """WT-19.5, WT-5.5: depth charges and the ram at what is held."""
    state = ocean()
    assert grouped(state, "ANT", "Submarines") == ["ASW ANY", "ASW HOLD"]
    held(state, "U47")
    assert grouped(state, "ANT", "Submarines") == ["ASW SUB1", "ASW ANY", "ASW HOLD", "RAM SUB1"]


def test_aircraft_are_launched_when_they_are_ready() -> None:
    """WT-11.5: two squadrons at most, none that rearms."""
    state = ocean()
    launches = grouped(state, "ARK", "Aircraft aboard")
    assert {"LAUNCH T1", "LAUNCH T1, T2"} <= set(launches)
    state.squadrons["ARK-T1"].deck.ready = 3
    assert "LAUNCH T1" in grouped(state, "ARK", "Aircraft aboard"), "game turn 3 is the next one"
    state.squadrons["ARK-T1"].deck.ready = 4
    assert not any("T1" in text for text in grouped(state, "ARK", "Aircraft aboard"))


def test_aims_are_those_of_the_kind_of_aircraft() -> None:
    """WT-11.7, WT-12.2, WT-6.5, WT-11.10: strikes, fighters' aims, spotting; a spent squadron goes home."""
    state = ocean()
    airborne(state, "ARK-T1", (4, 4))
    airborne(state, "GRZ-F1", (6, 6))
    assert {"ATTACK GRZ", "ATTACK GRZ RANGE 3 FROM BEAM", "RETURN"} <= set(offered(state, "ARK-T1"))
    assert {"CAP", "ESCORT ARK-T1", "INTERCEPT GRZ-F1"} <= set(offered(state, "ARK-F1"))
    assert "SPOT BIS" in offered(state, "SHE-R1")
    state.squadrons["ARK-T1"].deck.spent = True
    assert list(offered(state, "ARK-T1")) == ["RETURN"]


def test_what_is_lost_may_be_repaired() -> None:
    """WT-16.5, WT-16.6: not what is beyond repair."""
    state = one("BIS", lost="RU1 FC2", beyond=["FC2"], holes={"HO1": Hole(17, 1)})
    assert grouped(state, "BIS", "Repairs", "de") == ["DC HO1", "DC RU1"]


def test_the_fleet_is_the_senior_admirals() -> None:
    """Ruling W1, WT-7.1."""
    state = strait()
    assert "FIREORDER HOO, POW, NOR, SUF" in offered(state, "FLEET")
    state.seats["gb2"] = "british"
    assert offered(state, "FLEET", "gb2") == {}
