"""What a receipt shows: of a dry run what the current orders would be, and of every mail the units whose orders it took."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.games import GAMES
from pbem.service.context import ServiceContext
from pbem.service.games import opening
from pbem.service.orders.file import file_orders
from pbem.service.orders.read import NOT_YET_READY
from pbem.service.receipt import Taken
from pbem.service.repository import load
from tests.service.builders.crew_game import GAMES as TANDEM
from tests.service.turns.test_crews import CONFLICT, PLAYERS

MAILS = {
    "good": "BIS: TURN L\nSTANDING TURN R",
    "with a slip": "BIS: T1 FIER F; T2 TURN L\nready",
    "all wrong": "BIS: DANCE",
    "lucky": "BIS: TURN L\nluck: for the Queen",
}


@pytest.mark.parametrize("text", list(MAILS.values()), ids=list(MAILS))
def test_a_preview_reads_as_filing_does_and_files_nothing(context: ServiceContext, duel: str, text: str) -> None:
    """The same problems, notes, units and orders as when filed; the log is untouched, and the mail can be filed afterwards."""
    file_orders(context, duel, "blue", "BIS: T5 TURN R\nluck: old", "m1")
    head, current = context.store.head(duel), file_orders(context, duel, "blue", "status", "m2").current_orders
    dry = file_orders(context, duel, "blue", f"{text}\npreview", "m3")
    assert context.store.head(duel) == head and not dry.ready
    assert file_orders(context, duel, "blue", "status", "m4").current_orders == current
    wet = file_orders(context, duel, "blue", text, "m3")
    assert (dry.outcome, dry.commitment, dry.salt) == ("preview", "", "")
    assert (dry.current_orders, dry.luck, dry.problems, dry.taken) == (wet.current_orders, wet.luck, wet.problems, wet.taken)
    assert dry.notes == wet.notes and not wet.duplicate


def test_a_preview_makes_nobody_ready_and_sends_nothing(context: ServiceContext, duel: str) -> None:
    """`ready` and press in it wait for the mail itself; whom the press would reach is checked."""
    file_orders(context, duel, "red", "ready", "m1")
    dry = file_orders(context, duel, "blue", "preview\nready\nBIS: TURN L\npress to red: hi", "m2")
    assert (dry.ready, dry.press, dry.waiting) == (False, [], ["blue"]) and NOT_YET_READY not in dry.notes
    assert load(context, duel).ledger.ready == ["red"]
    wrong = file_orders(context, duel, "blue", "preview\npress to rde: hi", "m3")
    assert 'there is no seat or side "rde"' in wrong.problems[0]
    assert context.database.con.execute("SELECT count(*) FROM press").fetchone() == (0,)


def test_a_preview_says_what_the_crew_would_be_told_and_wakes_nobody(context: ServiceContext) -> None:
    """How the orders would go together is in it, as in the receipt of filing; the other of the crew gets no receipt."""
    context.games = TANDEM
    stream = opening.open_game(context, "tandem", "one-ship", players=PLAYERS)
    file_orders(context, stream, "captain", "B1: move 3", "m1")
    dry = file_orders(context, stream, "copilot", "preview\nB1: move 4", "m2")
    assert CONFLICT in dry.notes and dry.crew == []
    assert file_orders(context, stream, "copilot", "status", "m3").notes == []


@pytest.mark.parametrize("key", list(GAMES))
def test_a_preview_is_not_moved_by_what_the_enemy_filed(context: ServiceContext, key: str) -> None:
    """In every game: the same dry run before and after the others have ordered says the same, but for the log's head."""
    scenario = next(iter(GAMES[key].scenarios))
    stream = opening.open_game(context, key, scenario)
    game, record = GAMES[key], load(context, stream)
    seat, *others = game.rules.due(record.state)
    text = f"preview\n{game.report.template(record.known(seat))}"
    before = file_orders(context, stream, seat, text, "m1")
    for other in others:
        if load(context, stream).ledger.seats[other] != load(context, stream).ledger.seats[seat]:
            file_orders(context, stream, other, game.report.template(record.known(other)), f"m {other}")
    assert replace(file_orders(context, stream, seat, text, "m1"), head="") == replace(before, head="")


