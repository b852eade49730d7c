"""Loading a game's record: what is kept from the last time counts only while the log still says the same."""

from __future__ import annotations

from pbem.service.context import ServiceContext
from pbem.service.repository import load
from tests.service.builders.duel import duel


def test_a_kept_record_of_another_history_is_not_used(context: ServiceContext) -> None:
    """The log was put back and went on otherwise to the same version: its head differs, so the record is folded again."""
    stream = duel(context)
    kept, head = load(context, stream), context.store.head(stream)
    kept.head = kept.head._replace(hash=bytes(32))
    kept.ledger.turn = 99
    context.records.put(kept)
    found = load(context, stream)
    assert found is not kept and found.head == head and found.ledger.turn != 99


def test_a_kept_record_is_used_while_the_log_says_the_same(context: ServiceContext) -> None:
    """Nothing is folded again."""
    stream = duel(context)
    kept = load(context, stream)
    context.records.put(kept)
    assert load(context, stream) is kept


def test_a_kept_record_of_a_log_that_was_cut_is_not_used(context: ServiceContext) -> None:
    """The log is shorter than what the record was folded from."""
    stream = duel(context)
    kept = load(context, stream)
    kept.head = kept.head._replace(version=kept.head.version + 1)
    context.records.put(kept)
    assert load(context, stream) is not kept
