"""The campaign file of a tournament: players meet in one scenario, sides swapped in turn, and points alone count (CMP-7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.campaign.model.campaign_file import Brings, CampaignFile, Node, Pairing, Side
from pbem.core.game.options import NoScenario
from pbem.games import GAMES

MATCH = "MATCH"
MOST_PLAYERS = 64
IN_WORDS: Mapping[Pairing, str] = {"swiss": "Swiss pairs", "round robin": "each meets each", "ladder": "a ladder"}


def tournament(book: str, scenario: str, players: int, pairing: Pairing, rounds: int, **options: Any) -> CampaignFile:
    """Of `players` sides called p1, p2, ...; `options` are those of the scenario. A round robin lasts until all have met.

    Raises:
        NoScenario: an unknown rule book, scenario or option, one with more than two sides, or too few or too many players.
    """
    if book not in GAMES:
        raise NoScenario(f"no game {book!r}; there are {', '.join(GAMES)}")
    if not 2 <= players <= MOST_PLAYERS:
        raise NoScenario(f"a tournament is for 2 to {MOST_PLAYERS} players, not {players}")
    game = GAMES[book]
    found = game.scenarios.find(scenario)
    seats = game.rules.seats(found.key, game.scenarios.options(found.key, options))
    sides = list(dict.fromkeys(seat.side for seat in seats))
    if len(sides) != 2:
        raise NoScenario(f"{found.title} has {len(sides)} sides; two players meet in a scenario with two")
    brings = {name: Brings(plays, printed=True) for name, plays in zip(("first", "second"), sides, strict=True)}
    everybody = players - 1 + players % 2
    return CampaignFile(
        key=f"{found.key}-tournament",
        code=f"CMP-{found.code}",
        title=f"Tournament: {found.title}",
        summary=f"{players} players meet in {found.title} of {game.title}: {IN_WORDS[pairing]}.",
        sides=[Side(f"p{n}", f"Player {n}") for n in range(1, players + 1)],
        nodes=[Node(MATCH, found.title, book, found.key, brings, dict(options))],
        start=[MATCH],
        rounds=everybody if pairing == "round robin" else rounds,
        pairing=pairing,
    )
