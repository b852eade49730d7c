"""Golden playthroughs: whole games as text. A change of rules shows as a diff; an unasked one as a failure.

`make playthroughs` writes them anew. To add one, add a line to GAMES_PLAYED.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from events.base import Draft
from events.platform import Rolled
from pbem.games import GAMES
from tests.kit.playing import Played, by_bot, open_play, turns_of

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Golden:
    """One recorded game."""

    name: str
    game: str
    scenario: str
    bots: dict[str, str]
    options: dict[str, str] = field(default_factory=dict)
    turns: int = 60


GAMES_PLAYED = [
    Golden("star_navy-first-blood", "star_navy", "first-blood", {"blue": "aggressive", "red": "cautious"}),
    Golden(
        "star_navy-harrow-belt-cycles",
        "star_navy",
        "harrow-belt",
        {"blue": "aggressive", "red": "aggressive"},
        {"pace": "cycle"},
    ),
    Golden("star_navy-four-corners", "star_navy", "four-corners", {s: "aggressive" for s in "abcd"}, turns=24),
    Golden(
        "star_navy-wolf-pack-open", "star_navy", "wolf-pack", {"blue": "cautious", "red": "aggressive"}, {"screen": "off"}, 18
    ),
]


def transcript(golden: Golden) -> Iterator[str]:
    """The game in words: orders, dice, events with clause and audience, and a digest of the state after each turn."""
    game = GAMES[golden.game]
    at = open_play(game, golden.scenario, golden.options, golden.name)
    yield f"{game.title}, {golden.scenario}, options {json.dumps(golden.options)}, rules version {game.rules_version}"
    yield from (_line(draft) for draft in at.drafts)
    yield _digest(at)
    for number, drafts in turns_of(at, by_bot(golden.bots), golden.name, golden.turns):
        yield ""
        yield f"=== turn {number}"
        for seat, text in at.texts[-1].items():
            yield f"orders of {seat}:"
            yield from (f"    {line}" for line in text.splitlines())
        yield from (_line(draft) for draft in drafts)
        yield _digest(at)
    verdict = game.verdict(at.state)
    yield ""
    yield f"verdict: {verdict.winners} {verdict.text}" if verdict else "still under way"


def _line(draft: Draft) -> str:
    event = draft.event
    where = f"{draft.phase or '-':10} {draft.rule or '-':9} [{draft.audience}]"
    if isinstance(event, Rolled):
        return f"{where} roll {len(event.faces)}d{event.sides} {event.purpose}: {' '.join(map(str, event.faces))}"
    fields = " ".join(f"{key}={json.dumps(value)}" for key, value in vars(event).items())
    return f"{where} {event.type.partition('.')[2]} {fields}"


def _digest(at: Played) -> str:
    text = json.dumps(at.game.dump(at.state), sort_keys=True)
    return f"state {hashlib.sha256(text.encode()).hexdigest()[:16]}"


@pytest.mark.parametrize("golden", GAMES_PLAYED, ids=lambda g: g.name)
def test_playthrough(golden: Golden, request: pytest.FixtureRequest) -> None:
    """The recorded game is played again, line for line."""
    path = HERE / f"{golden.name}.txt"
    lines = "\n".join(transcript(golden)) + "\n"
    if request.config.getoption("--update-playthroughs"):
        path.write_text(lines, encoding="utf-8")
    assert path.exists(), "no recorded game; make playthroughs"
    assert lines.splitlines() == path.read_text(encoding="utf-8").splitlines()
