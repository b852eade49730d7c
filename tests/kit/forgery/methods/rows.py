"""The log is as it was, but the tables that repeat it are not: what pages and clocks read instead of the log."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from zlib import compress, decompress

from events.codec import encode_json
from events.database import Connections
from tests.kit.forgery.ways import Crime, Forgery, Way, ready

STATEMENTS = {
    "games: turn": "UPDATE games SET turn = turn + 1",
    "games: closed": "UPDATE games SET closed = closed - 1",
    "games: due": "UPDATE games SET due = '2030-01-01T00:00:00.000000Z'",
    "games: no due": "UPDATE games SET due = CASE WHEN due IS NULL THEN '2026-01-01T00:00:00.000000Z' END",
    "games: status": "UPDATE games SET status = 'paused'",
    "games: verdict": "UPDATE games SET verdict = 'Blue wins'",
    "games: master": "UPDATE games SET master = 'p1'",
    "games: open seats": "UPDATE games SET open_seats = 1 - open_seats",
    "games: title": "UPDATE games SET title = 'Another'",
    "games: scenario": "UPDATE games SET scenario = 'another'",
    "games: gone": "DELETE FROM games",
    "seats: player": "UPDATE seats SET player = 'p9' WHERE seat = (SELECT min(seat) FROM seats)",
    "seats: nobody": "UPDATE seats SET player = NULL WHERE seat = (SELECT min(seat) FROM seats)",
    "seats: side": "UPDATE seats SET side = 'another' WHERE seat = (SELECT min(seat) FROM seats)",
    "seats: filed": "UPDATE seats SET filed = filed + 1 WHERE seat = (SELECT min(seat) FROM seats)",
    "seats: ready": "UPDATE seats SET ready = ready + 1 WHERE seat = (SELECT min(seat) FROM seats)",
    "seats: gone": "DELETE FROM seats WHERE seat = (SELECT min(seat) FROM seats)",
    "seats: opened": "UPDATE seats SET opened = 'anyone' WHERE seat = (SELECT min(seat) FROM seats)",
    "seats: lost": "UPDATE seats SET lost = 'p9' WHERE seat = (SELECT min(seat) FROM seats)",
    "seats: excused": "UPDATE seats SET excused = excused + 1",
    "seats: one more": "INSERT INTO seats(stream, seat, side, filed, ready) SELECT stream, 'umpire', 'x', 0, 0 FROM games",
    "turns kept: kept": "UPDATE turns_kept SET kept = 1 - kept",
    "turns kept: gone": "DELETE FROM turns_kept",
    "presses: recipients": "UPDATE presses SET recipients = 'nobody'",
    "presses: writer": "UPDATE presses SET seat = recipients",
    "presses: digest": "UPDATE presses SET digest = 'd'",
    "presses: source": "UPDATE presses SET source = 's'",
    "presses: gone": "DELETE FROM presses",
    "presses: one more": "INSERT INTO presses SELECT max(number) + 1, stream, seat, recipients, 'd', 's' FROM presses",
    "watches: seat": "UPDATE watches SET seat = 'another'",
    "watches: turn": "UPDATE watches SET turn = turn + 1",
    "watches: gone": "DELETE FROM watches",
    "watches: one more": "INSERT INTO watches SELECT stream, seat, turn + 1 FROM watches",
}


def ways(crime: Crime) -> Iterator[Way]:
    for name, statement in STATEMENTS.items():
        forgery = Forgery(crime.log, 0, change=partial(_execute, statement))
        yield Way(f"row of {name}", "a table says something else than the log", ready(forgery))
    for name, change in SNAPSHOTS.items():
        forgery = Forgery(crime.log, 0, change=change)
        yield Way(f"snapshot: {name}", "a kept position is not that of the log", ready(forgery))


def _execute(statement: str, database: Connections) -> None:
    with database.write() as con:
        assert con.execute(statement).rowcount > 0, f"nothing is changed by {statement}"


def _unpacked(database: Connections, column: str) -> Any:
    (packed,) = database.con.execute(f"SELECT {column} FROM snapshots").fetchone()
    return json.loads(decompress(packed))


def _pack(database: Connections, column: str, value: Any) -> None:
    with database.write() as con:
        con.execute(f"UPDATE snapshots SET {column} = ?", (compress(encode_json(value).encode(), 1),))


def _other_number(value: Any) -> bool:
    """Raise the first number in it by one, somewhere inside. Was there one?"""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(each, dict | list):
            if _other_number(each):
                return True
        elif type(each) is int:
            value[key] = each + 1
            return True
    return False


def _state(part: str, database: Connections) -> None:
    kept = _unpacked(database, "state")
    assert _other_number(kept[part])
    _pack(database, "state", kept)


def _known(database: Connections) -> None:
    kept = _unpacked(database, "known")
    assert _other_number(kept[next(iter(kept))])
    _pack(database, "known", kept)


def _all_known(database: Connections) -> None:
    """A spectator is told what a player knows."""
    kept = _unpacked(database, "known")
    _pack(database, "known", kept | {"": kept[next(iter(kept))]})


SNAPSHOTS: dict[str, Callable[[Connections], object]] = {
    "state": partial(_state, "state"),
    "ledger": partial(_state, "ledger"),
    "known": _known,
    "known of a spectator": _all_known,
    "head": partial(_execute, "UPDATE snapshots SET head = zeroblob(32)"),
    "version": partial(_execute, "UPDATE snapshots SET version = version - 1"),
    "turn": partial(_execute, "UPDATE snapshots SET turn = turn + 1"),
}
