"""Pages that are made again only when something on them is another; what is new on each, keys of forms, is filled in."""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from flask import Flask, current_app, g, render_template, request
from flask_wtf.csrf import generate_csrf

from pbem.service.context import stamp
from pbem.web.infra.seat_names import seat_names
from pbem.web.infra.site import site
from pbem.web.infra.visitor import visitor

Words = dict[str, Any]


class KeptPage(NamedTuple):
    """A page as it was made, of these words; its bytes, cut where something is filled in: at each second place is which."""

    words: Words
    pieces: list[bytes]


def register(app: Flask) -> None:
    """Templates write a mark for the key of a form while a page is made that is kept. Nobody else can write it."""
    app.extensions["form mark"] = hmac.digest(site_secret(app), b"the marks of kept pages", "sha256").hex()
    app.jinja_env.globals["csrf_token"] = form_key


def site_secret(app: Flask) -> bytes:
    """What signs the cookies."""
    secret = app.secret_key
    return secret if isinstance(secret, bytes) else str(secret).encode()


def form_key() -> str:
    """The key of a form (CSRF); on a page that is kept, the mark where it is filled in."""
    return _mark("key") if g.get("keeping") else generate_csrf()


def form_id() -> str:
    """For a page that is kept: the mark of the page's own id, by which a form that is sent twice counts once."""
    return _mark("form")


def kept_page(template: str, stream: str, **words: Any) -> bytes:
    """The page about a game that this template makes of these words. Kept until one of the words is another.

    Besides the words a page has who looks, the address, the names of the seats and the minute: so nothing of one visitor is
    shown to another, and nothing is shown that is not so any more.
    """
    person, context = visitor().person, site().context
    key = ("page", template, visitor().id, request.script_root, request.path, request.args.get("side", ""))
    words |= {"me": person, "seats": seat_names(stream), "minute": stamp(context.now())[:16]}
    page: KeptPage = context.rendered.get(key, partial(_made, template, words))
    if page.words != words:
        context.rendered.drop(key)
        page = context.rendered.get(key, partial(_made, template, words))
    return _filled(page)


def _made(template: str, words: Words) -> KeptPage:
    g.keeping = True
    try:
        text = render_template(template, **words)
    finally:
        g.keeping = False
    return KeptPage(words, re.split(f"{_mark('')}(key|form);".encode(), text.encode()))


def _filled(page: KeptPage) -> bytes:
    """With keys of this visitor, for now."""
    fill: dict[bytes, Callable[[], str]] = {b"key": generate_csrf, b"form": lambda: site().context.entropy(12).hex()}
    new = {name: fill[name]().encode() for name in dict.fromkeys(page.pieces[1::2])}
    return b"".join(new[piece] if number % 2 else piece for number, piece in enumerate(page.pieces))


def _mark(name: str) -> str:
    mark = str(current_app.extensions["form mark"])
    return f"{mark}{name};" if name else mark
