"""Press to the public: everybody may read it; its words can be erased like others'."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.base import EVERYONE
from events.platform import PressSent
from pbem.core.game.options import Options
from pbem.core.game.protocol import Seat
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext
from pbem.service.games import opening
from pbem.service.orders.file import file_orders
from pbem.service.press import messages
from pbem.service.press.send import send_press
from tests.gateway.builders.tiny_game import Drill


def sent(context: ServiceContext, stream: str) -> list[tuple[PressSent, str]]:
    found = context.store.select(stream, [PressSent])
    return [(entry.event, entry.audience) for entry in found if isinstance(entry.event, PressSent)]


def words(context: ServiceContext, stream: str) -> list[str | None]:
    """The words of each message that there is."""
    kept = [messages.words_of(context, event.digest) for event, _ in sent(context, stream)]
    return [each[0] if each else None for each in kept]


@pytest.mark.parametrize("to", ["public", "the Public", "red and public", "all, public"])
def test_everybody_may_read_it(context: ServiceContext, duel: str, to: str) -> None:
    """Its event is for all; the other players are mailed the words; they are kept under their seal."""
    receipt = file_orders(context, duel, "blue", f"press to {to}: We strike at dawn.", "m" * 64)
    assert (receipt.outcome, receipt.problems, receipt.notes) == ("accepted", [], [])
    assert [(each.to_seats, each.public) for each in receipt.press] == [(["red"], True)]
    ((event, audience),) = sent(context, duel)
    assert (event.to, audience) == (["public"], EVERYONE)
    assert words(context, duel) == ["We strike at dawn."]
    assert audit(context, duel).sound


def test_press_to_all_stays_among_the_seats(context: ServiceContext, duel: str) -> None:
    """Nothing of it is public."""
    file_orders(context, duel, "blue", "press to all: between us", "m1")
    assert [(event.to, audience) for event, audience in sent(context, duel)] == [(["red"], "blue,red")]


def test_with_bots_alone_it_is_read_by_the_public(context: ServiceContext) -> None:
    """No note says that nobody reads it, and the receipt has it although it is mailed to nobody."""
    stream = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "bot:cautious"})
    receipt = file_orders(context, stream, "blue", "press to public: Anybody there?", "m1")
    assert receipt.notes == [] and [(each.to_seats, each.public) for each in receipt.press] == [([], True)]


def test_from_a_page(context: ServiceContext, duel: str) -> None:
    """Whatever else is ticked; the seats read it on their pages, too."""
    assert send_press(context, duel, "blue", ["red", "public"], "Read all about it!", "w1") == []
    assert words(context, duel) == ["Read all about it!"]
    for seat in ("blue", "red"):
        assert [(each.to, each.text) for each in messages.messages(context, duel, seat)] == [(["public"], "Read all about it!")]
    assert audit(context, duel).sound


def test_its_words_can_be_erased(context: ServiceContext, duel: str) -> None:
    """As all others: the log goes on to say that there were some."""
    file_orders(context, duel, "blue", "press to public: my name is on my cap", "m1")
    assert messages.erase(context, "p1") == 1
    assert words(context, duel) == [None] and audit(context, duel).sound


class PublicSide(Drill):
    """A side that is called `public`."""

    def seats(self, scenario: str, options: Options) -> list[Seat]:
        return [replace(seat, side="public") if seat.id == "red" else seat for seat in super().seats(scenario, options)]


def test_a_side_called_public_is_not_meant(context: ServiceContext) -> None:
    """The word is everybody's; the side is reached by its seats."""
    context.games = {"drill": PublicSide().game()}
    stream = opening.open_game(context, "drill", "open-sea", players={"blue": "p1", "red": "p2"})
    file_orders(context, stream, "blue", "press to public: for all\n\npress to red: psst", "m1")
    assert [event.to for event, _ in sent(context, stream)] == [["public"], ["red"]]


@pytest.mark.parametrize("id", ["public", "all"])
def test_no_seat_is_called_so(id: str) -> None:
    with pytest.raises(ValueError, match=f"a seat cannot be called '{id}'"):
        Seat(id, "blue", "The Public")
