"""The commanders that can take a side."""

from __future__ import annotations

from pbem.campaign.bots.commander import steady
from pbem.campaign.bots.random_bot import random_orders
from pbem.campaign.model.state import State
from pbem.core.game.protocol import Bot

BOTS: dict[str, Bot[State]] = {"steady": steady, "random": random_orders}
"""The first keeps its ships in repair."""
