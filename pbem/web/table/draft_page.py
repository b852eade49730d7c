"""What the script of the orders asks while one writes, as JSON: a draft is kept and tried, orders toward a place are named."""

from __future__ import annotations

import math
from typing import Any

from flask import Blueprint, get_template_attribute, jsonify
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from pbem.core.drawing.plan_words import place_over
from pbem.core.drawing.scene import Scene
from pbem.core.game.report_parts import Preview, Target
from pbem.core.state.codec import dump
from pbem.core.texts.text_limits import TooLong
from pbem.present.svg import layer
from pbem.service.orders import drafts
from pbem.service.orders.order_desk import Addition, CheckedOrders, DraftedOrders, desk, draft_orders
from pbem.service.suggestions.orders_toward import orders_toward, orders_toward_named
from pbem.web.infra.limits import DRAFT, limiter
from pbem.web.infra.site import site
from pbem.web.infra.times import clock
from pbem.web.infra.visitor import game_row
from pbem.web.table.orders_tab import NAME, begins, draft_key, keep
from pbem.web.table.sent_orders import SentOrders, sent_data, sent_orders, turn_of, words_of

pages = Blueprint("draft", __name__, url_prefix="/g/<stream>/orders")


@pages.post("/draft")
@limiter.limit(DRAFT)
def keep_draft(stream: str) -> ResponseReturnValue:
    """Keep the text as the draft (unless `only` its dry run is asked for), and say what it would do; nothing is filed.

    `add` is an order to be put into the text first: the answer's `text` has it, on `line`.
    """
    sent, data = sent_orders(game_row(stream)), sent_data()
    tried = draft_orders(site().context, stream, sent.seat, sent.text, sent.turn, _addition(data.get("add")))
    kept = "" if data.get("only") else _keep(sent, tried)
    return jsonify({**draft_facts(tried), "kept": kept})


def _addition(data: Any) -> Addition | None:
    if data is None:
        return None
    if not hasattr(data, "get"):
        raise BadRequest("`add` is to be an object with `unit` and `text`")
    return Addition(words_of(data, "unit")[:NAME], " ".join(words_of(data, "text").split()))


def _keep(sent: SentOrders, tried: DraftedOrders) -> str:
    """Keep it, if it is something of its own and its turn is open; when, in words. What was undone is no draft any more."""
    context, key = site().context, draft_key(sent.row.stream, sent.seat)
    facts = desk(context, sent.row.stream, sent.seat)
    turn = facts.turn_status.turn
    if sent.turn not in (None, turn):
        return ""
    kept = drafts.draft(context, key, turn)
    if kept is None or kept.text != tried.text:
        if not keep(sent.row, facts, tried.text) and tried.text.strip() == begins(facts).strip():
            drafts.drop(context, key)
        kept = drafts.draft(context, key, turn)
    return clock(kept.at) if kept and kept.text == tried.text else ""


@pages.post("/toward")
@limiter.limit(DRAFT)
def toward(stream: str) -> ResponseReturnValue:
    """Orders of a unit ("": of each) toward a place of the map (`x`, `y`; `at` the unit there), or a `named` one."""
    sent, data = sent_orders(game_row(stream)), sent_data()
    unit, named = words_of(data, "unit")[:NAME], words_of(data, "named")[:NAME]
    if named:
        found = orders_toward_named(site().context, stream, sent.seat, unit, named)
    else:
        target = Target((_number(data, "x"), _number(data, "y")), words_of(data, "at")[:NAME])
        found = orders_toward(site().context, stream, sent.seat, unit, target, turn_of(data))
    orders = [{"unit": each.unit, "text": each.text, "hint": each.hint} for each in found or ()]
    return jsonify({"orders": orders, "known": found is not None})


def _number(data: Any, name: str) -> float:
    value = data.get(name)
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        raise BadRequest(f"`{name}` is to be a number")
    return float(value)


@pages.errorhandler(TooLong)
def too_long(error: TooLong) -> ResponseReturnValue:
    """How long a text may be."""
    return jsonify(error=str(error)), 413


@pages.after_request
def never_kept(response: Response) -> Response:
    """What a seat knows is for nobody else's eyes."""
    response.headers["Cache-Control"] = "no-store"
    return response


def draft_facts(tried: DraftedOrders) -> dict[str, Any]:
    """As JSON: the plan as shapes to be laid over the map, the tables of the dry run as a page has them."""
    preview = tried.preview
    return {
        "text": tried.text,
        "line": tried.line,
        "checked": check_facts(tried.checked),
        "plan": _plan(preview, tried.map) if preview and tried.map else "",
        "tables": get_template_attribute("_report.html", "panels")(preview.tables, "dry") if preview else "",
    }


def _plan(preview: Preview, scene: Scene) -> str:
    """The plan as a group to be laid over the map, with its words where the map leaves room."""
    return layer([*preview.plan, *place_over(scene, preview.plan, preview.words)], scene)


def check_facts(checked: CheckedOrders) -> dict[str, Any]:
    """As JSON: with each problem in the words of a receipt beside its parts."""
    facts: dict[str, Any] = dump(checked)
    for fact, problem in zip(facts["problems"], checked.problems, strict=True):
        fact["words"] = str(problem)
    return facts
