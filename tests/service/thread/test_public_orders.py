"""Which texts that everybody would read hold orders: what the game would take from the player's mail, and nothing else."""

from __future__ import annotations

import pytest

from pbem.games import GAMES
from pbem.service.context import NoSuchSeat, ServiceContext
from pbem.service.games import game_master
from pbem.service.games.opening import open_game
from pbem.service.repository import load
from pbem.service.thread.public_orders import looks_like_orders
from tests.kit.playing import chance_from
from tests.kit.samples import busy


@pytest.fixture
def game(context: ServiceContext) -> str:
    return open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})


def unit_of(context: ServiceContext, game: str, seat: str) -> str:
    record = load(context, game)
    return record.game.rules.due(record.state)[seat].units[0]


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("{unit}: TURN L", True),
        ("Here we go:\n\n{unit}:\n  turn l\n\nGood luck!", True),
        ("> {unit}: TURN L\n\nThat was a bold order.", False),
        ("```\n{unit}: TURN L\n```\nis how to turn.", False),
        ("~~~\n{unit}: TURN L", False),
        ("```\nan example\n```\n{unit}: TURN L", True),
        ("{unit}: what a fine ship!", False),
        ("{unit} should turn left", False),
        ("press to all: I surrender\n\nready\n\nvote draw", False),
        ("I am away until Monday.", False),
        ("TURN L", False),
        ("", False),
        ("x\n" * 2000, False),
    ],
)
def test_what_looks_like_orders(context: ServiceContext, game: str, text: str, looks: bool) -> None:
    """A line that is taken under the head of a unit; not what is quoted, fenced, or only talk."""
    text = text.replace("{unit}", unit_of(context, game, "blue"))
    assert looks_like_orders(load(context, game), "blue", text) is looks


def test_orders_for_anothers_units_are_none(context: ServiceContext, game: str) -> None:
    text = f"{unit_of(context, game, 'blue')}: TURN L"
    assert not looks_like_orders(load(context, game), "red", text)


def test_after_the_end_nothing_is_ordered(context: ServiceContext, game: str) -> None:
    text = f"{unit_of(context, game, 'blue')}: TURN L"
    game_master.end(context, game, "peace")
    assert not looks_like_orders(load(context, game), "blue", text)


def test_a_seat_that_is_not_there(context: ServiceContext, game: str) -> None:
    with pytest.raises(NoSuchSeat):
        looks_like_orders(load(context, game), "green", "Ahoy!")


@pytest.mark.parametrize("key", GAMES)
def test_the_orders_of_a_bot_are_orders_in_every_rule_book(context: ServiceContext, key: str) -> None:
    """What a commander would mail in the first turn."""
    stream = open_game(context, key, busy(key)[-1])
    record = load(context, stream)
    seat = next(iter(record.game.rules.due(record.state)))
    bot = next(iter(record.game.planning.bots.values()))
    assert looks_like_orders(record, seat, bot(record.known(seat), chance_from("a bot")))
