"""Who plays a seat: a person by their id, or a bot as `bot:NAME`; "" is nobody."""

from __future__ import annotations

BOT = "bot:"


def bot_name(player: str) -> str:
    """The name of the bot; "" for a person, and for nobody."""
    return player.removeprefix(BOT) if player.startswith(BOT) else ""


def is_person(player: str) -> bool:
    """Is it neither a bot nor nobody?"""
    return bool(player) and not player.startswith(BOT)
