"""The turn cycle: open, seat, order, resolve at the deadline or when all are ready, end."""

from __future__ import annotations

import pytest

from events.platform import DeadlineSet, OrdersFiled, OrdersRefused, PolicySet, TurnClosed, TurnLocked
from pbem.core.dice import fair_dice
from pbem.core.game.options import NoScenario
from pbem.service.audit.verify import audit
from pbem.service.context import ActRefused, NoSuchGame, NoSuchSeat, ServiceContext, stamp
from pbem.service.games import game_master, opening
from pbem.service.games.seating import seat_player
from pbem.service.orders.file import file_orders
from pbem.service.policy.pace import next_deadline
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns.close import close_turn
from pbem.service.turns.tick import tick
from tests.conftest import START, HandClock


def duel(context: ServiceContext, **more: object) -> str:
    players = {"blue": "p1", "red": "p2"}
    return opening.open_game(context, "star_navy", "first-blood", players=players, **more)


def closed_turns(context: ServiceContext, stream: str) -> list[int]:
    return [e.event.turn for e in context.store.read(stream) if isinstance(e.event, TurnClosed)]


def test_a_game_opens_with_its_seed_sealed_and_turn_1_due(context: ServiceContext) -> None:
    """The first event publishes the seed's hash; nobody may see the seed; the clock starts when all seats are taken."""
    stream = duel(context)
    entries = list(context.store.read(stream))
    assert entries[0].event.seed_hash == fair_dice.seed_hash(bytes.fromhex(entries[1].event.seed))
    assert entries[1].audience == ""
    row = context.store.game(stream)
    assert row is not None and (row.turn, row.due) == (1, next_deadline(START, PolicySet(), 24))


def test_the_last_seat_starts_the_clock(context: ServiceContext) -> None:
    """A game with a free seat has no deadline; taking the seat sets it."""
    stream = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1"})
    assert load(context, stream).ledger.due == ""
    seat_player(context, stream, "red", "p2", "a newcomer")
    assert load(context, stream).ledger.due == next_deadline(START, PolicySet(), 24)


def test_names_that_are_not_there_are_refused_with_those_that_are(context: ServiceContext) -> None:
    """Unknown game, scenario, seat, bot and option each name the legal ones."""
    with pytest.raises(NoScenario, match="star_navy"):
        opening.open_game(context, "chess", "x")
    with pytest.raises(NoScenario, match="first-blood"):
        opening.open_game(context, "star_navy", "no-such")
    with pytest.raises(NoScenario, match="pace"):
        opening.open_game(context, "star_navy", "first-blood", setup=opening.GameSetup(options={"pase": "turn"}))
    with pytest.raises(NoSuchSeat, match="blue, red"):
        opening.open_game(context, "star_navy", "first-blood", players={"green": "p1"})
    with pytest.raises(NoScenario, match="aggressive"):
        opening.open_game(context, "star_navy", "first-blood", players={"blue": "bot:genius"})
    with pytest.raises(NoSuchGame, match="none yet"):
        load(context, "g9")


def test_orders_are_filed_replaced_and_sealed(context: ServiceContext) -> None:
    """A later mail replaces the same slot; the receipt shows what stands, and its commitment can be recomputed from it."""
    stream = duel(context)
    file_orders(context, stream, "blue", "BIS: TURN L", "mail-1")
    receipt = file_orders(context, stream, "blue", "BIS: TURN R\nluck: for the Queen", "mail-2")
    assert receipt.outcome == "accepted"
    assert "TURN R" in receipt.current_orders and "TURN L" not in receipt.current_orders
    assert receipt.commitment == fair_dice.commitment(bytes.fromhex(receipt.salt), receipt.current_orders, "for the Queen")


