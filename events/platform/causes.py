"""Who did something, and why a deadline is where it is."""

from __future__ import annotations

from typing import Literal

Actor = Literal["", "master", "operator", "player", "players", "campaign"]
"""Who did it: a game master, the operator, the player of the seat, all players by a vote, the campaign that a game
is a battle of; "": the rules or the clock."""
DeadlineCause = Literal[
    "rhythm", "all_seated", "all_ready", "all_asked", "excuse", "grace", "absent", "sitter", "outage", "clock", "decision"
]
"""What set a deadline: the game's rhythm, the last seat taken, all ready, enough asked for more time, an excuse, the policy's
hours of grace, a player who is away, somebody who is to order for a seat, an outage, a clock that was wrong, or a decision."""
MissingCause = Literal["excuse", "grace", "absent", "sitter"]
"""Why a deadline moves for seats that have sent nothing: see the ladder of `PolicySet`."""
