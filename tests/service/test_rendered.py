"""Pieces made for pages are kept by what they weigh."""

from __future__ import annotations

import pytest

from pbem.service import context
from pbem.service.context import RenderCache


def test_the_oldest_pieces_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large ones sooner than small ones; a piece that was asked for again is young."""
    monkeypatch.setattr(context, "KEPT_WEIGHT", 1000)
    cache, made = RenderCache(), []

    def ask(name: str, size: int) -> None:
        cache.get(name, lambda: (made.append(name), "x" * size)[1])

    for name, size in (("a", 300), ("b", 300), ("a", 300), ("c", 300), ("a", 300), ("b", 300)):
        ask(name, size)
    assert made == ["a", "b", "c", "b"]