def test_the_same_mail_counts_once(context: ServiceContext) -> None:
    """A source that was filed before changes nothing."""
    stream = duel(context)
    file_orders(context, stream, "blue", "BIS: TURN L", "mail-1")
    file_orders(context, stream, "blue", "BIS: TURN R", "mail-2")
    head = context.store.head(stream)
    again = file_orders(context, stream, "blue", "BIS: TURN L", "mail-1")
    assert again.duplicate and "TURN R" in again.current_orders
    assert context.store.head(stream) == head


def test_bad_lines_are_named_and_good_ones_count(context: ServiceContext) -> None:
    """A rejected line does not spoil the others; a mail of only bad lines is refused and kept as an event."""
    stream = duel(context)
    partly = file_orders(context, stream, "blue", "BIS:\nFIER F\nT2 TURN L", "mail-1")
    assert partly.outcome == "partly" and "line 2" in partly.problems[0] and "T2 TURN L" in partly.current_orders
    refused = file_orders(context, stream, "red", "SR1: DANCE", "mail-2")
    assert refused.outcome == "refused" and refused.problems
    assert [type(e.event) for e in context.store.read(stream) if isinstance(e.event, OrdersFiled | OrdersRefused)] == [
        OrdersFiled,
        OrdersRefused,
    ]


def test_the_deadline_resolves_with_defaults_for_the_missing(context: ServiceContext, clock: HandClock) -> None:
    """At the deadline the turn is closed once; a seat without orders is named as missed and the game goes on."""
    stream = duel(context)
    file_orders(context, stream, "blue", "BIS: TURN L", "mail-1")
    assert tick(context) == []
    clock.advance(24)
    assert tick(context) == [(stream, 1)]
    assert tick(context) == []
    locked = [e.event for e in context.store.read(stream) if isinstance(e.event, TurnLocked)]
    assert [lock.missed for lock in locked] == [["red"]]
    assert load(context, stream).ledger.turn == 2


def test_all_ready_resolves_at_once(context: ServiceContext, clock: HandClock) -> None:
    """When the last seat is ready the deadline moves to now, as an event with its reason."""
    stream = duel(context)
    file_orders(context, stream, "blue", "ready\nBIS: TURN L", "mail-1")
    assert tick(context) == []
    receipt = file_orders(context, stream, "red", "SR1: TURN L\nready", "mail-2")
    assert receipt.waiting == []
    assert [e.event.why for e in context.store.read(stream) if isinstance(e.event, DeadlineSet)][-1] == "all are ready"
    assert tick(context) == [(stream, 1)]


def test_not_ready_takes_it_back(context: ServiceContext) -> None:
    """`not ready` keeps the turn open."""
    stream = duel(context)
    assert file_orders(context, stream, "blue", "ready", "mail-1").ready
    assert not file_orders(context, stream, "blue", "not ready", "mail-2").ready
    file_orders(context, stream, "red", "ready", "mail-3")
    assert tick(context) == []


def test_ready_waits_until_the_problems_are_mended(context: ServiceContext) -> None:
    """A mail with a slip in it does not end the turn, whatever it says; the receipt tells why."""
    stream = duel(context)
    file_orders(context, stream, "blue", "ready", "mail-1")
    slip = file_orders(context, stream, "red", "SR1: T1 FIER F; T2 TURN L\nready", "mail-2")
    assert slip.outcome == "partly" and not slip.ready and "ready" in slip.notes[-1]
    assert tick(context) == []
    assert file_orders(context, stream, "red", "SR1: T1 FIRE F\nready", "mail-3").ready
    assert tick(context) == [(stream, 1)]


def test_orders_for_a_resolved_turn_are_not_filed(context: ServiceContext, clock: HandClock) -> None:
    """A mail that answers yesterday's report is late: nothing is filed, and the current orders are told."""
    stream = duel(context)
    clock.advance(24)
    tick(context)
    receipt = file_orders(context, stream, "blue", "BIS: TURN L", "mail-1", turn=1)
    assert receipt.outcome == "late" and receipt.turn == 2
    assert not load(context, stream).ledger.filed


