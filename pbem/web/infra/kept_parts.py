"""Parts of pages that are made once and kept for the next who looks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from flask import current_app
from markupsafe import Markup

from pbem.service.context import ServiceContext, stamp
from pbem.web.infra.site import site

S = TypeVar("S", bound="str | None")
T = TypeVar("T")


def kept(template: str, *key: Hashable, **words: object) -> Markup:
    """What this template makes of these words. The key has the hash of what they were made from, and for whom.

    The words that every page has (who looks, the time) are not at hand in it: so nothing of one visitor is shown to another.
    """

    def make() -> Markup:
        return Markup(current_app.jinja_env.get_template(template).render(words))  # noqa: S704 (a template of ours)

    return site().context.rendered.get(("part", template, *key), make)


def this_minute(ask: Callable[[ServiceContext, str, S], T], stream: str, seat: S) -> T:
    """What the service says to this of a game, for a seat; asked again when the log went on, or the minute is another."""
    context = site().context
    key = (ask, stream, seat, context.store.head(stream).hash, stamp(context.now())[:16])
    found: T = context.rendered.get(key, lambda: ask(context, stream, seat))
    return found
