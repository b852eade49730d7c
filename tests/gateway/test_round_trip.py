"""A player's orders come out of a reply as they went in: in any mail program, wherever they stand, however they are encoded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from email import message_from_bytes, policy
from operator import attrgetter
from pathlib import Path
from zlib import crc32

import pytest

from pbem.games import GAMES
from pbem.gateway.extract import extract
from pbem.gateway.reading.headers import parse
from tests.gateway.clients import CLIENTS, PLACES, Shape, reply
from tests.gateway.clients.cases import cases, receipt
from tests.gateway.clients.rounds import (
    Exchange,
    Round,
    again,
    drawn,
    every_client,
    every_language,
    every_receipt,
    every_thread,
    exchanged,
)


def halves(rounds: Iterable[Round], together: Callable[[Shape], str]) -> list[object]:
    """The rounds that have the same client, or what else is said of their shape, in one test, for each half of them.

    A test for each round would take as long as the round itself. One half, drawn by lot, is left to `make test-all`.
    """
    groups: dict[tuple[str, int], list[Round]] = {}
    for given in rounds:
        half = crc32(f"{given[1]}-{given[0]}".encode()) % 2
        groups.setdefault((together(given[0]), half), []).append(given)
    return [
        pytest.param(of, id=f"{name}-{('a', 'b')[half]}", marks=[pytest.mark.deep] if half else [])
        for (name, half), of in groups.items()
    ]


def by_client(rounds: Iterable[Round]) -> list[object]:
    return halves(rounds, attrgetter("client"))


def fault(shape: Shape, given: Exchange, folder: Path, raw: bytes = b"") -> str:
    """What is read from the reply is the very sheet that the bare text gives; if not, the mail is kept to be looked at."""
    raw = raw or reply(given.original, given.typed, shape)
    found = extract(parse(raw), sent=[given.original.text])
    if given.case.read(found.orders) == given.case.read(given.whole):
        return ""
    kept = folder / f"reply-{len(list(folder.iterdir()))}.eml"
    kept.write_bytes(raw)
    texts = f"--- ordered\n{given.whole}\n--- read\n{found.orders}"
    return f"{shape} {given.case.game.key} {given.case.name}: see {kept}\n{texts}"


def check(faults: Iterable[str]) -> None:
    """No round has one; all that have are told."""
    if found := [each for each in faults if each]:
        pytest.fail("\n".join([f"{len(found)} rounds:", *found]), pytrace=False)


@pytest.mark.parametrize("rounds", by_client(every_client()))
def test_orders_come_out_as_they_went_in(rounds: list[Round], tmp_path: Path) -> None:
    """M-28, M-34 to M-37: every mail program, in every form it sends, the answer in every place, for every game."""
    check(fault(shape, exchanged(game, shape.place, number), tmp_path) for shape, game, number in rounds)


@pytest.mark.parametrize("rounds", halves(every_language(), attrgetter("tongue")))
def test_the_writer_is_named_in_any_language(rounds: list[Round], tmp_path: Path) -> None:
    """M-31: thirty languages, in each of the ways in which programs say who wrote what they quote."""
    check(fault(shape, exchanged(game, shape.place, number), tmp_path) for shape, game, number in rounds)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("game", GAMES)
def test_every_order_text_in_every_place(game: str, place: str, tmp_path: Path) -> None:
    """M-28: each sample mail of the players' pages, and what each bot orders."""
    numbers = range(len(cases()[game]))
    shapes = [drawn(f"{game} {place} {number}", "thunderbird-text", "text", place) for number in numbers]
    check(fault(shape, exchanged(game, place, number), tmp_path) for number, shape in enumerate(shapes))


@pytest.mark.parametrize("rounds", by_client(every_receipt()))
def test_a_receipt_is_answered_like_a_report(rounds: list[Round], tmp_path: Path) -> None:
    """M-45: orders above it, and words added to the orders that it repeats, however wide those are."""
    check(fault(shape, exchanged(game, shape.place, number, receipt), tmp_path) for shape, game, number in rounds)


@pytest.mark.parametrize("rounds", by_client(every_thread()))
def test_orders_that_were_quoted_are_not_obeyed_again(rounds: list[Round], tmp_path: Path) -> None:
    """M-28: a player answers the mail that they sent last time; what they ordered then is below, and stays there."""
    for shape, game, number in rounds:
        given = exchanged(game, shape.place, number)
        check([fault(shape, given, tmp_path, again(given, shape))])


@pytest.mark.parametrize("key", CLIENTS)
def test_the_replies_are_sound_mails_that_quote_what_they_answer(key: str) -> None:
    """The measure itself: no part is broken, and our mail is in every part but a footer, or in none of a fresh mail."""
    for form in CLIENTS[key].forms:
        for number, place in enumerate(CLIENTS[key].places):
            given = exchanged("stingray", place, number)
            mail = message_from_bytes(reply(given.original, given.typed, drawn(key, key, form, place)), policy=policy.default)
            assert [part.defects for part in mail.walk() if part.defects] == []
            for part in (part for part in mail.walk() if part.get_content_maintype() == "text" and part.get_filename() is None):
                words = re.sub(r"[^a-z]", "", part.get_content().casefold())
                if "unsubscribe" not in words or len(words) > 200:
                    assert ("writeyourordersabovethisline" in words) == (place != "fresh")
