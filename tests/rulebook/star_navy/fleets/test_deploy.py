"""SN-17: ships go into a battle as they are, and nobody learns of it who may not."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from events.base import visible
from events.codec import encode_json
from events.star_navy.opening import ShipDeployed, ShipEntered
from pbem.core.fleets.berths import Force, misfits
from pbem.core.fleets.fleet_units import Unit
from pbem.core.geometry.hexes import label
from pbem.core.state.codec import dump
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.fleets import FLEETS
from pbem.games.star_navy.model.scenario import OPENINGS
from pbem.games.star_navy.model.tables import CLASSES as PRINTED
from tests.kit.playing import Played, chance_from, no_orders, open_play, play_turn
from tests.rulebook.star_navy.builders.battle import told
from tests.rulebook.star_navy.builders.forces import CLASSES, any_forces, any_lacks, berths, deployed, duel

HALF = {"f.shields": 2, "rf.weapons": 1, "lr.thrusters": 3, "f.capacitors": 1, "engines": 5, "marines": 2, "mines": 1}
EVERY_ITEM = [(unit_class, item) for unit_class, of in CLASSES.items() for item in of.items]


# ---------------------------------------------------------------- the sheet


@pytest.mark.parametrize("code", CLASSES)
def test_sheet(code: str) -> None:
    """SN-17.1: everything that tables 2.1 and 2.2 print of a class, once; it is worth V; marines and mines are stores."""
    printed, of = PRINTED[code], CLASSES[code]
    assert (of.title, of.points) == (printed.name, printed.value)
    totals = {
        kind: sum(item.most for name, item in of.items.items() if name.endswith(f".{kind}"))
        for kind in ("hulls", "shields", "weapons", "capacitors", "thrusters")
    }
    assert totals == {kind: printed.total(kind) for kind in totals}
    inner = {name: item.most for name, item in of.items.items() if "." not in name}
    assert inner == {name: getattr(printed, name) for name in ("engines", "isds", "marines", "integrity", "mines")}
    assert [name for name, item in of.items.items() if item.store] == ["marines", "mines"]


def test_items_can_be_typed() -> None:
    """SN-17.1: each item is one word of an order, and has at least one box."""
    for of in CLASSES.values():
        assert all(re.fullmatch(r"[a-z0-9._-]+", name) and item.most for name, item in of.items.items())


# ---------------------------------------------------------------- places


@pytest.mark.parametrize("scenario", OPENINGS)
def test_berths_are_what_set_up_places(scenario: str) -> None:
    """SN-17.3: side, id and class of every ship, in roster order."""
    for given in [{}, {"players": 6, "ship_class": "DD"}] if scenario == "open-space" else [{}]:
        placed = told(open_play(STAR_NAVY, scenario, given, "").drafts, ShipEntered)
        found = berths(scenario, **given)
        assert [(b.side, b.id, b.printed.unit_class) for b in found] == [(e.side, e.ship, e.ship_class) for e in placed]
        assert not any(berth.named or berth.classes or berth.printed.lacks for berth in found)


@pytest.mark.parametrize("scenario", OPENINGS)
def test_without_forces_the_battle_opens_as_ever(scenario: str) -> None:
    """SN-17.3: printed ships make the very events of the set-up, and so do they when they are sent."""
    opened = open_play(STAR_NAVY, scenario, {}, "").drafts
    assert deployed(scenario, {}).drafts == opened
    forces = {side: Force([b.printed for b in berths(scenario) if b.side == side]) for side in opened[0].event.seats.values()}
    assert deployed(scenario, forces).drafts == opened


def test_a_ship_has_the_place_and_keeps_its_name() -> None:
    """SN-17.3: hex, heading and speed are of the place, id, class and name of the ship; the roster is in order of ids."""
    state = deployed("wolf-pack", {"RED": Force([Unit("ZED", "DN", "Resolute"), Unit("ABE", "CO")])}).state
    assert list(state.ships) == ["MIL", "ABE", "ZED"]
    assert [(label(s.hex), s.heading, s.console.speed) for s in state.ships.values()][1:] == [("4844", 2, 4), ("5244", 4, 4)]
    assert (state.ships["ZED"].ship_class, state.ships["ZED"].name) == ("DN", "Resolute")


def test_a_ship_of_the_scenario_takes_its_own_place() -> None:
    """SN-17.3: and the others those that are left, or none: a place may stay empty."""
    state = deployed("wolf-pack", {"RED": Force([Unit("PIT", "BB")])}).state
    assert [(s.id, s.ship_class, label(s.hex)) for s in state.ships.values()] == [("MIL", "CA", "5056"), ("PIT", "BB", "4844")]


def test_zone_and_options_are_of_the_place() -> None:
    """SN-17.3, SN-2.1: a deployed ship may be placed as the printed one might."""
    ship = duel(Unit("OWN", "DN")).state.ships["OWN"]
    assert (ship.zone, ship.setup_hex, ship.ship_class) == (3, ship.hex, "DN")


@pytest.mark.parametrize(
    ("unit", "why"),
    [
        (Unit("OWN", "CA", lacks={"integrity": 4}), "OWN: a ship without integrity is destroyed"),
        (Unit("OWN", "CA", lacks={"masts": 1}), "OWN: CA has no 'masts'"),
        (Unit("OWN", "SS"), "OWN: unknown class 'SS'"),
        (Unit("FIRE", "CA"), "FIRE: 'FIRE' is no name for a ship"),
    ],
)
def test_a_ship_that_cannot_take_part(unit: Unit, why: str) -> None:
    """SN-17.3: is refused with the reason before anything has happened."""
    with pytest.raises(ValueError, match=why):
        duel(unit)


def test_forces_fit() -> None:
    """SN-17.3: any class fits any place; more ships than places do not fit."""
    places = berths("wolf-pack")
    assert misfits(places, {"BLUE": Force([Unit("A", "DN")])}, CLASSES) == []
    assert "no place for B" in misfits(places, {"BLUE": Force([Unit("A", "DN"), Unit("B", "CO")])}, CLASSES)[0]


# ---------------------------------------------------------------- what is lacking


def test_what_a_ship_lacks_is_crossed_off() -> None:
    """SN-17.4, SN-17.2: components are missing; what exists is full, active and READY (SN-2.4)."""
    console = duel(Unit("OWN", "CA", lacks=HALF)).state.ships["OWN"].console
    sections = console.sections
    assert (sections["F"].shields, sections["F"].active, sections["RF"].weapons, sections["LR"].capthr) == (2, 2, 2, 0)
    assert (console.engines, console.engine_energy, console.capacitors, console.capacitor_energy) == (7, 7, 7, 7)
    assert (console.marines, console.mines, console.thrusters, console.thrusters_used) == (2, 2, 7, 0)
    assert {section.status for section in sections.values()} == {"READY"} and console.lacked == HALF


def test_a_new_loadout_repairs_nothing() -> None:
    """SN-17.2, SN-2.2: weapon types are chosen for each battle, and the missing weapons stay missing."""
    played = duel(Unit("OWN", "CA", lacks=HALF))
    before = FLEETS.muster(played.state).units["OWN"].lacks
    play_turn(played, lambda game, known, seat, chance: "OWN: SETUP WEAPONS RF=C LF=C; SETUP SPEED 0" * (seat == "blue"), "", 1)
    console = played.state.ships["OWN"].console
    assert (console.sections["RF"].weapon, console.speed) == ("C", 0)
    assert FLEETS.muster(played.state).units["OWN"].lacks == before == HALF_IN_ORDER


HALF_IN_ORDER = {item: HALF[item] for item in CLASSES["CA"].items if item in HALF}


@pytest.mark.parametrize(("screen", "audience"), [("on", "BLUE"), ("off", "*")])
def test_who_is_told(screen: str, audience: str) -> None:
    """SN-17.4, SN-16.4: those who see the console."""
    drafts = duel(Unit("OWN", "CA", lacks=HALF), screen=screen).drafts
    (draft,) = [draft for draft in drafts if isinstance(draft.event, ShipDeployed)]
    assert (draft.rule, draft.audience) == ("SN-17.4", audience)
    assert (draft.event.ship, list(draft.event.lacks.items())) == ("OWN", list(HALF_IN_ORDER.items()))


def test_the_captain_reads_what_is_lacking() -> None:
    """SN-17.4: in the report's sentence, on the console and on the drawn sheet, which has the name, too."""
    played = duel(Unit("OWN", "CA", "Resolute", HALF))
    known = played.known("blue")
    (event,) = told(played.drafts, ShipDeployed)
    sentence = STAR_NAVY.report.tell(event, known)
    assert sentence and sentence.startswith("OWN begins without 2 f.shields, 1 f.capacitors, 1 rf.weapons, 3 lr.thrusters, ")
    console = STAR_NAVY.report.panels(known)[0]
    assert console.title == "OWN  Resolute" and console.lines[0] == "Milwaukee Class Cruiser"
    assert any("engines 7/12 #######xxxxx" in line for line in console.lines)
    sheet = next(scene for scene in STAR_NAVY.report.draw(known) if scene.key == "sheet-OWN")
    lost = [shape for shape in sheet.shapes if getattr(shape, "title", "").endswith("crossed off")]
    assert len(lost) == sum(HALF.values())
    assert STAR_NAVY.report.names(known) == {"OWN": "Resolute", "FOE": "Milwaukee Class Cruiser"}


