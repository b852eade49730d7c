"""Plain signs: what phones and word processors put in the place of what was typed."""

from __future__ import annotations

import pytest

from pbem.gateway.extract.lines.plain_unicode import for_orders, plain


def test_typographers_signs_become_plain_ones() -> None:
    """M-36: curly quotes, dashes, wide letters, spaces of all widths, invisible signs."""
    assert plain("B1：\u00a0move\u20093 – “x” ‘y’\u200b…\r\nz\u2028w") == "B1: move 3 - \"x\" 'y'...\nz\nw"
    assert plain("«ａ» \u200ebb\u202c\ufe0f−2") == '"a" bb-2'


@pytest.mark.parametrize("mark", "•·▪○➢\uf0b7")
def test_list_marks_go(mark: str) -> None:
    """M-36: a word processor's mark before an order is no part of it."""
    assert for_orders(f"{mark}\tB1: move 3\n  {mark} hold") == "B1: move 3\n  hold"


@pytest.mark.parametrize("order", ["- hold", "--5", "* hold", "1. hold", "-5", "·hold", "B1 · hold"])
def test_signs_that_may_belong_to_an_order_stay(order: str) -> None:
    """M-32, M-36: a minus, a star and a number, and a dot that stands for nothing."""
    assert for_orders(order) == order
