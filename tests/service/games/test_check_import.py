"""An import is checked wholly before anything of it is written: that this service knows the game, and that it can be played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from events.chain import GENESIS, link
from events.codec import encode_json
from events.platform import PolicySet
from events.store import Corrupt, Store, open_store
from events.transfer import FIELDS, export_stream, import_stream
from pbem.games import GAMES
from pbem.service.context import ServiceContext
from pbem.service.games.check_import import check_export
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.duel import duel, play_turn

Line = dict[str, Any]


@pytest.fixture
def lines(context: ServiceContext) -> list[str]:
    """A game of two turns."""
    stream = duel(context)
    play_turn(context, stream)
    play_turn(context, stream)
    return list(export_stream(context.store, stream))


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path / "other.db")
    yield store
    store.close()


def forged(lines: list[str], edit: Callable[[list[Line]], object]) -> list[str]:
    """The lines after an edit, with versions and a chain that fit it."""
    records = [json.loads(line) for line in lines]
    edit(records)
    prev = GENESIS
    for version, record in enumerate(records, 1):
        record["version"] = version
        prev = link(prev, (*[record[name] for name in FIELDS], encode_json(record["data"])))
        record["hash"] = prev.hex()
    return [encode_json(record) for record in records]


def one(records: list[Line], name: str) -> Line:
    """The first event of a type."""
    return next(record for record in records if record["type"] == name)


def put(name: str, **fields: Any) -> Callable[[list[Line]], None]:
    """Other values in the payload of the first event of a type."""
    return lambda records: one(records, name)["data"].update(fields)


def without(name: str) -> Callable[[list[Line]], None]:
    """All events of a game's own left out, or of one type."""
    return lambda records: records.__setitem__(slice(None), [r for r in records if not r["type"].startswith(name)])


def added(name: str, schema: int = 1, **data: Any) -> Callable[[list[Line]], None]:
    """One event more, for everybody, in the last turn."""

    def edit(records: list[Line]) -> None:
        deadline = next(record for record in reversed(records) if record["type"] == "game.deadline_set")
        records.append({**deadline, "type": name, "schema": schema, "data": data})

    return edit


def policy(**fields: Any) -> Callable[[list[Line]], None]:
    """Another policy in the last turn."""
    return added("game.policy_set", 2, **(vars(PolicySet(why="x")) | fields))


LATE = "9999-12-31T23:59:59.000000Z"
OUTAGE = {"turn": 3, "began": "2026-01-01T18:00:00.000000Z", "ended": "2026-01-02T18:00:00.000000Z", "doors": [], "why": "x"}


def again(name: str) -> Callable[[list[Line]], None]:
    """The first event of a type once more, right after it."""

    def edit(records: list[Line]) -> None:
        place = records.index(one(records, name))
        records.insert(place + 1, json.loads(json.dumps(records[place])))

    return edit


