"""Dry runs: where orders lead if nobody interferes, told from what the reader knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from events.base import Draft
from events.star_navy.battle import PointsArrived
from events.star_navy.boarding import Captured
from events.star_navy.engine import JumpAttempt
from events.star_navy.movement import MapShifted
from pbem.core.dice.fair_dice import seeded
from pbem.core.drawing.scene import Line, Polygon, Text
from pbem.core.game.panels import PANEL_WIDTH
from pbem.core.game.report_parts import Preview
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import parse_label
from pbem.core.state.codec import copy
from pbem.core.texts.envelope import OrderSheet
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.language.slate import Slate
from pbem.games.star_navy.model.ships import Ship, Stored
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.planning.assume import assume
from pbem.games.star_navy.planning.dry_run import Run, dry_run, guesses
from tests.kit.playing import by_bot, chance_from, open_play
from tests.rulebook.star_navy.builders.battle import Battle
from tests.rulebook.star_navy.builders.known import known
from tests.rulebook.star_navy.builders.orders import mailed, position

DISTURBED = (PointsArrived, Captured, JumpAttempt)
KNOWN = ("hex", "heading", "speed", "engine_energy", "capacitor_energy", "thrusters_used", "mines", "sections")


def tried(state: State, text: str, seat: str = "blue") -> Preview:
    """The dry run of a mail."""
    return STAR_NAVY.planning.preview(known(state, seat), mailed(state, text, seat=seat).sheet)


def table(preview: Preview, title: str) -> list[str]:
    """The lines of one table."""
    return next((panel.lines for panel in preview.tables if panel.title == title), [])


def end(ship: Ship) -> dict[str, Any]:
    """What a captain reads of their ship afterwards."""
    return {name: getattr(ship if name in vars(ship) else ship.console, name) for name in KNOWN} | {"slots": ship.stored.slots}


LONG = """
POLICY TARGETS {foes}, ANY; POLICY RETREAT BELOW 2; POLICY LEAVE HALF
STANDING FIRE ANY AT {foes}, ANY WITHIN 12 ELSE BOARD {foes}, ANY RETREAT NEVER LEAVE HALF ELSE TURN R IF ENERGY >= 4
T{turn} FIRE LF AT {foes}, ANY WITHIN 12 IF RANGE {foe} <= 12 AND ENERGY >= 4 AND INTEGRITY >= 1 ELSE TURN L IF SHIELDS LF < 1
E1 SHIELDS LF 2 RF 1 F 1 LR 1 RR 1 R 1; SPEED +2; KEEP 12
E2 SHIELDS EVEN 12; SPEED -2 IF INTEGRITY < 2; KEEP 12; ISD ALL
JUMP LEAVE IF INTEGRITY <= 1 AND RANGE {foe} <= 12 AND ENERGY >= 4
"""


@pytest.mark.parametrize("screen", ["on", "off"])
@pytest.mark.parametrize("pace", ["turn", "cycle"])
@pytest.mark.parametrize("scenario", STAR_NAVY.scenarios)
def test_no_table_is_too_wide_for_long_orders(scenario: str, pace: str, screen: str) -> None:
    """Tables of dry runs, consoles, the score and stored orders keep to the width, for the largest ships and longest orders."""
    more = {"players": 6, "ship_class": "DN"} if scenario == "open-space" else {}
    state = open_play(STAR_NAVY, scenario, {"pace": pace, "screen": screen, **more}, "wide").state
    state.cycle, state.turn = 14, 5 if pace == "turn" else 6
    for seat in state.seats:
        own = known(state, seat).mine()
        foes = [ship.id for ship in known(state, seat).enemies()]
        text = LONG.format(foes=", ".join(foes), foe=foes[0], turn=state.next_turn[1])
        parsed = mailed(state, "\n".join(f"{ship.id}:{text}" for ship in own), seat=seat)
        assert parsed.problems == []
        for ship in (state.ships[each.id] for each in own):
            stands = Slate.read(parsed.sheet.units[ship.id])
            ship.stored_if_known = Stored(stands.slots(), stands.standing())
            ship.console.isd_status = ship.console.marine_status = "RECOVER"
        seen = known(state, seat)
        preview = STAR_NAVY.planning.preview(seen, parsed.sheet)
        for panel in (*preview.tables, *STAR_NAVY.report.panels(seen)):
            assert [line for line in [panel.title, *panel.lines] if len(line) > PANEL_WIDTH] == []


# ---------------------------------------------------------------- against the rules


def real_turns(scenario: str, turns: int, **options: Any) -> Iterator[tuple[State, dict[str, list[Run]], list[Draft], State]]:
    """A bot game turn by turn: the state before, each seat's dry runs, what happened, and the state after."""
    played = open_play(STAR_NAVY, scenario, options, "trial")
    bots = ["aggressive", "random", "cautious", "random"]
    names = dict(zip(played.state.seats, bots, strict=False))
    for number in range(1, turns + 1):
        state = played.state
        before = copy(state)
        sheets, runs = {}, {}
        for seat in STAR_NAVY.rules.due(state):
            seen = known(state, seat)
            text = by_bot(names)(STAR_NAVY, seen, seat, chance_from(f"{number} {seat}"))
            sheets[seat] = STAR_NAVY.orders.read(seen, seat, text, STAR_NAVY.orders.sheet(seen, seat)).sheet
            runs[seat] = [dry_run(seen, sheets[seat], guess) for guess in guesses(seen)]
        turn = Turn(STAR_NAVY.rules.apply, state, seeded(f"trial {number}"), number)
        STAR_NAVY.rules.resolve(turn, sheets)
        yield before, runs, turn.drafts, state


