"""A game's thread as an Atom feed, for everybody: what strangers may read of it by now."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint
from flask.typing import ResponseReturnValue

from pbem.core.game.phrases import one_line
from pbem.service.games.feed import FeedEntry
from pbem.service.history import post_words
from pbem.service.thread.items import NOBODY_KNOWN, ThreadItem, ThreadTurn
from pbem.service.thread.thread import Views, game_thread
from pbem.web.account.feeds import public_feed, public_row
from pbem.web.infra.site import site
from pbem.web.thread.comment_html import comment_html

pages = Blueprint("thread_feed", __name__)
TURNS = 20
"""So many turns are in the feed, with what was posted after each."""


@pages.get("/g/<stream>/thread.atom")
def show(stream: str) -> ResponseReturnValue:
    """Reports, announcements, public press and comments; with its delay, whoever asks, and without what is hidden."""
    row = public_row(stream)
    thread = game_thread(Views(site().public, site().live), stream, NOBODY_KNOWN, most=TURNS)
    called = f"{row.title} ({stream})"
    found = [entry for turn in thread.turns for entry in _entries(stream, called, turn)]
    return public_feed(f"{called}: the thread", f"{stream}/thread", found)


def _entries(stream: str, called: str, turn: ThreadTurn) -> Iterator[FeedEntry]:
    """No headline says what happened: a feed is glanced at."""
    said = [*([turn.verdict] if turn.verdict else []), *turn.summary]
    path = f"/g/{stream}/thread?t={turn.turn}#{turn.post}"
    headline = one_line(f"{called}: {turn.heading}")
    yield FeedEntry(f"{stream}/thread/{turn.post}", turn.at, headline, one_line(" ".join(said)), path)
    for item in turn.items:
        if item.text is not None and not item.hidden:
            yield _entry(stream, called, item, item.text)


def _entry(stream: str, called: str, item: ThreadItem, text: str) -> FeedEntry:
    """A post. The Markdown of a comment comes as HTML in which nothing but words, their form and links is left."""
    who = f" by {item.author}" if item.author else ""
    html = comment_html(text) if item.kind == "comment" else ""
    headline = one_line(f"{called}: {post_words(item.post)}{who}")
    path = f"/g/{stream}/thread?post={item.post}#{item.post}"
    return FeedEntry(f"{stream}/thread/{item.post}", item.at, headline, one_line(text), path, html, item.edited)
