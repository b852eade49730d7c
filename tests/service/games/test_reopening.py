"""A game that is over can be rolled back: it goes on with dice of a new seed, and what its end revealed is known."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from events import projections
from events.base import EVERYONE, NOBODY, Draft, Entry
from events.platform import GameReopened, OrdersFiled, SeedDrawn, SeedRevealed, TurnOpened
from events.store import Store, open_store
from events.transfer import export_stream, import_stream
from pbem.core.dice import fair_dice
from pbem.games import GAMES
from pbem.present.report import to_text
from pbem.service.audit.dice_proof import check_log, check_turn
from pbem.service.audit.verify import audit
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.games import game_master, opening
from pbem.service.games.check_import import check_export
from pbem.service.games.overview import overview
from pbem.service.history import history
from pbem.service.orders.file import file_orders
from pbem.service.reports import publish
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns import close, rollback
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.duel import duel, play_turn, position
from tests.service.handing_out import mark_published

CHECKER = Path(__file__).resolve().parents[3] / "tools" / "verify_dice.py"


def ended(context: ServiceContext, turns: int = 2) -> str:
    """Two turns are played; in the next the master ends the game."""
    stream = duel(context)
    for _ in range(turns):
        play_turn(context, stream)
    game_master.end(context, stream, "enough")
    return stream


def fought(context: ServiceContext, clock: HandClock) -> str:
    """A game that bots play to its end by the rules."""
    players = {"blue": "bot:aggressive", "red": "bot:aggressive"}
    setup = opening.GameSetup(players, master="p9")
    stream = opening.open_game(context, "star_navy", "duel", setup=setup, rhythm_hours=1)
    for _ in range(60):
        clock.advance(1)
        tick(context)
        if load(context, stream).ledger.ended:
            return stream
    raise AssertionError("the duel goes on and on")


def of_type(context: ServiceContext, stream: str, cls: type) -> list[Entry]:
    return [e for e in context.store.read(stream) if isinstance(e.event, cls)]


def test_the_game_goes_on_from_the_earlier_position(context: ServiceContext) -> None:
    """Open again: the old position, a deadline, no verdict, in the ledger and in the lists."""
    stream = ended(context)
    assert rollback.roll_back(context, stream, 1, "it was a slip") == 5
    ledger = load(context, stream).ledger
    assert (ledger.ended, ledger.verdict, ledger.turn, ledger.closed) == (False, "", 5, 4)
    assert ledger.undone == {2: "it was a slip", 3: "it was a slip"} and ledger.due
    assert position(context, stream) == position(context, stream, 1)
    row = context.store.game(stream)
    assert row is not None and (row.status, row.verdict, row.turn, row.closed, row.due) == ("open", "", 5, 4, ledger.due)
    play_turn(context, stream)
    assert load(context, stream).ledger.closed == 5


def test_the_dice_come_from_a_new_seed(context: ServiceContext) -> None:
    """The old one is public: another is drawn, its hash published before any order, roots and salts follow from it."""
    stream = ended(context)
    old = load(context, stream).ledger.seed
    rollback.roll_back(context, stream, 1, "x")
    ((reopened,), (_, drawn)) = of_type(context, stream, GameReopened), of_type(context, stream, SeedDrawn)
    assert isinstance(reopened.event, GameReopened) and isinstance(drawn.event, SeedDrawn)
    assert (reopened.audience, drawn.audience) == (EVERYONE, NOBODY)
    seed = bytes.fromhex(drawn.event.seed)
    assert drawn.event.seed != old and fair_dice.seed_hash(seed) == reopened.event.seed_hash
    opened = of_type(context, stream, TurnOpened)[-1].event
    assert isinstance(opened, TurnOpened) and opened.root == fair_dice.merkle_root(seed, opened.turn, opened.audiences)
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    filed = of_type(context, stream, OrdersFiled)[-1].event
    assert isinstance(filed, OrdersFiled) and filed.salt == fair_dice.salt(seed, 5, "blue").hex()


def test_everybody_sees_it(context: ServiceContext) -> None:
    """The history and a report to every player say that it was reopened, by whom and why, and that nothing is secret again."""
    stream = ended(context)
    mark_published(context, [made for turn in range(4) for made in publish.publish(context, stream, turn)])
    rollback.roll_back(context, stream, 1, "it was a slip")
    assert context.store.unsent_reports() == [(stream, 4)]
    told = [act for act in history(context, stream) if act.turn == 4]
    assert [(act.by, act.why) for act in told] == [("the game master", ""), ("the game master", "it was a slip")]
    text = to_text(turn_report(context, stream, 4, "red").report)
    assert "was over, goes on" in text and "it was a slip" in " ".join(text.split()) and "dice root of turn 5" in text


def test_what_is_hidden_is_hidden_again_in_what_follows(context: ServiceContext) -> None:
    """The turns to come are told to each seat as before the end; not everything is revealed while the game goes on."""
    stream = ended(context)
    before = publish.render(turn_report(context, stream, 2, "blue"), stream, "blue", "p1")
    rollback.roll_back(context, stream, 1, "x")
    assert publish.render(turn_report(context, stream, 2, "blue"), stream, "blue", "p1") == before
    file_orders(context, stream, "red", "SR1: TURN L", "m1")
    record = load(context, stream)
    reader = record.ledger.reader("blue")
    seen = [e for e in context.store.read(stream) if e.turn == 5 and e.audience not in (EVERYONE, NOBODY)]
    assert [reader.isdisjoint(e.audience.split(",")) for e in seen] == [True]
    with pytest.raises(ActRefused, match="goes on"):
        check_log(context, stream)


def test_only_positions_from_which_it_can_go_on(context: ServiceContext, clock: HandClock) -> None:
    """Not the end itself, by the rules or by hand; they are not offered either, nor later when they are undone turns."""
    stream = fought(context, clock)
    last = load(context, stream).ledger.closed
    with pytest.raises(ActRefused, match=f"ended in turn {last}"):
        rollback.roll_back(context, stream, last, "x")
    assert overview(context, stream).targets == [*range(last - 1, 0, -1), 0]
    rollback.roll_back(context, stream, last - 1, "x")
    assert last not in overview(context, stream).targets and last in overview(context, stream).replayable
    with pytest.raises(ActRefused, match=f"ended in turn {last}"):
        rollback.roll_back(context, stream, last, "x")


def test_the_last_turn_can_be_played_again(context: ServiceContext, clock: HandClock) -> None:
    """Rolled back first; then the orders of the end are filed again, under the new seed. One never locked was not played."""
    stream = fought(context, clock)
    last = load(context, stream).ledger.closed
    rollback.roll_back(context, stream, last - 1, "a fault")
    assert rollback.rerun(context, stream, last, "the fault is mended") == last + 3
    assert audit(context, stream).sound
    other = ended(context, 1)
    rollback.roll_back(context, other, 1, "x")
    with pytest.raises(ActRefused, match="not played"):
        rollback.rerun(context, other, 2, "x")


def test_a_pause_is_over_with_the_game(context: ServiceContext, clock: HandClock) -> None:
    """Ended in a pause and rolled back: its clock runs, in the lists as in the log."""
    stream = duel(context)
    play_turn(context, stream)
    game_master.pause(context, stream, "to think")
    game_master.end(context, stream, "enough")
    rollback.roll_back(context, stream, 0, "x")
    clock.advance(25)
    assert tick(context) == [(stream, 4)]


def test_it_can_end_and_be_rolled_back_again(context: ServiceContext) -> None:
    """Each time under a seed of its own; rows and records are the same when they are made again from the log."""
    stream = ended(context, 1)
    for to in (1, 0):
        rollback.roll_back(context, stream, to, "once more")
        play_turn(context, stream)
        game_master.end(context, stream, "again")
    seeds = [e.event.seed for e in of_type(context, stream, SeedDrawn) if isinstance(e.event, SeedDrawn)]
    shown = [e.event.seed for e in of_type(context, stream, SeedRevealed) if isinstance(e.event, SeedRevealed)]
    assert len(set(seeds)) == 3 and shown == seeds
    row, kept = context.store.game(stream), load(context, stream).dump()
    with context.database.write() as con:
        projections.clear(con, stream)
        projections.project(con, stream, [Draft(*e[2:7]) for e in context.store.read(stream)])
    context.store.drop_snapshots(stream)
    context.records.take(stream)
    assert context.store.game(stream) == row and load(context, stream).dump() == kept


def test_every_check_holds(context: ServiceContext, clock: HandClock, tmp_path: Path) -> None:
    """Audit, proof files of turns before and after, the whole log in the open, the offline checker, and an import."""
    stream = fought(context, clock)
    middle = load(context, stream).ledger.closed - 1
    rollback.roll_back(context, stream, middle, "x")
    while not load(context, stream).ledger.ended:
        clock.advance(1)
        tick(context)
    last = load(context, stream).ledger.closed
    assert audit(context, stream).sound and check_log(context, stream).sound
    assert all(check_turn(context, stream, turn, "blue").sound for turn in (1, middle, middle + 1, last))
    lines = list(export_stream(context.store, stream))
    reports = [tmp_path / f"report-{turn}.txt" for turn in (0, middle + 2)]
    for turn, path in zip((0, middle + 2), reports, strict=True):
        path.write_text(to_text(turn_report(context, stream, turn, "blue").report))
    (tmp_path / "g.jsonl").write_text("\n".join(lines) + "\n")
    assert checked(tmp_path / "g.jsonl", *(f"--report={path}" for path in reports))[0] == 0
    proof = json.loads(turn_report(context, stream, middle + 3, "blue").proof)
    (tmp_path / "proof.json").write_text(json.dumps(proof))
    reports[0].write_text(to_text(turn_report(context, stream, middle + 3, "blue").report))
    code, said = checked(tmp_path / "proof.json", *(f"--report={path}" for path in reports))
    assert code == 0, said


def test_a_forged_new_seed_is_found(context: ServiceContext, tmp_path: Path) -> None:
    """A reopening that keeps the public seed, or publishes another's hash, passes neither the checker nor the audit."""
    stream = ended(context)
    old = load(context, stream).ledger
    turn, groups = 4, of_type(context, stream, TurnOpened)[0].event
    assert isinstance(groups, TurnOpened)
    for number, sealed in enumerate((old.seed_hash, "0" * 64), 1):
        lines = [json.loads(line) for line in export_stream(context.store, stream)]
        drafts = [Draft(GameReopened(turn, sealed, "x", "master"), turn), Draft(SeedDrawn(old.seed), turn, audience=NOBODY)]
        name = f"f{number}"
        copied = [Draft(*entry[2:7]) for entry in context.store.read(stream)]
        context.store.append(name, [*copied, *drafts], context.store.head(name), lines[-1]["at"])
        (tmp_path / "f.jsonl").write_text("\n".join(export_stream(context.store, name)) + "\n")
        code, said = checked(tmp_path / "f.jsonl")
        assert code == 1 and "(game.reopened): seed_hash is not the seed's, or the seed is not a new one" in said
        assert audit(context, name).broken[0].startswith("turn 4, version 53: game.reopened cannot be")


