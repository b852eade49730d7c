"""The game's own thread: its turns, what was announced and said, and a form to say more."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from events.lists.game_list import GameRow
from events.platform import PostHidden
from pbem.service.context import ActRefused, parse_stamp
from pbem.service.games.overview import overview
from pbem.service.history import ACTORS, MASTER
from pbem.service.orders.order_desk import source_of
from pbem.service.thread.abuse import open_reports, report_post, settle
from pbem.service.thread.comments import (
    CHANGEABLE,
    MAX_COMMENT,
    Author,
    LooksLikeOrders,
    NewComment,
    author_of,
    delete_comment,
    edit_comment,
    why_not,
    write_comment,
)
from pbem.service.thread.following import follows
from pbem.service.thread.hiding import hide_post
from pbem.service.thread.items import Thread, ThreadItem, ThreadReader
from pbem.service.thread.thread import Views, game_thread, post_of, turn_of
from pbem.web.infra.seat_names import seat_name, seat_title
from pbem.web.infra.site import site
from pbem.web.infra.visitor import check_master, game_row, held_seats, is_master, sees_at_once, signed_in, visitor
from pbem.web.thread.comment_html import comment_html, quoted

pages = Blueprint("thread", __name__, url_prefix="/g/<stream>/thread")

FORMS = ("edit", "delete", "report", "hide", "show")
"""What a post's links open a form for (`?post=c12&do=edit`)."""


class Draft(NamedTuple):
    """What is in the form: the words, the post that they answer ("": none), why they were not posted; are they orders?"""

    words: str = ""
    answers: str = ""
    problem: str = ""
    orders: bool = False


def views() -> Views:
    """The service as the visitor sees it, and as it is."""
    return Views(site().seen, site().live)


def thread_reader(row: GameRow) -> ThreadReader:
    """For whom the thread is made."""
    return ThreadReader(visitor().id, is_master(row))


@pages.get("")
def show(stream: str) -> ResponseReturnValue:
    """The turns from `?t=` (else the last) downwards, or those around `?post=`; `?answer=` and `?quote=` begin an answer."""
    row = game_row(stream)
    draft = Draft()
    if (answered := _post(row, "answer") or _post(row, "quote")) is not None:
        draft = Draft(quoted(answered.text or "") if request.args.get("quote") else "", answered.post)
    return _page(row, draft)


@pages.post("")
def write(stream: str) -> ResponseReturnValue:
    """Post a comment; the same form sent twice posts it once."""
    row, person, form = game_row(stream), signed_in(), request.form
    words = form.get("words", "")
    own = f"comment {stream} {person.id} {form.get('form') or site().live.entropy(16).hex()}"
    new = NewComment(words, source_of("web", own, words), form.get("answers", ""), form.get("sure") == "yes")
    try:
        post = write_comment(site().live, stream, author_of(site().live, stream, person.id), new)
    except ActRefused as e:
        said = f"{str(e)[:1].upper()}{str(e)[1:]}."
        return _page(row, Draft(words, new.answers, said, isinstance(e, LooksLikeOrders))), 409
    return redirect(url_for("thread.show", stream=stream, _anchor=post), 303)


@pages.post("/<post>")
def change(stream: str, post: str) -> ResponseReturnValue:
    """Change or delete one's own comment, or report a post."""
    row, person, form = game_row(stream), signed_in(), request.form
    act = form.get("act", "")
    if act == "edit":
        edit_comment(site().live, stream, person.id, post, form.get("words", ""))
    elif act == "delete":
        delete_comment(site().live, stream, person.id, post)
    elif act == "report":
        if post_of(views(), stream, thread_reader(row), post) is None:
            abort(404, f"there is no post {post[:20]!r} in the thread of {stream}")
        report_post(site().live, stream, person.id, post, form.get("why", ""))
        flash("Reported. Whoever runs the game will look at it; nobody else is told.")
    else:
        abort(400, "that is nothing that can be done with a post")
    return _back(stream, post)


@pages.post("/<post>/moderate")
def moderate(stream: str, post: str) -> ResponseReturnValue:
    """Hide a post, show it again, or leave it as it is though it was reported."""
    check_master(game_row(stream))
    act = request.form.get("act", "")
    if act in ("hide", "show"):
        hide_post(site().live, stream, PostHidden(post, act == "hide", request.form.get("why", ""), MASTER))
    elif act == "leave":
        settle(site().live, stream, post)
    else:
        abort(400, "that is nothing that can be done with a post")
    return _back(stream, post)


def _back(stream: str, post: str) -> ResponseReturnValue:
    return redirect(url_for("thread.show", stream=stream, post=post, _anchor=post), 303)


# ---------------------------------------------------------------- the page


def _post(row: GameRow, name: str) -> ThreadItem | None:
    """The post that the address names, if the visitor sees it."""
    named = request.args.get(name, "")
    return post_of(views(), row.stream, thread_reader(row), named) if named else None


def _newest(row: GameRow) -> int | None:
    """The turn that the page begins with; None: the last."""
    item = _post(row, "post")
    return request.args.get("t", type=int) if item is None else turn_of(site().seen, row.stream, item)


def _page(row: GameRow, draft: Draft) -> str:
    person, master = visitor().person, is_master(row)
    author = author_of(site().live, row.stream, person.id if person else "")
    thread = game_thread(views(), row.stream, thread_reader(row), _newest(row))
    wanted = request.args.get("do", "") if request.method == "GET" else ""
    return render_template(
        "thread.html",
        game=row,
        thread=thread,
        shown=_shown(row.stream, thread),
        master=master,
        delay=0.0 if sees_at_once(row) else row.delay_hours,
        reported={each.post: each.reasons for each in open_reports(site().live, row.stream)} if master else {},
        opened=(request.args.get("post", ""), wanted if wanted in FORMS else ""),
        written=_written,
        changeable=_changeable,
        writes_as=_writes_as(row.stream, author),
        author=_author,
        shut=why_not(overview(site().live, row.stream).policy.comments, author),
        seats=[seat.seat for seat in held_seats(row.stream)],
        follows=person is not None and follows(site().live, row.stream, person.id),
        draft=draft,
        form=site().live.entropy(12).hex(),
        longest=MAX_COMMENT,
    )


def _shown(stream: str, thread: Thread) -> dict[str, str]:
    """What posts on the page are called where another answers them, by their ids."""
    reports = {turn.post: f"the report of turn {turn.turn}" if turn.turn else "the opening" for turn in thread.turns}
    items = (item for turn in thread.turns for item in turn.items)
    return reports | {item.post: SHOWN[item.kind].format(_author(stream, item), item.post) for item in items}


SHOWN = {"comment": "{} ({})", "press": "{}", "announcement": "the announcement"}


def _author(stream: str, item: ThreadItem) -> str:
    """Who wrote it: a player by their seat's name."""
    return seat_name(stream, item.seat) if item.seat else item.author


def _writes_as(stream: str, author: Author) -> str:
    """As whom the visitor would write, in words that follow "You write as"."""
    person = visitor().person
    if author.seat or author.master:
        return seat_title(stream, author.seat) if author.seat else ACTORS[MASTER]
    return f"{person.name} (your name here)" if person else ""


def _written(item: ThreadItem) -> Markup:
    """A comment's words as HTML."""
    return Markup(comment_html(item.text or ""))  # noqa: S704 (no HTML gets through)


def _changeable(item: ThreadItem) -> bool:
    """May its author still change the words of this post?"""
    return not item.hidden and site().live.now() <= parse_stamp(item.at) + CHANGEABLE
