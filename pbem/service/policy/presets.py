"""Ready-made policies to start from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Preset:
    """What it is for, in a few words, and the fields that it sets; all others are as a policy has them by itself."""

    summary: str
    fields: dict[str, Any]


PRESETS = {
    "club": Preset(
        "three days for a turn, and help for who is late: for most games",
        {
            "pace": "72h",
            "min_hours": 12.0,
            "max_hours": 14 * 24.0,
            "wait_days": 14.0,
            "excuses": 2,
            "grace_hours": 12.0,
            "officers": True,
            "sitters": True,
            "offer_after": 3,
            "substitutes": True,
            "open_seats": True,
        },
    ),
    "fast": Preset(
        "a day for a turn; nobody waits where standing orders will do",
        {
            "pace": "24h",
            "max_hours": 48.0,
            "use_standing": True,
            "grace_hours": 3.0,
            "sitters": True,
            "sitter_hours": 6.0,
            "offer_after": 2,
            "substitutes": True,
            "open_seats": True,
        },
    ),
    "strict": Preset(
        "three days for a turn; what is missed is missed",
        {"pace": "72h", "max_hours": 72.0, "offer_after": 2, "substitutes": True, "reliability": 80, "open_seats": True},
    ),
    "patient": Preset(
        "a week for a turn, and much time for who is away or late",
        {
            "pace": "168h",
            "wait_days": 28.0,
            "excuses": 4,
            "excuse_hours": 48.0,
            "excuse_after": 5,
            "grace_hours": 48.0,
            "officers": True,
            "sitters": True,
            "sitter_hours": 24.0,
            "offer_after": 4,
            "substitutes": True,
            "open_seats": True,
        },
    ),
    "evening": Preset(
        "all play at the same time: a turn is resolved as soon as all are ready", {"pace": "0h", "open_seats": True}
    ),
}
STANDARD = "club"
