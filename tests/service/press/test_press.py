"""Press: to whom it goes, that it goes once, and that its words are nobody else's and can be erased."""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from events import projections
from events.base import Draft, visible
from events.platform import PressSent
from pbem.core.game.options import Options
from pbem.core.game.protocol import Seat
from pbem.service.audit.verify import audit
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.games import opening
from pbem.service.games.seating import seat_player
from pbem.service.orders.file import file_orders
from pbem.service.press import messages
from pbem.service.press.messages import MAX_PRESS, MAX_TEXT, PressDelivery
from pbem.service.press.send import send_press
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.gateway.builders.tiny_game import Drill

KNOWN = "Press goes to blue, red, all, or to public: to everybody who reads the game."
ADMIRALS = {"gb": "p1", "gb2": "p2", "fr": "p3", "fr2": "p4"}


@pytest.fixture
def fleets(context: ServiceContext) -> str:
    """Two sides of two admirals each."""
    return opening.open_game(
        context, "sovereign_seas", "fleet-engagement", players=ADMIRALS, setup=opening.GameSetup(options={"admirals": "two"})
    )


def events(context: ServiceContext, stream: str) -> list[PressSent]:
    return [entry.event for entry in context.store.read(stream) if isinstance(entry.event, PressSent)]


def test_press_alone_is_a_mail_that_is_accepted(context: ServiceContext, duel: str) -> None:
    """Its words come out for the addressee, under an id that follows from the mail; no orders are filed."""
    receipt = file_orders(context, duel, "blue", "press to red: Strike your colours!\nNow.", "m" * 64)
    assert (receipt.outcome, receipt.problems, receipt.notes) == ("accepted", [], [])
    assert receipt.press == [PressDelivery(["red"], "Strike your colours!\nNow.", f"press.{'m' * 16}.1")]
    assert not load(context, duel).ledger.filed and receipt.commitment == ""


def test_the_words_stay_out_of_the_log(context: ServiceContext, duel: str) -> None:
    """The log has who wrote to whom and a digest that the words fit; only these two may see that."""
    file_orders(context, duel, "blue", "press to red: Strike your colours!", "m1")
    (sent,) = events(context, duel)
    assert (sent.seat, sent.to) == ("blue", ["red"])
    assert sent.digest == hmac.digest(bytes.fromhex(sent.salt), b"Strike your colours!", "sha256").hex()
    assert "colours" not in json.dumps([vars(entry.event) for entry in context.store.read(duel)])
    audience = next(entry.audience for entry in context.store.read(duel) if entry.event == sent)
    ledger = load(context, duel).ledger
    assert [visible(audience, ledger.reader(reader)) for reader in ("blue", "red", None)] == [True, True, False]
    assert audit(context, duel).sound


@pytest.mark.parametrize(
    ("to", "seats"),
    [
        ("fr", ["fr"]),
        ("FR2", ["fr2"]),
        ("british", ["gb2"]),
        ("the French", ["fr", "fr2"]),
        ("gb2 and fr", ["gb2", "fr"]),
        ("all", ["gb2", "fr", "fr2"]),
        ("French admiral", ["fr"]),
    ],
)
def test_to_seats_and_sides(context: ServiceContext, fleets: str, to: str, seats: list[str]) -> None:
    """By id in any case, by the seat's title, to a side, to several, to all; never back to the writer."""
    receipt = file_orders(context, fleets, "gb", f"press to {to}: hello", "m1")
    assert ([each.to_seats for each in receipt.press], receipt.problems) == ([seats], [])


class Squadrons(Drill):
    """Two seats of a side that is called like one of them, and a seat that is called like the other side."""

    units: Mapping[str, str] = {"blue": "B1", "blue2": "B2", "red": "R1", "green": "G1"}

    def seats(self, scenario: str, options: Options) -> list[Seat]:
        sides = {"blue": "blue", "blue2": "blue", "red": "green", "green": "red"}
        return [replace(seat, side=sides[seat.id]) for seat in super().seats(scenario, options)]


