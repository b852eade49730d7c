"""Outages of several doors that overlap are one outage: no time is lost twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.service.outages.tables import OPERATOR_DOOR, Span

DOORS = {
    "service": "the service did not run, or could not write anything down",
    "clock": "the service's clock jumped",
    "web": "the pages could not be reached",
    "smtp": "no mail was taken by SMTP",
    "lmtp": "no mail was taken by LMTP",
    "imap": "no mail could be fetched",
    "maildir": "no mail could be read from its folder",
    "pipe": "mail that was handed in could not be stored",
    "queue": "mail that had come in was not processed",
}
"""What was wrong with each door, as all players may read it. The operator gives their own reason."""


class Outage(NamedTuple):
    """A time in which some doors took no orders, from `began` to `ended` (stamps); `why` is public."""

    began: str
    ended: str
    doors: tuple[str, ...]
    why: str


class Merged(NamedTuple):
    """An outage of spans that overlap. `running`: one of them is not over. `unsettled` are the ids of those that are new."""

    outage: Outage
    running: bool
    unsettled: tuple[int, ...]


def merged(spans: Sequence[Span]) -> list[Merged]:
    """Spans that overlap or touch, each group as one; oldest first."""
    groups: list[list[Span]] = []
    end = ""
    for span in sorted(spans, key=lambda each: each.began):
        if not groups or span.began > end:
            groups.append([])
            end = ""
        groups[-1].append(span)
        end = max(end, span.ended)
    return [_one(group) for group in groups]


def _one(group: Sequence[Span]) -> Merged:
    outage = Outage(
        group[0].began,
        max(span.ended for span in group),
        tuple(dict.fromkeys(span.door for span in group)),
        "; ".join(dict.fromkeys(span.why if span.door == OPERATOR_DOOR else DOORS[span.door] for span in group)),
    )
    return Merged(outage, any(span.running for span in group), tuple(span.id for span in group if span.id and not span.settled))
