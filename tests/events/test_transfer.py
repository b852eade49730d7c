"""Export, import, and the tables that only repeat what the log says."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from events import projections
from events.base import Draft
from events.chain import GENESIS, link
from events.lists.game_list import GameRow, SeatRow
from events.platform import DeadlineSet, GameEnded, GameOpened, GamePaused, GameResumed, ReadyChanged, TurnOpened
from events.store import EMPTY, Conflict, Corrupt, Store
from events.transfer import FIELDS, Export, export_stream, import_stream
from tests.events.racer import AT
from tests.tools.toy import play

Line = dict[str, Any]


@pytest.fixture
def lines(store: Store) -> list[str]:
    play(store)
    return list(export_stream(store, "g1"))


# ---------------------------------------------------------------- round trip


def test_a_stream_comes_back_bit_by_bit(store: Store, other: Store, lines: list[str]) -> None:
    """The same rows, the same head, the same lines when exported again, and the same game list."""
    assert import_stream(other, lines) == ("g1", store.head("g1"))
    assert list(other.rows("g1")) == list(store.rows("g1"))
    assert list(export_stream(other, "g1")) == lines
    assert other.verify("g1") == store.head("g1")
    assert tables(other) == tables(store)


def test_blank_lines_and_line_ends_are_no_matter(other: Store, lines: list[str]) -> None:
    """A file read line by line, with its newlines and an empty last line."""
    stream, head = import_stream(other, [line + "\r\n" for line in [*lines, ""]])
    assert (stream, head) == ("g1", other.verify("g1"))


def test_an_imported_game_can_go_on(other: Store, lines: list[str]) -> None:
    """Its head is a head like any other."""
    _, head = import_stream(other, lines)
    assert other.append("g1", [Draft(GamePaused("more"))], head, AT) == other.verify("g1")


# ---------------------------------------------------------------- refusals


def written(value: object) -> str:
    """As an export has it, and what no export would have."""
    return json.dumps(value, separators=(",", ":"))


def rehashed(records: list[Line]) -> list[str]:
    """The lines with a chain that fits them, as a forger would make it."""
    prev = GENESIS
    for r in records:
        fixed = [r[x] for x in FIELDS]
        prev = link(prev, (*fixed, written(r["data"])))
        r["hash"] = prev.hex()
    return [written(r) for r in records]


def _face(r: list[Line]) -> None:
    r[2]["data"]["faces"] = [6 if r[2]["data"]["faces"] == [1] else 1]


def _turn(r: list[Line]) -> None:
    r[2]["turn"] = 1


def _stream(r: list[Line]) -> None:
    r[2]["stream"] = "g2"


def _gone(r: list[Line]) -> None:
    del r[1]


def _twice(r: list[Line]) -> None:
    r.insert(2, dict(r[1]))


def _swapped(r: list[Line]) -> None:
    r[1], r[2] = r[2], r[1]


def _hash(r: list[Line]) -> None:
    r[1]["hash"] = "00" * 32


def _no_hex(r: list[Line]) -> None:
    r[1]["hash"] = "zz"


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (_face, r"^line 3 \(version 3\): the hash chain is broken: something was changed here$"),
        (_turn, r"^line 3 \(version 3\): the hash chain is broken: something was changed here$"),
        (_stream, r"^line 3: belongs to stream g2, not g1; a file holds one game$"),
        (_gone, r"^line 2: the hash chain is broken: this is version 3, and 2 should come$"),
        (_twice, r"^line 3: the hash chain is broken: this is version 2, and 3 should come$"),
        (_swapped, r"^line 2: the hash chain is broken: this is version 3, and 2 should come$"),
        (_hash, r"^line 2 \(version 2\): the hash chain is broken: something was changed here$"),
        (_no_hex, r"^line 2: this is no exported event; each line is one JSON object with stream, "),
    ],
)
def test_an_edited_file_is_refused_whole(
    other: Store, lines: list[str], edit: Callable[[list[Line]], None], message: str
) -> None:
    """The message names the line; nothing is written."""
    records = [json.loads(line) for line in lines]
    edit(records)
    with pytest.raises(Corrupt, match=message):
        import_stream(other, [written(r) for r in records])
    assert other.streams() == []


def _field_of_data(r: list[Line]) -> None:
    r[0]["data"]["surprise"] = 1


def _field_of_envelope(r: list[Line]) -> None:
    r[0]["surprise"] = 1


def _wrong_type(r: list[Line]) -> None:
    r[0]["data"]["seats"] = "blue"


def _unknown_type(r: list[Line]) -> None:
    r[0]["type"] = "no.such"


def _newer_schema(r: list[Line]) -> None:
    r[0]["schema"] = 99


def _odd_name(r: list[Line]) -> None:
    for record in r:
        record["stream"] = "../g1"


def _number_for_text(r: list[Line]) -> None:
    for record in r:
        record["stream"] = 1


def _text_for_number(r: list[Line]) -> None:
    r[0]["turn"] = "0"


def _no_time(r: list[Line]) -> None:
    r[1]["at"] = "yesterday"


def _no_day(r: list[Line]) -> None:
    r[1]["at"] = "2031-02-30T12:00:00Z"


def _huge_turn(r: list[Line]) -> None:
    r[-1]["turn"] = 2**63


def _negative_turn(r: list[Line]) -> None:
    r[0]["turn"] = -1


def _turn_back(r: list[Line]) -> None:
    r[-1]["turn"] = 0


def _two_lines(r: list[Line]) -> None:
    r[1]["phase"] = "Fire\nDamage"


def _huge_number(r: list[Line]) -> None:
    r[2]["data"]["number"] = 2**63


def _half_letter(r: list[Line]) -> None:
    r[0]["data"]["title"] = "a duel \ud800"


def _nested(r: list[Line]) -> None:
    inner: object = 1
    for _ in range(60):
        inner = [inner]
    r[0]["data"]["options"] = {"fog": inner}


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (_field_of_data, "^line 1: game.opened: surprise: unknown field"),
        (_field_of_envelope, "^line 1: not as an export writes it"),
        (_wrong_type, "^line 1: game.opened: seats: not a valid mapping type"),
        (_unknown_type, "^line 1: unknown event type 'no.such'"),
        (_newer_schema, "^line 1: game.opened: .*schema 99 is newer"),
        (_odd_name, "^line 1: '../g1' is no stream name"),
        (_number_for_text, "^line 1: not as an export writes it"),
        (_text_for_number, "^line 1: not as an export writes it"),
        (_no_time, "^line 2: at 'yesterday' is no time; write it like 2026-11-21T18:00:00.000000Z$"),
        (_no_day, "^line 2: at '2031-02-30T12:00:00Z' is no time"),
        (_huge_turn, r"^line \d+: turn 9223372036854775808 is not 0 to 1000000$"),
        (_negative_turn, "^line 1: turn -1 is not 0 to 1000000$"),
        (_turn_back, r"^line \d+: turn 0 after turn 3; turns never fall along a game$"),
        (_two_lines, r"^line 2: phase 'Fire\\nDamage' is not one line of readable text$"),
        (_huge_number, "^line 3: the number 9223372036854775808 is too large"),
        (_half_letter, "^line 1: this is no exported event"),
        (_nested, "^line 1: nested deeper than 40 levels; each line is one JSON object"),
    ],
)
def test_a_forged_file_is_refused_though_its_chain_fits(
    other: Store, lines: list[str], edit: Callable[[list[Line]], None], message: str
) -> None:
    """A chain proves nothing about a file that somebody made up: schemas, times, turns, numbers, texts and depth still hold."""
    records = [json.loads(line) for line in lines]
    edit(records)
    with pytest.raises(Corrupt, match=message):
        import_stream(other, rehashed(records))
    assert other.streams() == []


@pytest.mark.parametrize("line", ["[" * 100_000, '{"a":' * 100_000, '{"stream":"g1","data":' + "[" * 100_000])
def test_what_is_nested_without_end_is_refused(other: Store, line: str) -> None:
    """No error of the interpreter's own."""
    with pytest.raises(Corrupt, match=r"^line 1: (nested deeper than 40 levels|this is no exported event); "):
        import_stream(other, [line])


