"""One codec for every state: what a dataclass declares is what JSON holds, and comes back from."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.platform import OrdersFiled
from events.schema import InvalidData, load
from events.shapes import Id, Range
from pbem.core.geometry.hexes import Direction, Hex, MaybeDirection, OffMapHex, at
from pbem.core.geometry.tabletop import Spot
from pbem.core.state.codec import copy, dump, read
from pbem.core.state.ledger import Ledger
from tests.service.builders.policies import policy_of


@dataclass(frozen=True)
class Place:
    """Frozen, and nothing in it can change."""

    impulse: int
    hex: Hex
    heading: Direction


@dataclass
class Log:
    """A part that may be hidden."""

    marked: Annotated[int, Range(0, 6)] = 0
    gone: list[str] = field(default_factory=list)


@dataclass
class Thing:
    """What ships inherit."""

    id: Id
    name: str = ""


@dataclass
class Ship(Thing):
    """A field of each shape."""

    hex: Hex = (0, 0)
    facing: MaybeDirection = -1
    speed: Fraction = Fraction(0)
    fate: Literal["afloat", "sunk"] = "afloat"
    tail: Hex | None = None
    way: tuple[Spot, ...] = ()
    mark: tuple[int, OffMapHex] = (0, (0, 0))
    trail: list[OffMapHex] = field(default_factory=list)
    track: list[Place] = field(default_factory=list)
    seen: set[Hex] = field(default_factory=set)
    rated: frozenset[int] = frozenset()
    hits: dict[str, dict[str, int]] = field(default_factory=dict)
    log_if_known: Log | None = field(default=None, metadata={"json": "log"})
    printed: object = field(default=None, metadata={"json": None})
    share: float = field(default=0.5, kw_only=True)
    twice: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.twice = self.facing * 2


@dataclass
class Position:
    """A whole one."""

    reader: str | None = field(default=None, metadata={"json": None})
    options: dict[str, Any] = field(default_factory=dict)
    ships: dict[str, Ship] = field(default_factory=dict)
    by_turn: dict[int, Hex] = field(default_factory=dict)
    by_hex: dict[Hex, list[str]] = field(default_factory=dict)
    either: int | str | None = None

    @cached_property
    def count(self) -> int:
        """Worked out, and no part of the state."""
        return len(self.ships)


HEX = st.builds(at, st.integers(0, 99), st.integers(0, 99))
OFF_MAP = st.builds(at, st.integers(-200, 200), st.integers(-200, 200))
NUMBER = st.integers(-99, 99)
SPOT = st.tuples(NUMBER, NUMBER)
TEXT = st.text(max_size=3)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBER | TEXT, lambda x: st.lists(x, max_size=2) | st.dictionaries(TEXT, x, max_size=2)
)
PLACES = st.builds(Place, NUMBER, HEX, st.integers(0, 5))
LOGS = st.builds(Log, st.integers(0, 6), st.lists(TEXT, max_size=2))
SHIPS = st.builds(
    Ship,
    id=st.just("?"),
    name=TEXT,
    hex=HEX,
    facing=st.integers(-1, 5),
    speed=st.fractions(-99, 99, max_denominator=999),
    fate=st.sampled_from(["afloat", "sunk"]),
    tail=st.none() | HEX,
    way=st.lists(SPOT, max_size=2).map(tuple),
    mark=st.tuples(NUMBER, OFF_MAP),
    trail=st.lists(OFF_MAP, max_size=2),
    track=st.lists(PLACES, max_size=2),
    seen=st.sets(HEX, max_size=2),
    rated=st.frozensets(NUMBER, max_size=2),
    hits=st.dictionaries(TEXT, st.dictionaries(TEXT, NUMBER, max_size=2), max_size=2),
    log_if_known=st.none() | LOGS,
    share=st.floats(0, 1),
)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position; each ship stands under her id."""
    ships = draw(st.dictionaries(TEXT, SHIPS, max_size=2))
    for id, ship in ships.items():
        ship.id = id
    made = st.builds(
        Position,
        options=st.dictionaries(TEXT, JSON, max_size=2),
        ships=st.just(ships),
        by_turn=st.dictionaries(NUMBER, HEX, max_size=2),
        by_hex=st.dictionaries(HEX, st.lists(TEXT, max_size=2), max_size=2),
        either=st.none() | NUMBER | TEXT,
    )
    return draw(made)


