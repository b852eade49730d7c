"""Policies as tests write them: hours of grace, what is done for who is away, and whether free seats are open."""

from __future__ import annotations

from events.platform import PolicySet


def policy_of(grace: float, absent: str, open_seats: bool, why: str) -> PolicySet:
    """`absent`: standing, wait or bot:NAME."""
    kind, _, bot = absent.partition(":")
    waits = 14.0 if kind == "wait" else 0.0
    return PolicySet(grace_hours=float(grace), wait_days=waits, bot=bot, open_seats=open_seats, why=why)