def fitting(before: State, now: State, side: str, runs: list[Run]) -> Run | None:
    """The run whose guess came true; none where some enemies moved and some did not."""
    moved = {ship.hex != before.ships[id].hex for id, ship in now.ships.items() if ship.side != side and ship.alive}
    return runs[0] if len(runs) == 1 or moved == {False} else runs[1] if moved == {True} else None


@pytest.mark.parametrize(
    ("scenario", "turns", "options"),
    [("open-space", 13, {}), ("four-corners", 12, {}), ("harrow-belt", 12, {}), ("wolf-pack", 12, {"screen": "off"})],
)
def test_undisturbed_ships_end_as_tried(scenario: str, turns: int, options: dict[str, Any]) -> None:
    """SN-4, SN-5, SN-10: where the guess about the enemies was right and nothing struck a ship, all is as the dry run said."""
    compared = 0
    for before, runs, drafts, now in real_turns(scenario, turns, **options):
        events = [draft.event for draft in drafts]
        if any(isinstance(event, MapShifted) for event in events):
            continue
        disturbed = {getattr(event, "ship", "") for event in events if isinstance(event, DISTURBED)}
        for seat, found in runs.items():
            run = fitting(before, now, now.seats[seat], found)
            for ship in run.own() if run else ():
                if ship.id not in disturbed:
                    assert end(ship) == end(now.ships[ship.id]), (ship.id, now.cycle, now.turn)
                    compared += 1
    assert compared >= turns


def test_a_lone_cycle_ends_as_tried() -> None:
    """SN-15.1, SN-10: a whole cycle with turns, fire at nobody, a mine, shields and speed, far from everybody."""
    battle = Battle(pace="cycle")
    battle.put(battle.a, "2020", "NE", speed=4).console.sections["RF"].active = 1
    orders = "T1 TURN R\nT2 MINE\nT3 FIRE ANY\nT4 TURN L\nE1 SHIELDS RF 2\nE2 SPEED +1\nE2 KEEP 3"
    sheet = OrderSheet({"AAA": orders.split("\n")})
    seen = known(battle.state, "blue")
    runs = [dry_run(seen, sheet, guess) for guess in guesses(seen)]
    battle.play(AAA=orders)
    assert [end(run.state.ships["AAA"]) for run in runs] == [end(battle.a)] * 2
    assert battle.hex("AAA") != "2020" and battle.a.console.speed == 5


def test_the_set_up_is_tried_too() -> None:
    """SN-2.1, SN-2.2, SN-2.5: before turn 1 the ship is where and as its captain chooses."""
    preview = tried(position("open-space", cycle=0, turn=0), "MIL: SETUP PLACE 5056 NE; SETUP SPEED 6")
    assert "  ends in 5156 heading NE, speed 6" in table(preview, "TRACK")


# ---------------------------------------------------------------- what is known


@pytest.mark.parametrize("speed", [0, 6])
def test_what_is_guessed_changes_nothing_that_is_known(speed: int) -> None:
    """SN-16: without the parts that were guessed, the state of a dry run is the one that it was made of."""
    for seat in ("blue", "red"):
        seen = known(open_play(STAR_NAVY, "harrow-belt", {}, "assumed").state, seat)
        guessed = assume(seen, speed)
        assert {ship.console.speed for ship in guessed.enemies()} == {speed}
        assert known(guessed, seat) == seen


def test_what_depends_on_the_enemy_is_said_for_both_guesses() -> None:
    """SN-16.4: SR1's speed is hidden; whether the volley is in range depends on it, and both cases are told."""
    state = position(turn=2)
    track = table(tried(state, "BIS: T3 FIRE F AT SR1 WITHIN 4 ELSE TURN R"), "TRACK")
    assert "  if the enemies stay in their hexes:" in track and "    T3  turns to heading NE" in track
    assert "  if the enemies move one hex ahead:" in track
    assert [line for line in track if "FIRE F 3 AT SR1: energy 3" in line]


def test_with_open_consoles_there_is_one_case() -> None:
    """SN-16.1: with screen=off the enemy's speed is known."""
    battle = Battle(screen="off")
    seen = known(battle.state, "blue")
    assert [guess.words for guess in guesses(seen)] == [""]


