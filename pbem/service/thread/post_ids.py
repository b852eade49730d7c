"""The ids of the posts in a game's thread: `t3` a turn's report, `a2` an announcement, `p…` public press, `c12` a comment.

`t0` is the report of the opening.
"""

from __future__ import annotations

import re

from pbem.core.state.record import Record

FORMS = re.compile(r"t(0|[1-9][0-9]{0,4})|[ac][1-9][0-9]{0,8}|p[0-9a-f]{16}")


def known_post(record: Record, post: str) -> bool:
    """May the game's thread have this post by now? Of comments the log knows nothing, for they are not its own."""
    if not FORMS.fullmatch(post):
        return False
    return post[0] != "t" or int(post[1:]) <= record.ledger.closed
