"""A player's orders come out of a reply as they went in: in any mail program, wherever they stand, however they are encoded."""

from __future__ import annotations

import re
from collections.abc import Iterable
from email import message_from_bytes, policy
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


def named(rounds: Iterable[Round]) -> list[object]:
    """Each round under a name that says its shape. Half of them, drawn by lot, are left to `make test-all`."""
    names = {f"{given[1]}-{given[0]}": given for given in rounds}
    return [
        pytest.param(*given, id=name, marks=[pytest.mark.deep] if crc32(name.encode()) % 2 else [])
        for name, given in names.items()
    ]


def check(shape: Shape, given: Exchange, folder: Path, raw: bytes = b"") -> None:
    """What is read from the reply is the very sheet that the bare text gives; if not, the mail is kept to be looked at."""
    raw = raw or reply(given.original, given.typed, shape)
    found = extract(parse(raw), sent=[given.original.text])
    if given.case.read(found.orders) != given.case.read(given.whole):
        kept = folder / "reply.eml"
        kept.write_bytes(raw)
        texts = f"--- ordered\n{given.whole}\n--- read\n{found.orders}"
        pytest.fail(f"{shape} {given.case.game.key} {given.case.name}: see {kept}\n{texts}", pytrace=False)


@pytest.mark.parametrize(("shape", "game", "number"), named(every_client()))
def test_orders_come_out_as_they_went_in(shape: Shape, game: str, number: int, tmp_path: Path) -> None:
    """M-28, M-34 to M-37: every mail program, in every form it sends, the answer in every place, for every game."""
    check(shape, exchanged(game, shape.place, number), tmp_path)


@pytest.mark.parametrize(("shape", "game", "number"), named(every_language()))
def test_the_writer_is_named_in_any_language(shape: Shape, game: str, number: int, tmp_path: Path) -> None:
    """M-31: thirty languages, in each of the ways in which programs say who wrote what they quote."""
    check(shape, exchanged(game, shape.place, number), tmp_path)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("game", GAMES)
def test_every_order_text_in_every_place(game: str, place: str, tmp_path: Path) -> None:
    """M-28: each sample mail of the players' pages, and what each bot orders."""
    for number in range(len(cases()[game])):
        shape = drawn(f"{game} {place} {number}", "thunderbird-text", "text", place)
        check(shape, exchanged(game, place, number), tmp_path)


@pytest.mark.parametrize(("shape", "game", "number"), named(every_receipt()))
def test_a_receipt_is_answered_like_a_report(shape: Shape, game: str, number: int, tmp_path: Path) -> None:
    """M-45: orders above it, and words added to the orders that it repeats, however wide those are."""
    check(shape, exchanged(game, shape.place, number, receipt), tmp_path)


@pytest.mark.parametrize(("shape", "game", "number"), named(every_thread()))
def test_orders_that_were_quoted_are_not_obeyed_again(shape: Shape, game: str, number: int, tmp_path: Path) -> None:
    """M-28: a player answers the mail that they sent last time; what they ordered then is below, and stays there."""
    given = exchanged(game, shape.place, number)
    check(shape, given, tmp_path, again(given, shape))


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
