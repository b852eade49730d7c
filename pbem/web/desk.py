"""The order desk: one box in the very language of the mails, checked while typing, tried before it is filed."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from typing import Any, NamedTuple

from flask import Blueprint, flash, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from events.projections import GameRow
from pbem.core.game import Pick
from pbem.present.forum import from_post
from pbem.present.svg import to_svg
from pbem.service.desk import Checked, Tried, check_orders, desk, source_of, try_orders, with_ready
from pbem.service.desk import Desk as Facts
from pbem.service.orders import file_orders
from pbem.service.receipt import Receipt
from pbem.web.limits import CHECK, limiter
from pbem.web.site import site
from pbem.web.visitor import commander, game_row, held_seats, signed_in

pages = Blueprint("desk", __name__, url_prefix="/g/<stream>/orders")

READY = {"yes": "ready", "no": "not ready"}


class Sent(NamedTuple):
    """What a form of the desk sends: whose orders, the text, the turn that the form was opened for, and the form's own id."""

    row: GameRow
    seat: str
    text: str
    turn: int | None
    form: str


@pages.get("")
def show(stream: str) -> ResponseReturnValue:
    """What stands, in a box to be edited; beside it what could be ordered."""
    row = game_row(stream)
    return _page(row, commander(row))


@pages.post("")
def file(stream: str) -> ResponseReturnValue:
    """File what is in the box, by the path that a mail takes. The receipt is the page; it may be sent twice without harm."""
    if request.form.get("act") == "try":  # from a browser that does not know a button's own address
        return attempt(stream)
    sent = _sent(game_row(stream))
    words = with_ready(sent.text) if request.form.get("act") == "ready" else sent.text
    receipt = _take(sent, words)
    if receipt.left:
        flash(f"You have left {sent.seat}.")
        return redirect(url_for("games.latest", stream=stream), 303)
    kept = sent.text if receipt.problems or receipt.outcome in ("late", "refused", "unchanged", "over") else ""
    return _page(sent.row, sent.seat, text=kept, receipt=receipt, meant=sent.turn)


@pages.post("/ready")
def ready(stream: str) -> ResponseReturnValue:
    """Ready, or not after all: the orders that stand stay as they are."""
    sent = _sent(game_row(stream))
    receipt = _take(sent, READY.get(request.form.get("ready", ""), READY["no"]))
    if receipt.outcome in ("late", "over"):
        flash(f"Turn {sent.turn} is resolved already. Turn {receipt.turn} is open now: read its report first.")
    else:
        flash(_said(receipt))
    if sent.text.strip() not in ("", _begins(desk(site().room, stream, sent.seat)).strip()):  # not filed, and not to be lost
        return _page(sent.row, sent.seat, text=sent.text)
    return redirect(url_for("desk.show", stream=stream, side=sent.seat), 303)


def _said(receipt: Receipt) -> str:
    if not receipt.ready:
        return "You are not ready: the turn waits for you until its deadline."
    return "You are ready." if receipt.waiting else "You are ready, and so is everybody: the turn is resolved now."


@pages.post("/check")
@limiter.limit(CHECK)
def check(stream: str) -> ResponseReturnValue:
    """What would become of the text, as JSON; nothing is filed."""
    sent = _sent(game_row(stream))
    return jsonify(check_facts(check_orders(site().room, stream, sent.seat, sent.text, sent.turn)))


@pages.post("/try")
@limiter.limit(CHECK)
def attempt(stream: str) -> ResponseReturnValue:
    """A dry run on what the seat can see, as a page (JSON for a program); nothing is filed."""
    sent = _sent(game_row(stream))
    if request.form.get("from") == "forum":
        sent = sent._replace(text=from_post(sent.text))
    tried = try_orders(site().room, stream, sent.seat, sent.text, sent.turn)
    if request.accept_mimetypes.best == "application/json":
        return jsonify(try_facts(tried))
    return _page(sent.row, sent.seat, text=sent.text, tried=tried, template="try.html")