def _pages(played: Played, seat: str | None) -> list[str]:
    """All that a reader can be shown of a position."""
    known, ids = played.known(seat), played.readers[seat]
    seen = [draft.event for draft in played.drafts if visible(draft.audience, ids)]
    report = STAR_NAVY.report
    shown = [[report.tell(event, known) for event in seen], report.summary(seen, known), report.panels(known)]
    shown += [report.template(known), list(report.draw(known)), report.lost(known), report.names(known)]
    return [encode_json(dump(known)), *map(repr, shown)]


@pytest.mark.parametrize("scenario", OPENINGS)
def test_the_enemy_learns_nothing(scenario: str) -> None:
    """SN-17.4, SN-16.4: knowledge and pages of all others are byte-equal to those of a battle with fresh ships."""
    worn = any_forces(scenario, chance_from(scenario))
    side, force = next(iter(worn.items()))
    assert any(unit.lacks for unit in force.units)
    fresh = worn | {side: Force([replace(unit, lacks={}) for unit in force.units])}
    damaged, whole = deployed(scenario, worn), deployed(scenario, fresh)
    for number in range(2):
        for seat in damaged.readers:
            own = damaged.state.seats.get(seat or "") == side
            assert (_pages(damaged, seat) == _pages(whole, seat)) == (not own), (seat, number)
        for played in (damaged, whole):
            play_turn(played, no_orders, "same", 1)


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("unit_class", CLASSES)
def test_each_item_comes_back(unit_class: str) -> None:
    """SN-17.4, SN-17.6: with one box or all of an item missing, a ship is afterwards what it was, and its state can be read."""
    for item in (item for of, item in EVERY_ITEM if of == unit_class):
        most = CLASSES[unit_class].items[item].most - (item == "integrity")
        for number in {1, most}:
            state = duel(Unit("OWN", unit_class, lacks={item: number})).state
            end = FLEETS.muster(state).units["OWN"]
            assert (end.unit_class, end.side, end.fate, end.lacks) == (unit_class, "BLUE", "present", {item: number})
            assert STAR_NAVY.rules.load(dump(state)) == state


