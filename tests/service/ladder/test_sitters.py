"""Who orders for a player: named, called, back; what they may do, and what the log knows of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.base import Event
from events.platform import AbsenceSet, OrdersFiled, PressSent, ReadyChanged, SitterCalled, SitterLeft, SitterNamed
from pbem.accounts.people import People
from pbem.accounts.substitutes import SeatOffer, Substitutes
from pbem.service.context import ActRefused, ServiceContext, stamp
from pbem.service.decide import change, public
from pbem.service.games import game_master, seating
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.games.turn_status import turn_status
from pbem.service.history import MASTER, history
from pbem.service.ladder import absence, sitters
from pbem.service.ladder.sitters import NotTheirSeat, decline, name_sitter, sitter_source
from pbem.service.orders.file import file_orders
from pbem.service.orders.reparse import reparse
from pbem.service.press.send import send_press
from pbem.service.reports.publish import publish
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.crew_game import GAMES as TANDEM
from tests.service.builders.duel import duel
from tests.service.builders.sitters import POLICY, go_away, sound, steps, with_sitter
from tests.service.handing_out import mark_published

MOVE = "SR1: TURN L"


def sitting(context: ServiceContext, stream: str) -> dict[str, str]:
    """As the log and the lists both say."""
    listed = {row.seat: row.sitter for row in context.store.seats(stream) if row.sitter}
    assert load(context, stream).ledger.sitting == listed
    return listed


def last(context: ServiceContext, stream: str, number: int) -> list[type[Event]]:
    """What was written last."""
    return [type(entry.event) for entry in context.store.read(stream)][-number:]


# ---------------------------------------------------------------- named


def test_only_where_the_policy_says_so(context: ServiceContext) -> None:
    stream = duel(context)
    with pytest.raises(ActRefused, match="its policy has no sitters"):
        name_sitter(context, stream, "red", "s", "x")


@pytest.mark.parametrize(
    ("person", "why"),
    [
        ("p2", "play Red of g1 themselves"),
        ("p1", "plays blue of g1 cannot play for the other side"),
        ("bot:cautious", "only a person"),
        ("s", "named for Red already"),
    ],
)
def test_who_cannot_be_named(context: ServiceContext, person: str, why: str) -> None:
    stream = with_sitter(context)
    with pytest.raises(ActRefused, match=why):
        name_sitter(context, stream, "red", person, "x")


def test_whoever_knows_more_than_the_side_cannot_be_named(context: ServiceContext) -> None:
    """Former players of another side, and game masters who looked through a seat."""
    stream = with_sitter(context)
    seating.seat_player(context, stream, "blue", "p3", "p1 is gone", MASTER)
    game_master.watch(context, stream, "blue", "a question")
    for person, why in (("p1", "has played blue"), ("p9", "looked through the eyes")):
        with pytest.raises(ActRefused, match=why):
            name_sitter(context, stream, "red", person, "x")
    assert sound(context, stream)


def test_whoever_was_mailed_a_position_sits_for_no_other_side(context: ServiceContext) -> None:
    """Named on a page or by mail; for the seat that they know they may be named."""
    stream = with_sitter(context)
    friend = People(context.database, context.entropy).add("A friend", "friend@example.org", stamp(context.now())).id
    Substitutes(context.database).note_offer(SeatOffer("c", stream, "blue", 1, friend, 1, "2026"))
    with pytest.raises(ActRefused, match="was mailed what blue of g1 knows"):
        name_sitter(context, stream, "red", friend, "x")
    (problem,) = file_orders(context, stream, "red", "sitter: friend@example.org", "m1").problems
    assert "was mailed what blue of g1 knows" in problem and load(context, stream).ledger.sitters == {"red": "s"}
    name_sitter(context, stream, "blue", friend, "x")
    assert sound(context, stream)


def test_nobody_is_named_for_a_bot_or_a_free_seat(context: ServiceContext) -> None:
    stream = duel(context, setup=GameSetup(policy=POLICY))
    seating.seat_player(context, stream, "red", "bot:cautious", "nobody came", MASTER)
    with pytest.raises(ActRefused, match="no person plays Red"):
        name_sitter(context, stream, "red", "s", "x")
    with pytest.raises(LookupError):
        name_sitter(context, stream, "green", "s", "x")


def test_the_named_are_named_with_the_players_of_the_seat(context: ServiceContext) -> None:
    """Another player has named nobody yet; taken back, nobody is named."""
    stream = with_sitter(context)
    name_sitter(context, stream, "red", "", "not needed")
    with pytest.raises(ActRefused, match="nobody is named"):
        name_sitter(context, stream, "red", "", "again")
    name_sitter(context, stream, "red", "s", "after all", MASTER)
    seating.resign(context, stream, "red", "p2", "gone")
    assert load(context, stream).ledger.sitters == {}
    assert sound(context, stream)


def test_who_is_named_can_decline(context: ServiceContext) -> None:
    """Before they are called, and while they sit; nobody else can."""
    stream = with_sitter(context)
    with pytest.raises(ActRefused, match="not named to order for Red"):
        decline(context, stream, "red", "p1")
    decline(context, stream, "red", "s")
    go_away(context, stream)
    assert sitting(context, stream) == {}
    name_sitter(context, stream, "red", "t", "another")
    assert sitting(context, stream) == {"red": "t"}
    decline(context, stream, "red", "t")
    assert sitting(context, stream) == {} and load(context, stream).ledger.sitters == {}
    assert sound(context, stream)


# ---------------------------------------------------------------- called, and back


def test_who_is_named_is_called_with_the_absence(context: ServiceContext) -> None:
    """In the same append, right behind it; by the game master's hand, too."""
    for by in ("player", "master"):
        stream = with_sitter(context)
        absence.set_absence(context, stream, "red", context.now().replace(year=2027), "at sea", by)
        assert sitting(context, stream) == {"red": "s"}
        assert last(context, stream, 2) == [AbsenceSet, SitterCalled]
        assert steps(context, stream)[-1] == SitterCalled("red", 1, "s", "absent", False)
        assert sound(context, stream)


