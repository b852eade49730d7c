"""Who is told of whom: no event, sentence, clause or die names a unit that its reader had not been told of by then.

What is known can be right while an event tells too much: what it says and the state does not keep shows in no state. So
this reads the texts. What readers know is what the state holds that is folded from all they were told up to the text, what they
command, and what they have ordered themselves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from events import codec
from events.base import Draft, visible
from events.platform import Rolled
from pbem.core.state.codec import dump
from tests.kit.playing import GAMES, AnyGame, Orders, Played, by_bot, mixed_bots, open_play, play_turn, readers, seated
from tests.kit.samples import home_of, samples_of

TURNS = 12
ID = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)*")
TABLES = [(key, scenario) for key, game in GAMES.items() for scenario in game.scenarios]

tables = pytest.mark.parametrize("table", TABLES, ids="-".join)


# ---------------------------------------------------------------- names


def units_of(at: Played) -> set[str]:
    """Ids of everything in the game that has one: whoever is ordered, and whatever the state keeps by its name."""
    named = {unit for ask in at.game.rules.due(at.state).values() for unit in ask.units} | set(at.game.report.names(at.state))
    kept = {name for part in dump(at.state).values() if isinstance(part, dict) for name in part}
    return {name for name in named | kept if ID.fullmatch(name)}


def named_in(text: str, units: set[str]) -> set[str]:
    """Which of these ids are in a text, also as a part of a longer one: missile SR1-M1 names SR1."""
    words = set(re.findall(r"[A-Z0-9]+(?:-[A-Z0-9]+)*", text))
    parts = {"-".join(word.split("-")[:n]) for word in words for n in range(1, word.count("-") + 2)}
    return parts & units


# ---------------------------------------------------------------- what one reader is told


@dataclass
class Reader:
    """One of the readers of a game while they are told its events, one after the other."""

    game: AnyGame
    ids: frozenset[str]
    state: Any
    known: set[str]
    leaks: list[str] = field(default_factory=list)

    def hear(self, draft: Draft, units: set[str], sentence: str) -> None:
        """An event that they may see, with what their report says of it."""
        event = draft.event
        if not isinstance(event, Rolled):
            self.game.rules.apply(self.state, event)
        self.known |= named_in(samples_of(self.game.key).introduces(event), units)
        payload = event.purpose if isinstance(event, Rolled) else codec.encode(event)
        for text in (payload, draft.rule, draft.phase, sentence):
            if strange := self._unknown(text, units):
                self.leaks.append(f"turn {draft.turn}, {event.type}: {sorted(strange)} in {text}")

    def _unknown(self, text: str, units: set[str]) -> set[str]:
        strange = named_in(text, units) - self.known
        if strange:
            self.known |= named_in(json.dumps(dump(self.state)), units)
        return strange - self.known


@dataclass
class Telling:
    """A game that is told to all its readers while it is played."""

    at: Played
    readers: dict[str | None, Reader]
    crews: dict[str | None, tuple[str, ...]]
    """Whose orders a reader has given themselves, or sees in the report."""
    units: set[str] = field(default_factory=set)

    def tell(self, drafts: list[Draft]) -> None:
        """A turn's events, in the sentences of the report that closes it."""
        self.units |= units_of(self.at)
        ordered = self.at.texts[-1] if self.at.texts else {}
        for seat, reader in self.readers.items():
            known = self.at.known(seat)
            reader.known |= named_in(" ".join(ordered.get(mate, "") for mate in self.crews[seat]).upper(), self.units)
            for draft in drafts:
                if visible(draft.audience, reader.ids):
                    told = None if isinstance(draft.event, Rolled) else self.at.game.report.tell(draft.event, known)
                    reader.hear(draft, self.units, told or "")

    @property
    def leaks(self) -> list[str]:
        """All that was told to readers who did not know it."""
        return [f"{seat}: {leak}" for seat, reader in self.readers.items() for leak in reader.leaks]


def told(game: AnyGame, scenario: str, at: Played) -> Telling:
    """A game that has just been opened, told to its readers."""
    ledger, who = seated(game, scenario), readers(game, scenario)
    crews = {seat: (seat, *ledger.crewmates(seat)) if seat else () for seat in who}
    own = {seat: set(ask.units) for seat, ask in game.rules.due(at.state).items()}
    telling = Telling(
        at, {seat: Reader(game, ids, game.rules.blank(), own.get(seat or "", set())) for seat, ids in who.items()}, crews
    )
    telling.tell(at.drafts)
    return telling


def play_on(telling: Telling, orders: Orders, turns: int) -> None:
    """Some turns, or until the last but one: at the end all is revealed."""
    for number in range(1, turns + 1):
        drafts = play_turn(telling.at, orders, "audiences", number)
        if telling.at.over:
            return
        telling.tell(drafts)


# ---------------------------------------------------------------- whole games


def wilful(game: AnyGame, scenario: str) -> Orders:
    """Bots, who in every third turn of a seat order something that they are offered instead of what they would do."""
    bots = by_bot(mixed_bots(game, scenario))

    def orders(game: AnyGame, known: Any, seat: str, chance: Callable[[int], int]) -> str:
        if chance(3):
            return bots(game, known, seat, chance)
        offered: dict[str, list[str]] = {}
        for each in game.planning.suggest(known):
            offered.setdefault(each.unit, []).append(each.text)
        return "\n".join(f"{unit}:\n{texts[chance(len(texts))]}" for unit, texts in offered.items())

    return orders


@tables
def test_nobody_is_told_of_a_unit_that_they_do_not_know(table: tuple[str, str]) -> None:
    """Payloads, clauses, phases and dice of all events, and the sentences of the report, for every seat and a spectator."""
    game, scenario = GAMES[table[0]], table[1]
    telling = told(game, scenario, open_play(game, scenario, {}, "audiences"))
    play_on(telling, wilful(game, scenario), TURNS)
    assert telling.leaks == [], (
        "An event, its clause, dice or sentence names a unit that its reader does not know. Give the event an audience; "
        f"if the event itself makes the unit known, say so in `Samples.introduces` of {home_of(table[0])}."
    )
