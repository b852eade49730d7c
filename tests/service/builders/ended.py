"""Games that are over at once: the rules' own verdict, without the turns that lead to it."""

from __future__ import annotations

from events.platform import Actor, GameEnded, SeedRevealed
from pbem.service.context import ServiceContext
from pbem.service.decide import change, public
from pbem.service.games.opening import open_game


def end(context: ServiceContext, stream: str, winners: list[str], by: Actor = "") -> None:
    """The verdict on a game that goes on, by its rules unless somebody else is named."""
    verdict = GameEnded(winners, "It is over.", by)
    change(context, stream, lambda record, now: public(record, verdict, SeedRevealed(record.ledger.seed)))


def ended_game(context: ServiceContext, players: dict[str, str], winners: list[str], scenario: str = "first-blood") -> str:
    """A game of Star Navy between persons, won by these sides (none: a draw)."""
    stream = open_game(context, "star_navy", scenario, players=players)
    end(context, stream, winners)
    return stream
