"""What readers know: the fold of what they were shown, true as far as it goes, and never more than the rule book allows."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from events.base import EVERYONE, Draft, Event
from events.platform import Rolled
from pbem.core.state import codec
from pbem.core.state.knowledge import known, strangers
from pbem.core.state.record import Record
from pbem.present.report import to_text
from pbem.present.svg import to_svg
from pbem.service import repository
from pbem.service.context import ServiceContext
from pbem.service.games.opening import open_game
from pbem.service.history import OPERATOR
from pbem.service.orders.file import file_orders
from pbem.service.orders.order_desk import desk, try_orders
from pbem.service.reports import turn_report
from pbem.service.repository import load
from pbem.service.turns.close import resolve_now
from tests.kit.differences import falsehoods
from tests.kit.knowledge.checked_turns import readers_of, wider
from tests.kit.playing import GAMES, AnyGame, by_bot, chance_from, mixed_bots, open_play, play, turns_of
from tests.kit.samples import hidden, samples_of

TABLES = [(key, scenario) for key, game in GAMES.items() for scenario in game.scenarios]
tables = pytest.mark.parametrize("table", TABLES, ids="-".join)
games = pytest.mark.parametrize("key", list(GAMES))
TURNS = 40
ALIKE = 8
"""Events of one type, clause and audience of which each wider audience is tried."""


# ---------------------------------------------------------------- the fold


@tables
def test_what_readers_know(table: tuple[str, str]) -> None:
    """At every turn every reader's part of the log folds without falling; what comes of it is true, and survives its JSON.

    Somebody who is shown every event knows what the rules do.
    """
    at = open_play(GAMES[table[0]], table[1], {}, "known")
    remembered = re.compile("|".join(samples_of(table[0]).remembered) or "(?!)")
    for number, _ in turns_of(at, by_bot(mixed_bots(at.game, table[1])), "known", TURNS):
        whole = codec.dump(at.state)
        for seat in at.readers:
            _check_json(at.known(seat))
            wrong = [path for path in falsehoods(codec.dump(at.known(seat)), whole) if not remembered.fullmatch(path)]
            assert wrong == [], f"turn {number}: {seat or 'a spectator'} takes for true what is not so"
        if number % 10 == 1:
            told = [(draft.event, "omniscient") for draft in at.drafts if not isinstance(draft.event, Rolled)]
            assert known(at.game, told, None, frozenset({"omniscient"})) == at.state


def _check_json(state: Any) -> None:
    """Read back, or copied, it is the same."""
    dumped = codec.dump(state)
    again = codec.read(type(state), json.loads(json.dumps(dumped)))
    assert codec.dump(again) == dumped == codec.dump(codec.copy(state))


# ---------------------------------------------------------------- audiences


def test_each_event_type_says_who_may_see_it() -> None:
    """In a word beside its declaration, which its game explains."""
    assert [cls.type for key in GAMES for cls in GAMES[key].events if not cls.shown_to] == []


class Mutations:
    """Each event and roll of games of bots once more, with every audience that is wider than its own."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.state: Any = game.rules.blank()
        self.tried: Counter[str] = Counter()
        self.unseen: set[str] = set()

    def try_all(self, draft: Draft) -> None:
        """Before the event is applied."""
        alike = f"{draft.event.type} {draft.rule} {draft.audience}"
        self.tried[alike] += draft.audience != EVERYONE
        for audience in wider(self.state, draft.audience) if self.tried[alike] <= ALIKE else ():
            if not self._refused(draft, draft.event, audience):
                self.unseen.add(f"{draft.event.type} ({draft.rule}) for {draft.audience!r}, widened to {audience!r}")

    def _refused(self, draft: Draft, event: Event, audience: str) -> bool:
        if isinstance(event, Rolled):
            return not self.game.rules.roll_audience(self.state, draft.rule, audience)
        return bool(strangers(self.game, self.state, event, audience, readers_of(self.state)))


@games
def test_every_audience_that_is_widened_is_noticed(key: str) -> None:
    """An audience left out tells everybody; one that names one seat more tells a stranger: both are refused, each time."""
    found = Mutations(GAMES[key])
    for scenario in GAMES[key].scenarios:
        at = play(GAMES[key], scenario, {}, by_bot(mixed_bots(GAMES[key], scenario)), "widened", 12)
        found.state = GAMES[key].rules.blank()
        for draft in at.drafts:
            found.try_all(draft)
            if not isinstance(draft.event, Rolled):
                GAMES[key].rules.apply(found.state, draft.event)
    assert found.unseen == set(), f"say in the audiences of {key} what each event may be shown to at most"
    assert found.tried.total() or not hidden(key)


# ---------------------------------------------------------------- hidden facts


def under_way(context: ServiceContext, key: str, scenario: str) -> str:
    """A game of which two turns were played, or as many as anybody had orders for."""
    game, bots = GAMES[key], mixed_bots(GAMES[key], scenario)
    stream = open_game(context, key, scenario, players={seat: f"p{seat}" for seat in bots}, rhythm_hours=0)
    for turn in (1, 2):
        owing = game.rules.due(load(context, stream).state)
        for seat in owing:
            text = game.planning.bots[bots[seat]](load(context, stream).known(seat), chance_from(f"{turn} {seat}"))
            file_orders(context, stream, seat, text, f"{turn} {seat}")
        if owing:
            resolve_now(context, stream, "all is said", OPERATOR)
    return stream


def pages(context: ServiceContext, stream: str, seat: str) -> list[str]:
    """What a seat is shown of its game: the report with its pictures, the desk, and a dry run of the orders offered there."""
    made = turn_report.turn_report(context, stream, load(context, stream).ledger.closed, seat)
    offered = desk(context, stream, seat)
    tried = try_orders(context, stream, seat, offered.template)
    return [to_text(made.report), *map(to_svg, made.scenes), repr(offered), repr(tried)]


@games
def test_hidden_facts_move_no_byte(context: ServiceContext, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """All that a seat is shown is the same when the whole state behind it holds nothing but what that seat knows."""
    scenario = next(iter(hidden(key)), GAMES[key].scenarios.practice)
    stream = under_way(context, key, scenario)
    seats = list(load(context, stream).ledger.seats)
    before = {seat: pages(context, stream, seat) for seat in seats}
    for seat in seats:

        def blinded(context: ServiceContext, stream: str, turn: int | None = None, seat: str = seat) -> Record:
            record = load(context, stream, turn)
            owed = record.game.rules.due(record.state)  # all may know who is waited for
            record.game = replace(record.game, rules=replace(record.game.rules, due=lambda state: owed))
            record.state = record.known(seat)
            return record

        monkeypatch.setattr(turn_report, "load", blinded)
        monkeypatch.setattr(repository, "load", blinded)
        assert pages(context, stream, seat) == before[seat], seat
        monkeypatch.undo()
