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

from events.base import Draft, visible
from events.platform import Rolled
from pbem.games import GAMES
from tests.kit.playing import Played, by_bot, open_play, readers, turns_of

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
    viewer: str = ""
    """A seat: only what it is told, in the words of its reports. Without one, all that happens."""


CREW = ("captain", "copilot", "aquaphibian")
NEW_TOY = ("captain1", "copilot1", "captain2", "copilot2", "aquaphibian")
TANKER_RUN = ("supersub", "captain", "copilot", "fish1", "fish2")
GAMES_PLAYED = [
    Golden("star_navy-first-blood", "star_navy", "first-blood", {"blue": "aggressive", "red": "cautious"}),
    Golden(
        "star_navy-harrow-belt-cycles",
        "star_navy",
        "harrow-belt",
        {"blue": "aggressive", "red": "aggressive"},
        {"pace": "cycle"},
    ),
    Golden("stingray-new-toy", "stingray", "new-toy", {s: "steady" for s in NEW_TOY}),
    Golden("stingray-tanker-run-fish", "stingray", "tanker-run", {s: "steady" for s in TANKER_RUN}, viewer="fish1"),
    Golden("stingray-overwhelming-copilot", "stingray", "overwhelming-numbers", {s: "steady" for s in CREW}, viewer="copilot"),
    Golden("stingray-agent-x20", "stingray", "agent-x20", {s: "bold" for s in CREW}),
    Golden("sovereign_seas-bellerophon-ocean", "sovereign_seas", "bellerophon-ocean", {"gb": "line", "fr": "ram"}),
    Golden(
        "sovereign_seas-fleet-british",
        "sovereign_seas",
        "fleet-engagement",
        {"gb": "line", "fr": "line"},
        turns=5,
        viewer="gb",
    ),
    Golden(
        "sovereign_seas-cruisers-hidden",
        "sovereign_seas",
        "cruisers",
        {"gb": "line", "fr": "line"},
        {"hidden_logs": "on"},
        viewer="gb",
    ),
    Golden(
        "sovereign_seas-blockade-two-admirals",
        "sovereign_seas",
        "blockade-breakout",
        {"gb": "line", "gb2": "line", "fr": "line", "fr2": "ram"},
        {"admirals": "two"},
        turns=8,
        viewer="fr2",
    ),
    Golden(
        "sovereign_seas-convoy-french", "sovereign_seas", "convoy-attack", {"gb": "ram", "fr": "line"}, turns=7, viewer="fr"
    ),
    Golden("star_navy-four-corners", "star_navy", "four-corners", {s: "aggressive" for s in "abcd"}, turns=24),
    Golden(
        "star_navy-wolf-pack-open", "star_navy", "wolf-pack", {"blue": "cautious", "red": "aggressive"}, {"screen": "off"}, 18
    ),
    Golden("wet_thrust-first-salvo", "wet_thrust", "first-salvo", {"de": "steady", "gb": "bold"}),
    Golden("wet_thrust-convoy-british", "wet_thrust", "convoy", {"gb": "steady", "de": "steady"}, viewer="gb"),
    Golden("wet_thrust-acasta", "wet_thrust", "acasta", {"de": "steady", "gb": "bold"}, turns=5),
    Golden(
        "wet_thrust-two-carriers-german", "wet_thrust", "two-carriers", {"de": "steady", "gb": "bold"}, turns=7, viewer="de"
    ),
    Golden(
        "wet_thrust-denmark-strait-two-admirals",
        "wet_thrust",
        "denmark-strait",
        {"de": "bold", "de2": "bold", "gb": "steady", "gb2": "steady"},
        {"admirals": "two", "open_sheets": "on", "weather": "squalls"},
        turns=4,
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
    yield from _verdict(at)


def viewed(golden: Golden) -> Iterator[str]:
    """The game as one seat lives it: its own orders, what it is told and rolls, and the panels of its reports."""
    game = GAMES[golden.game]
    at = open_play(game, golden.scenario, golden.options, golden.name)
    yield f"{game.title}, {golden.scenario}, options {json.dumps(golden.options)}, as {golden.viewer} sees it"
    yield from _sentences(golden, at, at.drafts)
    for number, drafts in turns_of(at, by_bot(golden.bots), golden.name, golden.turns):
        yield ""
        yield f"=== turn {number}"
        yield "orders:"
        yield from (f"    {line}" for line in at.texts[-1].get(golden.viewer, "").splitlines())
        yield from _sentences(golden, at, drafts)
    yield from _verdict(at)


def _sentences(golden: Golden, at: Played, drafts: list[Draft]) -> Iterator[str]:
    view = at.known(golden.viewer)
    reader = readers(at.game, golden.scenario, golden.options)[golden.viewer]
    for draft in drafts:
        if visible(draft.audience, reader):
            if isinstance(draft.event, Rolled):
                yield _line(draft)
            elif said := at.game.report.tell(draft.event, view):
                yield f"{draft.phase or '-':10} {draft.rule or '-':9} {said}"
    for panel in at.game.report.panels(view):
        yield f"-- {panel.title}"
        yield from (f"   {line}".rstrip() for line in panel.lines)


def _verdict(at: Played) -> Iterator[str]:
    verdict = at.game.rules.verdict(at.state)
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
    text = json.dumps(at.game.rules.dump(at.state), sort_keys=True)
    return f"state {hashlib.sha256(text.encode()).hexdigest()[:16]}"


@pytest.mark.parametrize("golden", GAMES_PLAYED, ids=lambda g: g.name)
def test_playthrough(golden: Golden, request: pytest.FixtureRequest) -> None:
    """The recorded game is played again, line for line."""
    path = HERE / f"{golden.name}.txt"
    lines = "\n".join(viewed(golden) if golden.viewer else transcript(golden)) + "\n"
    if request.config.getoption("--update-playthroughs"):
        path.write_text(lines, encoding="utf-8")
    assert path.exists(), "no recorded game; make playthroughs"
    assert lines.splitlines() == path.read_text(encoding="utf-8").splitlines()
