"""Sandboxes of every game: made from any turn and seat, played on by bots, and of nothing that their owner may not know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from events.base import NOBODY, Draft
from events.platform import Blinded, GameForked, OrdersFiled, RolledBack, StateRestored
from pbem.core.state import codec
from pbem.core.state.ledger import Ledger
from pbem.games import GAMES
from pbem.service.context import ActRefused, NoSuchGame, NoSuchSeat, ServiceContext, stamp
from pbem.service.games import game_master
from pbem.service.games.opening import open_turn
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from pbem.service.sandboxes.fork import MOST, Origin, at_step, fork
from pbem.service.sandboxes.kept import KEPT, discard, discard_all_of, discard_old, sandbox_row
from pbem.service.sandboxes.play import open_turn_of, play
from pbem.service.sandboxes.view import lines_of
from pbem.service.turns.tick import tick
from tests.conftest import HandClock, repeated_entropy
from tests.kit.samples import hidden
from tests.service.builders.bot_game import bot_game
from tests.service.builders.duel import duel, play_turn, position
from tests.stores import new_database

TABLES = [(key, scenario) for key, game in GAMES.items() for scenario in game.scenarios]
LATER = 4
"""Turns after which in each of these something has happened that is hidden."""
FIRST = {key: next(iter(hidden(key)), game.scenarios.practice) for key, game in GAMES.items()}
games = pytest.mark.parametrize("key", list(GAMES))


def play_by_bots(context: ServiceContext, name: str, turns: int) -> None:
    """So many turns, or up to the end; each must resolve."""
    for _ in range(turns):
        now = open_turn_of(context, name)
        if not now.boxes:
            return
        bots = {box.seat: now.bots[number % len(now.bots)] for number, box in enumerate(now.boxes)}
        assert not play(context, name, now.turn, {}, bots).problems
        assert isinstance(lines_of(context, name, now.turn), list)


# ---------------------------------------------------------------- from every turn, seat and step


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(table, id="-".join(table), marks=[] if table[1] == FIRST[table[0]] else [pytest.mark.deep])
        for table in TABLES
    ],
)
def test_every_seat_can_play_on_from_its_turns(context: ServiceContext, table: tuple[str, str]) -> None:
    """From turns 0, 1 and 2 and from a step, of the whole and of each seat's knowledge; two turns of bots each."""
    stream = bot_game(context, *table, turns=3)
    for seat in ("", *load(context, stream).ledger.seats):
        origins = [Origin(stream, turn, seat) for turn in range(min(3, load(context, stream).ledger.closed))]
        for origin in [*origins, at_step(context, stream, 1, 0, seat)]:
            name = fork(context, origin)
            play_by_bots(context, name, 2)
            discard(context, name)


@games
def test_a_whole_position_is_the_very_position(context: ServiceContext, key: str) -> None:
    """State and what each seat knew are those of the turn's end, and the next turn has the same number."""
    stream = bot_game(context, key, FIRST[key], 2)
    name = fork(context, Origin(stream, 1))
    then, made = load(context, stream, 1), load(context, name)
    assert codec.dump(made.state) == codec.dump(then.state)
    assert all(made.known(seat) == then.known(seat) for seat in (*then.ledger.seats, None))
    assert (made.ledger.turn, made.ledger.closed, made.ledger.due, made.ledger.players) == (2, 1, "", {})


def test_orders_that_are_known_are_filed_in_it(context: ServiceContext) -> None:
    """Of a closed turn one's own, of the whole all; while it is open, only those that the owner has filed."""
    stream = duel(context)
    play_turn(context, stream)
    play_turn(context, stream, blue="BIS: TURN R")

    def filed(origin: Origin, owner: str = "") -> dict[str, OrdersFiled]:
        name = fork(context, origin, owner)
        return load(context, name).ledger.filed

    was = load(context, stream, 2).ledger.filed
    assert {seat: each.sheet for seat, each in filed(Origin(stream, 1)).items()} == {s: f.sheet for s, f in was.items()}
    assert list(filed(Origin(stream, 1, "blue"), "p1")) == ["blue"]
    assert filed(Origin(stream, 1, "blue"), "p1")["blue"].sheet == was["blue"].sheet
    now = play_open(context, stream)
    assert list(filed(Origin(stream, now, "blue"), "p1")) == ["blue"]
    assert filed(Origin(stream, now, "blue"), "p2") == {} == filed(Origin(stream, now, "red"), "p2")


