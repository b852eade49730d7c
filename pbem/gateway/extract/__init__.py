"""The orders in a mail: choose the part, decode it, undo its wrapping, and cut what the player did not write.

`extract` is the whole pipeline; each step is a module of its own, a few functions of text.
"""

from __future__ import annotations

from pbem.gateway.extract.parts.attachments import Ignored
from pbem.gateway.extract.parts.mail_tree import UnreadableMail
from pbem.gateway.extract.pipeline import Extract, extract

__all__ = ["VERSION", "Extract", "Ignored", "UnreadableMail", "extract"]

VERSION = 5
"""Moves when mails may read otherwise than before: it is noted with each mail, so that old ones can be read again."""