def whole(name: str, **fields: Any) -> Callable[[list[Line]], None]:
    """Other values in the envelope."""
    return lambda records: one(records, name).update(fields)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (put("game.opened", game="chess"), r"^line 1: no game 'chess' is played here; there are star_navy, "),
        (put("game.opened", scenario="second-blood"), r"^line 1: no scenario 'second-blood'; .*first-blood"),
        (put("game.opened", rhythm_hours=1e300), r"^line 1: a rhythm of 1e\+300 hours is not 0 to 1440$"),
        (put("game.opened", rhythm_hours=-1.0), r"^line 1: a rhythm of -1 hours"),
        (put("game.opened", seats={}), r"^line 1: a game without seats$"),
        (put("game.opened", seed_hash="x"), r"^line 1: seed_hash 'x' is no SHA-256"),
        (put("game.seed_drawn", seed="00"), r"^line 2: the seed is not the one whose hash was published$"),
        (put("game.seed_drawn", seed="no hex"), r"^line 2: the seed is not the one"),
        (put("game.deadline_set", due="tomorrow"), r"^line \d+: due 'tomorrow' is no time; write it like 2026-"),
        (put("game.deadline_set", due="2026-13-01T00:00:00.000000Z"), r"^line \d+: due '2026-13-01T"),
        (put("game.deadline_set", due=LATE), rf"^line \d+: due {LATE} is later than any game lasts$"),
        (policy(grace_hours=337.0), r"^line \d+: grace_hours \(grace\) is 0 to 336 hours, not 337$"),
        (policy(excuses=10**9), r"^line \d+: excuses "),
        (policy(pace="whenever"), r"^line \d+: the pace 'whenever' cannot be read"),
        (policy(days_off=["Christmas"]), r"^line \d+: 'Christmas' is no date"),
        (policy(votes={"lunch": 50}), r"^line \d+: nothing called 'lunch' is voted on"),
        (added("game.outage_healed", **{**OUTAGE, "began": "noon"}), r"^line \d+: began 'noon' is no time"),
        (added("game.outage_healed", **{**OUTAGE, "ended": LATE}), r"^line \d+: ended 9999"),
        (added("game.outage_healed", **{**OUTAGE, "ended": "2025-01-01T00:00:00.000000Z"}), r"before it began$"),
        (added("game.outage_healed", **{**OUTAGE, "turn": 9}), r"^line \d+: it is about turn 9, in turn 3$"),
        (added("game.master_silent", since="long ago", decides="players"), r"^line \d+: since 'long ago' is no time"),
        (put("game.deadline_set", turn=7), r"^line \d+: it is about turn 7, in turn 1$"),
        (put("game.deadline_set", turn=2), r"^line \d+: it is about turn 2, in turn 1$"),
        (whole("game.orders_filed", audience="green"), r"^line \d+: it is for 'green': there are BLUE, RED, blue, red$"),
        (again("game.opened"), r"^line 2: a game is opened once$"),
        (lambda records: records.pop(0), r"^line 1: a game begins with game.opened, not with game.seed_drawn$"),
        (without("star_navy."), r"^line \d+: its set-up does not give the players their seats$"),
        (without("star_navy.ship_entered"), r"^line \d+: "),
    ],
)
def test_what_this_service_cannot_go_on_with_is_refused(
    other: Store, lines: list[str], edit: Callable[[list[Line]], object], message: str
) -> None:
    """Though every line, schema and hash fits: the error names the line and what would be right, and nothing is written."""
    with pytest.raises(Corrupt, match=message):
        import_stream(other, forged(lines, edit), partial(check_export, GAMES))
    assert other.streams() == []
    assert other._db.con.execute("SELECT count(*) FROM games").fetchone() == (0,)


def test_what_is_in_order_is_imported(other: Store, lines: list[str]) -> None:
    """A policy of days and an outage, after which the game goes on."""
    for edit in (policy(pace="Mon, Thu 20:00 Europe/Berlin"), added("game.outage_healed", **OUTAGE)):
        lines = forged(lines, edit)
    import_stream(other, lines, partial(check_export, GAMES))
    assert other.streams() == ["g1"]


def test_every_event_left_out_or_doubled_is_refused_or_harmless(other: Store, lines: list[str]) -> None:
    """No file, however put together, ends in another error than `Corrupt`."""
    for place in range(len(lines)):
        for edit in (lambda r, n=place: r.pop(n), lambda r, n=place: r.insert(n, json.loads(json.dumps(r[n])))):
            made = forged(lines, edit)
            try:
                import_stream(other, made, lambda export: (check_export(GAMES, export), _stop()))
            except (Corrupt, _Fine):
                continue
            raise AssertionError(f"event {place + 1} was written")


class _Fine(Exception):
    """The checks let it pass; it is not to be written all the same."""


def _stop() -> None:
    raise _Fine


def test_a_good_game_is_taken(other: Store, lines: list[str]) -> None:
    """With each event told to who watches."""
    done: list[int] = []
    stream, head = import_stream(other, lines, lambda export: check_export(GAMES, export, done.append))
    assert (stream, head.version, sum(done)) == ("g1", len(lines), len(lines))
    assert list(export_stream(other, stream)) == lines


@pytest.mark.parametrize(
    ("game", "scenario", "options"),
    [
        ("star_navy", "harrow-belt", {"pace": "cycle"}),
        ("stingray", "new-toy", {}),
        ("sovereign_seas", "cruisers", {}),
        ("wet_thrust", "two-carriers", {}),
    ],
)
def test_what_this_service_has_written_it_takes(
    context: ServiceContext, other: Store, clock: HandClock, game: str, scenario: str, options: dict[str, str]
) -> None:
    """A game of each rule book, with its set-up and three turns of bots."""
    bot = f"bot:{next(iter(GAMES[game].planning.bots))}"
    full = GAMES[game].scenarios.options(scenario, options)
    players = {seat.id: bot for seat in GAMES[game].rules.seats(scenario, full)}
    stream = open_game(context, game, scenario, 1, players, GameSetup(options=options))
    for _ in range(3):
        clock.advance(1)
        tick(context)
    assert load(context, stream).ledger.closed == 3
    lines = list(export_stream(context.store, stream))
    assert import_stream(other, lines, partial(check_export, GAMES))[1] == context.store.head(stream)
