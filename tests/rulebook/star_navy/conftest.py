"""Fixtures of the Star Navy rule tests."""

from __future__ import annotations

import pytest

from tests.rulebook.star_navy.builders.battle import Battle


@pytest.fixture
def battle() -> Battle:
    """Two cruisers that stand still, 60 hexes apart, on a floating map without terrain; the next turn is turn 1."""
    return Battle()