def test_a_side_called_like_a_seat_is_its_own_side_and_never_the_enemys(context: ServiceContext) -> None:
    """`press to blue` on side blue goes to that side only; a name that is one side's seat and another side is refused."""
    context.games = {"drill": Squadrons().game()}
    stream = opening.open_game(context, "drill", "open-sea", players=dict.fromkeys(Squadrons.units, "p1"))
    assert [each.to_seats for each in file_orders(context, stream, "blue2", "press to blue: psst", "m1").press] == [["blue"]]
    refused = file_orders(context, stream, "blue", "press to green: psst", "m2")
    assert refused.outcome == "refused" and "could be several" in refused.problems[0] and refused.press == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "press to purple: hi",
            'line 1: "press to purple": there is no seat or side "purple". ' + KNOWN,
        ),
        (
            "press to blue: hi",
            'line 1: "press to blue": it is addressed to nobody but yourself. ' + KNOWN,
        ),
        (
            "press: hi",
            "it does not say to whom. Write it like `press to red: your words`. " + KNOWN,
        ),
        ("press to red:", "there are no words to send. Write it like `press to red: your words`."),
        ("press to red: " + "x" * (MAX_TEXT + 1), "the message is too long (10,001 characters) and was not sent."),
    ],
)
def test_what_cannot_be_sent_is_a_problem(context: ServiceContext, duel: str, text: str, problem: str) -> None:
    """With its line, the reason and what would be right; nothing is sent, and the mail is kept as refused."""
    receipt = file_orders(context, duel, "blue", text, "m1")
    assert receipt.outcome == "refused" and receipt.press == [] and events(context, duel) == []
    assert [said for said in receipt.problems if problem in said] == receipt.problems


def test_twenty_messages_a_mail(context: ServiceContext, duel: str) -> None:
    """What is beyond is named once and not sent; the twenty are."""
    receipt = file_orders(context, duel, "blue", "".join(f"press to red: {n}\n\n" for n in range(30)), "m1")
    assert [each.text for each in receipt.press] == [str(n) for n in range(MAX_PRESS)]
    assert receipt.outcome == "partly" and len(receipt.problems) == 1 and "line 41" in receipt.problems[0]


def test_a_message_may_have_ten_thousand_characters(context: ServiceContext, duel: str) -> None:
    """To the last one."""
    receipt = file_orders(context, duel, "blue", "press to red: " + "x" * MAX_TEXT, "m1")
    assert receipt.problems == [] and len(receipt.press[0].text) == MAX_TEXT


def test_a_message_from_a_page_may_have_as_many(context: ServiceContext, duel: str) -> None:
    """Ten thousand characters, and not one more."""
    assert send_press(context, duel, "blue", ["red"], "x" * MAX_TEXT, "w1") == []
    with pytest.raises(ActRefused, match="too long"):
        send_press(context, duel, "blue", ["red"], "x" * (MAX_TEXT + 1), "w2")
    assert len(events(context, duel)) == 1


def test_press_and_orders_in_one_mail(context: ServiceContext, duel: str) -> None:
    """Each counts; a problem with one spoils not the other."""
    receipt = file_orders(context, duel, "blue", "press to red: Look out\n\nBIS: TURN L\nFIER", "m1")
    assert receipt.outcome == "partly" and len(receipt.press) == 1 and "TURN L" in receipt.current_orders
    wrong = file_orders(context, duel, "blue", "BIS: TURN R\npress to rde: x", "m2")
    assert wrong.outcome == "partly" and wrong.press == [] and "TURN R" in wrong.current_orders


@pytest.mark.parametrize("game", ["star_navy", "stingray", "sovereign_seas", "wet_thrust"])
def test_no_game_reads_press_as_orders(context: ServiceContext, game: str) -> None:
    """In every game a message full of orders changes no sheet and gives no problem."""
    scenario = next(iter(context.games[game].scenarios))
    stream = opening.open_game(context, game, scenario)
    seat = next(iter(context.games[game].rules.due(load(context, stream).state)))
    template = context.games[game].report.template(load(context, stream).known(seat))
    told = "\n".join(line for line in template.splitlines() if line.strip())
    receipt = file_orders(context, stream, seat, f"press to all: my orders are\n{told}\nFIRE AT WILL; TURN L", "m1")
    assert receipt.problems == [] and receipt.taken == [] and not load(context, stream).ledger.filed
    assert receipt.outcome == "accepted" and len(events(context, stream)) == 1


def test_orders_that_press_swallowed_are_pointed_out(context: ServiceContext, duel: str) -> None:
    """Whoever forgets the empty line below their press is told which lines were not obeyed."""
    receipt = file_orders(context, duel, "blue", "press to red: hi\nBIS: TURN L\nready\nstatus\nSee you", "m1")
    assert [note.partition(" is a part of your press")[0] for note in receipt.notes] == ['"BIS: TURN L"', '"ready"', '"status"']
    assert not receipt.ready


def test_nobody_reads_it_at_a_bot_or_an_empty_seat(context: ServiceContext) -> None:
    """A note says so; the log has it all the same, for whoever takes the seat."""
    stream = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1"})
    receipt = file_orders(context, stream, "blue", "press to red: hi", "m1")
    assert (receipt.outcome, receipt.press) == ("accepted", [])
    assert receipt.notes == ["press to red is not mailed: nobody sits there yet"]
    seat_player(context, stream, "red", "bot:cautious", "a newcomer")
    again = file_orders(context, stream, "blue", "press to red: hi", "m2")
    assert again.notes == ["press to red is read by nobody: a bot plays there"]
    assert [message.text for message in messages.messages(context, stream, "red")] == ["hi", "hi"]


