"""Reports, audits and snapshots: what a reader is told, and that the log says the same whenever it is asked."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping

import pytest

from events.base import EVERYONE
from events.store import Corrupt
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.present.report import to_text
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext
from pbem.service.games import opening
from pbem.service.games.seating import seat_player
from pbem.service.history import history
from pbem.service.orders.file import file_orders
from pbem.service.reports import publish
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import SNAPSHOT_EVERY, load
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.gateway.builders.tiny_game import Drill, Moved, State
from tests.service.handing_out import mark_published


def long_game(context: ServiceContext, clock: HandClock, turns: int) -> str:
    """A bot game of so many turns."""
    players = {"blue": "bot:cautious", "red": "bot:cautious"}
    stream = opening.open_game(context, "star_navy", "open-space", players=players, rhythm_hours=1)
    for _ in range(turns):
        tick(context)
        clock.advance(1)
    return stream


def duel(context: ServiceContext) -> str:
    return opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})


def fought_turn(context: ServiceContext, red: str) -> str:
    """A duel's first turn, both ready; what red does with their engine is nobody's business."""
    stream = duel(context)
    file_orders(context, stream, "blue", "BIS: TURN L\nready", "m1")
    file_orders(context, stream, "red", f"{red}\nready", "m2")
    tick(context)
    return stream


def test_a_report_is_the_same_whenever_it_is_made(context: ServiceContext, clock: HandClock) -> None:
    """Turn 3's report, text, map and proof, is the same bytes after turn 3 and ten turns later."""
    stream = long_game(context, clock, 3)
    assert load(context, stream).ledger.closed == 3
    first = publish.render(turn_report(context, stream, 3, "blue"), stream, "blue", "p1")
    for _ in range(10):
        tick(context)
        clock.advance(1)
    assert publish.render(turn_report(context, stream, 3, "blue"), stream, "blue", "p1") == first