@given(positions())
def test_what_is_written_comes_back(position: Position) -> None:
    """By the fast path and by the checked one, from real JSON text; in the same words when written again."""
    text = json.dumps(dump(position))
    for back in (read(Position, json.loads(text)), load(Position, json.loads(text)), copy(position)):
        assert back == position
        assert json.dumps(dump(back)) == text


def full() -> Position:
    """A position with something in every part."""
    ship = Ship(
        "B1",
        trail=[(1, -5)],
        track=[Place(1, (2, 2), 3)],
        seen={(4, 4), (1, 1)},
        hits={"a": {"b": 1}},
        log_if_known=Log(2, ["A"]),
    )
    return Position("red", {"deep": [{"x": [1]}]}, {"B1": ship}, {3: (0, 0)}, {(0, 0): ["x"]})


def test_json_is_as_declared() -> None:
    """Names, labels, sorted sets; ids are the keys of their map and nothing else."""
    made = dump(full())
    ship = made["ships"]["B1"]
    assert {"id", "printed", "log_if_known"}.isdisjoint(ship) and "reader" not in made
    assert ship["hex"] == "0101" and ship["facing"] == "" and ship["tail"] is None and ship["speed"] == "0"
    assert ship["trail"] == ["2,-4"] and ship["seen"] == ["0202", "0507"] and ship["log"] == {"marked": 2, "gone": ["A"]}
    assert ship["track"] == [{"impulse": 1, "hex": "0304", "heading": "S"}] and ship["mark"] == [0, "0101"]
    assert made["by_turn"] == {"3": "0101"} and made["by_hex"] == {"0101": ["x"]}


def _change(value: Any) -> None:
    """Changes whatever can be changed, at any depth."""
    if isinstance(value, dict):
        for each in [*value.values()]:
            _change(each)
        value.clear()
    elif isinstance(value, list):
        for each in value:
            _change(each)
        value.append("changed")
    elif isinstance(value, set):
        value.clear()
    elif hasattr(value, "__dict__") and not isinstance(value, Place):
        for each in vars(value).values():
            _change(each)


@pytest.mark.parametrize("other", [dump, copy, lambda x: read(Position, dump(x))])
def test_nothing_that_can_change_is_shared(other: Any) -> None:
    """What is done to the one does not show in the other."""
    position = full()
    _change(other(position))
    assert position == full()


def test_what_can_never_change_is_shared_by_copies() -> None:
    """A frozen object of values that cannot change is copied for nothing."""
    position = full()
    assert copy(position).ships["B1"].track[0] is position.ships["B1"].track[0]


def test_what_an_object_has_worked_out_is_not_written() -> None:
    """The value of a `cached_property` stays behind."""
    position = full()
    assert position.count == 1
    assert "count" not in dump(position)


def test_what_is_left_out_is_as_the_class_has_it() -> None:
    """Each time anew; without a default it is missed by name."""
    ships = [read(Position, {"ships": {"B1": {"twice": -2}}}).ships["B1"] for _ in "ab"]
    assert ships == [Ship("B1"), Ship("B1")] and ships[0].trail is not ships[1].trail
    with pytest.raises(KeyError, match="hex is left out"):
        read(Place, {"impulse": 1, "heading": "N"})


def test_only_a_hex_with_a_label_is_written_as_one() -> None:
    """Neither is a direction that is none; both would come back as something else."""
    with pytest.raises(ValueError, match="no hex label"):
        dump(Place(1, at(-3, 4), 0))
    with pytest.raises(KeyError):
        dump(Place(1, at(3, 4), -1))


