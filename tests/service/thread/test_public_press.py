"""Press to the public as the thread shows it: under a lasting id, with the words while there are some, and with the delay."""

from __future__ import annotations

from events.platform import PressSent
from pbem.service.context import RecordCache, ServiceContext
from pbem.service.orders.file import file_orders
from pbem.service.press import messages
from pbem.service.released import view_until
from pbem.service.thread.public_press import public_press


def test_what_is_public_alone(context: ServiceContext, duel: str) -> None:
    """Not what goes to a seat or to all of them; the id is from the seal of the words."""
    file_orders(
        context, duel, "blue", "press to red: psst\n\npress to all: between us\n\npress to public: We strike at dawn", "m1"
    )
    (found,) = public_press(context, duel)
    (event,) = (e.event for e in context.store.select(duel, [PressSent]) if "public" in getattr(e.event, "to", []))
    assert isinstance(event, PressSent) and found.post == f"p{event.digest[:16]}"
    assert (found.kind, found.author, found.text) == ("press", "blue", "We strike at dawn")


def test_erased_words_are_none(context: ServiceContext, duel: str) -> None:
    """The post stays, with its id."""
    file_orders(context, duel, "blue", "press to public: my name is on my cap", "m1")
    (before,) = public_press(context, duel)
    messages.erase(context, "p1")
    assert [(each.post, each.text) for each in public_press(context, duel)] == [(before.post, None)]


def test_where_the_log_ends_early_the_press_does(context: ServiceContext, duel: str) -> None:
    """What was written since is not in the thread that is shown with a delay."""
    file_orders(context, duel, "blue", "press to public: first", "m1")
    end = context.store.head(duel).version
    file_orders(context, duel, "red", "press to public: second", "m2")
    past = view_until(context, lambda stream: end, RecordCache())
    assert [each.text for each in public_press(past, duel)] == ["first"]
    assert [each.text for each in public_press(context, duel)] == ["first", "second"]
