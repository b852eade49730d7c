"""The words of the order language, and a line of orders as words."""

from __future__ import annotations

import re

from pbem.core.orders import order_words
from pbem.games.star_navy.model.reserved_words import RESERVED

"""Words of the order language: no ship may be called by one of them, and none opens a block (5.1)."""


class Words(order_words.Words):
    """The words of one order."""

    TOKEN = re.compile(r"<=|>=|=<|=>|==|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|\S")

    def name(self) -> str:
        """Take what may be a ship's id, if one comes next; else ""."""
        word = self.peek()
        return self.take() if word[:1].isalpha() and word not in RESERVED else ""
