"""Undo: going back to an earlier position, playing a turn again, and that the log still says what was undone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from events import projections
from events.base import EVERYONE, NOBODY, Draft, Entry
from events.platform import Blinded, OrdersFiled, PolicySet, Rolled, RolledBack, StateRestored, TurnLocked
from events.store import EMPTY, Corrupt
from events.transfer import export_stream
from pbem.core.dice import fair_dice
from pbem.core.state.codec import dump
from pbem.present.report import to_text
from pbem.service.audit.verify import audit
from pbem.service.context import ActRefused, ServiceContext, stamp
from pbem.service.games import game_master, opening
from pbem.service.orders.file import file_orders
from pbem.service.policy.pace import next_deadline
from pbem.service.reports import publish
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns import rollback
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.duel import duel, play_turn, position
from tests.service.handing_out import mark_published

ROOT = Path(__file__).resolve().parents[3]


def played(context: ServiceContext, turns: int) -> str:
    stream = duel(context)
    for _ in range(turns):
        play_turn(context, stream)
    return stream


def of_type(context: ServiceContext, stream: str, cls: type) -> list[Entry]:
    return [e for e in context.store.read(stream) if isinstance(e.event, cls)]


def test_the_position_is_that_of_the_earlier_turn(context: ServiceContext) -> None:
    """Back to turn 1: its position is restored, the open turn is closed without being resolved, a new one opens."""
    stream = played(context, 3)
    assert rollback.roll_back(context, stream, 1, "a wrong map") == 5
    ledger = load(context, stream).ledger
    assert position(context, stream) == position(context, stream, 1) != position(context, stream, 3)
    assert (ledger.turn, ledger.closed, ledger.filed, ledger.ready) == (5, 4, {}, [])
    assert ledger.undone == {2: "a wrong map", 3: "a wrong map"} and ledger.back == {4: 1}
    assert ledger.due == next_deadline(context.now(), PolicySet(), 24)
    assert [e.event.turn for e in of_type(context, stream, TurnLocked)] == [1, 2, 3]


def test_readers_know_what_they_knew_then(context: ServiceContext) -> None:
    """After a roll-back, from memory and from the log alone; on the undone branch they still know what they saw there."""
    stream = played(context, 3)
    seats = ("blue", "red", None)
    saw = {seat: dump(load(context, stream, 3).known(seat)) for seat in seats}
    rollback.roll_back(context, stream, 1, "a wrong map")
    for seat in seats:
        then = dump(load(context, stream, 1).known(seat))
        assert dump(load(context, stream).known(seat)) == then != saw[seat]
        context.records.take(stream)
        context.store.drop_snapshots(stream)
        assert dump(load(context, stream).known(seat)) == then
        assert dump(load(context, stream, 3).known(seat)) == saw[seat]


def test_undone_turns_can_be_read_like_any_other(context: ServiceContext) -> None:
    """Turn 3's report, its map and its dice are the same bytes after it was undone."""
    stream = played(context, 3)
    before = publish.render(turn_report(context, stream, 3, "blue"), stream, "blue", "p1")
    rollback.roll_back(context, stream, 1, "a wrong map")
    assert publish.render(turn_report(context, stream, 3, "blue"), stream, "blue", "p1") == before


def test_players_are_told_where_the_game_is_now(context: ServiceContext) -> None:
    """The turn that ended so has a report: what was undone, why, by whom, the old position, an order template, no dice."""
    stream = played(context, 3)
    mark_published(context, [made for turn in range(4) for made in publish.publish(context, stream, turn)])
    rollback.roll_back(context, stream, 1, "a wrong map")
    assert context.store.unsent_reports() == [(stream, 4)]
    made, then = turn_report(context, stream, 4, "blue"), turn_report(context, stream, 1, "blue")
    assert made.report.heading == "Turn 4 was not resolved; the position is that after turn 1"
    assert made.report.standing[0] == (
        "Turns 2 to 3 were undone; the position is that after turn 1 (by the game master): a wrong map."
    )
    assert (made.report.panels, made.report.template, made.scenes) == (then.report.panels, then.report.template, then.scenes)
    assert made.report.next_turn == 5 and made.due == load(context, stream).ledger.due and not made.proof
    assert "Turns 2 to 3 were undone" in to_text(made.report)


