"""The dry run of the order desk: it ends where the turn ends if nobody interferes, and its odds are those of the tables."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import ceil

import pytest

from events.sovereign_seas.sailing import RamRolled
from pbem.core.dice.fair_dice import seeded
from pbem.core.game.report_parts import Preview
from pbem.core.game.turn import Turn
from pbem.core.state import codec
from pbem.core.texts.envelope import OrderSheet
from pbem.games.sovereign_seas import SOVEREIGN_SEAS as GAME
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.tables import firepower
from pbem.games.sovereign_seas.planning.dry_run import Laid, Rehearsal, rehearse
from pbem.games.sovereign_seas.planning.odds import at_least, mean_hits, ram_chance
from tests.kit.playing import by_bot, chance_from, open_play, turns_of
from tests.rulebook.sovereign_seas.builders.fleet import change, state_with
from tests.rulebook.sovereign_seas.builders.known import known

PASSIVE = "CLEAR ALL; STRAIGHT; SPEED HOLD; HOLD FIRE"
"""What an enemy is taken to do, and no shot."""
BOT = next(iter(GAME.planning.bots))
PLAYED = (("fleet-engagement", 5), ("defense-magenta", 8), ("cruisers", 6))


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


@cache
def compared(scenario: str, turns: int) -> int:
    """Plays a game of bots; before each turn the British orders are tried, and played on a copy on which nobody fires."""
    played = open_play(GAME, scenario, {}, "trial")
    names = dict.fromkeys(("gb", "fr"), BOT)
    count = 0
    for number, _ in turns_of(played, by_bot(names), "trial", turns):
        if not played.over and not played.state.stage:
            count += alike(GAME.rules.load(codec.dump(played.state)), number)
    return count


def alike(state: State, number: int) -> bool:
    """Does the played turn end where the dry run said? False where somebody would be run into."""
    own = [ship.id for ship in state.of_seat("gb")]
    text = by_bot({"gb": BOT})(GAME, known(state, "gb"), "gb", chance_from(f"{number}"))
    sheet = sheet_of(state, "gb", "\n".join([text, *(f"{id}: HOLD FIRE" for id in own)]))
    expected = rehearse(known(state, "gb"), sheet)
    if any(isinstance(event, RamRolled) for event in expected.events):
        return False
    passive = sheet_of(state, "fr", "\n".join(f"{ship.id}: {PASSIVE}" for ship in state.of_seat("fr")))
    GAME.rules.resolve(Turn(GAME.rules.apply, state, seeded(str(number)), state.next_turn), {"gb": sheet, "fr": passive})
    for id in own:
        ended, said = state.ships[id], expected.after.ships[id]
        assert (ended.fate, ended.hex, ended.heading, ended.speed, ended.count) == (
            said.fate,
            said.hex,
            said.heading,
            said.speed,
            said.count,
        ), (number, id)
    return True


@pytest.mark.parametrize(("scenario", "turns"), PLAYED)
def test_it_ends_where_the_turn_ends(scenario: str, turns: int) -> None:
    """SSL-I1.1: if nobody else interferes every own ship ends where the dry run said, as fast, and may turn as soon."""
    assert compared(scenario, turns) >= 2


def test_a_dry_run_changes_nothing() -> None:
    """The position that is tried stays as it was."""
    state = state_with({"BC1": ("1010", "N", 7), "FB1": ("2010", "N", 6)}, 2)
    before = codec.dump(state)
    tried(state, "BC1: SPEED 8; MOVE F|RF|FF|RF")
    assert codec.dump(state) == before


# ---------------------------------------------------------------- odds


def test_strikes_are_counted_out() -> None:
    """SSL-C.1, SSL-J2.9, SSL-J2.10: chances equal the enumeration of all dice."""
    for pool, needed, halves in ((10, 5, 4), (6, 4, 1), (9, 5, 2), (0, 4, 4)):
        strikes = [sum(dice) for dice in product((0, 1), repeat=pool)]
        hits = [ceil(max(0, n - needed + 1) * halves / 2) for n in strikes]
        assert at_least(pool, needed) == pytest.approx(sum(n >= needed for n in strikes) / len(strikes))
        assert mean_hits(pool, needed, halves) == pytest.approx(sum(hits) / len(strikes))


def laid(state: State, text: str) -> dict[str, Laid]:
    """Salvos of a dry run, by ship and gun code."""
    return {f"{each.ship} {each.code}": each for each in tried(state, text).laid}


def test_the_printed_salvo() -> None:
    """E4, SSL-J2.8: five D at a size +2 in 5 hexes: ten dice, five needed, letter D."""
    state = state_with({"BC1": ("1010", "N", 0), "FB1": ("1509", "N", 6)}, 2)
    found = laid(state, "BC1: STOP; OPEN RANGE 13; FIRE D AT FB1; FIRE B AT FB1")["BC1 D"]
    assert (found.impulse, found.guns, found.range, found.pool, found.needed, found.letter) == (1, 5, 5, 10, 5, "D")
    assert found.chance == pytest.approx(638 / 1024)
    assert found.halves == firepower("D", state.options) and found.pierces


def test_the_odds_are_those_that_are_rolled() -> None:
    """SSL-J2.8: the salvos that are fired have the dice, the range and the strikes needed that the dry run named."""
    state = state_with({"BC1": ("1010", "N", 4), "BB1": ("1212", "N", 6), "FB1": ("1509", "N", 6), "FF1": ("0808", "S", 9)}, 2)
    text = "BC1: OPEN ANY; FIRE ALL AT FB1, FF1\nBB1: MOVE RFFLFF; OPEN IMP 3-4"
    wanted = tried(state, text).laid
    passive = sheet_of(state, "fr", f"FB1: {PASSIVE}\nFF1: {PASSIVE}")
    turn = Turn(GAME.rules.apply, state, seeded("salvo"), state.next_turn)
    GAME.rules.resolve(turn, {"gb": sheet_of(state, "gb", text), "fr": passive})
    fired = [draft.event for draft in turn.drafts if type(draft.event).__name__ == "SalvoFired"]
    keys = ("impulse", "ship", "target", "code", "guns", "range", "pool", "needed", "letter")
    assert wanted
    first = wanted[0].impulse
    assert [tuple(getattr(each, key) for key in keys) for each in wanted if each.impulse == first] == [
        tuple(getattr(event, key) for key in keys) for event in fired if getattr(event, "impulse", 0) == first
    ]


def test_a_ram_and_its_chance() -> None:
    """E13, SSL-J1.4: nine dice, four needed; the ship is taken to miss and goes on."""
    state = state_with({"BC1": ("1012", "N", 8), "FF1": ("1009", "SE", 0)}, 2)
    shown = preview_of(state, "BC1: RAM FF1; SPEED HOLD")
    assert "BC1 runs into FF1" in lines(shown, "TRACK")
    assert f"the ram hits at {ram_chance(9):.0%}" in lines(shown, "TRACK")
    assert ram_chance(9) == pytest.approx(sum(sum(dice) >= 4 for dice in product((0, 1), repeat=9)) / 512)


# ---------------------------------------------------------------- what it says


def test_what_is_said_of_a_track() -> None:
    """E9, SSL-I2.2: the letters and the hex of each impulse."""
    state = state_with({"BC1": ("1010", "N", 7), "FB1": ("3010", "N", 6)}, 2)
    said = lines(preview_of(state, "BC1: MOVE F|RF|FF|RF"), "TRACK")
    assert "BC1 7 F 1009 N RF 1208 NE FF 1407 NE RF 1608 SE at once" in said or "RF 1608 SE after 0" in said


@pytest.mark.parametrize(("plan", "may"), [("F|RF|FF|FR", "after 1"), ("F|RF|FF|RF", "at once")])
def test_when_she_may_turn_next(plan: str, may: str) -> None:
    """SSL-I2.1: with a turn rate of 2 hexes she needs one more behind a turn in her last hex, and none behind F."""
    state = state_with({"BC1": ("1010", "N", 7), "FB1": ("3010", "N", 6)}, 2)
    said = lines(preview_of(state, f"BC1: MOVE {plan}"), "TRACK")
    assert f" {may} " in said


def test_conditions_and_helms_that_hang_on_the_enemy() -> None:
    """SSL-X.9, SSL-X.6: a WHEN line that comes true steers; one that does not is named; so is a helm that follows an enemy."""
    state = state_with({"BC1": ("1010", "N", 4), "BB1": ("1018", "N", 4), "FB1": ("1006", "N", 0)}, 2)
    said = lines(preview_of(state, "BC1: WHEN RANGE FB1 <= 3 DO CIRCLE R\nBB1: CLOSE FB1; WHEN SUNK FB1 DO COURSE S"), "TRACK")
    assert "BC1: WHEN RANGE FB1 <= 3 DO CIRCLE R has come true" in said
    assert "BB1: WHEN SUNK FB1 DO COURSE S does not come true if the enemy does nothing new (SSL-X.9)." in said
    assert "BB1: CLOSE FB1 steers by an enemy, who may move otherwise (SSL-X.6)." in said


def test_ranges_and_arcs() -> None:
    """SSL-J2.7, SSL-D3.1: hexes after each impulse to an enemy who holds her course, her bearing, the guns that reach her."""
    state = state_with({"BC1": ("1010", "N", 4), "FB1": ("1510", "N", 4)}, 2)
    said = lines(preview_of(state, ""), "RANGES")
    assert "BC1 FB1 5 5 5 5 5 starboard beam S1-S5" in said


def test_ship_that_does_not_fire_is_said() -> None:
    """SSL-X.12."""
    state = state_with({"BC1": ("1010", "N", 4), "BB1": ("1610", "N", 4), "BV1": ("4030", "N", 4), "FB1": ("1310", "N", 4)}, 2)
    said = lines(preview_of(state, "BC1: HOLD FIRE\nBB1: OPEN RANGE 2 STRICT"), "ODDS")
    assert "BC1 holds fire, as ordered: FB1 was within reach at range 3 in impulse 1 (SSL-X.12)." in said
    assert "BB1 does not fire, her OPEN orders did not come true: FB1 bore at range 3 in impulse 1 (SSL-X.12)." in said
    assert "BV1 does not fire: no enemy comes within reach of her guns (SSL-J2.6)." in said


def test_the_picture_of_a_dry_run() -> None:
    """Section 9: ships as they lie, own ways as ordered, outlines where all would be, a salvo with its chance."""
    state = state_with({"BC1": ("1010", "N", 4), "FB1": ("1310", "N", 4)}, 2)
    scene = preview_of(state, "").scene
    roles = {(shape.role, shape.unit) for shape in scene.shapes}
    assert {("side-1", "BC1"), ("side-2", "FB1"), ("plan", "BC1"), ("plan-end", "BC1"), ("plan-fire", "BC1")} <= roles
    assert {("trail", "FB1"), ("side-2-old", "FB1")} <= roles
    assert "BC1 would end in 1006 heading N." in scene.description


def test_set_up_is_tried_too() -> None:
    """SSL-E.1: where ships would begin, and what is wrong with it, are shown before turn 1."""
    played = open_play(GAME, "blockade-breakout", {}, "trial")
    seat = next(iter(GAME.rules.due(played.state)))
    own = next(ship for ship in played.state.of_seat(seat))
    shown = GAME.planning.preview(played.known(seat), GAME.orders.sheet(played.state, seat))
    assert [table.title for table in shown.tables] == ["SET-UP"]
    assert own.id in lines(shown, "SET-UP")


def test_hidden_logs_stay_hidden() -> None:
    """SSL-Y.5: with hidden logs a dry run is the same whatever an enemy has suffered unseen."""
    state = state_with({"BC1": ("1010", "N", 4), "FB1": ("1310", "N", 4)}, 2, hidden_logs="on")
    before = repr(preview_of(state, "BC1: FIRE ALL AT WEAKEST"))
    change(state.ships["FB1"], lost=3, gone=["M1"], command_until=9)
    assert repr(preview_of(state, "BC1: FIRE ALL AT WEAKEST")) == before
