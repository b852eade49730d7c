"""The rows of the tables of mail, and what is asked of them and handed to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pbem.service.audit.claims import Claim
from pbem.service.mail_facts import MailChannel


class Arrival(NamedTuple):
    """By which channel a mail came in, and to whose address (a person's id, "" for nobody's)."""

    channel: MailChannel = "mail"
    player: str = ""


NOT_NOTED = Arrival()


class FiledAs(NamedTuple):
    """What a mail's orders were filed as, and what was read in it, by which version of the extractor."""

    stream: str
    seat: str
    turn: int
    source: str
    words: str
    extractor: int


class Waiting(NamedTuple):
    """A mail that is to be processed, how often that was tried, and who sent it to whose address."""

    sha: str
    attempts: int
    sender: tuple[str, str]


class Inbound(NamedTuple):
    """A mail that came in. `status` is new, processed or failed; `outcome` says in words what became of it.

    `envelope_from` is None when the envelope is not known. `player` is whom its address belongs to; `stream`, `seat`, `turn`
    and `source` say what its orders were filed as, `words` what was read (by extractor `extractor`) in it.
    """

    sha: str
    at: str
    envelope_from: str | None
    envelope_to: str
    raw: bytes
    status: str
    outcome: str
    player: str
    stream: str
    seat: str
    turn: int
    source: str
    words: str
    extractor: int
    attempts: int
    channel: MailChannel = "mail"


class Pace(NamedTuple):
    """No more than `most` mails to a domain since then."""

    domain: str
    most: int
    since: str


Claimed = Literal["ours", "theirs", "too many"]
"""What became of a claim: this worker's; another worker's; nobody's yet, because of the pace."""


class Outbound(NamedTuple):
    """A mail to a person (by id). `status` is queued, sent, bounced or failed; `next_at` is when it is tried next.

    `code` is what its return path carries; `stream`, `seat` and `turn` say what it is about ("" and 0: nothing of the kind).
    """

    message_id: str
    at: str
    kind: str
    recipient: str
    status: str
    attempts: int
    next_at: str
    error: str
    code: str
    stream: str
    seat: str
    turn: int


@dataclass(frozen=True)
class OutgoingMail:
    """A mail ready to be queued; see `Outbound`.

    `kind` is report, receipt, refusal, notice, press, reminder, weekly, forum or operator. `turn` is the one that an answer
    orders for. The recipient is a person's id; of an operator's mail and of a forum's it is an address.
    `claims` are what it says of the game's log.
    """

    message_id: str
    kind: str
    recipient: str
    raw: bytes
    code: str = ""
    stream: str = ""
    seat: str = ""
    turn: int = 0
    claims: Sequence[Claim] = ()
