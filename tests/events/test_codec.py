"""Event <-> JSON, schemas, and older payloads."""

from __future__ import annotations

import importlib
import json
import pkgutil
import types
import typing
from dataclasses import dataclass, fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import events
from events import codec
from events.base import REGISTRY, Draft, Event, audience, event, visible
from events.codec import UnreadableEvent
from events.platform import GameOpened, GamePaused, PolicySet, ReadyChanged, Rolled, StoodIn, TurnLocked
from events.store import EMPTY, Corrupt, Store
from events.upcast import UPCASTS, Payload
from tests.events.racer import AT

for _module in pkgutil.walk_packages(events.__path__, "events."):
    importlib.import_module(_module.name)

TYPES = sorted((cls for cls in REGISTRY.values() if cls.__module__.startswith("events.")), key=lambda cls: cls.type)
INTEGERS = st.integers(-(2**63), 2**64 - 1)
JSON = st.recursive(
    st.none() | st.booleans() | INTEGERS | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
TEXT = st.text(st.characters(codec="utf-8"))
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    int: INTEGERS,
    str: TEXT,
    float: st.floats(allow_nan=False, allow_infinity=False),
    bool: st.booleans(),
    Any: JSON,
    object: JSON,
    type(None): st.none(),
}


def values(shape: Any) -> st.SearchStrategy[Any]:
    """Values that fit a field's annotation."""
    origin, args = typing.get_origin(shape), typing.get_args(shape)
    if origin in (typing.Union, types.UnionType):
        return st.one_of(*map(values, args))
    if origin is typing.Literal:
        return st.sampled_from(args)
    if origin is list:
        return st.lists(values(args[0]), max_size=4)
    if origin is dict:
        return st.dictionaries(TEXT, values(args[1]), max_size=4)
    return PLAIN[shape]


def examples(cls: type[Event]) -> st.SearchStrategy[Event]:
    """Events of a type, made from its annotations."""
    hints = typing.get_type_hints(cls)
    return st.builds(cls, **{f.name: values(hints[f.name]) for f in fields(typing.cast(Any, cls))})


# ---------------------------------------------------------------- round trips


@pytest.mark.parametrize("cls", TYPES, ids=[cls.type for cls in TYPES])
@settings(max_examples=settings().max_examples // 5)  # of each of more than two hundred types
@given(data=st.data())
def test_every_event_type_round_trips(cls: type[Event], data: st.DataObject) -> None:
    """Encoded and decoded it is equal; so it is through its schema, and its text stays the same bit by bit."""
    made = data.draw(examples(cls))
    text = codec.encode(made)
    assert codec.decode(cls.type, cls.schema, text) == made
    checked = codec.check(cls.type, cls.schema, codec.payload(text))
    assert checked == made and codec.encode(checked) == text
    assert text.isascii() and "\n" not in text


def test_the_platforms_types_are_all_there() -> None:
    """The list that the round trips run over is not empty by accident."""
    assert {"game.opened", "game.rolled", "game.seed_revealed"} <= {cls.type for cls in TYPES}
    assert all(cls.schema >= 1 and cls.__doc__ for cls in TYPES)


def test_an_unknown_field_is_refused() -> None:
    """The message names type and field."""
    for cls in TYPES:
        with pytest.raises(UnreadableEvent, match=f"{cls.type}: .*surprise: unknown field"):
            codec.check(cls.type, cls.schema, {"surprise": 1})


WRONG: list[tuple[type[Event], dict[str, Any], str]] = [
    (GamePaused, {}, "why: missing data for required field"),
    (GamePaused, {"why": 5}, "why: not a valid string"),
    (GamePaused, {"why": None}, "why: field may not be null"),
    (Rolled, {"purpose": "p", "sides": "6", "faces": [], "number": 0}, "sides: not a valid integer"),
    (Rolled, {"purpose": "p", "sides": 6.5, "faces": [], "number": 0}, "sides: not a valid integer"),
    (Rolled, {"purpose": "p", "sides": True, "faces": [], "number": 0}, "sides: not a valid integer"),
    (Rolled, {"purpose": "p", "sides": 6, "faces": [1, "2"], "number": 0}, "faces.1: not a valid integer"),
    (Rolled, {"purpose": "p", "sides": 6, "faces": 3, "number": 0}, "faces: not a valid list"),
    (TurnLocked, {"turn": 1, "commitments": {"a": 1}, "digest": "", "missed": []}, "commitments.a: not a valid string"),
    (TurnLocked, {"turn": 1, "commitments": [], "digest": "", "missed": []}, "commitments: not a valid mapping type"),
    (ReadyChanged, {"seat": "a", "turn": 1, "ready": "yes", "source": ""}, "ready: not a valid boolean"),
    (ReadyChanged, {"seat": "a", "turn": 1, "ready": 1, "source": ""}, "ready: not a valid boolean"),
]


@pytest.mark.parametrize(("cls", "payload", "message"), WRONG, ids=[m for _, _, m in WRONG])
def test_a_wrong_type_is_refused(cls: type[Event], payload: dict[str, Any], message: str) -> None:
    """Nothing is converted: a text that looks like a number is no number, 1 is not true."""
    with pytest.raises(UnreadableEvent, match=message):
        codec.check(cls.type, cls.schema, payload)


@pytest.mark.parametrize("hours", ["24", True, None, [24.0], float("nan"), float("inf")])
def test_a_float_field_takes_finite_numbers_only(hours: Any) -> None:
    """JSON has neither nan nor infinity, and "24" is a text."""
    payload = {**GameOpened("g", 1, "s", "t", {}, {}, {}, "", 24.0).__dict__, "rhythm_hours": hours}
    with pytest.raises(UnreadableEvent, match=r"rhythm_hours: "):
        codec.check("game.opened", GameOpened.schema, payload)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (GamePaused(5), r"^game.paused: why must be str, not 5$"),
        (GamePaused(None), r"^game.paused: why must be str, not None$"),
        (Rolled("p", True, [1], 0), r"^game.rolled: sides must be int, not True$"),
        (Rolled("p", 6, (1,), 0), r"^game.rolled: faces must be list\[int\], not \(1,\)$"),
        (Rolled("p", 6, [1.0], 0), r"^game.rolled: faces must be list\[int\], not \[1.0\]$"),
        (ReadyChanged("a", 1, 1, ""), r"^game.ready_changed: ready must be bool, not 1$"),
        (TurnLocked(1, {1: "a"}, "", []), r"^game.turn_locked: commitments must be dict\[str, str\], not \{1: 'a'\}$"),
        (GameOpened("g", 1, "s", "t", {}, {}, {}, "", "24"), r"^game.opened: rhythm_hours must be float, not '24'$"),
        (GameOpened("g", 1, "s", "t", {"x": {1, 2}}, {}, {}, "", 24.0), r"^game.opened: options must be dict\[str"),
    ],
)
def test_a_wrong_type_is_not_written(made: Event, message: str) -> None:
    """What would come back as something else is a programmer's mistake, found before it is history."""
    with pytest.raises(TypeError, match=message):
        codec.encode(made)


