"""What is wrong with a campaign file: everything, with path and reason, before anything is opened."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.campaign.model.campaign_file import CampaignFile
from pbem.core.game.validation import Fault


def faults(file: CampaignFile) -> Iterator[Fault]:
    """Why it cannot be played."""
    if file.rounds < 1:
        yield "rounds", "must be 1 or more, so that there is an end"
