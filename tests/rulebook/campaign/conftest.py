"""What all tests of campaigns share."""

from tests.rulebook.campaign.made_up import made_up_book

__all__ = ["made_up_book"]
