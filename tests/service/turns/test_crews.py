"""Crews: seats that command one unit hear how their orders go together, and share what only their crew may know."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from events.platform import GameOpened, TurnOpened
from pbem.core.dice import fair_dice
from pbem.core.state.codec import dump, read
from pbem.core.state.ledger import Ledger
from pbem.present.report import to_text
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext
from pbem.service.games.opening import open_game
from pbem.service.orders.file import file_orders
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.crew_game import GAMES

VERIFY = Path(__file__).parents[3] / "tools" / "verify_dice.py"
PLAYERS = {"captain": "p1", "copilot": "p2", "red": "p3"}
CONFLICT = "The captain says ['move 3'], the co-pilot ['move 4']: B1 does what the captain says."


@pytest.fixture
def stream(context: ServiceContext) -> str:
    """A game of Tandem, all seats taken."""
    context.games = GAMES
    return open_game(context, "tandem", "one-ship", players=PLAYERS)


def test_the_opening_names_the_crews_and_seals_their_dice(context: ServiceContext, stream: str) -> None:
    """The first event holds crews, for seats that have one; every turn's root covers them."""
    entries = [entry.event for entry in context.store.read(stream)]
    assert isinstance(entries[0], GameOpened) and entries[0].crews == {"captain": "b1", "copilot": "b1"}
    opened = next(event for event in entries if isinstance(event, TurnOpened))
    assert opened.audiences == ["*", "blues", "reds", "b1", "captain", "copilot", "red", ""]
    seed = bytes.fromhex(load(context, stream).ledger.seed)
    assert opened.root == fair_dice.merkle_root(seed, 1, opened.audiences)


def test_a_reader_answers_to_seat_side_and_crew(context: ServiceContext, stream: str) -> None:
    """A seat without a crew answers to seat and side, a spectator to nothing."""
    ledger = load(context, stream).ledger
    assert ledger.reader("copilot") == {"copilot", "blues", "b1"}
    assert ledger.reader("red") == {"red", "reds"}
    assert ledger.reader(None) == frozenset()
    assert (ledger.crewmates("captain"), ledger.crewmates("red")) == (["copilot"], [])


def test_a_conflict_is_named_to_both(context: ServiceContext, stream: str) -> None:
    """The second to file reads it in their receipt; the first gets a fresh one with their own orders and the same remark."""
    first = file_orders(context, stream, "captain", "B1: move 3\nluck: for the Queen", "m1")
    assert (first.notes, first.crew) == ([], [])
    second = file_orders(context, stream, "copilot", "B1: move 4", "m2")
    assert (second.outcome, second.notes) == ("accepted", [CONFLICT])
    (fresh,) = second.crew
    assert (fresh.outcome, fresh.seat, fresh.notes, fresh.crew) == ("crew", "captain", [CONFLICT], [])
    assert (fresh.current_orders, fresh.luck) == (first.current_orders, "for the Queen")
    assert (fresh.commitment, fresh.salt, fresh.head) == (first.commitment, first.salt, second.head)


def test_the_crew_hears_of_a_conflict_that_is_mended(context: ServiceContext, stream: str) -> None:
    """The remark that is gone is a change too; what changes no remark brings no receipt."""
    file_orders(context, stream, "captain", "B1: move 3", "m1")
    file_orders(context, stream, "copilot", "B1: move 4", "m2")
    mended = file_orders(context, stream, "copilot", "B1: move 3", "m3")
    assert (mended.notes, [(r.seat, r.notes) for r in mended.crew]) == ([], [("captain", [])])
    assert file_orders(context, stream, "copilot", "B1: move 3\nluck: again", "m4").crew == []


@pytest.mark.parametrize("text", ["status", "B1: dance", "ready"])
def test_what_files_nothing_tells_the_remarks_and_wakes_nobody(context: ServiceContext, stream: str, text: str) -> None:
    """A receipt of any kind has them; the crew hears of filings only."""
    file_orders(context, stream, "captain", "B1: move 3", "m1")
    file_orders(context, stream, "copilot", "B1: move 4", "m2")
    receipt = file_orders(context, stream, "captain", text, "m3")
    assert CONFLICT in receipt.notes and receipt.crew == []


def test_a_repeated_mail_gives_the_same_receipts(context: ServiceContext, stream: str) -> None:
    """After a crash the mail is taken again: its crew's receipts come again, though by now something else stands."""
    file_orders(context, stream, "captain", "B1: move 3", "m1")
    file_orders(context, stream, "copilot", "B1: move 4", "m2")
    file_orders(context, stream, "captain", "B1: move 4", "m3")
    head = context.store.head(stream)
    again = file_orders(context, stream, "copilot", "B1: move 4", "m2")
    assert again.duplicate and [(r.seat, r.notes) for r in again.crew] == [("captain", [])]
    assert file_orders(context, stream, "captain", "B1: move 3", "m1").crew == []
    assert context.store.head(stream) == head


def test_a_seat_outside_the_crew_hears_nothing(context: ServiceContext, stream: str) -> None:
    """Red's mails bring no remark and wake nobody, and the crew's conflicts do not wake red: they are not even asked about."""
    file_orders(context, stream, "captain", "B1: move 3", "m1")
    red = file_orders(context, stream, "red", "R1: move 4", "m2")
    assert (red.notes, red.crew) == ([], [])
    assert [r.seat for r in file_orders(context, stream, "copilot", "B1: move 4", "m3").crew] == ["captain"]
    assert file_orders(context, stream, "red", "status", "m4").notes == []


def test_the_next_turn_begins_without_remarks(context: ServiceContext, stream: str, clock: HandClock) -> None:
    """A mail that comes too late is told what goes together in the open turn; filings of the last one are gone."""
    file_orders(context, stream, "captain", "B1: move 3", "m1")
    file_orders(context, stream, "copilot", "B1: move 4", "m2")
    clock.advance(24)
    tick(context)
    late = file_orders(context, stream, "copilot", "B1: move 5", "m3", turn=1)
    assert (late.outcome, late.notes, late.crew) == ("late", [], [])


def test_what_is_for_the_crew_reaches_both_and_nobody_else(
    context: ServiceContext, stream: str, clock: HandClock, tmp_path: Path
) -> None:
    """Event and die roll of the crew are in both officers' reports, provably; not in red's, not in a spectator's."""
    reports = {seat: turn_report(context, stream, 0, seat) for seat in (*PLAYERS, None)}
    clock.advance(24)
    tick(context)
    for seat in (*PLAYERS, None):
        made = turn_report(context, stream, 1, seat)
        (tmp_path / "proof.json").write_text(made.proof)
        (tmp_path / "report.txt").write_text(to_text(reports[seat].report) + to_text(made.report))
        command = [sys.executable, VERIFY, tmp_path / "proof.json", "--report", tmp_path / "report.txt"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        crew = seat in ("captain", "copilot")
        assert ("You hear a whale." in to_text(made.report)) is crew
        assert (done.returncode, done.stdout) == (0, f"{int(crew)} rolls checked, all fair\n")
        assert [roll["audience"] for roll in json.loads(made.proof)["rolls"]] == ["b1"] * crew
    assert audit(context, stream).sound


def test_crews_are_in_the_snapshot_of_a_record(context: ServiceContext, stream: str) -> None:
    """The ledger's JSON keeps them."""
    ledger = load(context, stream).ledger
    assert read(Ledger, json.loads(json.dumps(dump(ledger)))) == ledger
    assert dump(ledger)["crews"] == {"captain": "b1", "copilot": "b1"}