def test_ranges_are_those_after_the_moves() -> None:
    """SN-5.10: now, and when commands are carried out."""
    ranges = table(tried(position(turn=2), "BIS: T3 NOTHING"), "RANGES")
    assert ranges == [
        "BIS and SR1",
        "  now                range  6  it is in your F, you in its F",
        "  T3 if it stays     range  5  it is in your F, you in its F",
        "  T3 if it moves on  range  4  it is in your F, you in its F",
    ]


def test_odds_of_a_volley() -> None:
    """SN-7.9, SN-7.8: three lasers at range 5 do 12 points."""
    odds = table(tried(position(turn=3), "BIS: T4 FIRE F AT SR1 WITHIN 6"), "ODDS")
    assert odds[:2] == ["BIS if the enemies stay in their hexes:", "T4 BIS F at SR1, range 6: 3 lasers"]
    assert "  12 points on one section, without fail (SN-7.9)" in odds
    assert "  section: F 4 of 6, LF 1 of 6, RF 1 of 6 (SN-7.8)" in odds


def test_torpedoes_know_only_the_speeds_that_fit() -> None:
    """SN-7.10: on turn 1 only speed 6 moves, so whoever stays may have any other."""
    state = position("four-corners", turn=6)
    ships = state.ships
    ships["BBB"].hex, ships["BBB"].heading = parse_label("1010"), 0
    ships["AAA"].hex, ships["AAA"].heading = parse_label("1014"), 0
    odds = table(tried(state, "AAA: T1 FIRE F AT BBB", "a"), "ODDS")
    assert [line for line in odds if "at speed 0: each hits with 100 %, 12 points expected" in line]
    assert sum("at speed 6" in line for line in odds) == 1 and sum("at speed 5" in line for line in odds) == 1


def test_costs_are_told() -> None:
    """SN-5.3, SN-1.9: capacitors pay first."""
    costs = table(tried(position(), "BIS: T5 TURN L"), "COSTS")
    assert costs == ["BIS  energy 17 -> 16 (capacitors 7 -> 6, engines 10)", "  free thrusters 9 -> 8, mines 2"]


def test_hazards_are_told_and_not_rolled() -> None:
    """SN-4.5, SN-13.4: a mine that the move sets off, and asteroids it runs into."""
    battle = Battle()
    battle.put(battle.a, "2020", "N", speed=6)
    battle.mine("2018")
    battle.state.asteroids = [parse_label("2019")]
    track = table(tried(battle.state, "AAA: T1 NOTHING"), "TRACK")
    assert "  T1  mine M1 explodes: 12 points on one section (SN-4.5)" in track
    assert "  T1  runs into asteroids: 3 points on one section (SN-13.4)" in track


def test_a_jump_is_left_to_the_die() -> None:
    """SN-11.2: its chance is told, and the ship stays."""
    track = table(tried(position(turn=5), "BIS: T6 NOTHING; JUMP LEAVE"), "TRACK")
    assert [line for line in track if "JUMP LEAVE: succeeds on a die of 4 or less (SN-11.2)" in line]


def test_boarders_know_their_odds() -> None:
    """SN-9.4: the shields are behind the screen, so for each number of them."""
    battle = Battle()
    battle.put(battle.b, "2018", "S")
    odds = table(tried(battle.state, "AAA: T1 BOARD BBB"), "ODDS")
    assert odds[0] == "T1 AAA boards BBB with 4 marines; OUTNUMBERED (SN-9.7)"
    assert odds[2] == "  0: 100 %, 1: 83 %, 2: 67 %, 3: 50 %, 4: 33 %, 5: 17 %"


def test_the_map_of_a_trial() -> None:
    """The picture shows the way, the volley as ordered with its range, and where the enemy may be."""
    scene = tried(position(turn=2), "BIS: T3 FIRE F AT SR1").scene
    assert (scene.key, scene.title) == ("trial", "Trial of game turn 3 of 10 (cycle 1, turn 3)")
    fire = [shape for shape in scene.shapes if shape.role == "plan-fire" and isinstance(shape, Line) and shape.title]
    assert [shape.title for shape in fire] == ["BIS T3 F at SR1, range 5, 12 points"]
    ends = [s.title for s in scene.shapes if s.role == "plan-end" and isinstance(s, Polygon) and s.title]
    assert ends == ["BIS after T3, hex 5052 heading N, speed 2", "SR1 if the enemies move one hex ahead, hex 5048"]
    assert {shape.unit for shape in scene.shapes if shape.role == "side-1" and shape.unit} == {"BIS"}
    assert [s.title for s in scene.shapes if s.role == "arc" and isinstance(s, Polygon) and s.title] == ["sweep of BIS F on T3"]
    words = [s.text for s in scene.shapes if s.role == "plan-fire" and isinstance(s, Text) and s.unit]
    assert words == ["T3 F at SR1, range 5, 12 points"]