@pages.get("/try")
def tried_before(stream: str) -> ResponseReturnValue:
    """The address of a dry run, opened again: its text is gone, the desk is not."""
    return redirect(url_for("desk.show", stream=stream, side=commander(game_row(stream))))


def check_facts(checked: Checked) -> dict[str, Any]:
    """As JSON: with each problem in the words of a receipt beside its parts."""
    facts = asdict(checked)
    for fact, problem in zip(facts["problems"], checked.problems, strict=True):
        fact["words"] = str(problem)
    return facts


def try_facts(tried: Tried) -> dict[str, Any]:
    """As JSON: the picture as SVG."""
    trial = tried.trial
    made = {"svg": to_svg(trial.scene), "tables": [asdict(table) for table in trial.tables]} if trial else None
    return {"checked": check_facts(tried.checked), "trial": made, "answers": [asdict(each) for each in tried.answers]}


# ---------------------------------------------------------------- what was sent


def _sent(row: GameRow) -> Sent:
    seat = commander(row)
    data = request.get_json() if request.is_json else request.form
    if not hasattr(data, "get"):
        raise BadRequest("the orders are to be an object with `text` and `turn`")
    text, turn = data.get("text", ""), data.get("turn", "")
    if not isinstance(text, str):
        raise BadRequest("`text` is to be the words of the orders")
    number = int(turn) if str(turn).isascii() and str(turn).isdecimal() and len(str(turn)) < 9 else None
    words = text.encode(errors="replace").decode()  # JSON knows halves of letters, which no page can show
    return Sent(row, seat, "\n".join(words.splitlines()), number, str(data.get("form", "")))


def _take(sent: Sent, words: str) -> Receipt:
    """File, and have mailed what follows for others: press, and receipts of the seat's crew."""
    source = source_of("web", f"{sent.row.stream} {sent.seat} {sent.form or site().room.entropy(16).hex()}", words)
    receipt = file_orders(site().room, sent.row.stream, sent.seat, words, source, sent.turn)
    if receipt.concerns_others:
        site().post.mail_receipts(sent.row.stream, sent.seat, source)
    return receipt


# ---------------------------------------------------------------- the page


def _page(
    row: GameRow,
    seat: str,
    text: str = "",
    receipt: Receipt | None = None,
    tried: Tried | None = None,
    meant: int | None = None,
    template: str = "desk.html",
) -> ResponseReturnValue:
    facts = desk(site().room, row.stream, seat)
    turn = facts.banner.turn
    return render_template(
        template,
        game=row,
        seat=seat,
        seats=[each.seat for each in held_seats(row.stream)],
        desk=facts,
        banner=facts.banner,
        text=text or _begins(facts),
        picks=_grouped(facts.picks),
        form=site().room.entropy(12).hex(),
        address=site().post.order_address(row.stream, seat, turn, signed_in()),
        subject=f"Orders for {row.stream}, turn {turn}, {seat}",
        receipt=receipt,
        tried=tried,
        meant=meant,
    )


def _begins(facts: Facts) -> str:
    """What the box begins with: what was filed, else the template; the template also on the wish of who asks for it."""
    if facts.banner.filing is None or request.args.get("from") == "template":
        return facts.template or facts.standing
    luck = f"luck: {facts.luck}" if facts.luck else ""
    return "\n".join(part for part in (facts.standing, luck) if part)


def _grouped(picks: Any) -> list[tuple[str, list[tuple[str, list[Pick]]]]]:
    """The picks by unit, and by heading within a unit, in the order the game gives them."""
    return [
        (unit, [(group, list(each)) for group, each in groupby(of_unit, key=lambda pick: pick.group)])
        for unit, of_unit in ((unit, list(each)) for unit, each in groupby(picks, key=lambda pick: pick.unit))
    ]