def test_who_is_named_while_the_player_is_away_is_called_at_once(context: ServiceContext) -> None:
    stream = duel(context, setup=GameSetup(master="p9", policy=POLICY))
    go_away(context, stream)
    name_sitter(context, stream, "red", "s", "I forgot")
    assert last(context, stream, 3) == [AbsenceSet, SitterNamed, SitterCalled]
    assert sound(context, stream)


def test_nobody_is_called_who_must_not_know(context: ServiceContext, clock: HandClock) -> None:
    """Since they were named they have looked as game master."""
    stream = duel(context, setup=GameSetup(master="p9", policy=POLICY))
    name_sitter(context, stream, "red", "p9", "they know the rules")
    game_master.watch(context, stream, "blue", "a question")
    go_away(context, stream)
    assert sitting(context, stream) == {}
    assert sound(context, stream)


def test_no_call_when_the_policy_has_no_sitters_any_more(context: ServiceContext) -> None:
    stream = with_sitter(context)
    absence.set_policy(context, stream, replace(POLICY, sitters=False))
    go_away(context, stream)
    assert sitting(context, stream) == {}
    assert sound(context, stream)


@pytest.mark.parametrize(
    ("text", "comes"),
    [
        (MOVE, [SitterLeft, OrdersFiled]),
        ("not absent", [SitterLeft, AbsenceSet]),
        ("not absent\npress to blue: hello\n\n" + MOVE, [SitterLeft, PressSent, AbsenceSet, OrdersFiled]),
        ("press to blue: hello", [SitterLeft, PressSent]),
        ("ready", [SitterLeft, ReadyChanged]),
        ("not sitter", [SitterLeft, SitterNamed]),
    ],
)
def test_the_player_who_writes_is_back(context: ServiceContext, text: str, comes: list[type[Event]]) -> None:
    """That comes first, in the same append."""
    stream = with_sitter(context)
    go_away(context, stream)
    file_orders(context, stream, "red", text, "m1")
    assert last(context, stream, len(comes)) == comes
    assert sitting(context, stream) == {}
    assert sound(context, stream)


@pytest.mark.parametrize("text", ["status", "preview\n" + MOVE, "absent until 2026-03-01: longer", "extend 24h: please"])
def test_the_player_who_only_asks_or_stays_away_is_not_back(context: ServiceContext, text: str) -> None:
    stream = with_sitter(context)
    go_away(context, stream)
    file_orders(context, stream, "red", text, "m1")
    assert sitting(context, stream) == {"red": "s"}
    assert sound(context, stream)