@pytest.mark.parametrize("scenario", OPENINGS)
@pytest.mark.parametrize("seed", range(5))
def test_forces_come_back(scenario: str, seed: int) -> None:
    """SN-17.6: all of them, exactly; and the state is what is read of its JSON (section 10)."""
    forces = any_forces(scenario, chance_from(f"{scenario} {seed}"))
    state = deployed(scenario, forces).state
    ends = FLEETS.muster(state).units
    sent = {unit.id: (side, unit.unit_class, unit.lacks) for side, force in forces.items() for unit in force.units}
    assert {id: (end.side, end.unit_class, end.lacks) for id, end in ends.items()} == sent
    assert {end.fate for end in ends.values()} == {"present"}
    assert STAR_NAVY.rules.load(dump(state)) == state


def test_a_guess_is_a_position_to_play_on() -> None:
    """SN-17.4: a reader's own ships are guessed as they are, those of the enemy as new."""
    lacks = any_lacks("BB", chance_from("guess"))
    played = duel(Unit("OWN", "BB", lacks=lacks), Unit("FOE", "BB", lacks=lacks))
    guessed = STAR_NAVY.planning.guess(played.known("blue"))
    ends = FLEETS.muster(guessed).units
    assert (ends["OWN"].lacks, ends["FOE"].lacks) == (lacks, {})
    assert STAR_NAVY.rules.load(dump(guessed)) == guessed
