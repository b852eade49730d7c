"""The list of page groups, and the words that every template knows."""

from __future__ import annotations

from flask import Blueprint, Flask

from pbem.files import PROGRAM
from pbem.service.context import minute
from pbem.web import api
from pbem.web.account import (
    account_page,
    feeds,
    guest_page,
    mail_link_pages,
    offer_pages,
    reminder_form,
    seat_links,
    sign_in,
    substitute_form,
    take_seat,
    vacation_form,
)
from pbem.web.admin import forum_form, master_page, needs_page, new_game_page
from pbem.web.campaign import campaign_pages, master_form
from pbem.web.club import league_page
from pbem.web.forums import link_form, place_hooks
from pbem.web.guide import hint_page
from pbem.web.infra.seat_names import seat_name, seat_names, seat_title
from pbem.web.infra.site import site
from pbem.web.infra.times import clock, due_words, local, time_left, when
from pbem.web.infra.visitor import visitor
from pbem.web.library import api_page, rule_pages
from pbem.web.library.clause_links import clause_url, clauses
from pbem.web.library.documents import help_section
from pbem.web.pictures import pictures, small_pictures
from pbem.web.play import (
    filing_page,
    forum_page,
    luck_page,
    rules_diff_page,
    start_page,
    votes_page,
    why_page,
)
from pbem.web.sandboxes import sandbox_pages
from pbem.web.table import desk_page, draft_page, game_page, history_page, press_page, replay_pages
from pbem.web.table.unit_marks import unit_marks
from pbem.web.thread import follow_form, thread_feed, thread_page

BLUEPRINTS: tuple[Blueprint, ...] = (
    start_page.pages,
    sign_in.pages,
    seat_links.pages,
    account_page.pages,
    guest_page.pages,
    hint_page.pages,
    reminder_form.pages,
    vacation_form.pages,
    game_page.pages,
    desk_page.pages,
    draft_page.pages,
    press_page.pages,
    votes_page.pages,
    history_page.pages,
    thread_page.pages,
    follow_form.pages,
    thread_feed.pages,
    forum_page.pages,
    pictures.pages,
    small_pictures.pages,
    replay_pages.pages,
    why_page.pages,
    rules_diff_page.pages,
    filing_page.pages,
    sandbox_pages.pages,
    luck_page.pages,
    master_page.pages,
    forum_form.pages,
    needs_page.pages,
    take_seat.pages,
    new_game_page.pages,
    rule_pages.pages,
    api_page.pages,
    feeds.pages,
    league_page.pages,
    campaign_pages.pages,
    master_form.pages,
    substitute_form.pages,
    link_form.pages,
)
WITHOUT_FORM_KEY: tuple[Blueprint, ...] = (mail_link_pages.pages, offer_pages.pages, place_hooks.pages, api.pages)
"""Blueprints that no browser's cookie opens: the address itself, or a token, is the permission."""


def add_words(app: Flask) -> None:
    """What every template may use."""
    app.jinja_env.filters.update(clock=clock, local=local, time_left=time_left, due_words=due_words)
    app.jinja_env.filters.update(when=when, clauses=clauses, unit_marks=unit_marks, help_section=help_section)
    app.jinja_env.globals.update(minute=minute, clause_url=clause_url, figure=pictures.figure, program=PROGRAM)
    app.jinja_env.globals.update(seat_name=seat_name, seat_names=seat_names, seat_title=seat_title)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True

    @app.context_processor
    def words() -> dict[str, object]:
        return {"me": visitor().person, "mailbox": site().mailbox, "now": site().context.now()}
