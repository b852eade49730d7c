"""The made-up rule book of these tests."""

from tests.rulebook.campaign.made_up import made_up_book

__all__ = ["made_up_book"]
