"""Lines of orders: words as orders, and orders as canonical words (section 5)."""

from __future__ import annotations

import re
from typing import get_args

from pbem.core.orders import order_words
from pbem.core.orders.language import Language
from pbem.core.orders.remembered import Remembered
from pbem.core.texts.envelope import UnreadableOrder
from pbem.games.stingray.model.order_parts import PLAN, items_of
from pbem.games.stingray.model.orders import Cancel, Line, Order, Over, Plan, Standing

DECOYS = re.compile(r"(STANDING )?(?:LAUNCH|FIRE)(?=[ .!]*$| [0-9])", re.I)
"""What launches a decoy of a SuperSub, as nothing else."""


class Words(order_words.Words):
    """`PHASE3` is `PHASE 3`, and the first word may have its number as close."""

    TOKEN = re.compile(
        r"[A-Za-z]++(?![0-9])|[0-9]+|(?:\A|(?<=\A(?i:STANDING) ))[A-Za-z]+|(?ai:PHASE|STING|TUBE|RANGE|WITHIN|ZONE)(?=[0-9])"
        r"|[A-Za-z]+[0-9]+|<=|>=|=<|=>|==|\S"
    )

    def refusal(self, why: str = "", legal: str = "", expected: str = "") -> UnreadableOrder:
        """The error at the next word."""
        missing = f"{expected[:1].upper()}{expected[1:]} must follow, not {{}}" if expected else ""
        return super().refusal(why or missing, legal)


LINES: Language[Line] = Language(*get_args(Line), words=Words)


_order: Remembered[str, Line] = Remembered(LINES.line)


def read(text: str, vessel_class: str = "") -> list[Line]:
    """One line: mostly one order; `6 OVER` is two. `LAUNCH 1` of a SuperSub is a decoy's. Raises `UnreadableOrder`."""
    line = text.strip()
    if plan := PLAN.fullmatch(line):
        return [Plan(items_of(plan[1])), *[Over()] * bool(plan[2])]
    if vessel_class == "SS" and (launch := DECOYS.match(line)):
        line = f"{launch[1] or ''}DECOY{line[launch.end() :]}"
    return [_order(line)]


def _read_lines(lines: tuple[str, ...]) -> tuple[Order | Standing, ...]:
    found = [order for line in lines for order in read(line)]
    return tuple(order for order in found if not isinstance(order, Cancel))


read_lines: Remembered[tuple[str, ...], tuple[Order | Standing, ...]] = Remembered(_read_lines)
"""The canonical lines of one unit of a sheet. Raises `UnreadableOrder` for lines that are not canonical."""


def order_text(order: Order | Standing) -> str:
    """One order, as a line of a sheet."""
    return LINES.write(order)


def head(order: Order | Standing) -> str:
    """The word that an order is known by."""
    return "MOVE" if isinstance(order, Plan) else order_text(order).partition(" ")[0]
