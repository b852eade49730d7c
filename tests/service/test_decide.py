"""The loop behind all that is written: asked again after a lost race, nothing kept of what failed."""

from __future__ import annotations

from datetime import datetime

import pytest

from events.base import Draft
from events.platform import Announced
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.decide import Decision, change, decide
from pbem.service.repository import load, reading
from tests.service.builders.duel import duel


def test_it_is_asked_again_when_another_writer_was_first(context: ServiceContext) -> None:
    """On the record as it is then; the answer is made once, from what was written."""
    stream = duel(context)
    seen: list[int] = []

    def act(record: Record, now: datetime) -> Decision[int]:
        seen.append(record.head.version)
        if len(seen) == 1:
            context.store.append(stream, [Draft(Announced("I was first"), 1)], record.head, "2026-01-01T12:00:00.000000Z")
        return Decision([Draft(Announced("I was second"), 1)], lambda: record.head.version)

    assert decide(context, stream, act) == seen[0] + 2 and seen == [seen[0], seen[0] + 1]
    words = [entry.event.words for entry in context.store.read(stream, seen[0]) if isinstance(entry.event, Announced)]
    assert words == ["I was first", "I was second"]


def test_nothing_to_write_is_an_answer_too(context: ServiceContext) -> None:
    """Then the log stays as it is, and the record is kept."""
    stream = duel(context)
    before = context.store.head(stream)
    assert decide(context, stream, lambda record, now: Decision([], lambda: record.ledger.title)) == "First Blood"
    kept = context.records.take(stream)
    assert context.store.head(stream) == before and kept is not None and kept.head == before


def test_a_record_is_kept_only_when_it_agrees_with_the_log(context: ServiceContext) -> None:
    """Whoever raises may have changed it; the next one folds it again."""
    stream = duel(context)
    change(context, stream, lambda record, now: [Draft(Announced("welcome"), 1)])
    kept = context.records.take(stream)
    assert kept is not None and kept.head == context.store.head(stream)
    context.records.put(kept)
    with pytest.raises(ActRefused), reading(context, stream) as record:
        record.ledger.title = "spoiled"
        raise ActRefused("no")
    assert context.records.take(stream) is None and load(context, stream).ledger.title == "First Blood"