class Duds(Drill):
    """A shot that hits nothing and is worth no sentence, then a move."""

    def resolve(self, turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
        turn.phase("Fire")
        turn.roll(1, 6, "shot", "DR-2", EVERYONE)
        turn.phase("Movement")
        turn.emit(Moved("B1", 1), "DR-1", EVERYONE)


def test_dice_without_effect_stay_in_their_phase(context: ServiceContext) -> None:
    """Dice that no sentence of their phase goes with are shown alone; they are not told with what happens in the next phase."""
    context.games = {"drill": Duds().game()}
    stream = opening.open_game(context, "drill", "open-sea", players={"blue": "p1", "red": "p2"})
    for seat in ("blue", "red"):
        file_orders(context, stream, seat, "ready", seat)
    assert tick(context) == [(stream, 1)]
    shot, moved = turn_report(context, stream, 1, "blue").report.lines
    assert (shot.phase, shot.text, shot.rule, len(shot.dice)) == ("Fire", "Dice fell without effect.", "DR-2", 1)
    assert (moved.phase, moved.text, moved.dice) == ("Movement", "B1 moves 1.", [])


def test_a_report_says_what_it_must(context: ServiceContext) -> None:
    """The roots chain from report to report, the head is that of the log, the template is at the end."""
    stream = fought_turn(context, "SR1: TURN R")
    opening_report, report = (turn_report(context, stream, turn, "blue").report for turn in (0, 1))
    proof = json.loads(turn_report(context, stream, 1, "blue").proof)
    assert proof["root"] == opening_report.root != report.root
    assert proof["own"]["commitment"] == proof["commitments"]["blue"]
    assert report.head == load(context, stream, 1).head.hash.hex()
    assert "BIS:" in report.template
    assert turn_report(context, stream, 1, None).report.template == ""


def test_hidden_orders_of_the_other_side_move_nothing_but_the_sealed_numbers(context: ServiceContext) -> None:
    """Two duels that differ only in what red keeps secret: blue's reports differ only in hashes of sealed things."""
    one = fought_turn(context, "SR1: TURN R")
    two = fought_turn(context, "SR1: TURN R\nE1 SHIELDS F 1\nE2 SPEED +2; KEEP 3\nT6 FIRE F AT BIS\nPOLICY RETREAT NEVER")
    texts = []
    for stream in (one, two):
        made = turn_report(context, stream, 1, "blue")
        text = to_text(made.report)
        for sealed in (made.report.head, made.report.root, made.report.digest):
            assert sealed in text
            text = text.replace(sealed, "(sealed)")
        texts.append(text.replace(stream, "game"))
    assert texts[0] == texts[1]


def test_a_missing_player_is_named(context: ServiceContext, clock: HandClock) -> None:
    """The report names the players who sent no orders."""
    stream = duel(context)
    clock.advance(24)
    tick(context)
    assert "No orders came from: Blue, Red" in to_text(turn_report(context, stream, 1, None).report)


def test_player_who_is_ready_with_what_is_stored_has_missed_nothing(context: ServiceContext, clock: HandClock) -> None:
    """`ready` alone agrees to the stored orders: neither the report nor the history says that no orders came."""
    stream = duel(context)
    file_orders(context, stream, "blue", "ready", "m1")
    clock.advance(24)
    tick(context)
    assert "No orders came from: Red." in to_text(turn_report(context, stream, 1, None).report)
    assert [act.why for act in history(context, stream) if act.what == "Turn 1 was resolved"] == ["no orders from Red"]


def test_snapshots_change_nothing_but_time(context: ServiceContext, clock: HandClock) -> None:
    """Every turn's record is the same bytes with snapshots and, once they are dropped, without."""
    stream = long_game(context, clock, 2 * SNAPSHOT_EVERY + 3)
    closed = load(context, stream).ledger.closed
    assert closed > 2 * SNAPSHOT_EVERY
    with_snapshots = [load(context, stream, turn).dump() for turn in range(closed + 1)]
    assert context.store.drop_snapshots() == 2
    assert [load(context, stream, turn).dump() for turn in range(closed + 1)] == with_snapshots


def test_an_audit_runs_every_turn_again(context: ServiceContext, clock: HandClock) -> None:
    """A sound log: nothing broken, nothing different, every roll counted."""
    stream = long_game(context, clock, 12)
    found = audit(context, stream)
    assert found.sound and found.turns == 12 and found.events == context.store.head(stream).version


def tamper(context: ServiceContext, stream: str, name: str, old: str, new: str) -> int:
    """Change one stored event behind the guards' back; returns its version."""
    con = sqlite3.connect(context.database.path)
    con.execute("DROP TRIGGER events_no_update")
    row = con.execute(
        "SELECT version, data FROM events WHERE stream=? AND type=? AND instr(data, ?)", (stream, name, old)
    ).fetchone()
    con.execute("UPDATE events SET data=? WHERE stream=? AND version=?", (row[1].replace(old, new, 1), stream, row[0]))
    con.commit()
    con.close()
    return int(row[0])


def test_a_corrupted_row_is_reported_with_its_position_and_not_folded(context: ServiceContext, clock: HandClock) -> None:
    """verify names stream and version; the service refuses to play on, and the other games go on."""
    stream, other = duel(context), duel(context)
    version = tamper(context, stream, "star_navy.ship_entered", '"hex":"5053"', '"hex":"5054"')
    assert audit(context, stream).broken == [f"{stream} version {version}: the hash chain is broken"]
    with pytest.raises(Corrupt, match=f"{stream} version {version}"):
        load(context, stream)
    with pytest.raises(Corrupt):
        file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    clock.advance(24)
    assert tick(context) == [(other, 1)]


def test_reports_are_handed_out_once_and_to_a_new_player_the_last(context: ServiceContext, clock: HandClock) -> None:
    """Each seat's player gets each turn once; a player who takes over a seat gets the current report, not all of history."""
    stream = duel(context)
    assert context.store.unsent_reports() == [(stream, 0)]
    assert {p.player for p in publish.publish(context, stream, 0)} == {"p1", "p2"}
    mark_published(context, publish.publish(context, stream, 0))
    assert context.store.unsent_reports() == []
    for _ in range(2):
        clock.advance(24)
        tick(context)
    assert context.store.unsent_reports() == [(stream, 1), (stream, 2)]
    for turn in (1, 2):
        mark_published(context, publish.publish(context, stream, turn))
    seat_player(context, stream, "red", "p3", "a newcomer")
    assert context.store.unsent_reports() == [(stream, 2)]
    assert [p.player for p in publish.publish(context, stream, 2)] == ["p3"]


def test_a_subject_spoils_nothing(context: ServiceContext) -> None:
    """The subject tells game, turn and deadline, never what happened."""
    stream = fought_turn(context, "SR1: TURN R")
    subject = publish.subject(turn_report(context, stream, 1, "blue"))
    assert subject == f"[{stream} T1] Star Navy: First Blood: report of turn 1"


def test_a_seat_that_is_not_asked_is_told_whose_turn_it_is(context: ServiceContext) -> None:
    """Set-up by one side first: the other is asked for nothing until it is its turn."""
    stream = opening.open_game(context, "sovereign_seas", "fleet-engagement", players={"gb": "p1", "fr": "p2"})
    made = turn_report(context, stream, 0, "gb")
    text = to_text(made.report)
    assert "* Nothing is wanted of you now; orders are wanted of French admiral." in text
    assert "THE OTHERS' ORDERS DUE" in text and "Your orders" not in text
    asked = turn_report(context, stream, 0, "fr")
    assert publish.subject(asked) == publish.subject(made) and "Wanted now: positions for the set-up." in to_text(asked.report)
    assert "THE OTHERS'" not in to_text(turn_report(context, stream, 0, None).report)


def test_no_report_is_skipped_however_late_they_are_handed_out(context: ServiceContext, clock: HandClock) -> None:
    """When nothing was handed out for two turns the opening, which holds the first root, comes all the same."""
    stream = duel(context)
    for _ in range(2):
        clock.advance(24)
        tick(context)
    assert context.store.unsent_reports() == [(stream, 0), (stream, 1), (stream, 2)]


def test_a_record_kept_in_memory_is_that_of_the_log(context: ServiceContext, clock: HandClock) -> None:
    """After each mail and each turn the kept record is byte for byte what a fold of the log gives."""
    stream = duel(context)
    for number, text in enumerate(("BIS: TURN L", "ready", "not ready\nluck: x", "BIS: NONSENSE")):
        file_orders(context, stream, "blue", text, f"m{number}")
        assert_kept(context, stream)
    for _ in range(3):
        clock.advance(24)
        tick(context)
        assert_kept(context, stream)


def assert_kept(context: ServiceContext, stream: str) -> None:
    kept = context.records.take(stream)
    assert kept is not None
    folded = load(context, stream)
    assert (kept.head, kept.dump()) == (folded.head, folded.dump())
    context.records.put(kept)


def test_a_kept_record_catches_up_with_what_another_process_wrote(context: ServiceContext) -> None:
    """What is kept is brought up to the log's end before it is used."""
    stream = duel(context)
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    other = ServiceContext(context.database, context.games, context.now, context.entropy, context.secret)
    file_orders(other, stream, "blue", "BIS: TURN R", "m2")
    receipt = file_orders(context, stream, "blue", "status", "m3")
    assert "TURN R" in receipt.current_orders
    assert load(context, stream).head == context.store.head(stream)