def play_open(context: ServiceContext, stream: str) -> int:
    """Blue files for the open turn. Returns the one before it."""
    turn = load(context, stream).ledger.turn
    file_orders(context, stream, "blue", "BIS: TURN L", "open")
    return turn - 1


def test_dice_and_outcomes_are_its_own(context: ServiceContext) -> None:
    """The game's log is not touched, and the sandbox's seed is another."""
    stream = bot_game(context, "star_navy", "open-space", 2)
    before = list(context.store.rows(stream))
    name = fork(context, Origin(stream, 1))
    play_by_bots(context, name, 2)
    assert list(context.store.rows(stream)) == before
    assert load(context, name).ledger.seed != load(context, stream).ledger.seed


def test_a_sandbox_can_be_forked(context: ServiceContext) -> None:
    """Also one in which all is laid open: it stays so. Before its own first position it has no turns."""
    stream = bot_game(context, "stingray", FIRST["stingray"], 2)
    seat = next(iter(load(context, stream).ledger.seats))
    name = fork(context, Origin(stream, 1, seat))
    play_by_bots(context, name, 1)
    again = fork(context, Origin(name, 2))
    assert position(context, again) == position(context, name) and load(context, again).ledger.laid_open
    assert sandbox_row(context, again).seat == seat
    play_by_bots(context, again, 1)
    with pytest.raises(NoSuchGame, match=f"{name} has no end of turn 0: its turns are 1 to 2"):
        fork(context, Origin(name, 0))


def test_what_cannot_be_forked(context: ServiceContext) -> None:
    """A turn, seat or step that is not there; the set-up; the end of a game that is over."""
    stream = duel(context)
    play_turn(context, stream)
    for wrong, error, words in (
        (Origin("g9", 0), NoSuchGame, "there is no game 'g9'"),
        (Origin(stream, 2), NoSuchGame, "its turns are 0 to 1"),
        (Origin(stream, 1, "green"), NoSuchSeat, "its seats are blue, red"),
    ):
        with pytest.raises(error, match=words):
            fork(context, wrong)
    with pytest.raises(ActRefused, match="the set-up is not played"):
        at_step(context, stream, 0, 1)
    with pytest.raises(NoSuchGame, match="turn 1 of g1 has no step 999 here"):
        at_step(context, stream, 1, 999, "blue")
    with pytest.raises(NoSuchGame, match="has no step 1 here"):
        at_step(context, stream, 2, 1, "blue")
    assert context.store.sandboxes() == []


def test_a_game_that_is_over(context: ServiceContext) -> None:
    """All its turns but the last position can be played on."""
    stream = bot_game(context, "star_navy", "open-space", 0)

    while not load(context, stream).ledger.ended:
        tick(context)
    last = load(context, stream).ledger.closed
    with pytest.raises(ActRefused, match=f"was over at the end of turn {last}"):
        fork(context, Origin(stream, last))
    play_by_bots(context, fork(context, Origin(stream, last - 1)), 1)


def test_a_game_that_was_ended_by_hand(context: ServiceContext) -> None:
    """Its last position was never over by the rules: it can be played on."""
    stream = duel(context)
    play_turn(context, stream)
    game_master.end(context, stream, "no time")
    play_by_bots(context, fork(context, Origin(stream, 2)), 2)


# ---------------------------------------------------------------- nothing hidden


