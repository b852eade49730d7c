"""The list of page groups, and the words that every template knows."""

from __future__ import annotations

from flask import Blueprint, Flask

from pbem.service.room import minute
from pbem.web import (
    account,
    api,
    apidocs,
    desk,
    feeds,
    forum,
    games,
    history,
    joining,
    master,
    newgame,
    pictures,
    post,
    press,
    replay,
    rules,
    seats,
    signin,
    start,
    why,
)
from pbem.web.clause_links import clause_url, clauses
from pbem.web.site import site
from pbem.web.times import due_words, local, time_left
from pbem.web.visitor import visitor

BLUEPRINTS: tuple[Blueprint, ...] = (
    start.pages,
    signin.pages,
    seats.pages,
    account.pages,
    games.pages,
    desk.pages,
    press.pages,
    history.pages,
    forum.pages,
    pictures.pages,
    replay.pages,
    why.pages,
    master.pages,
    joining.pages,
    newgame.pages,
    rules.pages,
    apidocs.pages,
    feeds.pages,
)
WITHOUT_FORM_KEY: tuple[Blueprint, ...] = (post.pages, api.pages)
"""Doors that no browser's cookie opens: the address itself, or a token, is the permission."""


def add_words(app: Flask) -> None:
    """What every template may use."""
    app.jinja_env.filters.update(local=local, time_left=time_left, due_words=due_words, clauses=clauses)
    app.jinja_env.globals.update(minute=minute, clause_url=clause_url, figure=pictures.figure)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True

    @app.context_processor
    def words() -> dict[str, object]:
        return {"me": visitor().person, "mailbox": site().mailbox, "now": site().room.now()}
