"""Orders as canonical words: what `grammar.py` reads back as the same orders."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pbem.core.geometry.hexes import DIRECTIONS, label
from pbem.games.star_navy.language.grammar import read_chain
from pbem.games.star_navy.model.orders import (
    Alternative,
    Board,
    Chain,
    Command,
    Condition,
    EngineItem,
    EngineOrder,
    Fire,
    Isd,
    Jump,
    Keep,
    LayMine,
    Nothing,
    Setup,
    Shields,
    Speed,
    TurnShip,
)
from pbem.games.star_navy.model.tables import MAX_RANGE


def targets_text(targets: Iterable[str]) -> str:
    """`SR1, ANY`."""
    return ", ".join(targets)


def condition_text(condition: Condition) -> str:
    """SN-15.5: one condition, without IF."""
    compared = f"{condition.op} {condition.number}"
    match condition.kind:
        case "RANGE":
            return f"RANGE {condition.unit} {compared}"
        case "ARC":
            return f"ARC {condition.section} {condition.unit}"
        case "SHIELDS":
            return f"SHIELDS {condition.section} {compared}"
        case "HEX":
            return f"HEX {label(condition.hex)}"
        case "FACING":
            return f"FACING {DIRECTIONS[condition.facing]}"
        case _:
            return f"{condition.kind} {compared}"


def _with_conditions(order: str, conditions: tuple[Condition, ...]) -> str:
    return f"{order} IF {' AND '.join(map(condition_text, conditions))}" if conditions else order


def command_text(command: Command) -> str:
    """One command, without conditions."""
    match command:
        case TurnShip(change):
            return "TURN L" if change < 0 else "TURN R"
        case Fire():
            return _fire_text(command)
        case LayMine():
            return "MINE"
        case Board():
            return _board_text(command)
        case Nothing():
            return "NOTHING"


def _fire_text(fire: Fire) -> str:
    number = f" {fire.number}" if fire.number is not None else ""
    at = f" AT {targets_text(fire.targets)}" if fire.targets else ""
    within = f" WITHIN {fire.within}" if fire.within != MAX_RANGE else ""
    return f"FIRE {fire.section}{number}{at}{within}"


def _board_text(board: Board) -> str:
    targets = f" {targets_text(board.targets)}" if board.targets else ""
    retreat = f" RETREAT {board.retreat}" if board.retreat else ""
    leave = f" LEAVE {board.leave}" if board.leave else ""
    return f"BOARD{targets}{retreat}{leave}"


def alternative_text(alternative: Alternative) -> str:
    """A command with its conditions."""
    return _with_conditions(command_text(alternative.command), alternative.conditions)


@lru_cache(maxsize=4096)
def told_chain(text: str) -> tuple[tuple[Alternative, str], ...]:
    """A stored chain: each alternative, and its words. Raises ValueError for text that is none."""
    return tuple((alternative, alternative_text(alternative)) for alternative in read_chain(text))


def chain_text(chain: Chain) -> str:
    """SN-15.4: alternatives joined by ELSE."""
    return " ELSE ".join(map(alternative_text, chain))


def _shields_text(shields: Shields) -> str:
    if shields.how == "LIST":
        return " ".join(["SHIELDS", *(f"{section} {more}" if more else section for section, more in shields.sections)])
    return f"SHIELDS {shields.how} {shields.number}" if shields.number else f"SHIELDS {shields.how}"


def _engine_order_text(order: EngineOrder) -> str:
    match order:
        case Shields():
            return _shields_text(order)
        case Isd(number):
            return "ISD ALL" if number is None else f"ISD {number}"
        case Speed(value, relative):
            return f"SPEED {value:+d}" if relative else f"SPEED {value}"
        case Keep(number):
            return f"KEEP {number}"
        case Nothing():
            return "NOTHING"


def engine_item_text(item: EngineItem) -> str:
    """An engine order with its conditions."""
    return _with_conditions(_engine_order_text(item.order), item.conditions)


def jump_text(jump: Jump) -> str:
    """What follows the word JUMP."""
    where = "LEAVE" if jump.hex is None else f"{label(jump.hex)} {DIRECTIONS[jump.facing]} {jump.speed}"
    return _with_conditions(where, jump.conditions)


def setup_lines(setup: Setup) -> list[str]:
    """SN-2.1, SN-2.2, SN-2.5: the SETUP lines."""
    lines = []
    if setup.weapons:
        lines.append("SETUP WEAPONS " + " ".join(f"{section}={letter}" for section, letter in setup.weapons))
    if setup.speed is not None:
        lines.append(f"SETUP SPEED {setup.speed}")
    if setup.hex is not None:
        lines.append(f"SETUP PLACE {label(setup.hex)} {DIRECTIONS[setup.facing]}")
    return lines
