"""Public replies in the topic of a game: comments in its own thread, but for orders, which everybody would read."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.gateway.forums.accounts import Accounts
from pbem.gateway.forums.intake import place_words
from pbem.gateway.forums.intake.reply_table import KeptReply
from pbem.gateway.forums.places import Places
from pbem.gateway.forums.port import Reply
from pbem.gateway.forums.posts_table import PostRow, PostTable
from pbem.gateway.reading.mail_context import MailContext
from pbem.present.markup import from_post
from pbem.service.context import ActRefused
from pbem.service.repository import reading
from pbem.service.thread.comments import Author, NewComment, author_of, mirror_comment, unmirror_comment
from pbem.service.thread.public_orders import looks_like_orders


@dataclass(frozen=True)
class PublicReplies:
    """What is done about a public reply. `take` returns its row with what became of it."""

    mail_context: MailContext
    places: Places
    posts: PostTable
    accounts: Accounts

    def take(self, row: KeptReply, reply: Reply) -> KeptReply:
        """Show it as a comment, or keep it out of the thread. May be repeated without harm."""
        streams = [topic.stream for topic in self.posts.of_topic(row.place, reply.topic) if not topic.user]
        if not streams:
            return row._replace(outcome="in no topic of ours")
        row = row._replace(stream=streams[0])
        if reply.deleted:
            unmirror_comment(self.mail_context.context, row.place, row.id)
            return row._replace(outcome="deleted")
        person = self.accounts.person_of(row.place, reply.author)
        text = from_post(reply.text)
        if seat := self._orders(row.stream, person, text):
            return self._exposed(row, reply, person, seat)
        return self._comment(row, reply, person, text)

    def _orders(self, stream: str, person: str, text: str) -> str:
        """The seat that the text holds orders of, which its writer plays or orders for; "" when it holds none."""
        if not person:
            return ""
        seats = [row.seat for row in self.mail_context.context.store.seats(stream) if person in (row.player, row.sitter)]
        with reading(self.mail_context.context, stream) as record:
            return next((seat for seat in seats if looks_like_orders(record, seat, text)), "")

    def _exposed(self, row: KeptReply, reply: Reply, person: str, seat: str) -> KeptReply:
        """Nobody's orders are to be read in public: the author is told how to send them, once, and the place hides them."""
        context, signer = self.mail_context.context, self.mail_context.signer
        unmirror_comment(context, row.place, row.id)
        abilities = self.places.open(self.places.get(row.place)).abilities
        player, game = self.mail_context.people.by_id(person), context.store.game(row.stream)
        if "private" in abilities and player and game:
            link = signer.seat_link(row.stream, seat, game.turn, player.key)
            desk = f" Or write them at your desk: {link}" if link else ""
            words = place_words.PUBLIC.format(url=reply.url or game.title, stream=row.stream, desk=desk)
            self.posts.want(PostRow(row.place, row.stream, seat, reply.author, f"o{row.id}", "waiting", words=words))
        return row._replace(outcome="orders in public", status="hide" if "hide" in abilities else "taken")

    def _comment(self, row: KeptReply, reply: Reply, person: str, text: str) -> KeptReply:
        context = self.mail_context.context
        author = author_of(context, row.stream, person) if person else Author("", guest=f"{reply.author} at {row.place}")
        try:
            post = mirror_comment(context, row.stream, author, NewComment(text, place=row.place, external=row.id))
        except ActRefused as e:
            return row._replace(outcome=f"no comment: {e}")
        return row._replace(outcome=f"comment {post}")
