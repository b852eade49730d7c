"""What tests of several use cases begin with."""

from __future__ import annotations

import pytest

from pbem.service.context import ServiceContext
from pbem.service.games import opening


@pytest.fixture
def duel(context: ServiceContext) -> str:
    """A duel of two persons that has just begun."""
    return opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
