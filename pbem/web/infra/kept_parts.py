"""Parts of pages that are made once and kept for the next who looks."""

from __future__ import annotations

from collections.abc import Hashable

from flask import current_app
from markupsafe import Markup

from pbem.web.infra.site import site


def kept(template: str, *key: Hashable, **words: object) -> Markup:
    """What this template makes of these words. The key has the hash of what they were made from, and for whom.

    The words that every page has (who looks, the time) are not at hand in it: so nothing of one visitor is shown to another.
    """

    def make() -> Markup:
        return Markup(current_app.jinja_env.get_template(template).render(words))  # noqa: S704 (a template of ours)

    return site().context.rendered.get(("part", template, *key), make)
