"""Orders as data. `grammar.py` reads words into these, `words.py` writes them back as canonical words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pbem.core.geometry.hexes import Hex

ANY = "ANY"


@dataclass(frozen=True)
class Condition:
    """SN-15.5. `unit` for RANGE and ARC, `section` for ARC and SHIELDS, `op` and `number` where compared, `hex`, `facing`."""

    kind: Literal["RANGE", "ARC", "ENERGY", "INTEGRITY", "SHIELDS", "HEX", "FACING"]
    unit: str = ""
    section: str = ""
    op: str = ""
    number: int = 0
    hex: Hex = (0, 0)
    facing: int = 0


@dataclass(frozen=True)
class TurnShip:
    """`TURN L` (-1) or `TURN R` (+1)."""

    change: Literal[-1, 1]


@dataclass(frozen=True)
class Fire:
    """`FIRE section [n] [AT list] [WITHIN r]`. `section` may be ANY; `number` None is ALL; no targets: POLICY TARGETS."""

    section: str
    number: int | None = None
    targets: tuple[str, ...] = ()
    within: int = 15


@dataclass(frozen=True)
class LayMine:
    """`MINE`."""


@dataclass(frozen=True)
class Board:
    """`BOARD [list] [RETREAT …] [LEAVE …]`; None and empty mean: by policy. `leave` is a number or HALF, ALL, NONE."""

    targets: tuple[str, ...] = ()
    retreat: str = ""
    leave: str = ""


@dataclass(frozen=True)
class Nothing:
    """`NOTHING`."""


Command = TurnShip | Fire | LayMine | Board | Nothing


@dataclass(frozen=True)
class Alternative:
    """A command with its conditions."""

    command: Command
    conditions: tuple[Condition, ...] = ()


Chain = tuple[Alternative, ...]
"""SN-15.4: alternatives in the order of trying, at most five."""


@dataclass(frozen=True)
class Shields:
    """`SHIELDS`. how: ALL; EVEN (at most `number`, 0: no limit); MIN (`number` each); LIST of (section, more; 0: all)."""

    how: Literal["ALL", "EVEN", "MIN", "LIST"]
    number: int = 0
    sections: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Isd:
    """`ISD n`; None is ALL."""

    number: int | None = None


@dataclass(frozen=True)
class Speed:
    """`SPEED v` (relative False) or `SPEED +n` / `-n` (relative True)."""

    value: int
    relative: bool = False


@dataclass(frozen=True)
class Keep:
    """`KEEP n`."""

    number: int


EngineOrder = Shields | Isd | Speed | Keep | Nothing


@dataclass(frozen=True)
class EngineItem:
    """One engine order with its conditions."""

    order: EngineOrder
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class Jump:
    """`JUMP LEAVE` (hex None) or `JUMP hex facing speed`, with conditions."""

    hex: Hex | None = None
    facing: int = 0
    speed: int = 0
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class Setup:
    """`SETUP`: any of weapons by section, speed, place."""

    weapons: tuple[tuple[str, str], ...] = ()
    speed: int | None = None
    hex: Hex | None = None
    facing: int = 0
