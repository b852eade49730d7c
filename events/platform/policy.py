"""What is settled beforehand: the game's policy, which is the last of these events."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from events.base import Event, event
from events.platform.causes import Actor

VOTES = {"more time": 100, "pause": 67, "go on": 51, "draw": 100, "master": 67, "roll back": 100}
"""What the players may decide by themselves, and which part of them (per cent) must want it when nothing else is settled."""


@event("game.policy_set", schema=2)
class PolicySet(Event):
    """How the game's clock runs, and what becomes of orders and players that are missing: all players know it from the start.

    The clock. `pace`: `24h`, or days, a time and its zone (`Mon, Thu 20:00 Europe/Berlin`); "": the hours said at the opening.
    No slot of days falls on one of `days_off` (ISO dates), nor is nearer than `min_hours`. `max_hours` is the most by which a
    turn's deadline moves in all, whatever moves it but a decision or an outage (0: no bound). `early`: the turn is resolved as
    soon as all are ready. `notice_hours` are left after an outage.

    The ladder: what is done for a seat without orders. `use_standing`: nobody waits for one that has standing or advance
    orders. `wait_days`: the longest that a deadline waits for a player who is away. `excuses`: so many missed deadlines of a
    seat move by `excuse_hours`; `excuse_after` turns on time win one back (0: none). `grace_hours`, once a turn. `officers`,
    `sitters`: another player of the side, or the person whom the player has named, orders for the seat; a deadline that was
    missed moves by `sitter_hours` for them. `bot`: its name, "" for none. After `offer_after` turns missed in a row (0: never)
    the player loses the seat; it is offered to `substitutes`, or free. `open_seats`: whoever is signed in may take a free
    seat, if `reliability` per cent of their turns came in time.

    `votes`: by what is voted on, which part of the players must want it (per cent; 0: it is not voted on). When the game
    master has done nothing for `silent_days` (0: never), `silent_then` decides. `delay_hours`: so much later than the players
    everybody else sees a turn. `comments`: who may write in the game's thread: whoever is signed in, those who play or run the
    game, or nobody.
    """

    pace: str = ""
    days_off: list[str] = field(default_factory=list)
    min_hours: float = 0.0
    max_hours: float = 0.0
    early: bool = True
    notice_hours: float = 12.0
    use_standing: bool = False
    wait_days: float = 0.0
    excuses: int = 0
    excuse_hours: float = 24.0
    excuse_after: int = 10
    grace_hours: float = 0.0
    officers: bool = False
    sitters: bool = False
    sitter_hours: float = 12.0
    bot: str = ""
    offer_after: int = 0
    substitutes: bool = False
    open_seats: bool = False
    reliability: int = 0
    votes: dict[str, int] = field(default_factory=lambda: dict(VOTES))
    silent_days: float = 14.0
    silent_then: Literal["players", "operator"] = "players"
    delay_hours: float = 0.0
    comments: Literal["everybody", "players", "nobody"] = "everybody"
    why: str = ""
    by: Actor = ""
