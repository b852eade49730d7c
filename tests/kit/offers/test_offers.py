"""What is offered can be done: each suggested order and each line of a template is understood, and possible in its position."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from events.base import Event
from pbem.core.dice.fair_dice import seeded
from pbem.core.game.turn import Turn
from pbem.core.state.codec import dump
from pbem.core.texts.envelope import Parsed
from tests.kit.playing import GAMES, AnyGame, Played, by_bot, chance_from, mixed_bots, open_play, play_turn
from tests.kit.samples import Samples, home_of, samples_of

STAGES = (3, 7)
"""Turns of bots after which offers are looked at again, in every third scenario."""
PARSED, TRIED = 24, 2
"""Offers of one seat that are parsed, and that are played out; of each position others."""

games = pytest.mark.parametrize("key", list(GAMES))


@dataclass(frozen=True)
class Offer:
    """An order as it is offered for a unit."""

    unit: str
    text: str
    group: str


# ---------------------------------------------------------------- positions


@cache
def positions(key: str) -> tuple[tuple[str, Played], ...]:
    """Every scenario at its opening, some after turns of bots; and what is left of each when stores and gear are gone."""
    game, found = GAMES[key], []
    for number, scenario in enumerate(game.scenarios):
        at = open_play(game, scenario, {}, "offers")
        for turn in range(max(STAGES) + 1 if number % 3 == 0 else 1):
            if turn and not at.over:
                play_turn(at, by_bot(mixed_bots(game, scenario)), "offers", turn)
            if turn in (0, *STAGES) and not at.over:
                found.append((f"{scenario} {turn}", at.kept()))
                if worn := samples_of(key).worn:
                    found.append((f"{scenario} {turn} spent", at.kept(worn)))
    return tuple(found)


def asked(key: str) -> Iterator[tuple[str, Played, str]]:
    """Every position and every seat that is asked for orders in it."""
    for name, at in positions(key):
        for seat in at.game.rules.due(at.state):
            yield name, at, seat


# ---------------------------------------------------------------- offers


def suggestions(game: AnyGame, template: str) -> Iterator[Offer]:
    """The comments of a template that are orders to be uncommented, each in its block."""
    words = {form.word for form in game.orders.forms()}
    unit = ""
    for line in template.splitlines():
        opened = re.fullmatch(r"([A-Za-z][A-Za-z0-9_-]*):\s*", line)
        unit = opened[1] if opened else unit
        hint = re.match(r"\s*# ?((?:[TE]\d+ )?([A-Z]+)\b.*)", line)
        if hint and hint[2] in words:
            yield Offer(unit, hint[1], "template")


def offers(at: Played, seat: str) -> list[Offer]:
    """All that a seat is offered now."""
    game, known = at.game, at.known(seat)
    suggested = [Offer(each.unit, each.text, each.group) for each in game.planning.suggest(known)]
    return [*suggestions(game, game.report.template(known)), *suggested]


def filed(at: Played, seat: str, offer: Offer) -> Parsed:
    """A mail with nothing but this order."""
    known = at.known(seat)
    return at.game.orders.read(known, seat, f"{offer.unit}:\n{offer.text}", at.game.orders.sheet(known, seat))


@games
def test_what_is_offered_is_understood(key: str) -> None:
    """Alone in its unit's block each parses without a problem, whatever is used up or damaged."""
    seen = 0
    for name, at, seat in asked(key):
        found = offers(at, seat)
        start = chance_from(f"{name} {seat}")(7)
        fixed = [offer for offer in found if offer.group == "template"]
        for offer in [*fixed, *found[start :: max(1, len(found) // PARSED)]]:
            problems = filed(at, seat, offer).problems
            assert problems == [], f"{name}, {seat}: {offer.unit}: {offer.text}: {problems[0]}"
            seen += 1
    assert seen > len(positions(key))


# ---------------------------------------------------------------- played out


def played(at: Played, seat: str, offer: Offer) -> list[Event]:
    """What happens when this order is all that anybody has given."""
    game, copy = at.game, at.game.rules.load(dump(at.state))
    sheets = {each: game.orders.sheet(copy, each) for each in game.rules.due(copy)}
    sheets[seat] = filed(at, seat, offer).sheet
    turn = Turn(game.rules.apply, copy, seeded("offers"), 1)
    game.rules.resolve(turn, sheets)
    return [draft.event for draft in turn.drafts]


def failures(events: list[Event], unit: str, heads: set[str], samples: Samples) -> Iterator[str]:
    """What events tell of orders of this unit that came to nothing; `heads`: the first words of what was offered.

    What runs beside it, as a standing order does, may give way to it.
    """
    for event in events:
        told = vars(event)
        if unit in (told.get("ship"), told.get("vessel"), told.get("unit")):
            yield from samples.lapses(event, heads)


def impossible(at: Played, seat: str, offer: Offer) -> list[str]:
    """Why an offer comes to nothing for a reason that was known before."""
    heads = {re.sub(r"^[TE]\d+ ", "", part.strip()).split()[0] for part in offer.text.split(";")}
    whys = failures(played(at, seat, offer), offer.unit, heads, samples_of(at.game.key))
    return [why for why in whys if not any(re.search(reason, why) for reason in samples_of(at.game.key).excuses)]


def chosen(found: list[Offer], name: str) -> Iterator[Offer]:
    """One of each heading, others in each position."""
    chance = chance_from(name)
    headings = list(dict.fromkeys(offer.group for offer in found))
    for heading in sorted(headings, key=lambda heading: chance(100))[:TRIED]:
        alike = [offer for offer in found if offer.group == heading]
        yield alike[chance(len(alike))]


@games
def test_what_is_offered_is_possible(key: str) -> None:
    """Played out alone it does not lapse for a reason that was known when it was offered."""
    found = []
    for name, at, seat in asked(key):
        for offer in chosen(offers(at, seat), f"{name} {seat}"):
            found += [f"{name}, {seat}: {offer.unit}: {offer.text}: {why}" for why in impossible(at, seat, offer)]
    assert found == [], (
        "An order that was offered came to nothing. Offer it only where it can be done; if the reason is decided in the turn, "
        f"name it in `Samples.excuses` of {home_of(key)}."
    )


def test_an_impossible_offer_is_noticed() -> None:
    """The check itself: an order for which there is no power, and one that contradicts what is known."""
    at, seat = next((at, seat) for name, at, seat in asked("stingray") if name.endswith("0 spent"))
    assert impossible(at, seat, Offer("SR1", "NAV ON", "")) == ["no power for NAV"]
    assert impossible(at, seat, Offer("SR1", "RAM ANY", "")) == []
    assert filed(at, seat, Offer("SR1", "STANDING DECOY", "")).problems != []
