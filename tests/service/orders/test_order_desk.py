"""The order desk as a use case: the state of a turn, what a text would do, and what a dry run must not show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.core.state.codec import dump
from pbem.service.context import NoSuchSeat, ServiceContext
from pbem.service.games import game_master, opening
from pbem.service.games.turn_status import turn_status
from pbem.service.orders.file import file_orders
from pbem.service.orders.order_desk import check_orders, desk, source_of, try_orders, with_ready
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.conftest import HandClock

CREWS = {
    "captain1": "p1",
    "copilot1": "p2",
    "captain2": "bot:steady",
    "copilot2": "bot:steady",
    "aquaphibian": "bot:steady",
}


@pytest.fixture
def duel(context: ServiceContext) -> str:
    return opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"}, rhythm_hours=24)


@pytest.fixture
def hunt(context: ServiceContext, clock: HandClock) -> str:
    """A game with much that is hidden, three moves on."""
    stream = opening.open_game(context, "stingray", "new-toy", players=CREWS, rhythm_hours=24)
    for _ in range(3):
        clock.advance(24)
        tick(context)
    return stream


def head(context: ServiceContext, stream: str) -> int:
    return context.store.head(stream).version


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("BIS: TURN L", "BIS: TURN L\n\nready"),
        ("BIS: TURN L\nEND\nmy signature", "BIS: TURN L\n\nready\nEND\nmy signature"),
        ("", "\nready"),
        ("press to red: we come\nat dawn", "press to red: we come\nat dawn\n\nready"),
    ],
)
def test_ready_goes_where_it_is_read_and_moves_no_line(text: str, together: str) -> None:
    """After what is read, before END, and not into press; problems keep the line numbers of the box."""
    assert with_ready(text) == together


def test_a_source_is_the_forms_and_the_texts(context: ServiceContext) -> None:
    """The same form and text give the same source; another form, another text or another way in do not."""
    one = source_of("web", "f1", "BIS: TURN L")
    assert one == source_of("web", "f1", "BIS: TURN L") and one.endswith(".web")
    others = {
        source_of("web", "f2", "BIS: TURN L"),
        source_of("web", "f1", "BIS: TURN R"),
        source_of("api", "f1", "BIS: TURN L"),
    }
    assert one not in others and len(others) == 3


def test_where_the_turn_stands_for_each_reader(context: ServiceContext, duel: str, clock: HandClock) -> None:
    """none, filed, ready for a seat that owes orders; watch for a spectator; when and how it was filed."""
    assert turn_status(context, duel, "blue").status == "none" and turn_status(context, duel, None).status == "watch"
    clock.advance(1)
    file_orders(context, duel, "blue", "BIS: TURN L", "a" * 64)
    filed = turn_status(context, duel, "blue")
    assert (filed.status, filed.waiting) == ("filed", ["blue", "red"])
    assert filed.filing is not None and (filed.filing.way, filed.filing.at[:13]) == ("by mail", "2026-01-01T13")
    file_orders(context, duel, "blue", "ready", source_of("web", "f", "ready"))
    assert (turn_status(context, duel, "blue").status, turn_status(context, duel, "red").status) == ("ready", "none")
    assert turn_status(context, duel, "red").waiting == ["red"] and turn_status(context, duel, "red").filing is None
    game_master.pause(context, duel, "a holiday")
    assert turn_status(context, duel, "blue").paused


def test_the_desk_has_what_stands_and_what_could_be_ordered(context: ServiceContext, duel: str) -> None:
    """Template, forms and suggested orders; the seal of what was filed; each suggestion parses without problems."""
    empty = desk(context, duel, "blue")
    assert empty.current_orders == "" and "BIS:" in empty.template and empty.forms and empty.suggestions
    for each in empty.suggestions:
        assert check_orders(context, duel, "blue", f"{each.unit}:\n  {each.text}").problems == []
    file_orders(context, duel, "blue", "BIS: TURN L\nluck: ours", "a" * 64)
    full, filed = desk(context, duel, "blue"), load(context, duel).ledger.filed["blue"]
    assert (full.current_orders, full.luck) == ("BIS:\n  T1 TURN L", "ours")
    assert (full.commitment, full.salt) == (filed.commitment, filed.salt)
    with pytest.raises(NoSuchSeat):
        desk(context, duel, "green")


@pytest.mark.parametrize(
    "text", ["BIS: TURN L", "BIS: TURN L\nXYZ: GO", "XYZ: GO", "", "luck: ours", "press to red: hello", "status"]
)
def test_what_is_checked_is_what_the_receipt_will_say(context: ServiceContext, duel: str, text: str) -> None:
    """Outcome, problems, notes, what is taken and the current orders: the same as when it is filed. Nothing is written."""
    before = head(context, duel)
    checked = check_orders(context, duel, "blue", text, 1)
    assert head(context, duel) == before
    receipt = file_orders(context, duel, "blue", text, "a" * 64, 1)
    assert [str(problem) for problem in checked.problems] == receipt.problems
    assert (checked.outcome, checked.notes, checked.current_orders, checked.luck) == (
        receipt.outcome,
        receipt.notes,
        receipt.current_orders,
        receipt.luck,
    )
    assert checked.taken == receipt.taken and checked.asks == receipt.asks


def test_a_crews_orders_are_told_together(context: ServiceContext, hunt: str) -> None:
    """Of a seat with a crew, the check has the remarks that its receipt would have."""
    file_orders(context, hunt, "copilot1", "SR1: SPEED 2", "a" * 64)
    checked = check_orders(context, hunt, "captain1", "SR1: HALT")
    assert checked.notes == file_orders(context, hunt, "captain1", "SR1: HALT", "b" * 64).notes


def test_orders_left_out_of_the_text_stay_in_force(context: ServiceContext, duel: str) -> None:
    """What was filed and is not in the text is named, so that nobody takes an empty box for a withdrawal."""
    file_orders(context, duel, "blue", "BIS: TURN L", "a" * 64)
    assert [(each.unit, each.lines) for each in check_orders(context, duel, "blue", "luck: x").kept] == [("BIS", ["T1 TURN L"])]
    assert check_orders(context, duel, "blue", "BIS: TURN L").kept == []


def test_a_dry_run_tells_nothing_hidden(context: ServiceContext, hunt: str) -> None:
    """Move and strengthen an enemy nobody sees, and file for them: the dry run is the same, to the last byte."""
    before = head(context, hunt)
    first = try_orders(context, hunt, "captain1", "SR1: SPEED 2")
    assert first.preview is not None and first.preview.tables and head(context, hunt) == before
    record = load(context, hunt)
    state = dump(record.state)
    state["vessels"]["TF1"] |= {"hex": "2801", "battery": 1, "fuel": 1, "damage": 1}
    record.state = record.game.rules.load(state)
    context.records.put(record)
    assert load(context, hunt).state is record.state
    context.records.put(record)
    assert try_orders(context, hunt, "captain1", "SR1: SPEED 2") == first
    file_orders(context, hunt, "aquaphibian", "TF1: SPEED 3", "a" * 64)
    assert try_orders(context, hunt, "captain1", "SR1: SPEED 2") == first


def test_a_dry_run_of_nothing(context: ServiceContext, duel: str, clock: HandClock) -> None:
    """A text for a turn that is over is not tried, nor is anything in a game that has ended; questions are answered."""
    assert "How to write orders" in try_orders(context, duel, "blue", "help").answers[0].title
    clock.advance(24)
    tick(context)
    late = try_orders(context, duel, "blue", "BIS: TURN L", 1)
    assert late.checked.outcome == "late" and late.preview is None
    game_master.end(context, duel, "called off")
    over = try_orders(context, duel, "blue", "BIS: TURN L")
    assert over.checked.outcome == "over" and over.preview is None
    assert replace(over.checked, turn=0).taken == []
