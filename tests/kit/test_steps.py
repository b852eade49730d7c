"""What every game must keep in the middle of a turn, where replays look: what readers know can be shown at every step."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from events.base import Draft, visible
from events.platform import Rolled
from pbem.present.svg import to_svg
from pbem.service.context import ServiceContext
from pbem.service.games import opening
from pbem.service.reports import replay
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.kit.playing import GAMES, AnyGame, by_bot, mixed_bots, open_play, readers, turns_of
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


@pytest.mark.parametrize("key", [key for key in GAMES if GAMES[key].report.off_map])
def test_the_map_is_the_same_after_what_is_said_to_be_off_it(key: str) -> None:
    """Whoever looks: a replay does not draw it anew."""
    game, scenario = GAMES[key], shown(key)[0]
    met, drafts = 0, drafts_of(game, scenario, 2)
    for seat, ids in readers(game, scenario).items():
        known, drawn = game.rules.blank(seat), None
        for draft in drafts:
            if isinstance(draft.event, Rolled) or not visible(draft.audience, ids):
                continue
            off = type(draft.event) in game.report.off_map
            if off and drawn is None:
                drawn = next(game.report.draw(known))
            game.rules.apply(known, draft.event)
            if off:
                assert next(game.report.draw(known)) == drawn, draft.event
                met += 1
            else:
                drawn = None
    assert met
