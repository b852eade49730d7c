"""The pages of this game, for tests that hold them against the code."""

from __future__ import annotations

from tests.kit.pages import SPAN, chapter, page, rows, samples

__all__ = ["ORDERS", "PLAYING", "RULES", "SPAN", "chapter", "rows", "samples"]

ORDERS = page("orders/sovereign_seas")
RULES = page("rules/sovereign_seas")
PLAYING = page("playing")