def test_one_mail_names_goes_away_and_orders(context: ServiceContext) -> None:
    """The orders are of before they left: who was named is called all the same."""
    stream = duel(context, setup=GameSetup(policy=POLICY))
    address = "friend@example.org"
    receipt = file_orders(context, stream, "red", f"{MOVE}\nextend 24h\nsitter: {address}\nabsent until 2026-02-01", "m1")
    assert receipt.names_sitter and not receipt.problems
    (sitter,) = sitting(context, stream).values()
    assert [type(event) for event in steps(context, stream)] == [SitterNamed, SitterCalled]
    assert address not in str([entry.event for entry in context.store.read(stream)])
    file_orders(context, stream, "red", f"sitter: {address.upper()}", "m2")
    assert sitting(context, stream) == {"red": sitter}
    assert sound(context, stream)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("sitter: nobody", "is no mail address"),
        ("not sitter at all", "stands by itself"),
        ("sitter: friend@example.org", "its policy has no sitters"),
    ],
)
def test_a_naming_that_cannot_be_is_a_problem_of_the_mail(context: ServiceContext, text: str, why: str) -> None:
    """Nobody is registered for it."""
    stream = duel(context)
    receipt = file_orders(context, stream, "red", text, "m1")
    assert why in receipt.problems[0]
    assert context.database.con.execute("SELECT count(*) FROM people").fetchone() == (0,)


def test_a_mail_that_is_tried_registers_nobody(context: ServiceContext) -> None:
    stream = duel(context, setup=GameSetup(policy=POLICY))
    receipt = file_orders(context, stream, "red", "preview\nsitter: friend@example.org", "m1")
    assert not receipt.problems and "friend@example.org orders for red" in str(receipt.notes)
    assert context.database.con.execute("SELECT count(*) FROM people").fetchone() == (0,)


def test_an_absence_that_runs_out_changes_nothing(context: ServiceContext, clock: HandClock) -> None:
    stream = with_sitter(context)
    go_away(context, stream, days=1)
    for _ in range(3):
        clock.advance(24)
        tick(context)
    assert sitting(context, stream) == {"red": "s"}
    assert sound(context, stream)


def test_page_and_master_say_that_the_player_is_back(context: ServiceContext) -> None:
    for by in ("player", "master"):
        stream = with_sitter(context)
        go_away(context, stream)
        absence.set_absence(context, stream, "red", None, "home again", by)
        assert last(context, stream, 2) == [SitterLeft, AbsenceSet]
        assert sitting(context, stream) == {}
        assert sound(context, stream)


def test_another_is_named_while_one_sits(context: ServiceContext) -> None:
    stream = with_sitter(context)
    go_away(context, stream)
    name_sitter(context, stream, "red", "t", "the first one has no time")
    assert sitting(context, stream) == {"red": "t"}
    assert [type(event) for event in steps(context, stream)[-3:]] == [SitterLeft, SitterNamed, SitterCalled]
    assert sound(context, stream)


def test_the_seat_that_is_left_has_no_sitter(context: ServiceContext) -> None:
    stream = with_sitter(context)
    go_away(context, stream)
    seating.vacate(context, stream, "red", "silent", MASTER)
    assert sitting(context, stream) == {}
    with pytest.raises(ActRefused, match="cannot play for the other side"):
        seating.seat_player(context, stream, "blue", "s", "p1 is gone", MASTER)
    seating.seat_player(context, stream, "red", "s", "they know the seat", MASTER)
    assert sound(context, stream)


# ---------------------------------------------------------------- what they do


def test_their_orders_count_and_are_known_as_theirs(context: ServiceContext, clock: HandClock) -> None:
    """Once, however often the mail is taken; the player's turn is neither missed nor kept."""
    stream = with_sitter(context)
    go_away(context, stream)
    receipt = file_orders(context, stream, "red", f"{MOVE}\nready", sitter_source("m1"))
    (copy,) = receipt.crew
    assert (copy.seat, copy.outcome, copy.current_orders) == ("red", "sitter", receipt.current_orders)
    assert receipt.ready and copy.commitment == receipt.commitment
    again = file_orders(context, stream, "red", f"{MOVE}\nready", sitter_source("m1"))
    assert again.duplicate and again.crew == receipt.crew
    assert file_orders(context, stream, "red", f"{MOVE}\nready", "m1").duplicate
    assert sitting(context, stream) == {"red": "s"}
    status = turn_status(context, stream, "red")
    assert status.filing and status.filing.way == "by who orders for its player"
    clock.advance(24)
    tick(context)
    ledger = load(context, stream).ledger
    assert ledger.missed == {"blue": 1} and "red" not in ledger.on_time
    assert sound(context, stream)