def test_a_field_that_is_no_type_of_json_is_told() -> None:
    """Which event and field, and what it may be."""

    @dataclass
    class Sailed(Event):
        way: list[tuple[int, int]]

    Sailed.type = "kelp.sailed"
    with pytest.raises(
        TypeError, match=r"^kelp.sailed: way cannot .* tuple\[int, int\] is no type of JSON; .* list\[...\], dict"
    ):
        codec.encode(Sailed([(1, 2)]))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_nan_and_infinity_are_never_written(number: float) -> None:
    """They are refused wherever they stand: JSON has no words for them."""
    for made in (
        GameOpened("g", 1, "s", "t", {"deep": [number]}, {}, {}, "", 24.0),
        GameOpened("g", 1, "s", "t", {}, {}, {}, "", number),
    ):
        with pytest.raises(TypeError, match=rf"must be .*, not .*{number}"):
            codec.encode(made)


def test_an_unknown_type_is_refused() -> None:
    """By name, when decoding and when checking."""
    for read in (lambda: codec.decode("no.such", 1, "{}"), lambda: codec.check("no.such", 1, {})):
        with pytest.raises(UnreadableEvent, match=r"unknown event type 'no.such'"):
            read()


def test_an_event_type_is_declared_once() -> None:
    """Two classes under one stored name would read each other's payloads."""
    with pytest.raises(ValueError, match=r"game.paused is declared twice"):
        event("game.paused")(type("Again", (Event,), {}))


# ---------------------------------------------------------------- older payloads


def _older() -> type[Any]:
    @event("test.moved")
    class Moved(Event):
        """As it was first written: a hex in two numbers."""

        unit: str
        column: int
        row: int

    return Moved


def _newer() -> type[Any]:
    @event("test.moved", schema=2)
    class Moved(Event):
        """As it is now: a label, and how it moved."""

        unit: str
        hex: str
        how: str

    return Moved


def _one_to_two(old: Payload) -> Payload:
    return {"unit": old["unit"], "hex": f"{old['column']:02d}{old['row']:02d}", "how": "unknown"}


