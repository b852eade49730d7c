"""How reliable a person is: how many of their last turns came in time.

A turn counts when its deadline came: for the player who ordered in time, against one who did not. It counts for nobody when an
excuse, an outage or an announced absence was the reason, or when somebody else ordered for the player.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pbem.core.state.record import Record
from pbem.service.context import ActRefused, ServiceContext

LAST, FEWEST = 50, 5
"""So many turns are looked at; of fewer than these nothing is said."""


class Reliability(NamedTuple):
    """`kept` of the person's last `turns` counted turns came in time."""

    kept: int
    turns: int

    @property
    def percent(self) -> int | None:
        """How many per cent came in time; None when nobody can say yet."""
        return self.kept * 100 // self.turns if self.turns >= FEWEST else None

    def words(self) -> str:
        """`38 of 50 on time`; "" when nobody can say yet."""
        return f"{self.kept} of {self.turns} on time" if self.turns >= FEWEST else ""


def reliability(context: ServiceContext, person: str) -> Reliability:
    """A person by their id."""
    return Reliability(*context.store.turns_kept(person, LAST))


def on_time(context: ServiceContext, persons: Iterable[str]) -> dict[str, str]:
    """What is said of these persons, by their ids; those of whom nothing is said are left out."""
    return {person: words for person in dict.fromkeys(persons) if (words := reliability(context, person).words())}


def check_reliable(record: Record, kept: int | None) -> None:
    """Raises `ActRefused` for a person of whose turns too few came in time; of whom nobody can say yet, they may."""
    least = record.ledger.policy.reliability
    if kept is not None and kept < least:
        raise ActRefused(
            f"{record.stream} is for players of whose turns {least} in 100 came in time; of yours {kept} did."
            " The game master can invite you all the same"
        )
