"""Chapter CAM: a battle with deployed ships: who knows what they lack, where they lie, and what they are called."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from events.base import visible
from events.sovereign_seas.opening import DamageCarried, PlacingVoid, ShipEntered, ShipNamed
from pbem.core.drawing.scene import Scene
from pbem.core.fleets.berths import Force
from pbem.core.fleets.fleet_units import Unit
from pbem.core.game.panels import PANEL_WIDTH
from pbem.core.game.turn import Turn
from pbem.core.state.codec import dump
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.fleets import FLEETS
from pbem.games.sovereign_seas.model import scenario
from pbem.games.sovereign_seas.model.formation import berth_of, faults
from pbem.games.sovereign_seas.model.geometry import label_of
from pbem.games.sovereign_seas.model.scenario import OPENINGS
from pbem.games.sovereign_seas.model.state import State
from tests.kit.playing import by_bot, play_turn
from tests.rulebook.sovereign_seas.builders.fleet import told, told_state
from tests.rulebook.sovereign_seas.builders.fleets import begun, deployed, duel

BATTERED = {"hull": 9, "speed": 1, "tower": 1, "s1": 1, "f1": 1}


def whole(unit: Unit) -> Unit:
    """The same ship as new."""
    return replace(unit, lacks={})


# ---------------------------------------------------------------- who knows what


def knowledge(turn: Turn[State], seat: str, side: str) -> tuple[Any, list[str], list[Scene]]:
    """All that a seat is shown of an opening: its state, its report, its pictures."""
    state = told_state(turn.drafts, seat, seat, side)
    report = [panel.title + "\n".join(panel.lines) for panel in SOVEREIGN_SEAS.report.panels(state)]
    shown = [draft.event for draft in turn.drafts if visible(draft.audience, frozenset((seat, side)))]
    report += [str(SOVEREIGN_SEAS.report.tell(event, state)) for event in shown]
    report += SOVEREIGN_SEAS.report.summary(shown, state)
    return dump(state), report, list(SOVEREIGN_SEAS.report.draw(state))


@pytest.mark.parametrize(("key", "hidden"), [("bellerophon-ocean", "on"), ("convoy-attack", "off"), ("convoy-attack", "on")])
def test_the_enemy_does_not_learn_what_is_lacking(key: str, hidden: str) -> None:
    """SSL-CAM.5, SSL-Y.3, SSL-Y.5: to the enemy and to spectators damaged ships are byte-equal to fresh ones."""
    unit = Unit("BC17", "Bellerophon", "Hercules", dict(BATTERED))
    turns = [deployed(key, {"british": Force([each])}, hidden_logs=hidden) for each in (unit, whole(unit))]
    for seat, side in (("fr", "french"), ("", "")):
        damaged, fresh = (knowledge(turn, seat, side) for turn in turns)
        assert damaged == fresh
    own = [dump(told_state(turn.drafts, "gb", "gb", "british")) for turn in turns]
    assert own[0] != own[1]


def test_open_logs_lie_on_the_table() -> None:
    """SSL-CAM.5, SSL-Y.1: without hidden logs both sides see the marks, in the sentence, on the sheet and in the state."""
    turn = duel(BATTERED, "Bellerophon")
    french = told_state(turn.drafts, "fr", "fr", "french")
    assert french.ships["BC9"].log == turn.state.ships["BC9"].log
    said = [SOVEREIGN_SEAS.report.tell(event, french) for event in told(turn.drafts, DamageCarried)]
    assert said == ["BC9 has damage of earlier battles: hull 9 of 15, maximum speed 4, F1, S1 lost, conning tower destroyed"]
    assert SOVEREIGN_SEAS.report.tell(told(turn.drafts, ShipNamed)[0], french) == "BC9 is the Hero"
    panel = SOVEREIGN_SEAS.report.panels(french)[1]
    assert panel.title == "BC9  Hero (Bellerophon), 4.66  Pt 67  CBIC 1/2 +2"
    assert "(CT!)" in "\n".join(panel.lines) and "xx/xx/xx/xx/xO" in "\n".join(panel.lines)
    assert all(len(line) <= PANEL_WIDTH for line in panel.lines)
    assert SOVEREIGN_SEAS.report.names(french)["BC9"] == "Hero (Bellerophon)"


def test_the_convoys_hunters_keep_their_marks_by_any_edge() -> None:
    """SSL-CAM.5, SSL-Y.3, SSL-O3.1: entering from another edge, and shown to the French, a damaged ship is no fresh one."""
    unit = Unit("BF17", "Inconsistent", "Swift", {"hull": 3, "m2": 1})
    played = begun("convoy-attack", {"british": Force([unit, Unit("BV2", "Eclipse")])})
    play_turn(played, lambda game, known, seat, chance: "FLEET: ENTER E" if seat == "gb" else "", "edge", 1)
    assert {label_of(ship.hex) for ship in played.state.ships.values() if ship.side == "british"} == {"7546", "7649"}
    assert "BF17" not in played.known("fr").ships
    play_turn(played, lambda game, known, seat, chance: "", "edge", 2)
    shown = played.known("fr").ships["BF17"]
    assert (shown.log.marked, shown.log.gone, shown.name) == (3, ["M2"], "Swift")
    assert FLEETS.muster(played.state).units["BF17"].lacks == unit.lacks


# ---------------------------------------------------------------- where they lie


def test_a_ship_lies_as_the_scenario_says() -> None:
    """SSL-CAM.5: at the printed speed, even if she cannot make it any more; SSL-H.6: in turn 1 she drops."""
    played = begun("bellerophon-ocean", {"british": Force([Unit("BC1", "Bellerophon", "", {"speed": 7})])})
    ship = played.state.ships["BC1"]
    assert (ship.speed, ship.maximum) == (6, 2)
    play_turn(played, lambda game, known, seat, chance: "CARRY ON", "slow", 1)
    assert played.state.ships["BC1"].speed == 2


def test_ids_classes_and_admirals() -> None:
    """SSL-CAM.1: own ids beside printed ones, another class, the admiral of the place; orders name them."""
    units = [Unit("BB17", "Defense"), Unit("BC1", "Bellerophon/page2"), Unit("BV7", "Eclipse")]
    played = begun("blockade-breakout", {"british": Force(units, ["BF2"])}, admirals="two")
    british = {ship.id: (ship.ship_class, ship.seat) for ship in played.state.active("british")}
    assert british == {
        "BC1": ("Bellerophon/page2", "gb"),
        "BV7": ("Eclipse", "gb"),
        "BF2": ("Inconsistent", "gb2"),
        "BB17": ("Defense", "gb"),
    }
    assert played.state.strength == {"british": 4, "french": 7}
    sheet = SOVEREIGN_SEAS.orders.sheet(played.state, "gb")
    parsed = SOVEREIGN_SEAS.orders.read(played.state, "gb", "BB17: PLACE 2030 S", sheet)
    assert parsed.problems == [] and parsed.sheet.units["BB17"] == ["PLACE 2030 S"]


@pytest.mark.parametrize(
    "gone", [("FB2",), ("FC1", "FB1"), ("FB1", "FB2", "FB3", "FB4", "FC1"), ("FF1", "FF2"), ("FC2", "FF3")]
)
def test_a_line_closes_up(gone: tuple[str, ...]) -> None:
    """SSL-CAM.6: whatever is missing, the given positions are legal, and the line is in its order, from its head."""
    chosen = scenario.options("fleet-engagement", {})
    units = [berth.printed for berth in FLEETS.berths("fleet-engagement", chosen) if berth.side == "french"]
    left = [unit for unit in units if unit.id not in gone]
    state = deployed("fleet-engagement", {"french": Force(left)}).state
    lying = {ship.id: berth_of(ship) for ship in state.active("french")}
    assert faults(state, "french", lying) == []
    line = sorted((ship for ship in state.active("french") if ship.id[1] in "BC"), key=lambda ship: ship.hex)
    printed = [id for id in ("FC1", "FB1", "FB2", "FB3", "FB4", "FC2") if id not in gone]
    assert [ship.id for ship in line] == printed
    assert [label_of(ship.hex) for ship in line] == [f"18{18 + 2 * n}" for n in range(len(line))]


@pytest.mark.parametrize("key", [key for key, opening in OPENINGS.items() if opening.placing and opening.ships])
def test_the_places_of_any_part_of_a_force_are_legal(key: str) -> None:
    """SSL-CAM.6: nobody placing anything, no placing is void, though each place in turn is empty."""
    chosen = scenario.options(key, {})
    berths = FLEETS.berths(key, chosen)
    for berth in berths:
        if not berth.needed:
            units = [each.printed for each in berths if each.side == berth.side and each.id != berth.id]
            played = begun(key, {berth.side: Force(units)})
            while played.state.stage:
                play_turn(played, lambda game, known, seat, chance: "", "places", 1)
            assert told(played.drafts, PlacingVoid) == []
            assert berth.id not in played.state.ships


# ---------------------------------------------------------------- how it ends


def test_a_ship_without_a_battery_is_not_fit_to_fight() -> None:
    """SSL-CAM.7, SSL-N.2: her side has lost the duel with the first turn."""
    guns = {"f1": 1, "m1": 1}
    forces = {"french": Force([Unit("FV1", "Limier", "", guns)])}
    played = begun("bellerophon-ocean", forces)
    play_turn(played, lambda game, known, seat, chance: "CARRY ON", "unfit", 1)
    assert played.over and played.state.winners == ["british"]


def test_whole_logs_are_the_measure() -> None:
    """SSL-CAM.7, section 8.5: at the limit circles lost before the battle count like those lost in it."""
    known = begun("bellerophon-ocean", {"british": Force([Unit("BC1", "Bellerophon", "", {"hull": 5})])}).known("gb")
    score = next(panel for panel in SOVEREIGN_SEAS.report.panels(known) if panel.title == "SCORE")
    said = " ".join(score.lines)
    assert "the British have 10 of 15 (67%) hull circles left, the French 15 of 15 (100%)" in said
    assert "the French would win by a marginal victory" in said


def test_victory_goes_by_types() -> None:
    """SSL-CAM.7: victory and bots go by types, so that ships of other ids are fought for like printed ones."""
    units = [Unit(f"BB{n}", "Defense") for n in (17, 18)]
    played = begun("blockade-breakout", {"british": Force(units)})
    bots = by_bot({"gb": "ram", "fr": "ram"})
    for number in range(1, 30):
        if played.over:
            break
        play_turn(played, bots, "types", number)
    assert played.over and played.problems == []
    assert "BB17 and BB18" in played.state.verdict


def test_a_ship_enters_once_in_the_count() -> None:
    """SSL-CAM.7: the numbers of ships are those that were there."""
    turn = deployed("fleet-engagement", {"french": Force([Unit("FC17", "Ocean")])})
    assert [event.ship for event in told(turn.drafts, ShipEntered) if event.side == "french"] == ["FC17"]
    assert turn.state.strength == {"british": 8, "french": 1}