def test_the_same_mail_sends_its_press_once_and_gives_it_again(context: ServiceContext, duel: str) -> None:
    """M-24: after a crash the mail is taken again and its press comes out with the same ids; the log has it once."""
    first = file_orders(context, duel, "blue", "press to red: a\n\npress to all: b", "m1")
    head = context.store.head(duel)
    again = file_orders(context, duel, "blue", "press to red: a\n\npress to all: b", "m1")
    assert again.duplicate and again.press == first.press and context.store.head(duel) == head


def test_words_kept_before_a_crash_are_kept_once(context: ServiceContext, duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """M-24: a crash between the words and the event leaves nothing behind that the mail taken again does not use."""

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(context.store, "append", fail)
        with pytest.raises(OSError, match="full"):
            file_orders(context, duel, "blue", "press to red: a", "m1")
    receipt = file_orders(context, duel, "blue", "press to red: a", "m1")
    assert [each.text for each in receipt.press] == ["a"]
    assert context.database.con.execute("SELECT count(*) FROM press").fetchone() == (1,)


def test_press_is_never_too_late(context: ServiceContext, duel: str, clock: HandClock) -> None:
    """A mail that answers yesterday's report: its press goes out, its orders do not count."""
    clock.advance(24)
    tick(context)
    alone = file_orders(context, duel, "blue", "press to red: well fought", "m1", turn=1)
    assert (alone.outcome, len(alone.press)) == ("accepted", 1)
    both = file_orders(context, duel, "blue", "press to red: again\n\nBIS: TURN L", "m2", turn=1)
    assert (both.outcome, len(both.press)) == ("late", 1) and not load(context, duel).ledger.filed


def test_press_is_in_no_report(context: ServiceContext, duel: str, clock: HandClock) -> None:
    """It is mailed at once; the turn's reports are, but for sealed numbers, what they would be without."""
    before = turn_report(context, duel, 0, "red").report
    file_orders(context, duel, "blue", "press to red: hi", "m1")
    assert turn_report(context, duel, 0, "red").report == before
    clock.advance(24)
    tick(context)
    other = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    clock.advance(24)
    tick(context)
    made, plain = (turn_report(context, stream, 1, "red").report for stream in (duel, other))
    assert [told.text for told in made.lines] == [told.text for told in plain.lines]


def test_each_seat_reads_its_own_press(context: ServiceContext, fleets: str) -> None:
    """A page shows what a seat wrote and what was written to it, in order, and nothing of others."""
    file_orders(context, fleets, "gb", "press to gb2: between us", "m1")
    file_orders(context, fleets, "fr", "press to all: bonjour", "m2")
    read = {seat: [(m.seat, m.text) for m in messages.messages(context, fleets, seat)] for seat in ADMIRALS}
    assert read["gb"] == read["gb2"] == [("gb", "between us"), ("fr", "bonjour")]
    assert read["fr"] == read["fr2"] == [("fr", "bonjour")]


def test_words_can_be_erased(context: ServiceContext, duel: str) -> None:
    """Those of one person, everywhere; the log and its chain stay whole, and a page says that there was something."""
    file_orders(context, duel, "blue", "press to red: a", "m1")
    file_orders(context, duel, "red", "press to blue: b", "m2")
    assert messages.erase(context, "p1") == 1
    assert [m.text for m in messages.messages(context, duel, "blue")] == [None, "b"]
    assert file_orders(context, duel, "blue", "press to red: a", "m1").press == []
    assert audit(context, duel).sound


def test_the_list_of_press_is_rebuilt_from_the_log(context: ServiceContext, duel: str, fleets: str) -> None:
    """It only repeats what the log says: cleared and projected again, it is the same, in the same order."""
    file_orders(context, duel, "blue", "press to red: a\n\npress to red: b", "m1")
    file_orders(context, fleets, "gb", "press to all: c", "m2")
    before = [context.store.presses(stream) for stream in (duel, fleets)]
    assert [len(rows) for rows in before] == [2, 1] and before[1][0].recipients == "gb2,fr,fr2"
    with context.database.write() as writing:
        for stream in (fleets, duel):
            projections.clear(writing, stream)
            assert context.store.presses(stream) == []
            projections.project(writing, stream, [Draft(*entry[2:7]) for entry in context.store.read(stream)])
    assert [context.store.presses(stream) for stream in (duel, fleets)] == before
