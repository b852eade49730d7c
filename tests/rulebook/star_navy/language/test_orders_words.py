"""Words and orders: every way of writing one, both directions, and any text at all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.geometry.hexes import at
from pbem.core.texts.envelope import OrderSheet
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.language.stored import chain_text, stored, stored_chain, stored_engine, stored_jump
from pbem.games.star_navy.model.orders import (
    ENGINE_ITEM,
    JUMPS,
    SETUPS,
    Alternative,
    Board,
    Condition,
    EngineItem,
    Fire,
    Isd,
    Jump,
    Keep,
    LayMine,
    Nothing,
    Setup,
    Shields,
    Speed,
    SpeedBy,
    TurnShip,
)
from pbem.games.star_navy.model.reserved_words import RESERVED
from pbem.games.star_navy.model.tables import SECTIONS
from tests.rulebook.star_navy.builders.orders import current_orders, position

# ---------------------------------------------------------------- ways of writing


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("TURN LEFT", "TURN L"),
        ("LEFT", "TURN L"),
        ("TL", "TURN L"),
        ("PORT", "TURN L"),
        ("TURN PORT", "TURN L"),
        ("TURN R", "TURN R"),
        ("TURN RIGHT", "TURN R"),
        ("RIGHT", "TURN R"),
        ("TR", "TURN R"),
        ("TURN STARBOARD", "TURN R"),
        ("STBD", "TURN R"),
        ("FIRE FRONT", "FIRE F"),
        ("FIRE RIGHT FRONT ALL", "FIRE RF"),
        ("FIRE LEFT-REAR 2", "FIRE LR 2"),
        ("FIRE LEFTFRONT", "FIRE LF"),
        ("FIRE STARBOARD REAR", "FIRE RR"),
        ("FIRE REAR ON SR1", "FIRE R AT SR1"),
        ("FIRE F @ SR1,ANY RANGE 6", "FIRE F AT SR1, ANY WITHIN 6"),
        ("FIRE F WITHIN 15 AT SR1 2", "FIRE F 2 AT SR1"),
        ("FIRE ANY", "FIRE ANY"),
        ("DROP", "MINE"),
        ("DROP MINE", "MINE"),
        ("LAY MINE", "MINE"),
        ("BOARD", "BOARD"),
        ("BOARD AT SR1 FIGHT", None),
        ("BOARD SR1, ANY LEAVE NONE RETREAT FIGHT ON", "BOARD SR1, ANY RETREAT NEVER LEAVE NONE"),
        ("BOARD RETREAT OUTNUMBERED LEAVE 2", "BOARD RETREAT OUTNUMBERED LEAVE 2"),
        ("BOARD RETREAT BELOW 02 LEAVE ALL", "BOARD RETREAT BELOW 2 LEAVE ALL"),
        ("HOLD", "NOTHING"),
        ("PASS", "NOTHING"),
        ("NONE", "NOTHING"),
        ("MINE IF ARC RIGHT REAR SR1 AND RANGE SR1 =< 3", "MINE IF ARC RR SR1 AND RANGE SR1 <= 3"),
        ("MINE IF SHIELDS F == 2 AND INTEGRITY => 1", "MINE IF SHIELDS F = 2 AND INTEGRITY >= 1"),
        ("MINE IF HEX 5053 AND FACING sw AND ENERGY<9", "MINE IF HEX 5053 AND FACING SW AND ENERGY < 9"),
    ],
)
def test_ways_to_write_a_command(written: str, canonical: str | None) -> None:
    """SN-5.1, SN-15.4, SN-15.5, SN-15.6, SN-15.7, SN-15.12: each accepted way of writing comes out in the canonical words."""
    if canonical is None:
        assert STAR_NAVY.orders.read(position(), "blue", f"BIS: T5 {written}", OrderSheet()).problems
    else:
        assert current_orders(f"BIS: T5 {written}") == [f"T5 {canonical}"]


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("SHIELD ALL", "SHIELDS ALL"),
        ("SHIELDS EVEN 4", "SHIELDS EVEN 4"),
        ("SHIELDS MIN 2 IF ENERGY > 3", "SHIELDS MIN 2 IF ENERGY > 3"),
        ("SHIELDS F,RF 2,R", "SHIELDS F RF 2 R"),
        ("SHIELDS FRONT +2 LEFT REAR = 1", "SHIELDS F 2 LR 1"),
        ("SPEED MAX", "SPEED 6"),
        ("SPEED STOP", "SPEED 0"),
        ("SPEED = 3", "SPEED 3"),
        ("SPEED + 2", "SPEED +2"),
        ("SPEED -1", "SPEED -1"),
        ("KEEP 0", "KEEP 0"),
        ("HOLD", "NOTHING"),
    ],
)
def test_ways_to_write_an_engine_order(written: str, canonical: str) -> None:
    """SN-10.3, SN-15.5, SN-15.11: each accepted way of writing comes out in the canonical words."""
    assert current_orders(f"BIS: E1 {written}") == [f"E1 {canonical}"]


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("DISENGAGE", "LEAVE"),
        ("IST LEAVE", "LEAVE"),
        ("DISENGAGE IF INTEGRITY < 2", "LEAVE IF INTEGRITY < 2"),
        ("JUMP 2012 se SPEED 3", "2012 SE 3"),
        ("DISENGAGE 2012 SE 0", "2012 SE 0"),
    ],
)
def test_ways_to_write_a_jump(written: str, canonical: str) -> None:
    """SN-11.3, SN-11.4, SN-15.13: each accepted way of writing comes out in the canonical words."""
    assert current_orders(f"BIS: {written}") == [f"JUMP {canonical}"]


# ---------------------------------------------------------------- orders -> words -> orders

counts = st.integers(0, 99)
sections = st.sampled_from(SECTIONS)
hexes = st.builds(at, st.integers(1, 99), st.integers(1, 99))
facings = st.integers(0, 5)
ops = st.sampled_from(["<=", ">=", "<", ">", "="])
foes = st.lists(st.sampled_from(["SR1", "ANY"]), max_size=3).map(tuple)
conditions = st.lists(
    st.one_of(
        st.builds(Condition, st.just("RANGE"), unit=st.just("SR1"), op=ops, number=counts),
        st.builds(Condition, st.just("ARC"), unit=st.just("SR1"), section=sections),
        st.builds(Condition, st.sampled_from(["ENERGY", "INTEGRITY"]), op=ops, number=counts),
        st.builds(Condition, st.just("SHIELDS"), section=sections, op=ops, number=counts),
        st.builds(Condition, st.just("HEX"), hex=hexes),
        st.builds(Condition, st.just("FACING"), facing=facings),
    ),
    max_size=3,
).map(tuple)
commands = st.one_of(
    st.builds(TurnShip, st.sampled_from([-1, 1])),
    st.builds(Fire, st.sampled_from([*SECTIONS, "ANY"]), st.sampled_from([None, 1]), foes, st.integers(1, 15)),
    st.builds(LayMine),
    st.builds(
        Board,
        foes,
        st.sampled_from(["", "NEVER", "OUTNUMBERED", "BELOW 0", "BELOW 12"]),
        st.sampled_from(["", "HALF", "ALL", "NONE", "0", "3"]),
    ),
    st.builds(Nothing),
)
chains = st.lists(st.builds(Alternative, commands, conditions), min_size=1, max_size=5).map(tuple)
more = st.integers(0, 5)
shields = st.one_of(
    st.just(Shields("ALL")),
    st.builds(Shields, st.just("EVEN"), more),
    st.builds(Shields, st.just("MIN"), st.integers(1, 5)),
    st.builds(Shields, st.just("LIST"), sections=st.lists(st.tuples(sections, more), min_size=1, max_size=6).map(tuple)),
)
engine_orders = st.one_of(
    shields,
    st.builds(Isd, st.sampled_from([None, 1, 4])),
    st.builds(Speed, st.integers(0, 6)),
    st.builds(SpeedBy, st.integers(-9, 9)),
    st.builds(Keep, counts),
    st.builds(Nothing),
)
engines = st.lists(st.builds(EngineItem, engine_orders, conditions), min_size=1, max_size=4).map(tuple)
jumps = st.one_of(st.builds(Jump, conditions=conditions), st.builds(Jump, hexes, facings, st.integers(0, 6), conditions))


@given(chains, engines, jumps)
def test_orders_survive_their_words(chain: Any, engine: Any, jump: Any) -> None:
    """SN-15.4, SN-15.5: orders as data, written as words and read again, are the same orders."""
    assert stored_chain(chain_text(chain)) == chain
    assert stored_engine("; ".join(map(ENGINE_ITEM.write, engine))) == engine
    assert JUMPS.line(JUMPS.write(jump)) == jump


@given(chains, chains, engines, engines, jumps)
def test_canonical_lines_survive_the_mail(one: Any, two: Any, first: Any, second: Any, jump: Any) -> None:
    """SN-15.2: canonical lines, mailed, stand as they are, and stand as the same orders."""
    lines = [
        f"STANDING {chain_text(one)}",
        f"T2 {chain_text(two)}",
        *(f"E1 {ENGINE_ITEM.write(item)}" for item in first),
        *(f"E2 {ENGINE_ITEM.write(item)}" for item in second),
        JUMPS.write(jump),
    ]
    state = position()
    parsed = STAR_NAVY.orders.read(state, "blue", OrderSheet({"BIS": lines}).text(), OrderSheet())
    assert parsed.problems == []
    assert parsed.sheet == OrderSheet({"BIS": lines})
    assert STAR_NAVY.orders.read(state, "blue", parsed.sheet.text(), parsed.sheet).sheet == parsed.sheet
    assert stored(lines).slots["E2"] == "; ".join(map(ENGINE_ITEM.write, second))


@given(st.lists(st.sampled_from("CLPT"), min_size=4, max_size=4), st.integers(0, 6), facings)
def test_setup_survives_its_words(letters: list[str], speed: int, facing: int) -> None:
    """SN-2.1, SN-2.2, SN-2.5: set-up orders, written as words and read again, are the same orders."""
    front, sides, rears, rear = letters
    loadout = tuple(zip(SECTIONS, (front, sides, rears, rear, rears, sides), strict=True))
    setup = Setup(loadout, speed, at(50, 57), facing)
    parts = (Setup(weapons=loadout), Setup(speed=speed), Setup(hex=at(50, 57), facing=facing))
    lines = [SETUPS.write(part) for part in parts]
    assert stored(lines).setup == setup
    assert current_orders("MIL: " + "\n".join(lines), "MIL", position("open-space", cycle=0, turn=0)) == lines


# ---------------------------------------------------------------- any text

vocabulary = st.one_of(
    st.sampled_from(sorted(RESERVED)),
    st.sampled_from(["SR1", "BIS", "BIS:", "T3:", ";", "\n", ",", "+", "-", "=", "<=", ">", "#", ".", "@", ":", "END"]),
    st.sampled_from(["0", "1", "3", "7", "16", "5053", "0000", "9" * 5000, "٣", "²", "F2", "Ŧ"]),
    st.text(max_size=4),
)
positions = st.sampled_from([("first-blood", "turn", 1, 4), ("open-space", "turn", 0, 0), ("harrow-belt", "cycle", 2, 6)])


@given(st.text(), positions)
def test_any_text_can_be_mailed(text: str, where: tuple[str, str, int, int]) -> None:
    """No text makes the parser raise, and what stands afterwards is canonical."""
    _mail(text, where)


@given(st.lists(vocabulary, max_size=30).map(" ".join), positions)
def test_any_words_can_be_mailed(text: str, where: tuple[str, str, int, int]) -> None:
    """No mixture of the grammar's words makes the parser raise, and what stands afterwards is canonical."""
    _mail(text, where)


def _mail(text: str, where: tuple[str, str, int, int]) -> None:
    state = position(*where)
    once = STAR_NAVY.orders.read(state, "blue", text, OrderSheet())
    assert all(p.reason for p in once.problems)
    for lines in once.sheet.units.values():
        held = stored(lines)
        for slot, words_of in held.slots.items():
            reader: Any = stored_jump if slot == "JUMP" else stored_engine if slot in ("E1", "E2") else stored_chain
            reader(words_of)
    again = STAR_NAVY.orders.read(state, "blue", once.sheet.text(), OrderSheet())
    assert again.sheet == once.sheet
    assert again.problems == []
