"""Pages that are made again only when something on them is another; what is new on each, keys of forms, is filled in."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
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
LARGE = 1000
"""Letters of a part that a kept page shares with others, and does not have once more."""


class Made(NamedTuple, Generic[T]):
    """What a template made of these words."""

    words: Words
    result: T


class SharedPart:
    """A part of a page that is kept by itself: it weighs nothing in the page."""

    __slots__ = ("html",)

    def __init__(self, html: Markup) -> None:
        self.html = html


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


def kept_page(template: str, stream: str, **words: Any) -> bytes:
    """The page about a game that this template makes of these words. Kept until one of the words is another.

    Besides the words a page has who looks, the address, the names of the seats and the minute: so nothing of one visitor is
    shown to another, and nothing is shown that is not so any more.
    """
    key = (request.path, request.args.get("side", ""))
    return _filled(_kept(template, stream, key, words, lambda text: _pieces(text, _large(words.values()))))


def kept_tab(template: str, stream: str, *key: Hashable, **words: Any) -> Markup:
    """A part of such a page, which is the same on other pages of the game. The key tells it from others of this template."""
    return _kept(template, stream, (stream, *key), words, Markup)


def _kept(template: str, stream: str, key: tuple[Hashable, ...], words: Words, finish: Callable[[str], T]) -> T:
    rendered = site().context.rendered
    words = {**words, "me": visitor().person, "seats": seat_names(stream), "minute": stamp(site().context.now())[:16]}
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


def _large(values: Iterable[object]) -> Iterator[Markup]:
    """The large parts among a page's words: maps, reports, tabs."""
    for each in values:
        if isinstance(each, Markup):
            if len(each) >= LARGE:
                yield each
        elif isinstance(each, Mapping):
            yield from _large(each.values())
        elif isinstance(each, tuple):
            yield from _large(each)


def _pieces(text: str, parts: Iterable[Markup]) -> list[str | SharedPart]:
    """The text in pieces. The parts in it, which are kept already, are the very same objects: many pages share them."""
    pieces: list[str | SharedPart] = [text]
    for part in parts:
        for place, piece in enumerate(pieces):
            if isinstance(piece, str) and part in piece:
                before, _, after = piece.partition(part)
                pieces[place : place + 1] = [before, SharedPart(part), after]
                break
    return pieces


def _filled(pieces: Sequence[str | SharedPart]) -> bytes:
    """The page with keys of this visitor, for now."""
    page = b"".join([(piece if isinstance(piece, str) else piece.html).encode() for piece in pieces])
    for name, new in (("key", generate_csrf), ("form", lambda: site().context.entropy(12).hex())):
        mark = _mark(name).encode()
        if mark in page:
            page = page.replace(mark, new().encode())
    return page


def _mark(name: str) -> str:
    return f"{current_app.extensions['form mark']}{name};"