def test_a_line_without_end_is_refused(other: Store) -> None:
    """Before it is read as JSON."""
    with pytest.raises(Corrupt, match=r"^line 1: 16000001 characters; 16000000 is the most$"):
        import_stream(other, ["x" * 16_000_001])


def test_half_a_letter_in_an_envelope_is_refused(other: Store, lines: list[str]) -> None:
    """It has no bytes that could be hashed."""
    with pytest.raises(Corrupt, match=r"^line 2: this is no exported event"):
        import_stream(other, [lines[0], lines[1].replace('"rule":""', '"rule":"\\udfff"'), *lines[2:]])


def test_nan_is_no_number(other: Store, lines: list[str]) -> None:
    """Python writes and reads it; JSON does not know it."""
    with pytest.raises(Corrupt, match=r"^line 1: this is no exported event"):
        import_stream(other, [lines[0].replace("24.0", "NaN"), *lines[1:]])


def test_nothing_is_written_before_all_is_checked(other: Store, lines: list[str]) -> None:
    """Whoever asks for more checks is asked about the whole; what they raise stops the import."""
    asked: list[int] = []

    def refuse(export: Export) -> None:
        asked.append(len(export.rows))
        raise Corrupt("not here")

    with pytest.raises(Corrupt, match=r"^not here$"):
        import_stream(other, lines, refuse)
    assert asked == [len(lines)] and other.streams() == []


