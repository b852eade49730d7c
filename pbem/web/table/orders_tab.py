"""The orders of a seat, for the tab of that name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple

from flask import request
from markupsafe import Markup

from events.lists.game_list import GameRow
from pbem.core.game.report_parts import SuggestedOrder
from pbem.core.orders.usage import first_words
from pbem.core.texts.plain_form import form_notes, plain_form
from pbem.service.orders import drafts
from pbem.service.orders.order_desk import OrderDesk, PreviewedOrders, desk, unit_names
from pbem.service.receipt import Receipt
from pbem.service.suggestions.orders_toward import orders_toward_named
from pbem.web.infra.kept_pages import form_id
from pbem.web.infra.kept_parts import kept, this_minute
from pbem.web.infra.site import site
from pbem.web.infra.visitor import held_seats, signed_in

Groups = list[tuple[str, list[SuggestedOrder]]]
"""Suggested orders under their headings."""
NAME = 80
"""Letters of the name of a unit or a place, at most."""
BoxContent = Literal["", "nothing", "form", "orders"]
"""What is in the box when its player says "ready": no orders, the form as the desk made it, or orders of their own."""


class DeskAnswer(NamedTuple):
    """What the desk says of what was sent: its receipt or dry run, the turn it was meant for, or why it was not read.

    `asking`: its player is asked whether they are ready with this in the box ("": they are not asked).
    """

    receipt: Receipt | None = None
    tried: PreviewedOrders | None = None
    meant: int | None = None
    problem: str = ""
    asking: BoxContent = ""


class TowardNamed(NamedTuple):
    """Orders of a unit ("": of each) toward a place that was named in the form; None: there is no such place."""

    unit: str
    words: str
    orders: Sequence[SuggestedOrder] | None


def orders_tab(row: GameRow, seat: str, text: str = "", part: bool = False, answer: DeskAnswer | None = None) -> dict[str, Any]:
    """What the tab shows. `text` was sent and is not filed (`part`: not all of it): it becomes the draft, and is in the box."""
    facts = this_minute(desk, row.stream, seat)
    turn, chosen = facts.turn_status.turn, request.args.get("from", "")
    answer = answer or DeskAnswer()
    if text and not answer.problem:
        keep(row, facts, text, part)
    suggestions = _grouped(facts.suggestions)
    draft = drafts.draft(site().context, draft_key(row.stream, seat), turn)
    return {
        "seats": [each.seat for each in held_seats(row.stream)],
        "desk": facts,
        "text": text if text or answer.asking else draft.text if draft and not chosen else begins(facts),
        "draft": draft,
        "chosen": chosen,
        "suggestions": suggestions,
        "by_unit": bool(suggestions) and plain_form(facts.template) != facts.template,
        "own_units": _own_units(row.stream, seat, facts, suggestions),
        "order_table": kept("_order_table.html", row.game, forms=facts.forms),
        "toward": _toward(row.stream, seat),
        "order_form": form_id(),
        "address": site().mailer.order_address(row.stream, seat, turn, signed_in()),
        "subject": f"Orders for {row.stream}, turn {turn}, {seat}",
        **answer._asdict(),
    }


def _toward(stream: str, seat: str) -> TowardNamed | None:
    """What the form that names a place asked for."""
    unit, words = request.args.get("unit", "")[:NAME], request.args.get("toward", "")[:NAME]
    if not words.strip():
        return None
    return TowardNamed(unit, words, orders_toward_named(site().context, stream, seat, unit, words))


def keep(row: GameRow, facts: OrderDesk, text: str, part: bool = False) -> bool:
    """Is the text something of its own? Then it is kept as the draft; what the desk begins with by itself is none."""
    if facts.ended or text.strip() in ("", begins(facts).strip()) or is_form(text, facts):
        return False
    drafts.keep(site().context, draft_key(row.stream, facts.turn_status.seat), facts.turn_status.turn, text, part)
    return True


def draft_key(stream: str, seat: str) -> drafts.DraftKey:
    """Whose draft it is."""
    return drafts.DraftKey(signed_in().id, stream, seat)


def begins(facts: OrderDesk) -> str:
    """What the box begins with: what was filed, else the form of the turn; the form also for a player who asks for it."""
    if facts.turn_status.filing is None or request.args.get("from") == "template":
        return plain_form(facts.template) or facts.current_orders
    luck = f"luck: {facts.luck}" if facts.luck else ""
    return "\n".join(part for part in (facts.current_orders, luck) if part)


def is_form(text: str, facts: OrderDesk) -> bool:
    """Is it the form of the turn as it was made, as the page has it or as the mail has it?"""
    return text.strip() in (facts.template.strip(), plain_form(facts.template).strip())


def _own_units(stream: str, seat: str, facts: OrderDesk, suggestions: Sequence[tuple[str, Groups]]) -> Markup:
    """Each unit that can be ordered or of which the form says something: that, which the box leaves out, and orders."""
    notes = dict(form_notes(facts.template, first_words(facts.forms)))
    about, groups = notes.pop("", []), dict(suggestions)
    units = [(unit, notes.get(unit, []), groups.get(unit, [])) for unit in {**groups, **notes}]
    names, head = this_minute(unit_names, stream, seat), site().context.store.head(stream).hash
    return kept("_own_units.html", stream, seat, head, units=units, about=about, names=names)


def _grouped(suggestions: Sequence[SuggestedOrder]) -> list[tuple[str, Groups]]:
    """The suggested orders by unit, and by heading within a unit, in the order the game gives them."""
    by_unit = groupby(suggestions, key=lambda order: order.unit)
    return [
        (unit, [(group, list(each)) for group, each in groupby(orders, key=lambda order: order.group)])
        for unit, orders in by_unit
    ]