def test_after_downtime_every_overdue_turn_is_handled_once(context: ServiceContext, clock: HandClock) -> None:
    """A week of silence closes the overdue turn once, not seven times, and gives the next one its full time."""
    stream = duel(context)
    clock.advance(7 * 24 + 5)
    assert tick(context) == [(stream, 1)]
    assert tick(context) == []
    assert closed_turns(context, stream) == [1]
    assert load(context, stream).ledger.due == next_deadline(clock(), PolicySet(), 24)


def test_a_daily_slot_does_not_drift(context: ServiceContext, clock: HandClock) -> None:
    """A turn closed minutes after its deadline keeps the hour of the day for the next one."""
    stream = duel(context)
    clock.advance(24.1)
    tick(context)
    assert load(context, stream).ledger.due == next_deadline(START, PolicySet(), 48)


def test_a_paused_game_waits(context: ServiceContext, clock: HandClock) -> None:
    """Pause stops the clock, orders are still taken, resume gives a full rhythm; each is refused out of place."""
    stream = duel(context)
    game_master.pause(context, stream, "holidays")
    clock.advance(48)
    assert tick(context) == []
    assert file_orders(context, stream, "blue", "BIS: TURN L", "mail-1").outcome == "accepted"
    with pytest.raises(ActRefused, match="already"):
        game_master.pause(context, stream, "again")
    due = game_master.resume(context, stream, "back home")
    assert due == next_deadline(clock(), PolicySet(), 24)
    with pytest.raises(ActRefused, match="not paused"):
        game_master.resume(context, stream, "again")


def test_a_deadline_is_moved_but_never_into_the_past(context: ServiceContext, clock: HandClock) -> None:
    """extend moves the deadline both ways and says where it is now."""
    stream = duel(context)
    assert game_master.extend(context, stream, 24, "asked for") == next_deadline(START, PolicySet(), 48)
    assert game_master.extend(context, stream, -1000, "hurry") == stamp(clock())


def test_a_game_ended_by_the_master_is_laid_open(context: ServiceContext) -> None:
    """After the end the seed is public and orders are answered with `over`."""
    stream = duel(context)
    game_master.end(context, stream, "both agreed", by="operator")
    assert file_orders(context, stream, "blue", "BIS: TURN L", "mail-1").outcome == "over"
    assert "game.seed_revealed" in {e.event.type for e in context.store.read(stream)}
    assert (stream, 1) in context.store.unsent_reports()
    last = turn_report(context, stream, 1, "blue")
    assert "both agreed" in last.report.verdict and not last.proof
    assert audit(context, stream).sound
    with pytest.raises(ActRefused, match="over"):
        game_master.pause(context, stream, "x")


def test_a_bot_game_ends_and_its_audit_is_sound(context: ServiceContext, clock: HandClock) -> None:
    """Two bots play to the end by the clock's beats alone."""
    stream = opening.open_game(
        context, "star_navy", "first-blood", players={"blue": "bot:aggressive", "red": "bot:cautious"}, rhythm_hours=1
    )
    for _ in range(40):
        tick(context)
        clock.advance(1)
    row = context.store.game(stream)
    assert row is not None and row.status == "ended" and row.verdict


def test_closing_a_closed_turn_changes_nothing(context: ServiceContext, clock: HandClock) -> None:
    """A second worker that comes late is told so."""
    stream = duel(context)
    assert not close_turn(context, stream, 1), "it is not due"
    clock.advance(24)
    assert close_turn(context, stream, 1)
    head = context.store.head(stream)
    assert not close_turn(context, stream, 1)
    assert context.store.head(stream) == head


def test_a_scenario_may_be_called_by_its_code(context: ServiceContext) -> None:
    """The rule book's code and other names open the same scenario, logged under its key."""
    for name in ("SN-S2", "duel", "First-Blood"):
        stream = opening.open_game(context, "star_navy", name)
        assert load(context, stream).ledger.scenario == "first-blood"
