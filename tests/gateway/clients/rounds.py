"""Which replies are made: every client in every form and place for every game; encodings, languages and the like by lot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from pbem.games import GAMES
from tests.gateway.clients import CHARSETS, CLIENTS, HANDS, SIGNATURES, Original, Shape, opened, reply, tongues
from tests.gateway.clients.cases import Case, cases, report
from tests.gateway.clients.layout import form_of
from tests.kit.playing import chance_from

T = TypeVar("T")
Round = tuple[Shape, str, int]
"""A shape, a game's key, and which of its order texts is sent."""

OTHERS = ("utf-8", "iso-8859-1")
EAST = ("ja", "zh", "tw", "ko")
MORE = "luck: steady\nready"
"""What is added to an order form."""
SAY_WHO = ("gmail", "apple-mail", "thunderbird-text", "thunderbird", "outlook", "outlook-text", "plain")
"""Programs that name the writer of what they quote each in another way, in the language of their user."""


def every_client(salt: str = "") -> Iterator[Round]:
    """Every client in every form and place, with every game; the order texts of each game take turns in each place."""
    turns: dict[tuple[str, str], int] = {}
    for key, client in CLIENTS.items():
        for form in client.forms:
            for place in client.places:
                for game in GAMES:
                    number = turns[game, place] = turns.get((game, place), -1) + 1
                    yield drawn(f"{salt} {key} {form} {place} {game}", key, form, place), game, number


def every_language(salt: str = "") -> Iterator[Round]:
    """Every language in every way to name the writer, above and below the quoted mail."""
    for number, (code, key) in enumerate((code, key) for code in tongues() for key in SAY_WHO):
        place = ("top", "bottom")[number % 2 if not key.startswith("outlook") else 0]
        form = CLIENTS[key].forms[number // 2 % len(CLIENTS[key].forms)]
        yield drawn(f"{salt} {code} {key}", key, form, place, code), *in_turn(number)


def in_turn(number: int) -> tuple[str, int]:
    """The game of this number, as they take turns, and the number of its order text."""
    return list(GAMES)[number % len(GAMES)], number // len(GAMES)


def drawn(lot: str, key: str, form: str, place: str, code: str = "") -> Shape:
    """A shape of which the rest is drawn by lot."""
    chance = chance_from(lot)

    def one(options: tuple[T, ...]) -> T:
        return options[chance(len(options))]

    client = CLIENTS[key]
    tongue = code or one(client.tongues or tuple(tongues()))
    hand = one(HANDS)
    return Shape(
        client=key,
        form=form,
        place=place,
        tongue=tongue,
        charset=one(CHARSETS.get(tongue, OTHERS)),
        encoding=one(client.encodings),
        signature=one(SIGNATURES),
        hand=hand if hand != "wide" or tongue in EAST else "plain",
        picture=chance(5) == 0,
    )


def every_thread(salt: str = "") -> Iterator[Round]:
    """Every client in every form answers a mail that its own user has sent."""
    for number, (key, form) in enumerate((key, form) for key, client in CLIENTS.items() for form in client.forms):
        yield drawn(f"{salt} {key} {form} thread", key, form, "top"), *in_turn(number)


def every_receipt(salt: str = "") -> Iterator[Round]:
    """Every client in every form answers a receipt: above it, and at the end of its order form."""
    number = 0
    for key, client in CLIENTS.items():
        for form in client.forms:
            for place in ("top", "amend"):
                number += 1
                yield (
                    drawn(f"{salt} {key} {form} {place} receipt", key, form, place),
                    *in_turn(number),
                )


@dataclass(frozen=True)
class Exchange:
    """A case, the mail that is answered, what is typed, and the order text that the answer comes to."""

    case: Case
    original: Original
    typed: str
    whole: str


def exchanged(game: str, place: str, number: int, of: Callable[[str, int], Original] = report) -> Exchange:
    """The order text of this number (they go round) and the mail it answers; a text for an order form must change it."""
    texts = cases()[game]
    for step in range(len(texts)):
        at = (number + step) % len(texts)
        case, original = texts[at], of(game, at)
        if place == "amend" and form_of(original.text):
            return Exchange(case, original, MORE, f"{form_of(original.text)}\n{MORE}")
        if place not in ("form", "amend") or changes(case, original):
            return Exchange(case, original, case.text, case.text)
    raise AssertionError(f"{game}: no order text changes its form")


def again(given: Exchange, shape: Shape) -> bytes:
    """The answer in which the player takes their own answer up again, in the same program: other orders stand quoted in it."""
    others = [case for case in cases()[given.case.game.key] if case.text != given.case.text]
    first = reply(given.original, others[len(given.typed) % len(others)].text, shape)
    mine = replace(opened(first), reader=given.original.reader, reply_to=given.original.reply_to)
    return reply(mine, given.typed, shape)


def changes(case: Case, original: Original) -> bool:
    """Do these orders differ from those that are in the form of the mail?"""
    words = " ".join(case.text.split())
    return bool(form_of(original.text)) and words not in " ".join(original.text.split())