FAULTS = [
    ("hex", "507", "ships.B1.hex: '507' is no hex label; write four digits"),
    ("hex", 507, "ships.B1.hex: not a valid string"),
    ("hex", None, "ships.B1.hex: field may not be null"),
    ("facing", "X", "ships.B1.facing: 'X' is no direction; write one of N, NE, SE, S, SW, NW"),
    ("speed", "1/0", "ships.B1.speed: '1/0' is no number; write a whole one or a fraction, like 3/2"),
    ("fate", "gone", "ships.B1.fate: must be one of: afloat, sunk"),
    ("way", [[1, 2], [1]], "ships.B1.way.1: "),
    ("mark", [0, "x"], "ships.B1.mark.1: 'x' is no hex label"),
    ("trail", ["0101", "1;1"], "ships.B1.trail.1: '1;1' is no hex label"),
    ("track", [{"impulse": 1, "hex": "0101", "heading": ""}], "ships.B1.track.0.heading: '' is no direction"),
    ("seen", ["0101", "x"], "ships.B1.seen.1: 'x' is no hex label"),
    ("rated", ["1"], "ships.B1.rated.0: not a valid integer"),
    ("hits", {"a": {"b": "1"}}, "ships.B1.hits.a.b: not a valid integer"),
    ("log", {"marked": 7}, "ships.B1.log.marked: 7 is not 0 to 6"),
    ("id", "B1", "ships.B1.id: unknown field"),
    ("printed", 1, "ships.B1.printed: unknown field"),
    ("log_if_known", None, "ships.B1.log_if_known: unknown field"),
]


@pytest.mark.parametrize(("name", "value", "fault"), FAULTS)
def test_every_error_names_its_path(name: str, value: Any, fault: str) -> None:
    """And says what would be right."""
    with pytest.raises(InvalidData) as found:
        load(Position, {"ships": {"B1": {name: value}}})
    assert str(found.value).startswith(fault)


def test_errors_name_the_keys_of_maps() -> None:
    """A key is checked like a value; an object in a map of objects must be one."""
    with pytest.raises(InvalidData, match=r"by_turn\.x\.key: not a valid integer"):
        load(Position, {"by_turn": {"x": "0101"}})
    with pytest.raises(InvalidData, match=r"by_hex\.x\.key: 'x' is no hex label"):
        load(Position, {"by_hex": {"x": []}})
    with pytest.raises(InvalidData, match=r"ships\.B1: invalid input type"):
        load(Position, {"ships": {"B1": 1}})


@dataclass
class Odd:
    """Written as it is found: nothing tells how it would be read."""

    either: Log | Place | None = None


def test_what_nothing_in_json_tells_apart_is_written_but_not_read() -> None:
    """Answers of the API may hold it, states may not."""
    made = dump(Odd(Log(1)))
    assert made == {"either": {"marked": 1, "gone": []}}
    with pytest.raises(TypeError, match="tells its types apart"):
        read(Odd, made)


def test_what_has_no_form_in_json_is_refused() -> None:
    """By the name of its type."""
    with pytest.raises(TypeError, match="complex has no form in JSON"):
        dump({"x": 1j})


def test_the_ledger_of_a_game_is_kept_by_the_same_code() -> None:
    """Its filed orders are events, its turns are numbers."""
    filed = OrdersFiled("red", 2, {"BC1": ["move 3"]}, "", "", "", "mail 1")
    ledger = Ledger(
        "star_navy", filed={"red": filed}, policy=policy_of(2.0, "wait", True, "as agreed"), back={3: 1}, undone={2: "ill"}
    )
    made = dump(ledger)
    assert made["back"] == {"3": 1} and made["filed"]["red"]["sheet"] == {"BC1": ["move 3"]}
    assert read(Ledger, json.loads(json.dumps(made))) == ledger
