"""Our own first line, "write your orders above this line": quoted or not, re-wrapped or not, with or without its dashes."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.gateway.extract.lines import reply_markers
from pbem.gateway.extract.lines.mail_lines import MailLine
from pbem.gateway.extract.lines.plain_unicode import plain


def marker_line(lines: Sequence[MailLine]) -> int:
    """The number of the first line that begins our marker, or -1."""
    text = plain("\n".join(line.text for line in lines))
    found = reply_markers.ABOVE_SEEN.search(text)
    return text.count("\n", 0, found.start()) if found else -1