@pytest.mark.parametrize(
    "text", ["resign red: no time", "absent until 2026-03-01", "not absent", "sitter: t@example.org", "not sitter"]
)
def test_the_seat_stays_the_players(context: ServiceContext, text: str) -> None:
    stream = with_sitter(context)
    go_away(context, stream)
    absent = dict(load(context, stream).ledger.absent)
    receipt = file_orders(context, stream, "red", text, sitter_source("m1"))
    assert sitters.NOT_THEIRS in receipt.problems[0] and receipt.crew == []
    ledger = load(context, stream).ledger
    assert (ledger.absent, ledger.sitters, ledger.players["red"]) == (absent, {"red": "s"}, "p2")
    assert sound(context, stream)


def test_they_may_write_press_and_ask_for_more_time(context: ServiceContext) -> None:
    """The words are kept as theirs: they are erased with them, not with the player."""
    stream = with_sitter(context)
    go_away(context, stream)
    receipt = file_orders(context, stream, "red", "extend 24h: first turn here\npress to blue: hello", sitter_source("m1"))
    assert receipt.asked and receipt.asked.seat == "red" and len(receipt.crew) == 1
    send_press(context, stream, "red", ["blue"], "hello again", sitter_source("m2.web"))
    assert context.database.con.execute("SELECT DISTINCT player FROM press").fetchall() == [("s",)]
    send_press(context, stream, "red", ["blue"], "I am back", "m3.web")
    assert sitting(context, stream) == {}
    assert sound(context, stream)


def test_who_does_not_sit_any_more_writes_nothing(context: ServiceContext) -> None:
    stream = with_sitter(context)
    for write in (
        lambda: file_orders(context, stream, "red", MOVE, sitter_source("m1")),
        lambda: send_press(context, stream, "red", ["blue"], "hello", sitter_source("m1")),
    ):
        with pytest.raises(NotTheirSeat, match="do not order for Red"):
            write()
    assert sound(context, stream)


def test_a_mail_that_is_read_once_more_does_not_bring_its_player_back(context: ServiceContext, clock: HandClock) -> None:
    stream = with_sitter(context)
    file_orders(context, stream, "red", MOVE, "m1")
    go_away(context, stream)
    clock.advance(1)
    reparse(context, stream, "red", [("m1", "SR1: TURN R")])
    assert sitting(context, stream) == {"red": "s"}
    file_orders(context, stream, "red", MOVE, sitter_source("m2"))
    file_orders(context, stream, "red", MOVE, "m3")
    reparse(context, stream, "red", [("m1", MOVE), (sitter_source("m2"), "SR1: TURN R")])
    assert sound(context, stream)


def test_the_master_who_sits_looks_through_no_seat(context: ServiceContext) -> None:
    stream = duel(context, setup=GameSetup(master="p9", policy=POLICY))
    name_sitter(context, stream, "red", "p9", "they know the rules")
    go_away(context, stream)
    with pytest.raises(ActRefused, match="while a player of the game runs it"):
        game_master.watch(context, stream, "blue", "a question")


def test_history_tells_all_of_it(context: ServiceContext) -> None:
    stream = with_sitter(context)
    go_away(context, stream)
    file_orders(context, stream, "red", "not absent", "m1")
    told = [f"{entry.what}|{entry.why}" for entry in history(context, stream)]
    assert "Seat Red has a sitter|for my holidays" in told
    assert "The sitter orders for Red from turn 1 on|its player is away" in told
    assert "Nobody orders for the player of Red any more|its player is back" in told


# ---------------------------------------------------------------- reports


def sent(context: ServiceContext) -> list[tuple[str, str, int]]:
    """All that is to be handed out is handed out: (seat, person, turn)."""
    found = []
    for stream, turn in context.store.unsent_reports():
        made = publish(context, stream, turn)
        mark_published(context, made)
        found += [(each.seat, each.player, each.turn) for each in made]
    assert context.store.unsent_reports() == []
    return found


