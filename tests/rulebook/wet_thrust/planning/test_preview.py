"""The dry run of the order desk: it ends where the turn ends if nobody interferes, and its odds are those of the tables."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from events.wet_thrust.firing import GunsFired, TorpedoesFired
from events.wet_thrust.flying import Bombed
from pbem.core.dice.fair_dice import seeded
from pbem.core.drawing.scene import Line, Polygon
from pbem.core.game.report_parts import Preview
from pbem.core.game.turn import Turn
from pbem.core.state import codec
from pbem.core.texts.envelope import OrderSheet
from pbem.games.wet_thrust import WET_THRUST as GAME
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import score
from pbem.games.wet_thrust.planning.dry_run import Rehearsal, rehearse
from pbem.games.wet_thrust.planning.odds import at_most, gunfire, spread
from pbem.games.wet_thrust.report.pictures.map_scene import window_of
from tests.kit.playing import by_bot, chance_from, open_play, turns_of
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.orders import ocean, strait
from tests.rulebook.wet_thrust.builders.ships import airborne, held, state_with

BOT = next(iter(GAME.planning.bots))
QUIET = "HOLD FIRE; TORP HOLD"
PLAYED = (("denmark-strait", "gb", 3), ("two-carriers", "gb", 3), ("convoy", "de", 3), ("acasta", "de", 4))


def sheet_of(state: State, seat: str, text: str) -> OrderSheet:
    """What is in force after a mail."""
    return GAME.orders.read(state, seat, text, GAME.orders.sheet(state, seat)).sheet


def tried(state: State, text: str, seat: str = "gb") -> Rehearsal:
    """The dry run of a mail that has no problems."""
    parsed = GAME.orders.read(state, seat, text, GAME.orders.sheet(state, seat))
    assert parsed.problems == []
    return rehearse(known(state, seat), parsed.sheet)


def preview_of(state: State, text: str, seat: str = "gb") -> Preview:
    """The same as it is shown."""
    return GAME.planning.preview(known(state, seat), sheet_of(state, seat, text))


def lines(shown: Preview, title: str) -> str:
    """A table in one string, its white space made single blanks."""
    return " ".join(" ".join(line for table in shown.tables if table.title.startswith(title) for line in table.lines).split())


# ---------------------------------------------------------------- it ends where the turn ends


def passive(state: State, seat: str) -> OrderSheet:
    """A side that goes straight on and harms nobody."""
    ships = {ship.id: ["HOLD FIRE", "ASW HOLD"] for ship in state.afloat() if ship.seat == seat}
    return OrderSheet(ships | {each.id: ["ORBIT"] for each in state.flying() if each.seat == seat})


def alike(state: State, seat: str, number: int) -> bool:
    """Does the played turn end where the dry run said? False where somebody would be run into, or a die moves a boat."""
    other = next(each for each in state.seats if each != seat)
    text = by_bot({seat: BOT})(GAME, state, seat, chance_from(str(number)))
    sheet = sheet_of(state, seat, text)
    ships = {ship.id for ship in state.afloat() if ship.seat == seat}
    if any(line.startswith(("CRASH", "RAM")) for id in ships for line in sheet.units[id]):
        return False
    expected = rehearse(known(state, seat), sheet)
    if expected.met:
        return False
    GAME.rules.resolve(
        Turn(GAME.rules.apply, state, seeded(str(number)), state.next_turn), {seat: sheet, other: passive(state, other)}
    )
    for id in ships:
        ended, said = state.ships[id], expected.state.ships[id]
        assert (ended.way, ended.course, ended.speed, ended.evasive) == (said.way, said.course, said.speed, said.evasive), id
    return True


@pytest.mark.parametrize(("scenario", "seat", "turns"), PLAYED)
def test_it_ends_where_the_turn_ends(scenario: str, seat: str, turns: int) -> None:
    """WT-2.1: if nobody else interferes every own vessel goes the way that the dry run said."""
    played = open_play(GAME, scenario, {}, "trial")
    names = dict.fromkeys(played.state.seats, BOT)
    count = 0
    for number, _ in turns_of(played, by_bot(names), "trial", turns):
        if not played.over:
            count += alike(GAME.rules.load(codec.dump(played.state)), seat, number)
    assert count >= 2


def test_aircraft_end_where_they_fly() -> None:
    """WT-11.6, WT-13.2: a launch, and torpedo bombers beside a target that holds her course."""
    state = ocean()
    airborne(state, "ARK-T1", (4, 40), launched=1)
    text = "ARK-T1: ATTACK GRZ RANGE 3\nARK: LAUNCH F1\nARK-F1: CAP"
    expected = tried(state, text)
    played = GAME.rules.load(codec.dump(state))
    GAME.rules.resolve(
        Turn(GAME.rules.apply, played, seeded("air"), 3), {"gb": sheet_of(state, "gb", text), "de": passive(state, "de")}
    )
    for id in ("ARK-T1", "ARK-F1"):
        assert played.squadrons[id].at == expected.state.squadrons[id].at


def test_a_dry_run_changes_nothing() -> None:
    """The position that is tried stays as it was."""
    state = strait()
    before = codec.dump(state)
    tried(state, "HOO: 1A1P; FIRE A AT BIS")
    assert codec.dump(state) == before


# ---------------------------------------------------------------- odds


def test_gunfire_is_counted_out() -> None:
    """WT-7.19, WT-8.1, WT-8.2: chance and points equal the enumeration of hit dice and damage dice."""
    for hit_dice, damage, grade in ((2, 3, 0), (1, 2, 3), (0, 4, 1)):
        hits = [any(face > 3 for face in faces) for faces in product(range(1, 7), repeat=hit_dice)]
        points = [score(faces, grade) for faces in product(range(1, 7), repeat=damage)]
        odds = gunfire(hit_dice, 3, damage, grade)
        assert odds.chance == pytest.approx(sum(hits) / len(hits))
        assert odds.points == pytest.approx(sum(hits) / len(hits) * sum(points) / len(points))
    assert gunfire(-1, 3, 4, 0).chance == 0


def test_spreads_are_counted_out() -> None:
    """E11, E12, WT-10.6, WT-10.8: three dice up to 4, each hit a die less belt 3; WT-1.8: 0 and 6 are none and all."""
    rolled = list(product(range(1, 7), repeat=3))
    odds = spread(3, 4, 6, -3)
    assert odds.chance == pytest.approx(sum(any(face <= 4 for face in faces) for faces in rolled) / len(rolled))
    assert odds.points == pytest.approx(3 * 4 / 6 * (1 + 2 + 3) / 6)
    assert spread(4, 0, 6, 0).chance == 0 and spread(4, 9, 6, 0).chance == 1
    assert [at_most(total) for total in (-1.0, 0.5, 1.0, 6.5)] == [0, 0, 1 / 6, 1]


def test_the_odds_of_guns_are_those_that_are_rolled() -> None:
    """WT-7.8: hit dice, range and armour of a salvo as it is fired when the enemy holds her course."""
    state = state_with({"BIS": ((0, 0), 12, 4), "HOO": ((8, 8), 12, 4)}, 2)
    state.ships["BIS"].sheet.german = 1
    text = "BIS: 1S; FIRE ALL AT HOO"
    [wanted] = tried(state, text, "de").laid
    turn = Turn(GAME.rules.apply, state, seeded("guns"), 3)
    GAME.rules.resolve(turn, {"de": sheet_of(state, "de", text), "gb": passive(state, "gb")})
    [fired] = [draft.event for draft in turn.drafts if isinstance(draft.event, GunsFired)]
    assert (wanted.arms.split(), wanted.origin, wanted.aim) == (fired.batteries, tuple(fired.origin), tuple(fired.aim))
    assert wanted.dice.startswith(f"{fired.dice} HD")
    assert wanted.odds.chance == pytest.approx(1 - 0.5**fired.dice)


def test_german_fire_control_counts_both_ways() -> None:
    """WT-7.10: before its die is thrown one hit die more and one less are equally likely."""
    state = state_with({"BIS": ((0, 0), 12, 4), "HOO": ((8, 8), 12, 4)}, 2)
    [laid] = tried(state, "BIS: FIRE A AT HOO", "de").laid
    low, high = (int(word) for word in laid.dice.split(" HD")[0].split(" or "))
    assert high == low + 2
    assert laid.odds.chance == pytest.approx((2 - 0.5**low - 0.5**high) / 2)


def test_the_odds_of_torpedoes_and_bombs_are_those_that_are_rolled() -> None:
    """WT-10.6, WT-13.3: numbers needed of launchers and of dive bombers; no fighter and no flak is reckoned with."""
    state = ocean()
    state.ships["ANT"].at, state.ships["ANT"].course = (5700, 61500), 5
    airborne(state, "GRZ-DB1", (0, 30), launched=1, aircraft=4)
    british, german = "ANT: TORP GRZ", "GRZ-DB1: ATTACK M01"
    [torpedoes] = [laid for laid in tried(state, british).laid if laid.kind == "torpedoes"]
    [bombs] = [laid for laid in tried(state, german, "de").laid if laid.kind == "bombs"]
    turn = Turn(GAME.rules.apply, state, seeded("fish"), 3)
    GAME.rules.resolve(turn, {"gb": sheet_of(state, "gb", british), "de": sheet_of(state, "de", german)})
    [fish] = [draft.event for draft in turn.drafts if isinstance(draft.event, TorpedoesFired)]
    assert torpedoes.dice == f"{fish.number} dice, {max(0, fish.needed)} or less"
    [bombs_away] = [draft.event for draft in turn.drafts if isinstance(draft.event, Bombed)]
    assert bombs.dice == f"{bombs_away.number} dice, {bombs_away.needed} or less" == "4 dice, 4 or less"
    assert bombs.odds.chance == pytest.approx(1 - (1 / 3) ** bombs_away.number)


def test_depth_charges_at_a_boat_that_is_held() -> None:
    """WT-19.5, WT-19.7: taken to lie where she was; what she really is and does makes no difference."""
    state = ocean()
    state.ships["U47"].at, state.ships["ANT"].at, state.ships["ANT"].course = (0, 0), (0, 1000), 12
    state.ships["ANT"].speed = state.ships["U47"].speed * 0
    held(state, "U47")
    [laid] = [laid for laid in tried(state, "ANT: ASW SUB1").laid if laid.kind == "charges"]
    assert laid.target == "SUB1" and "if she is not silent" in laid.why
    state.ships["U47"].course = 6
    state.ships["U47"].sheet_if_known = replace(state.ships["U47"].sheet, silent=True, marked=2)
    assert [laid] == [laid for laid in tried(state, "ANT: ASW SUB1").laid if laid.kind == "charges"]


# ---------------------------------------------------------------- what it says


def test_what_is_said_of_a_track() -> None:
    """E3, WT-2.7: speed, course, half-way and end; WT-4.4: a turn that bars the main guns."""
    state = state_with({"BIS": ((0, 0), 12, 8), "HOO": ((90, 90), 12, 4)}, 2)
    shown = preview_of(state, "BIS: 2P", "de")
    assert "BIS 8 12>10 0.0,0.0 0.0,4.0 -2.0,7.5" in lines(shown, "TRACK")
    assert "her main guns may not fire this turn" in lines(shown, "TRACK")


def test_ranges_arcs_and_costs() -> None:
    """WT-1.4, WT-10.4: inches when ships fire, hours of the clock, the tubes that bear, and what is left in them."""
    state = state_with({"ANT": ((0, 0), 12, 4), "BIS": ((4, 0), 12, 4)}, 2)
    shown = preview_of(state, "ANT: TORP BIS WITH TL1")
    assert "ANT BIS 4.0 4.0 3 o'clock beam" in lines(shown, "RANGES")
    assert "TL1" in lines(shown, "COSTS") and "(WT-10.4)" in lines(shown, "COSTS")


def test_who_may_break_contact() -> None:
    """WT-21.2, WT-21.7: why not, or with what chance."""
    state = strait()
    said = lines(preview_of(state, "SUF: 1D; DISENGAGE"), "TRACK")
    assert "SUF could not break contact: she ran" in said


def test_boats_change_depth() -> None:
    """E28, WT-18.7, WT-18.8: a crash dive with its chance, taken to succeed; a slow change when the turn ends."""
    said = lines(preview_of(ocean(), "U47: CRASH DIVE\nU99: PERISCOPE", "de"), "TRACK")
    assert "U47 crash-dives: deep at 70% (WT-18.8), as is taken here." in said
    assert "U99 is at periscope depth when the turn ends (WT-18.7)." in said
    assert "deep at 60%" in lines(preview_of(ocean(U47="surfaced"), "U47: CRASH DIVE", "de"), "TRACK")


def test_a_ram_takes_nerve() -> None:
    """E29, WT-5.6: the chance that a destroyer dares; here she is taken to."""
    state = ocean()
    held(state, "U47")
    state.ships["ANT"].sheet.marked = state.ships["ANT"].printed.boxes - 2
    assert "ANT dares to ram SUB1 at 17% (WT-5.6)" in lines(preview_of(state, "ANT: RAM SUB1"), "TRACK")


def test_the_picture_of_a_dry_run() -> None:
    """Section 9: vessels as they are, own ways as ordered, outlines where all would be, fire with its chance."""
    state = state_with({"BIS": ((0, 0), 12, 4), "HOO": ((8, 8), 12, 4)}, 2)
    scene = preview_of(state, "BIS: FIRE A AT HOO", "de").scene
    roles = {(shape.role, shape.unit) for shape in scene.shapes}
    assert {("side-1", "BIS"), ("side-2", "HOO"), ("plan", "BIS"), ("plan-end", "BIS"), ("plan-fire", "BIS")} <= roles
    assert {("trail", "HOO"), ("side-2-old", "HOO")} <= roles
    assert "BIS would end at 0.0,4.0, course 12 (N), speed 4." in scene.description


def test_the_picture_shows_all_of_the_plan() -> None:
    """Who sails out of the reader's map is in the picture with her end; over the map the plan stays in the map's own units."""
    state = state_with({"BIS": ((0, 0), 12, 9), "HOO": ((8, 0), 12, 9)}, 2)
    shown = preview_of(state, "BIS: HOLD FIRE", "de")
    (sea,) = [shape for shape in shown.scene.shapes if shape.role == "sea"]
    (end,) = [shape for shape in shown.scene.shapes if shape.role == "plan-end"]
    assert isinstance(sea, Polygon) and isinstance(end, Polygon)
    (left, top), _, (right, bottom), _ = sea.points
    assert all(left <= x <= right and top <= y <= bottom for x, y in end.points)
    (laid,) = [shape for shape in shown.plan if shape.role == "plan"]
    assert isinstance(laid, Line) and laid.points[0] == window_of(known(state, "de")).point_of((0, 0))


def test_hidden_sheets_and_boats_stay_hidden() -> None:
    """WT-23.3, WT-23.4: a dry run is the same whatever an enemy has suffered unseen, and wherever an unseen boat is."""
    state = ocean()
    before = repr(preview_of(state, "ARK: 1P; LAUNCH F1"))
    state.ships["U47"].at, state.ships["U99"].course = (3000, 3000), 4
    state.ships["BIS"].sheet.lost = ["BO1", "A1"]
    assert repr(preview_of(state, "ARK: 1P; LAUNCH F1")) == before
