"""What every game must keep in the middle of a turn, where replays look: its views neither fail nor tell more than was told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import fields
from typing import Any
from xml.etree import ElementTree

import pytest

from events.base import EVERYONE, Draft, visible
from events.platform import Rolled
from pbem.core.state.canonical_json import hash_of
from pbem.games import GAMES
from pbem.present.svg import to_svg
from pbem.service.context import ServiceContext
from pbem.service.games import opening
from pbem.service.reports import replay
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.kit.playing import AnyGame, by_bot, mixed_bots, open_play, readers, seated, turns_of
from tests.kit.samples import hidden, shown

HIDDEN = [(key, scenario, turns) for key in GAMES for scenario, turns in hidden(key).items()]
"""Scenarios with much that is hidden, and for how many turns they are watched."""
SHOWN = [(key, scenario) for key in GAMES for scenario in shown(key)]


def drafts_of(game: AnyGame, scenario: str, turns: int) -> list[Draft]:
    """What happens in a game of bots."""
    at = open_play(game, scenario, {}, "steps")
    for _ in turns_of(at, by_bot(mixed_bots(game, scenario)), "steps", turns):
        pass
    return at.drafts


def told_steps(game: AnyGame, scenario: str, drafts: list[Draft]) -> Iterator[tuple[str | None, Draft, Any, Any]]:
    """At every event that a reader may see: their view of the whole state, and of one folded from what they may see alone."""
    who = readers(game, scenario)
    full, told = game.rules.blank(), {seat: game.rules.blank() for seat in who}
    for draft in drafts:
        if isinstance(draft.event, Rolled):
            continue
        game.rules.apply(full, draft.event)
        for seat, ids in who.items():
            if visible(draft.audience, ids):
                game.rules.apply(told[seat], draft.event)
                yield seat, draft, game.report.view(full, seat), game.report.view(told[seat], seat)


@pytest.mark.parametrize(("key", "scenario", "turns"), HIDDEN, ids=str)
def test_no_step_tells_more_than_was_told(key: str, scenario: str, turns: int) -> None:
    """At each step a view is that of a state which never had what its reader may not see: nothing hidden can move it.

    At the end of a set-up, where fleets that were hidden are revealed ship by ship, a view may still leave a field empty.
    """
    game = GAMES[key]
    if game.report.view is None:
        pytest.skip("what a reader knows is folded from what they were told")
    watched: Counter[str | None] = Counter()
    for seat, draft, full, told in told_steps(game, scenario, drafts_of(game, scenario, turns)):
        watched[seat] += 1
        if full != told:
            apart = [field.name for field in fields(full) if getattr(full, field.name) != getattr(told, field.name)]
            assert draft.phase == "Set-up" and not any(getattr(full, name) for name in apart), (seat, draft, apart)
    assert set(seated(game, scenario).seats) <= set(watched), "a seat is told nothing at all"


@pytest.mark.parametrize(("key", "scenario"), SHOWN, ids=str)
def test_every_step_of_every_reader_can_be_shown(context: ServiceContext, key: str, scenario: str) -> None:
    """Each is numbered as in the report; its map is valid SVG, and all of it is the same when it is asked for again."""
    game = GAMES[key]
    bots = {seat: f"bot:{name}" for seat, name in mixed_bots(game, scenario).items()}
    stream = opening.open_game(context, key, scenario, players=bots)
    tick(context)
    for seat in (*list(bots)[:2], None):
        for turn in range(load(context, stream).ledger.closed + 1):
            shown = replay.turn_steps(context, stream, turn, seat)
            report = turn_report(context, stream, turn, seat).report
            assert [(s.number, s.text) for s in shown.steps[1:]] == [(h.number, h.text) for h in report.lines]
            _check_moments(context, stream, turn, seat)


def _check_moments(context: ServiceContext, stream: str, turn: int, seat: str | None) -> None:
    drawn: set[int] = set()
    for each in replay.shown_steps(context, stream, turn, seat):
        assert len(each.digest) == 64
        if id(each.scenes) not in drawn and len(drawn) < 3:
            drawn.add(id(each.scenes))
            assert ElementTree.fromstring(to_svg(each.scenes[0])).tag.endswith("svg")
            assert replay.step_at(context, stream, turn, each.step.number, seat) == each


@pytest.mark.parametrize("key", list(GAMES))
def test_what_is_laid_open_hides_nothing(key: str) -> None:
    """All through a game, also between the events of a turn: after `reveal_all` all readers see the same units."""
    game, scenario = GAMES[key], shown(key)[0]
    if game.report.view is None:
        pytest.skip("after the end everybody knows the whole state")
    seats = list(readers(game, scenario))
    looked = list(moments_of(game, drafts_of(game, scenario, 8)))
    assert looked, "no turn leaves an event"
    for number, full in enumerate(looked):
        whole = deepcopy(full)
        game.rules.reveal_all(whole)
        one, other = (game.report.view(whole, seat) for seat in (seats[0], seats[-1]))
        seen = set(game.report.names(game.report.view(full, None)))
        assert game.report.names(one) == game.report.names(other) and seen <= set(game.report.names(one))
        assert hash_of(one) and hash_of(game.rules.dump(full)) and EVERYONE not in seats
        assert number % 7 or list(game.report.draw(other))


def moments_of(game: AnyGame, drafts: list[Draft]) -> Iterator[Any]:
    """The state after some sixty of the events of the turns, spread over all."""
    state, turned = game.rules.blank(), [number for number, draft in enumerate(drafts) if draft.turn]
    looked = set(turned[:: 1 + len(turned) // 60])
    for number, draft in enumerate(drafts):
        if not isinstance(draft.event, Rolled):
            game.rules.apply(state, draft.event)
        if number in looked:
            yield deepcopy(state)