@pytest.mark.parametrize("line", ["hello", "[]", "5", "{}", '{"stream":"g1"}'])
def test_what_is_no_export_is_refused(other: Store, line: str) -> None:
    """Said with the line's number."""
    with pytest.raises(Corrupt, match=r"^line 1: this is no exported event; each line is one JSON object with stream, "):
        import_stream(other, [line])


def test_another_spelling_of_the_same_json_is_refused(other: Store, lines: list[str]) -> None:
    """Bit by bit means bit by bit: blanks, or a field written twice, are not what an export writes."""
    doubled = lines[0].replace('{"stream":"g1"', '{"stream":"g1","stream":"g1"', 1)
    for first in (lines[0].replace(":", ": ", 1), doubled):
        with pytest.raises(Corrupt, match=r"^line 1: not as an export writes it"):
            import_stream(other, [first, *lines[1:]])


def test_an_empty_file_is_refused(other: Store) -> None:
    """There is nothing to import."""
    with pytest.raises(Corrupt, match=r"holds no events"):
        import_stream(other, ["", "\n"])


def test_a_stream_is_imported_once(store: Store, other: Store, lines: list[str]) -> None:
    """Neither over itself nor into the store it came from."""
    import_stream(other, lines)
    for target in (store, other):
        with pytest.raises(Conflict, match=r"g1 is here already"):
            import_stream(target, lines)
    assert len(list(other.rows("g1"))) == len(lines)


# ---------------------------------------------------------------- projections


def tables(store: Store) -> tuple[list[GameRow], list[SeatRow]]:
    games = store.games()
    return games, [row for game in games for row in store.seats(game.stream)]


def test_projections_are_equal_to_a_rebuild_from_the_log(store: Store) -> None:
    """For a finished and a running game: cleared and projected again, every row is the same."""
    play(store)
    play(store, "g2", finish=False)
    before = tables(store)
    with store._db.write() as con:
        for stream in store.streams():
            projections.clear(con, stream)
        assert tables(store) == ([], [])
        for stream in store.streams():
            projections.project(con, stream, [Draft(*entry[2:7]) for entry in store.read(stream)])
    assert tables(store) == before
    assert [(g.stream, g.status, g.turn, g.closed) for g in before[0]] == [("g1", "ended", 3, 3), ("g2", "open", 3, 3)]
    assert [(s.seat, s.side, s.player, s.filed) for s in before[1][:3]] == [
        ("blue", "north", "p0", 3),
        ("green", "north", "p2", 0),
        ("red", "south", "p1", 2),
    ]


def test_a_refused_append_leaves_the_tables_alone(store: Store) -> None:
    """Log and tables are written in one transaction."""
    play(store, finish=False)
    before = tables(store)
    with pytest.raises(Conflict):
        store.append("g1", [Draft(GameEnded([], "x"))], EMPTY, AT)
    assert tables(store) == before


def test_what_is_due(store: Store) -> None:
    """Open games whose deadline has come, earliest first; not paused, ended or resolved ones."""
    opened = GameOpened("toy", 1, "duel", "A duel", {}, {"blue": "north"}, {}, "", 24.0)
    dues = {"late": "2031-05-03T00:00:00Z", "soon": "2031-05-01T00:00:00Z", "then": "2031-05-02T00:00:00Z"}
    for stream, due in dues.items():
        drafts = [Draft(opened), Draft(TurnOpened(1, "", [])), Draft(DeadlineSet(1, due, ""))]
        store.append(stream, drafts, EMPTY, AT)
    now = "2031-05-02T00:00:00Z"
    assert store.due(now) == [("soon", 1), ("then", 1)]
    store.append("soon", [Draft(GamePaused(""))], store.head("soon"), AT)
    store.append("then", [Draft(GameEnded([], "done"))], store.head("then"), AT)
    assert store.due(now) == []
    store.append("soon", [Draft(GameResumed("")), Draft(ReadyChanged("blue", 1, True, ""))], store.head("soon"), AT)
    assert store.due(now) == [("soon", 1)]
    assert [(s.seat, s.ready) for s in store.seats("soon")] == [("blue", 1)]
    row = store.game("then")
    assert row is not None and (row.status, row.verdict, row.due) == ("ended", "done", None)
    assert store.game("none") is None