@pytest.fixture
def moved(store: Store, monkeypatch: pytest.MonkeyPatch) -> type[Any]:
    """A log with an event of schema 1, written by the older class, in a program that knows only schema 2."""
    monkeypatch.setitem(REGISTRY, "test.moved", Event)
    del REGISTRY["test.moved"]
    store.append("g1", [Draft(_older()("SR1", 5, 7))], EMPTY, AT)
    del REGISTRY["test.moved"]
    newer = _newer()
    store.append("g1", [Draft(newer("SR2", "0101", "rowed"))], store.head("g1"), AT)
    return newer


def test_an_older_event_is_read_as_the_newer(store: Store, moved: type[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Upcast when read, by every reader; what is stored stays as it was written, under its old hash."""
    monkeypatch.setitem(UPCASTS, ("test.moved", 1), _one_to_two)
    expected = [moved("SR1", "0507", "unknown"), moved("SR2", "0101", "rowed")]
    assert [entry.event for entry in store.read("g1")] == expected
    for check in (True, False):
        seen: list[Event] = []
        store.fold("g1", EMPTY, lambda event, audience, seen=seen: seen.append(event), check=check)
        assert seen == expected
    assert [(row[3], row[9]) for row in store.rows("g1")] == [
        (1, '{"unit":"SR1","column":5,"row":7}'),
        (2, '{"unit":"SR2","hex":"0101","how":"rowed"}'),
    ]
    assert store.verify("g1").version == 2


def _as_of_schema_1(name: str, old: dict[str, Any]) -> Event:
    """An event as it is read from a log; one from an export is the same."""
    read = codec.decode(name, 1, json.dumps(old))
    assert codec.check(name, 1, old) == read
    return read


@pytest.mark.parametrize(
    ("absent", "now"), [("standing", {}), ("wait", {"wait_days": 14.0}), ("bot:cautious", {"bot": "cautious"})]
)
def test_a_policy_of_three_rules_is_read_as_one_of_many(absent: str, now: dict[str, Any]) -> None:
    """`game.policy_set` of schema 1 said who orders for the absent in one word; all that it did not say is off."""
    old = {"grace_hours": 6.0, "absent": absent, "open_seats": True, "why": "as agreed", "by": "master"}
    assert _as_of_schema_1("game.policy_set", old) == PolicySet(
        grace_hours=6.0, open_seats=True, why="as agreed", by="master", **now
    )


def test_a_bot_stood_in_for_the_absent_alone() -> None:
    """`game.stood_in` of schema 1."""
    assert _as_of_schema_1("game.stood_in", {"seat": "red", "turn": 3, "bot": "bold"}) == StoodIn("red", 3, "bold", "absent")


def test_a_game_opened_before_there_were_crews_has_none() -> None:
    """`game.opened` of schema 1, read from a log or from an export, is that of today without crews."""
    old = {"game": "g", "rules_version": 1, "scenario": "s", "title": "t", "options": {}, "seats": {"blue": "north"}}
    old |= {"seed_hash": "", "rhythm_hours": 24.0}
    expected = GameOpened("g", 1, "s", "t", {}, {"blue": "north"}, {}, "", 24.0)
    assert codec.decode("game.opened", 1, codec.encode_json(old)) == expected
    assert codec.check("game.opened", 1, old) == expected
    with pytest.raises(UnreadableEvent, match=r"crews: missing data"):
        codec.check("game.opened", 2, old)


def test_without_a_way_an_older_event_is_refused(store: Store, moved: type[Any]) -> None:
    """Said with stream, version, type and the step that is missing."""
    with pytest.raises(Corrupt, match=r"^g1 version 1: test.moved: no way from schema 1 to 2$"):
        list(store.read("g1"))


def test_a_newer_event_than_the_program_is_refused() -> None:
    """A log of tomorrow, a program of today."""
    with pytest.raises(UnreadableEvent, match=r"schema 2 is newer than this program's 1"):
        codec.decode("game.paused", 2, '{"why":""}')


# ---------------------------------------------------------------- audiences


@pytest.mark.parametrize(
    ("to", "reader", "may"),
    [
        ("*", [], True),
        ("*", ["blue", "north"], True),
        ("", ["blue", "north"], False),
        ("", [], False),
        ("blue", ["blue", "north"], True),
        ("north", ["blue", "north"], True),
        ("red", ["blue", "north"], False),
        ("blue,red", ["red", "south"], True),
        ("blue,red", ["green"], False),
        ("bluebird", ["blue"], False),
        ("blue", [], False),
    ],
)
def test_who_may_see_what(to: str, reader: list[str], may: bool) -> None:
    """Everyone, nobody, or those who answer to one of the ids."""
    assert visible(to, frozenset(reader)) is may


def test_audiences_are_written_one_way() -> None:
    """Sorted, each id once."""
    assert audience("red", "blue", "red") == "blue,red" and audience() == ""
