"""A blow against a ship, and what every kind of damage comes down to: hull circles, speed factors, the bottom."""

from __future__ import annotations

from typing import NamedTuple

from events.sovereign_seas.battle import FactorsLost, HullMarked, Sunk
from pbem.games.sovereign_seas.model.geometry import label_of
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.tables import beats
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch


class Attack(NamedTuple):
    """A salvo, or one side of a ram, `by` a ship on a `target`.

    `letter` is the armour the shot beats, None for a ram; `from_step` the half-step from which the target is struck, None in
    the same hex.
    """

    by: str
    target: str
    letter: str | None
    from_step: int | None

    def pierces(self, armour: str) -> bool:
        """SSL-D4.1, SSL-K.2: does it beat this armour ("": none)? SSL-J1.8: a ram asks for none."""
        return self.letter is None or beats(self.letter, armour)


def victim(scratch: TurnScratch, attack: Attack) -> Ship:
    """The ship under attack, as she is now."""
    return scratch.state.ships[attack.target]


def hull_points(scratch: TurnScratch, attack: Attack, n: int, rule: str) -> None:
    """SSL-L3.1: `n` circles go, from the bow, the last one sinks her. SSL-L4.1: each crosses the slash before it."""
    ship = victim(scratch, attack)
    printed, before = ship.printed, ship.log.marked
    marked = min(printed.circles, before + n)
    lost = factors_gone(ship, len(printed.crossings.intersection(range(before + 1, marked + 1))))
    scratch.tell_log(HullMarked(ship.id, marked, lost, printed.maximum(lost)), rule, ship)
    if marked >= printed.circles:
        sink(scratch, attack)


def lose_factors(scratch: TurnScratch, attack: Attack, cause: str, n: int, rule: str) -> None:
    """So many speed factors are marked off; nothing is told of a ship that has none left."""
    ship = victim(scratch, attack)
    lost = factors_gone(ship, n)
    if lost > ship.log.lost:
        scratch.tell_log(FactorsLost(ship.id, cause, lost, ship.printed.maximum(lost)), rule, ship)


def sink(scratch: TurnScratch, attack: Attack) -> None:
    """SSL-M.1: from this moment she neither moves, fires nor counts. Why she sinks is for those who may see her log."""
    ship = victim(scratch, attack)
    scratch.tell_all(Sunk(ship.id, attack.by, label_of(ship.hex)), "SSL-M.1")


def factors_gone(ship: Ship, n: int) -> int:
    """SSL-L5.13: the factors gone after `n` more; there is nothing below none."""
    return min(len(ship.printed.speed_track), ship.log.lost + n)