def test_play_goes_on_and_the_audit_is_sound(context: ServiceContext) -> None:
    """New orders are resolved with dice of their own; chain, roots, restored position and every re-run hold."""
    stream = played(context, 3)
    rollback.roll_back(context, stream, 0, "from the start")
    play_turn(context, stream, "BIS: TURN R", "SR1: TURN R")
    found = audit(context, stream)
    assert found.sound and found.turns == 4
    roots = [e.event.root for e in context.store.read(stream) if e.event.type == "game.turn_opened"]
    assert len(set(roots)) == len(roots) == 6


def test_late_mail_for_an_undone_turn_is_late(context: ServiceContext) -> None:
    """Whoever answers the report before the roll-back orders nothing."""
    stream = played(context, 2)
    rollback.roll_back(context, stream, 1, "x")
    receipt = file_orders(context, stream, "blue", "BIS: TURN L", "an old mail", turn=3)
    assert receipt.outcome == "late" and not load(context, stream).ledger.filed


def test_a_roll_back_can_be_rolled_back(context: ServiceContext) -> None:
    """Back to a turn that was undone: its line of turns leads to the position again, the others are the undone ones."""
    stream = played(context, 3)
    rollback.roll_back(context, stream, 1, "a mistake")
    rollback.roll_back(context, stream, 3, "no mistake after all")
    assert position(context, stream) == position(context, stream, 3)
    assert load(context, stream).ledger.undone == {4: "no mistake after all"}


def test_what_cannot_be_undone_is_refused(context: ServiceContext) -> None:
    """The present position, turns that are not there, and a turn of a game that is over (which is rolled back first)."""
    stream = played(context, 1)
    for to, why in ((1, "present"), (2, "last one is turn 1"), (-1, "last one")):
        with pytest.raises(ActRefused, match=why):
            rollback.roll_back(context, stream, to, "x")
    with pytest.raises(ActRefused, match="say why"):
        rollback.roll_back(context, stream, 0, " \n")
    rollback.roll_back(context, stream, 0, "x")
    with pytest.raises(ActRefused, match="present"):
        rollback.roll_back(context, stream, 0, "x")
    game_master.end(context, stream, "enough")
    with pytest.raises(ActRefused, match="is over: roll it back"):
        rollback.rerun(context, stream, 1, "x")


def test_the_restored_position_cannot_be_guessed_at(context: ServiceContext) -> None:
    """Nobody sees it, and a secret number of its own is before it in the chain."""
    stream = played(context, 1)
    rollback.roll_back(context, stream, 0, "x")
    told, blind, restored = [e for e in context.store.read(stream) if e.turn == 2][-3:]
    assert isinstance(told.event, RolledBack) and told.audience == EVERYONE
    assert isinstance(blind.event, Blinded) and isinstance(restored.event, StateRestored)
    assert blind.audience == restored.audience == NOBODY
    assert blind.event.blind == fair_dice.blind(bytes.fromhex(load(context, stream).ledger.seed), 2)
    assert [e.event.blind for e in of_type(context, stream, Blinded)].count(blind.event.blind) == 1


def test_a_position_of_another_shape_is_named(context: ServiceContext) -> None:
    """A log whose restored position has an old shape cannot be folded, and the sentence says what is needed."""
    stream = played(context, 1)
    record = load(context, stream)
    kept = StateRestored(0, 99, position(context, stream, 0), {})
    context.store.append(stream, [Draft(kept, 2, audience=NOBODY)], record.head, stamp(context.now()))
    with pytest.raises(Corrupt, match=r"shape 99 of star_navy.*upcaster"):
        load(context, stream)


def test_a_false_position_fails_the_audit(context: ServiceContext) -> None:
    """Whoever writes another position than the log's own into it is found out."""
    stream = played(context, 2)
    record = load(context, stream)
    version, false = record.game.state_version, position(context, stream, 1)
    blind = Blinded(fair_dice.blind(bytes.fromhex(record.ledger.seed), 3))
    restored = StateRestored(0, version, false, {})
    drafts = [Draft(RolledBack(3, 0, 0, "x", "master"), 3), *(Draft(e, 3, audience=NOBODY) for e in (blind, restored))]
    head = context.store.append(stream, drafts, record.head, stamp(context.now()))
    found, cut = audit(context, stream).broken
    assert found.startswith(f"turn 3, version {head.version}: game.state_restored is not as it had to be: state is")
    assert cut == f"turn 3, version {head.version}: the log ends before game.turn_opened, which had to follow"


