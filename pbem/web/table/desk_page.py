"""The order desk: one box in the very language of the mails, checked while typing, tried before it is filed.

What is written there and not filed is a draft: kept with the seat until it is filed, thrown away, or its turn is over.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Blueprint, flash, jsonify, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from events.lists.game_list import GameRow
from pbem.core.state.codec import dump
from pbem.core.texts.text_limits import TooLong, check_bounds
from pbem.present.markup import from_post
from pbem.present.svg import to_svg
from pbem.service.orders import drafts
from pbem.service.orders.file import NothingToFile, file_orders, file_something
from pbem.service.orders.order_desk import (
    OrderDesk,
    PreviewedOrders,
    desk,
    files_nothing,
    source_of,
    try_orders,
    with_not_ready,
    with_ready,
)
from pbem.service.receipt import Receipt
from pbem.web.infra.limits import CHECK, limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import commander, game_row, written_as
from pbem.web.table.draft_page import check_facts
from pbem.web.table.orders_tab import BoxContent, DeskAnswer, draft_key, is_form, keep, orders_tab
from pbem.web.table.sent_orders import SentOrders, sent_orders
from pbem.web.table.table_page import render_table

pages = Blueprint("desk", __name__, url_prefix="/g/<stream>/orders")

READY = {"yes": "ready", "no": "not ready"}
STALE = ("late", "over")
"""Outcomes of a form that was opened for what is no more."""
KEPT = (*STALE, "refused", "unchanged", "preview")
"""Outcomes after which the text stays in the box."""


@pages.get("")
def show(stream: str) -> ResponseReturnValue:
    """The current orders, in a box to be edited; beside it what could be ordered."""
    row = game_row(stream)
    return _page(row, commander(row))


@pages.post("")
def file(stream: str) -> ResponseReturnValue:
    """File what is in the box, by the path that a mail takes. The receipt is the page; it may be sent twice without harm.

    The switch `done` says `ready`, too, and takes that back where it was on (`was_ready`) and is off.
    """
    if request.form.get("act") == "try":  # from a browser that does not know a button's own address
        return attempt(stream)
    sent, done = sent_orders(game_row(stream)), request.form.get("done") == "yes"
    sure = not done or request.form.get("sure") == "yes"
    if not sure:
        check_bounds(sent.text)  # the player's words alone, as the box is to tell their number
        facts = desk(site().context, stream, sent.seat)
        if _is_form(sent, facts):
            return _ask(sent, _holds(sent, facts))
    try:
        receipt = _take(sent, _with_switch(sent.text, done), sure)
    except NothingToFile:
        return _ask(sent, "nothing")
    if receipt.left:
        flash(f"You have left {sent.seat}.")
        return redirect(url_for("games.latest", stream=stream), 303)
    if not receipt.problems and receipt.outcome not in KEPT:
        drafts.drop(site().context, draft_key(stream, sent.seat))
        return _page(sent.row, sent.seat, answer=DeskAnswer(receipt))
    page = _page(sent.row, sent.seat, sent.text, receipt.outcome == "partly", DeskAnswer(receipt, meant=sent.turn))
    return page, 409 if receipt.outcome in STALE else 200


def _with_switch(text: str, done: bool) -> str:
    if done:
        return with_ready(text)
    return with_not_ready(text) if request.form.get("was_ready") == "yes" else text


@pages.post("/ready")
def ready(stream: str) -> ResponseReturnValue:
    """Ready, or not after all: the orders in force stay as they are. What is in the box beside them is asked about first."""
    sent, word = sent_orders(game_row(stream)), READY.get(request.form.get("ready", ""), READY["no"])
    facts = desk(site().context, stream, sent.seat)
    written = keep(sent.row, facts, sent.text)
    if written and word == READY["yes"] and request.form.get("sure") != "yes":
        return _ask(sent, _holds(sent, facts))
    receipt = _take(sent, word)
    if receipt.outcome in STALE:
        flash(f"Turn {sent.turn} is resolved already. Turn {receipt.turn} is open now: read its report first.")
    else:
        flash(_said(receipt))
    return redirect(url_for("desk.show", stream=stream, side=sent.seat), 303)


def _said(receipt: Receipt) -> str:
    if not receipt.ready:
        return "You are not ready: the turn waits for you until its deadline."
    return "You are ready." if receipt.waiting else "You are ready, and so is everybody: the turn is resolved now."


def _holds(sent: SentOrders, facts: OrderDesk) -> BoxContent:
    """What the box holds. Who sends the form as it was made for them may have lost what they wrote."""
    if files_nothing(site().context, sent.row.stream, sent.seat, sent.text, sent.turn):
        return "nothing"
    return "form" if _is_form(sent, facts) else "orders"


def _is_form(sent: SentOrders, facts: OrderDesk) -> bool:
    unchanged = sent.turn == facts.turn_status.turn and is_form(sent.text, facts)
    return unchanged and sent.text.strip() != facts.current_orders.strip()


def _ask(sent: SentOrders, holds: BoxContent) -> ResponseReturnValue:
    """Are they ready? Asked when that may be a mistake."""
    return _page(sent.row, sent.seat, sent.text, answer=DeskAnswer(meant=sent.turn, asking=holds))


@pages.post("/drop")
def drop(stream: str) -> ResponseReturnValue:
    """Throw the draft away; the box shows the current orders."""
    row = game_row(stream)
    seat = commander(row)
    drafts.drop(site().context, draft_key(stream, seat))
    flash("The draft is thrown away.")
    return redirect(url_for("desk.show", stream=stream, side=seat), 303)


@pages.post("/try")
@limiter.limit(CHECK)
def attempt(stream: str) -> ResponseReturnValue:
    """A dry run on what the seat can see, as a page (JSON for a program); nothing is filed."""
    sent = sent_orders(game_row(stream))
    if request.form.get("from") == "forum":
        check_bounds(sent.text)
        sent = sent._replace(text=from_post(sent.text))
    tried = try_orders(site().context, stream, sent.seat, sent.text, sent.turn)
    if request.accept_mimetypes.best == "application/json":
        return jsonify(try_facts(tried))
    return _page(sent.row, sent.seat, sent.text, answer=DeskAnswer(tried=tried))


@pages.get("/try")
@limiter.limit(CHECK)
def tried_before(stream: str) -> ResponseReturnValue:
    """The address of a dry run, opened again: that of the draft, if there is one."""
    row = game_row(stream)
    seat = commander(row)
    kept = drafts.draft(site().context, draft_key(stream, seat), row.turn)
    if kept is None:
        return redirect(url_for("desk.show", stream=stream, side=seat))
    tried = try_orders(site().context, stream, seat, kept.text, row.turn)
    return _page(row, seat, answer=DeskAnswer(tried=tried))


@pages.errorhandler(TooLong)
def too_long(error: TooLong) -> ResponseReturnValue:
    """How long a text may be; the text is given back in the box."""
    if request.is_json or request.accept_mimetypes.best == "application/json":
        return jsonify(error=str(error)), 413
    sent = sent_orders(game_row(str((request.view_args or {})["stream"])))
    return _page(sent.row, sent.seat, sent.text, answer=DeskAnswer(problem=f"Too long: {error}.")), 413


@pages.after_request
def never_kept(response: Response) -> Response:
    """A browser that comes back to the desk asks again, so that it shows the draft and the current orders."""
    response.headers["Cache-Control"] = "no-store"
    return response


def try_facts(tried: PreviewedOrders) -> dict[str, Any]:
    """As JSON: the picture as SVG."""
    preview = tried.preview
    made = {"svg": to_svg(preview.scene), "tables": dump(list(preview.tables))} if preview else None
    return {"checked": check_facts(tried.checked), "trial": made, "answers": [asdict(each) for each in tried.answers]}


def _take(sent: SentOrders, words: str, sure: bool = True) -> Receipt:
    """File, and have mailed what follows for others: press, and receipts of the seat's crew.

    Raises NothingToFile, unless the player is `sure`.
    """
    file = file_orders if sure else file_something
    form = source_of("web", f"{sent.row.stream} {sent.seat} {sent.form or site().context.entropy(16).hex()}", words)
    source = written_as(sent.row.stream, sent.seat, form)
    receipt = file(site().context, sent.row.stream, sent.seat, words, source, sent.turn)
    if receipt.concerns_others:
        site().mailer.mail_receipts(sent.row.stream, sent.seat, source)
    if receipt.names_sitter:
        site().mailer.mail_sitter_named(sent.row.stream, sent.seat)
    return receipt


def _page(row: GameRow, seat: str, text: str = "", part: bool = False, answer: DeskAnswer | None = None) -> bytes:
    """The table with its orders; of a dry run, with the map as it would be."""
    return render_table(row, "orders", orders=orders_tab(row, seat, text, part, answer))