# ---------------------------------------------------------------- units taken


def test_taken_are_the_units_that_the_mail_changed_or_confirmed(context: ServiceContext) -> None:
    """M-44: in canonical words, with the unit's name; a unit that the mail does not mention is not among them."""
    stream = opening.open_game(context, "star_navy", "harrow-belt", players={"blue": "p1", "red": "p2"})
    blue = list(load(context, stream).game.orders.sheet(load(context, stream).state, "blue").units)
    first, second = blue[:2]
    receipt = file_orders(context, stream, "blue", f"{first}: t1 turn left\n{second}: DANCE", "m1")
    (taken,) = receipt.taken
    assert (taken.unit, taken.lines[-1]) == (first, "T1 TURN L") and " Class " in taken.name
    again = file_orders(context, stream, "blue", f"{first}: T1 TURN L", "m2")
    assert again.taken == receipt.taken
    assert [each.unit for each in file_orders(context, stream, "blue", f"{first}: CLEAR", "m3").taken] == [first]
    assert file_orders(context, stream, "blue", "status", "m4").taken == []


def test_units_taken_by_another_name(context: ServiceContext) -> None:
    """Sovereign Seas: a printed name as a block's head is the ship; the fleet's orders are the fleet's."""
    stream = opening.open_game(context, "sovereign_seas", "cruisers")
    record = load(context, stream)
    seat = next(iter(record.game.rules.due(record.state)))
    ship = next(each for each in record.known(seat).mine() if each.id.endswith("F1"))
    receipt = file_orders(context, stream, seat, "SF-1: SPEED HOLD\nFLEET: FIRE ALL AT NEAREST", "m1")
    assert [(each.unit, each.name != "") for each in receipt.taken] == [(ship.id, True), ("FLEET", False)]
    assert receipt.taken[0].name == record.game.report.names(record.known(seat))[ship.id]
    again = file_orders(context, stream, seat, "SF-1: SPEED HOLD", "m2")
    assert [each.unit for each in again.taken] == [ship.id]


def test_a_game_without_names(context: ServiceContext) -> None:
    """A unit that is called nothing but its id has an empty name."""
    context.games = TANDEM
    stream = opening.open_game(context, "tandem", "one-ship", players=PLAYERS)
    assert file_orders(context, stream, "red", "R1: move 3", "m1").taken == [Taken("R1", "", ["move 3"])]


@pytest.mark.parametrize("key", list(GAMES))
def test_every_ship_has_a_name(context: ServiceContext, key: str) -> None:
    """In each game every unit that a seat is asked about, the block of its side apart, is called something."""
    for scenario in GAMES[key].scenarios:
        record = load(context, opening.open_game(context, key, scenario))
        for seat, ask in record.game.rules.due(record.state).items():
            names = record.game.report.names(record.known(seat))
            assert all(name.strip() for name in names.values())
            assert set(ask.units) - {"FLEET", "SIDE"} <= set(names)


@pytest.mark.parametrize("key", list(GAMES))
def test_what_is_taken_sent_back_gives_the_same(context: ServiceContext, key: str) -> None:
    """M-45: the canonical orders of a receipt, mailed again, are taken as they are and change nothing."""
    scenario = next(iter(GAMES[key].scenarios))
    stream = opening.open_game(context, key, scenario)
    record = load(context, stream)
    for seat in record.game.rules.due(record.state):
        bot = next(iter(record.game.planning.bots.values()))
        first = file_orders(context, stream, seat, bot(record.known(seat), lambda n: 0), f"m1 {seat}")
        back = "\n".join(f"{each.unit}:\n  " + "\n  ".join(each.lines) for each in first.taken if each.lines)
        again = file_orders(context, stream, seat, back, f"m2 {seat}")
        assert (again.problems, again.current_orders) == ([], first.current_orders)
        mentioned = [each.unit for each in first.taken if each.lines]
        assert [each.unit for each in again.taken if each.unit in mentioned] == [unit for unit in mentioned if back]