def test_snapshots_and_projections_agree(context: ServiceContext) -> None:
    """The game's line says the same when rebuilt from the log; folding from a snapshot gives the fold from the start."""
    stream = played(context, 1)
    for turn in range(8):
        rollback.roll_back(context, stream, turn % 2, "to and fro")
    assert load(context, stream).ledger.closed == 9
    rollback.roll_back(context, stream, 0, "once more")
    context.records.take(stream)
    fresh = load(context, stream)
    context.store.drop_snapshots(stream)
    context.records.take(stream)
    assert load(context, stream).dump() == fresh.dump()
    row = context.store.game(stream)
    with context.database.write() as con:
        projections.clear(con, stream)
        projections.project(con, stream, [Draft(*e[2:7]) for e in context.store.read(stream)])
    assert context.store.game(stream) == row
    assert row is not None and (row.closed, row.turn) == (10, 11)


def test_a_turn_is_played_again(context: ServiceContext) -> None:
    """The same orders, sealed again, new dice, resolved at once; both new turns have a report and the audit finds no fault."""
    stream = played(context, 2)
    again = rollback.rerun(context, stream, 2, "the rules were mended")
    assert again == 4
    ledger = load(context, stream).ledger
    assert (ledger.turn, ledger.closed) == (5, 4) and ledger.undone == {2: "the rules were mended"}
    first, second = (
        {e.event.seat: e.event for e in of_type(context, stream, OrdersFiled) if e.event.turn == turn} for turn in (2, 4)
    )
    assert {seat: filed.sheet for seat, filed in first.items()} == {seat: filed.sheet for seat, filed in second.items()}
    assert all(first[seat].commitment != second[seat].commitment for seat in first)
    told = turn_report(context, stream, 3, "red").report
    assert "turn 2 was played again, as turn 4 (by the game master): the rules were mended" in told.standing[0]
    assert not told.template and len(told.standing) == 1
    assert turn_report(context, stream, 4, "red").proof
    assert audit(context, stream).sound


def test_dice_are_rolled_again(context: ServiceContext, clock: HandClock) -> None:
    """A turn in which shots are fired shows other faces when it is played again."""
    players = {"blue": "bot:aggressive", "red": "bot:aggressive"}
    stream = opening.open_game(context, "star_navy", "first-blood", players=players, rhythm_hours=1)
    faces: list[list[int]] = []
    while len(faces) < 3:
        clock.advance(1)
        tick(context)
        turn = load(context, stream).ledger.closed
        faces = [e.event.faces for e in of_type(context, stream, Rolled) if e.turn == turn]
    again = rollback.rerun(context, stream, turn, "x")
    assert faces != [e.event.faces for e in of_type(context, stream, Rolled) if e.turn == again]


def test_turns_without_orders_are_no_turns_to_play_again(context: ServiceContext) -> None:
    """The turn that a roll-back ended, and one that was never there."""
    stream = played(context, 2)
    rollback.roll_back(context, stream, 1, "x")
    for turn in (0, 3, 4):
        with pytest.raises(ActRefused, match="not played"):
            rollback.rerun(context, stream, turn, "x")


def test_a_roll_back_in_a_pause_leaves_the_pause(context: ServiceContext, clock: HandClock) -> None:
    """Nothing is resolved until the master says so."""
    stream = played(context, 1)
    game_master.pause(context, stream, "to think")
    rollback.roll_back(context, stream, 0, "x")
    clock.advance(100)
    assert tick(context) == [] and load(context, stream).ledger.paused


def test_a_stranger_checks_a_game_with_an_undone_turn(context: ServiceContext, tmp_path: Path) -> None:
    """The export of a finished game with a roll-back in it passes the offline checker, anchored in the last report."""
    stream = played(context, 2)
    rollback.roll_back(context, stream, 1, "x")
    play_turn(context, stream)
    (tmp_path / "report.txt").write_text(to_text(turn_report(context, stream, 4, "blue").report))
    game_master.end(context, stream, "enough")
    (tmp_path / "g1.jsonl").write_text("\n".join(export_stream(context.store, stream)) + "\n")
    command = [sys.executable, str(ROOT / "tools" / "verify_dice.py"), "g1.jsonl", "--report", "report.txt"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "all fair" in done.stdout, done.stdout + done.stderr


def test_the_whole_log_folds_to_what_is_kept(context: ServiceContext) -> None:
    """From the first event on, without any snapshot or cache."""
    stream = played(context, 2)
    rollback.roll_back(context, stream, 1, "x")
    kept = load(context, stream)
    folded = type(kept)(context.games, stream)
    folded.head = context.store.fold(stream, EMPTY, folded.apply)
    assert folded.dump() == kept.dump()
