"""What the envelope must know of the language (5.1)."""

from __future__ import annotations

import re

from pbem.core.orders.order_words import OrderError
from pbem.core.orders.wording import Wording
from pbem.games.stingray.language.grammar import read
from pbem.games.stingray.language.syntax import FORMS, HEADS, RESERVED
from pbem.games.stingray.orders.filing import GOES_ON, MOST_LENGTH


def reads(text: str) -> bool:
    """Is a text one order for a vessel of any class?"""
    return len(text) <= MOST_LENGTH and any(_reads(text, vessel_class) for vessel_class in FORMS)


def _reads(text: str, vessel_class: str) -> bool:
    try:
        return bool(read(text, vessel_class))
    except OrderError:
        return False


WORDING = Wording(
    heads=HEADS,
    words=RESERVED
    | set(
        [
            "RANGE",
            "ARC",
            "PHASE",
            "STING",
            "TUBE",
            "MK61",
            "MK7",
            "DECOY",
            "MISSILE",
            "WITHIN",
            "EVADE",
            "STEERING",
            "ZONE",
            "HALF",
            "FULL",
            "DIRECT",
            "STARBOARD",
            "PORT",
            "UP",
            "DOWN",
            "TRAP",
            "AGENT",
            "PLANS",
            "SABOTAGE",
            "ON",
            "OFF",
        ]
    ),
    goes_on=GOES_ON,
    order_shape=re.compile(r"[0-9SRPL][0-9SRPL ,.-]*(?:OVER)?[ .!]*", re.I),
    reads=reads,
)