def rows_of(context: ServiceContext, name: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables in which the sandbox is named."""
    con = context.database.con
    found = {}
    for (table,) in con.execute("SELECT name FROM sqlite_master WHERE type='table'").fetchall():
        columns = [row[1] for row in con.execute(f"PRAGMA table_info({table})")]
        if "stream" in columns:
            found[table] = con.execute(f"SELECT * FROM {table} WHERE stream=?", (name,)).fetchall()
    return found


def world(folder: Path, clock: HandClock, key: str, seat: str, changed: bool) -> tuple[ServiceContext, str]:
    """A game whose position is taken up again; `changed`: with everything different that the seat does not know."""
    context = ServiceContext(new_database(folder / "wardroom.db"), GAMES, clock, repeated_entropy(), b"secret")
    stream = bot_game(context, key, FIRST[key], LATER)
    record = load(context, stream)
    state = GAMES[key].planning.guess(record.known(seat)) if changed else record.state
    kept = StateRestored(LATER, GAMES[key].state_version, codec.dump(state), record.knowledge.dump())
    seed, ledger = bytes.fromhex(record.ledger.seed), record.ledger
    drafts = [
        Draft(RolledBack(ledger.turn, LATER, 0, "a test"), ledger.turn),
        Draft(Blinded("00"), ledger.turn, audience=NOBODY),
        Draft(kept, ledger.turn, audience=NOBODY),
        open_turn(seed, ledger.turn + 1, ledger.seats, ledger.crews),
    ]
    context.store.append(stream, drafts, record.head, stamp(clock()))
    context.entropy = repeated_entropy()
    return context, stream


@games
def test_a_seat_s_sandbox_holds_nothing_hidden(tmp_path: Path, clock: HandClock, key: str) -> None:
    """Two games that differ in all that the seat does not know give sandboxes that are the same in every row of every table."""
    scenario = FIRST[key]
    differ = False
    for seat in GAMES[key].rules.seats(scenario, GAMES[key].scenarios.options(scenario, {})):
        made = []
        for changed in (False, True):
            context, stream = world(tmp_path / f"{seat.id} {changed}", clock, key, seat.id, changed)
            name = fork(context, Origin(stream, LATER + 1, seat.id), "p1")
            made.append((position(context, stream), rows_of(context, name)))
            context.database.close()
        (real, first), (other, second) = made
        differ |= real != other
        assert first == second and len(first["events"]) == 5, seat
        assert first["games"] == first["seats"] == [], "no list of games knows of it"
    assert differ, "the two games should have differed in something"


def test_the_enemy_s_open_orders_move_nothing(tmp_path: Path, clock: HandClock) -> None:
    """What the other seat has filed for the open turn is in no row of a sandbox of one's own."""
    made = []
    for number, orders in enumerate(("SR1: TURN L", "SR1: TURN R", "")):
        database = new_database(tmp_path / f"{number}.db")
        context = ServiceContext(database, GAMES, clock, repeated_entropy(), b"secret")
        stream = duel(context)
        play_turn(context, stream)
        if orders:
            file_orders(context, stream, "red", orders, "open")
        context.entropy = repeated_entropy()
        made.append(rows_of(context, fork(context, Origin(stream, 1, "blue"), "p1")))
        database.close()
    assert made[0] == made[1] == made[2]


# ---------------------------------------------------------------- kept and thrown away


def test_at_most_twenty(context: ServiceContext) -> None:
    """Each person; the sentence says how many, and that one may go. Numbers never come twice."""
    stream = duel(context)
    names = [fork(context, Origin(stream, 0, "blue"), "p1") for _ in range(MOST)]
    with pytest.raises(ActRefused, match=f"you have {MOST} sandboxes, and {MOST} is the most"):
        fork(context, Origin(stream, 0, "blue"), "p1")
    assert fork(context, Origin(stream, 0, "red"), "p2") == f"s{MOST + 1}"
    discard(context, names[-1])
    discard(context, f"s{MOST + 1}")
    assert fork(context, Origin(stream, 0, "blue"), "p1") == f"s{MOST + 2}"


def test_after_thirty_days_nothing_is_left(context: ServiceContext, clock: HandClock) -> None:
    """No row of any table; a younger one stays, and so does the game."""
    stream = duel(context)
    old = fork(context, Origin(stream, 0), "p1")
    play_by_bots(context, old, 1)
    before = list(context.store.rows(stream))
    clock.advance(24 * 20)
    young = fork(context, Origin(stream, 0), "p1")
    clock.advance(24 * 10 - 1)
    assert discard_old(context) == 0
    clock.advance(1.1)
    assert discard_old(context) == 1 and KEPT.days == 30
    assert not any(rows_of(context, old).values()) and rows_of(context, young)["events"]
    assert list(context.store.rows(stream)) == before
    with pytest.raises(NoSuchGame, match=f"there is no sandbox .{old}.; there are {young}"):
        discard(context, old)


def test_who_is_erased_leaves_no_sandbox(context: ServiceContext) -> None:
    """Those of others stay."""
    stream = duel(context)
    mine, theirs = fork(context, Origin(stream, 0), "p1"), fork(context, Origin(stream, 0), "p2")
    discard_all_of(context, "p1")
    assert [row.stream for row in context.store.sandboxes()] == [theirs] != [mine]


def test_its_opening_names_its_origin(context: ServiceContext) -> None:
    """The first event of the stream; the ledger is that of no game under way."""
    stream = duel(context, setup=None)
    name = fork(context, Origin(stream, 0, "blue"), "p1")
    first = next(iter(context.store.read(name)))
    assert first.event == GameForked(stream, 0, 0, "blue", "p1")
    ledger: Ledger = load(context, name).ledger
    assert ledger.title == "What if: First Blood" and not ledger.due and not ledger.players
