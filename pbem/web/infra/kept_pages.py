"""Pages that are made again only when something on them is another; what is new on each, keys of forms, is filled in."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from flask import Flask, current_app, g, render_template, request
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from pbem.service.context import stamp
from pbem.web.infra.seat_names import seat_names
from pbem.web.infra.site import site
from pbem.web.infra.visitor import visitor

T = TypeVar("T")
Words = dict[str, Any]
Parts = Mapping[str, Markup | None]


class Made(NamedTuple, Generic[T]):
    """What a template made of these words."""

    words: Words
    result: T


def register(app: Flask) -> None:
    """Templates write a mark for the key of a form while a page is made that is kept. Nobody else can write it."""
    app.extensions["form mark"] = hmac.digest(site_secret(app), b"the marks of kept pages", "sha256").hex()
    app.jinja_env.globals["csrf_token"] = form_key
    app.context_processor(lambda: {"csrf_token": form_key})  # flask-wtf has one, too; the last one counts


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


def kept_page(template: str, stream: str, parts: Parts, **words: Any) -> bytes:
    """The page about a game that this template makes of these words. Kept until one of the words is another.

    Besides the words a page has who looks, the address and the names of the seats: so nothing of one visitor is shown to
    another, and nothing is shown that is not so any more. Words that say how late it is are among those that are given.
    `parts` are large and kept by themselves (or None, for what the page goes without). The page holds but their places: what
    many pages show is there once, and a new one does not make the page anew.
    """
    key = (request.path, request.args.get("side", ""))
    places = {name: Markup(_mark(name)) for name, part in parts.items() if part is not None}  # noqa: S704 (hexadecimal digits)
    made = _kept(template, stream, key, {**words, "parts": places}, lambda text: text.split(_mark("")))
    return _filled(made, parts)


def kept_tab(template: str, stream: str, *key: Hashable, **words: Any) -> Markup:
    """A part of such a page, which is the same on other pages of the game. The key tells it from others of this template.

    It is made anew each minute, too.
    """
    return _kept(template, stream, (stream, *key), {**words, "minute": stamp(site().context.now())[:16]}, Markup)


def _kept(template: str, stream: str, key: tuple[Hashable, ...], words: Words, finish: Callable[[str], T]) -> T:
    rendered = site().context.rendered
    words = {**words, "me": visitor().person, "seats": seat_names(stream)}
    key = ("made", template, visitor().id, request.script_root, *key)

    def make() -> Made[T]:
        return Made(words, finish(_rendered(template, words)))

    found: Made[T] = rendered.get(key, make)
    if found.words != words:
        rendered.put(key, found := make())
    return found.result


def _rendered(template: str, words: Words) -> str:
    """With marks for keys."""
    within, g.keeping = g.get("keeping", False), True
    try:
        return render_template(template, **words)
    finally:
        g.keeping = within


def _filled(pieces: Sequence[str], parts: Parts) -> bytes:
    """The page with its parts, and with keys of this visitor, for now. Each piece but the first begins with what comes before
    it, up to a semicolon."""
    filled = [pieces[0].encode()]
    for piece in pieces[1:]:
        name, _, text = piece.partition(";")
        part = parts.get(name)
        filled += [(_mark(name) if part is None else part).encode(), text.encode()]
    page = b"".join(filled)
    for name, new in (("key", generate_csrf), ("form", lambda: site().context.entropy(12).hex())):
        mark = _mark(name).encode()
        if mark in page:
            page = page.replace(mark, new().encode())
    return page


def _mark(name: str) -> str:
    mark = str(current_app.extensions["form mark"])
    return f"{mark}{name};" if name else mark