@contextmanager
def closing_store(path: Path) -> Iterator[Store]:
    store = open_store(path)
    yield store
    store.close()


def checked(*words: object) -> tuple[int, str]:
    """The offline checker's exit code and words."""
    command = [sys.executable, str(CHECKER), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


# ---------------------------------------------------------------- resolve now


def test_the_open_turn_is_resolved_at_once(context: ServiceContext, clock: HandClock) -> None:
    """With what was filed; a seat that sent nothing goes by standing orders; the next turn has its full time; all read why."""
    stream = duel(context)
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    clock.advance(3)
    assert close.resolve_now(context, stream, "red has written that they pass") == 1
    ledger = load(context, stream).ledger
    assert (ledger.turn, ledger.closed) == (2, 1)
    assert ledger.due == (clock.time.replace(day=2)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    told = to_text(turn_report(context, stream, 1, "red").report)
    assert "Turn 1 was resolved before its deadline (by the game master): red has written" in " ".join(told.split())
    assert audit(context, stream).sound


def test_bots_order_before_it(context: ServiceContext) -> None:
    """A bot that was not asked yet orders in the same append."""
    setup = opening.GameSetup({"blue": "p1", "red": "bot:aggressive"}, master="p9")
    stream = opening.open_game(context, "star_navy", "first-blood", setup=setup)
    close.resolve_now(context, stream, "x")
    (filed,) = of_type(context, stream, OrdersFiled)
    assert isinstance(filed.event, OrdersFiled) and filed.event.seat == "red" and audit(context, stream).sound


def test_not_when_it_cannot_be(context: ServiceContext) -> None:
    """Paused, over, a seat that nobody has taken, no reason."""
    stream = duel(context)
    with pytest.raises(ActRefused, match="say why"):
        close.resolve_now(context, stream, " ")
    game_master.pause(context, stream, "x")
    with pytest.raises(ActRefused, match="paused: start the clock again first"):
        close.resolve_now(context, stream, "x")
    game_master.end(context, stream, "x")
    with pytest.raises(ActRefused, match="is over"):
        close.resolve_now(context, stream, "x")
    free = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1"})
    with pytest.raises(ActRefused, match="free are: Red"):
        close.resolve_now(context, free, "x")


def test_it_may_end_the_game(context: ServiceContext, clock: HandClock, tmp_path: Path) -> None:
    """Like any resolution; and an import takes the log of such a game."""
    stream = fought(context, clock)
    last = load(context, stream).ledger.closed
    rollback.roll_back(context, stream, last - 1, "x")
    for _ in range(60):
        if not load(context, stream).ledger.ended:
            close.resolve_now(context, stream, "on with it")
    assert load(context, stream).ledger.ended
    at = [entry.at for entry in context.store.read(stream)][-1]
    renamed = [Draft(*entry[2:7]) for entry in context.store.read(stream)]
    context.store.append("copy", renamed, context.store.head("copy"), at)
    with closing_store(tmp_path / "other.db") as other:
        check = partial(check_export, GAMES)
        assert import_stream(other, list(export_stream(context.store, "copy")), check)[0] == "copy"
