"""What of players' mail, and of posts at forums, may need whoever runs their games."""

from __future__ import annotations

from pbem.gateway.forums.posts_table import PostTable
from pbem.gateway.reading.mail_context import MailContext


class MailTroubles:
    """Mailboxes that take no mail, and orders that wait for a word: see `pbem.service.mail_port.MailTroubles`."""

    def __init__(self, mail_context: MailContext) -> None:
        self.mail_context = mail_context

    def stopped_since(self, person: str) -> str:
        """Since when no mail goes to a person; "" while it does."""
        return self.mail_context.mailboxes.deliverability(person).stopped_at

    def held_since(self, stream: str, turn: int) -> dict[str, str]:
        """The seats with orders for a turn that wait for their player's word: since the first of them came."""
        return self.mail_context.quarantine.waiting_since(stream, turn)

    def refused_since(self, stream: str) -> dict[str, str]:
        """The places that have not taken posts of a game, and since when."""
        return PostTable(self.mail_context.context.database).refused_since(stream)
