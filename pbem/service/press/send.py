"""Press written on a page: to seats that were chosen, or the public, in words that are handed on as they are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbem.core.state.record import Record
from pbem.core.texts.text_limits import check_bounds
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.current_orders import check_seat
from pbem.service.decide import Decision, decide
from pbem.service.ladder.sitters import check_writer, following, is_taken
from pbem.service.press.messages import MAX_TEXT, PUBLIC, PressDraft, keep, unread


def send_press(context: ServiceContext, stream: str, seat: str, to: Sequence[str], text: str, source: str) -> list[str]:
    """Send words from a seat to others, or to `PUBLIC`; the same `source` sends once. Returns notes: who will not read it.

    Unlike press in a mail it has no address line and no end: it may hold empty lines, and lines that look like orders.

    Raises:
        ActRefused, TooLong: nothing was sent, and why.
        NoSuchGame, NoSuchSeat, Corrupt.
    """
    check_bounds(text)

    def act(record: Record, now: datetime) -> Decision[list[str]]:
        check_seat(record, seat)
        post = _post(record, seat, to, text)
        check_writer(record, seat, source)
        drafts = [] if is_taken(record, source) else following(record, seat, keep(context, record, seat, source, post), now)
        return Decision(drafts, lambda: unread(record, post))

    return decide(context, stream, act)


def _post(record: Record, seat: str, to: Sequence[str], text: str) -> PressDraft:
    """What to send. Raises ActRefused, NoSuchSeat."""
    words = "\n".join(line.rstrip() for line in text.encode(errors="replace").decode().splitlines()).strip()
    if record.ledger.ended:
        raise ActRefused("the game is over; no press is sent any more")
    for other in to:
        if other != PUBLIC:
            check_seat(record, other)
    named = [PUBLIC] if PUBLIC in to else [other for other in record.ledger.seats if other in to and other != seat]
    if not named:
        raise ActRefused("choose to whom it goes")
    if not words:
        raise ActRefused("there are no words to send")
    if len(words) > MAX_TEXT:
        raise ActRefused(f"the message is too long ({len(words):,} characters): it may have {MAX_TEXT:,}")
    return PressDraft(sent=[(named, words)])
