"""A game's own samples for the tests: `SAMPLES` in `tests/rulebook/<game>/samples.py`.

Every field has a default that is computed from the game, so a small game needs no such file. A game writes down what cannot be
computed: mails for other positions than an opening, scenarios that must be looked at, gear that wears out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from events.base import EVERYONE, Event
from events.platform import Rolled
from tests.kit.pages import page, samples
from tests.kit.playing import GAMES, AnyGame, Played, by_bot, mixed_bots, open_play, play

LUCK = 'luck: for the "Queen" - and country...'
"""A line that may be in any mail, with characters that mail programs like to change."""
WATCHED, TURNS = 2, 3
"""How many scenarios with something hidden are watched step by step, and for how many turns."""


def lapsed(event: Event, heads: set[str]) -> list[str]:
    """The reason of an event that names an `order` which came to nothing and says `why`, if it is one of those tried."""
    told = vars(event)
    return [told["why"]] if "why" in told and str(told.get("order", "")).partition(" ")[0] in heads else []


def introduced_by_the_state(event: Event) -> str:
    """A unit is known to whoever has it in their state."""
    return ""


@dataclass(frozen=True)
class SampleMail:
    """A mail as a player writes it, the seat that it is for, and what that seat knows."""

    name: str
    state: Any
    seat: str
    text: str


@dataclass(frozen=True)
class Samples:
    """What the tests ask of a game. Scenarios are named by their keys."""

    mails: Callable[[], Iterable[SampleMail]] | None = None
    """Sample mails, which have no problem. Default: each code block of `docs/orders/<game>.md`, at the practice scenario's
    opening."""
    shown: Sequence[str] = ()
    """Scenarios of which every step and picture is shown. Default: the practice scenario."""
    busy: Sequence[str] = ()
    """Scenarios in which much happens. Default: the one that asks orders for most units."""
    hidden: Mapping[str, int] = field(default_factory=dict)
    """Scenarios with much that is hidden, and for how many turns they are watched. Default: the first that hide something."""
    reader: tuple[str, str] | None = None
    """The scenario and the seat to which no page may show what is hidden. Default: the first in `hidden`, its first seat."""
    worn: Callable[[dict[str, Any]], None] | None = None
    """Changes the JSON of a state so that stores are used up and gear is out. Default: no position is tried worn."""
    lapses: Callable[[Event, set[str]], list[str]] = lapsed
    """Why orders with one of these first words came to nothing, by an event about their unit."""
    excuses: Sequence[str] = ()
    """Patterns of reasons that are decided in the turn, so that an order may be offered and come to nothing."""
    remembered: Sequence[str] = ()
    """Patterns of paths in a state at which a reader knows what was so when they last saw it, or counts what they know of."""
    introduces: Callable[[Event], str] = introduced_by_the_state
    """Text with the ids of units that a reader of the event gets to know, though nothing in the state says so."""


def home_of(key: str) -> str:
    """The file of a game's samples, for messages."""
    return f"tests/rulebook/{key}/samples.py"


@cache
def samples_of(key: str) -> Samples:
    """The samples of a game: those that it has written down, or the defaults."""
    name = f"tests.rulebook.{key}.samples"
    if not find_spec(f"tests.rulebook.{key}") or not find_spec(name):
        return Samples()
    found = getattr(import_module(name), "SAMPLES", None)
    if not isinstance(found, Samples):
        pytest.fail(f"{home_of(key)}: write `SAMPLES = Samples(...)` there; `Samples` is in tests/kit/samples.py")
    named = {*found.shown, *found.busy, *found.hidden, *(found.reader or ())[:1]}
    if unknown := named - set(GAMES[key].scenarios):
        pytest.fail(f"{home_of(key)}: no scenario {', '.join(sorted(unknown))}; there are {', '.join(GAMES[key].scenarios)}")
    return found


# ---------------------------------------------------------------- what is computed where nothing is written down


def mails_of(key: str) -> list[SampleMail]:
    """The sample mails of a game."""
    written = samples_of(key).mails
    return list(written() if written else _printed(GAMES[key]))


def _printed(game: AnyGame) -> Iterator[SampleMail]:
    """Each code block of the page of orders, for the first seat that can send it at the opening."""
    at = open_play(game, game.scenarios.practice, {}, "samples")
    blocks = samples(page(f"orders/{game.key}"))
    if not blocks:
        pytest.fail(f"docs/orders/{game.key}.md: write a sample mail there, between two lines of ```")
    for number, text in enumerate(blocks):
        sender = _sender(at, text)
        yield SampleMail(f"mail {number}", at.known(sender), sender, text)


def _sender(at: Played, text: str) -> str:
    game, found = at.game, []
    for seat in game.rules.due(at.state):
        known = at.known(seat)
        problems = game.orders.read(known, seat, text, game.orders.sheet(known, seat)).problems
        if not problems:
            return seat
        found.append(f"{seat}: {problems[0]}")
    where = f"opening of {game.scenarios.practice}"
    pytest.fail(
        f"docs/orders/{game.key}.md: no seat can send this mail at the {where}:\n\n{text}\n{'; '.join(found)}\n"
        f"Change the mail, or say in `Samples.mails` of {home_of(game.key)} which position and seat it is for."
    )


def shown(key: str) -> Sequence[str]:
    """Scenarios of which every step and picture is shown."""
    return samples_of(key).shown or [GAMES[key].scenarios.practice]


def busy(key: str) -> Sequence[str]:
    """Scenarios in which much happens."""
    return samples_of(key).busy or [max(GAMES[key].scenarios, key=lambda scenario: _units(GAMES[key], scenario))]


def _units(game: AnyGame, scenario: str) -> int:
    asked = game.rules.due(open_play(game, scenario, {}, "samples").state)
    return sum(len(ask.units) for ask in asked.values())


@cache
def hidden(key: str) -> Mapping[str, int]:
    """Scenarios with much that is hidden, and for how many turns they are watched; empty if the game hides nothing."""
    hiding = (scenario for scenario in GAMES[key].scenarios if hides(GAMES[key], scenario))
    return samples_of(key).hidden or {scenario: TURNS for scenario, _ in zip(hiding, range(WATCHED), strict=False)}


def hides(game: AnyGame, scenario: str) -> bool:
    """Do the rules tell something to some and not to others, from the opening through some turns of bots?"""
    played = play(game, scenario, {}, by_bot(mixed_bots(game, scenario)), "samples", TURNS)
    return any(draft.audience != EVERYONE and not isinstance(draft.event, Rolled) for draft in played.drafts)


def reader(key: str) -> tuple[str, str]:
    """The scenario and the seat to which no page may show what is hidden; what is ordered is hidden in every game."""
    game = GAMES[key]
    scenario = next(iter(hidden(key)), game.scenarios.practice)
    first = game.rules.seats(scenario, game.scenarios.options(scenario, {}))[0]
    return samples_of(key).reader or (scenario, first.id)