def test_each_report_once_from_the_present_one_on(context: ServiceContext, clock: HandClock) -> None:
    """Called again they begin with the present one again; the player is given all of them, once."""
    stream = with_sitter(context)
    assert sent(context) == [("blue", "p1", 0), ("red", "p2", 0)]
    file_orders(context, stream, "red", MOVE, "m1")  # who misses the deadline is sat for already
    clock.advance(24)
    tick(context)
    sent(context)
    go_away(context, stream, days=20)
    assert sent(context) == [("red", "s", 1)]
    clock.advance(24)
    tick(context)
    assert sent(context) == [("blue", "p1", 2), ("red", "p2", 2), ("red", "s", 2)]
    file_orders(context, stream, "red", "not absent", "m2")
    (gone,) = context.store.sitters_gone()
    assert (gone.seat, gone.player, gone.turn) == ("red", "s", 2)
    context.store.forget_sent(gone)
    for _ in range(2):
        file_orders(context, stream, "red", MOVE, stamp(clock()))
        clock.advance(24)
        tick(context)
    assert sent(context) == [(seat, who, turn) for turn in (3, 4) for seat, who in (("blue", "p1"), ("red", "p2"))]
    go_away(context, stream)
    assert sent(context) == [("red", "s", 4)]
    seating.seat_player(context, stream, "red", "s", "for good", MASTER)
    assert context.store.sitters_gone() == [] and sent(context) == []
    assert sound(context, stream)


# ---------------------------------------------------------------- officers


def called_officer(context: ServiceContext) -> str:
    """The captain of a crew orders for the co-pilot, who missed the deadline and had named nobody."""
    context.games = TANDEM
    players = {"captain": "p1", "copilot": "p2", "red": "p3"}
    stream = open_game(context, "tandem", "one-ship", players=players)
    change(context, stream, lambda record, now: public(record, SitterCalled("copilot", 1, "p1", "missed", True)))
    return stream


@pytest.mark.parametrize("text", ["not absent", "B1: move 2", "ready"])
def test_the_player_who_missed_a_deadline_is_back_by_any_word(context: ServiceContext, text: str) -> None:
    stream = called_officer(context)
    assert sitting(context, stream) == {"copilot": "p1"}
    receipt = file_orders(context, stream, "copilot", text, "m1")
    assert "you are back: nobody orders for you any more" in receipt.notes
    assert sitting(context, stream) == {}


def test_the_player_is_back_by_a_button_and_the_officer_declines(context: ServiceContext) -> None:
    stream = called_officer(context)
    sitters.come_back(context, stream, "copilot")
    assert sitting(context, stream) == {}
    with pytest.raises(ActRefused, match="nobody orders"):
        sitters.come_back(context, stream, "copilot")
    stream = called_officer(context)
    decline(context, stream, "copilot", "p1")
    assert sitting(context, stream) == {}
    with pytest.raises(ActRefused, match="not named"):
        decline(context, stream, "copilot", "p1")


def test_an_officer_holds_both_seats(context: ServiceContext) -> None:
    """Their own orders are theirs, those of the other seat are filed as what they are; both crew receipts go out."""
    stream = called_officer(context)
    file_orders(context, stream, "captain", "B1: move 1", "m1")
    receipt = file_orders(context, stream, "copilot", "B1: move 2", sitter_source("m2"))
    assert [(each.seat, each.outcome) for each in receipt.crew] == [("captain", "crew"), ("copilot", "sitter")]
    assert {each.seat.seat: each.seat.sitter for each in context.store.played_by("p1")} == {"captain": "", "copilot": "p1"}
    assert [(each.player, each.sits) for each in context.store.holders(stream, "copilot")] == [("p2", False), ("p1", True)]


def test_the_mail_that_only_says_not_absent_is_audited(context: ServiceContext, clock: HandClock) -> None:
    """Said on the page first, and by mail later, when nobody sits any more."""
    stream = with_sitter(context)
    go_away(context, stream)
    file_orders(context, stream, "red", "not absent", "m1")
    name_sitter(context, stream, "red", "", "not needed")
    name_sitter(context, stream, "red", "s", "needed again")
    go_away(context, stream)
    sitters.come_back(context, stream, "red")
    clock.advance(1)
    file_orders(context, stream, "red", "not absent", "m2")
    assert sound(context, stream)
