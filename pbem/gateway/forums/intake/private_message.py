"""Private messages: codes that link an account, and orders, answered in the conversation that they came in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from pbem.accounts.people import Person
from pbem.core.texts.text_limits import TooLong
from pbem.gateway.forums.accounts import Accounts
from pbem.gateway.forums.intake import place_words
from pbem.gateway.forums.intake.reply_table import KeptReply, ReplyTable
from pbem.gateway.forums.intake.which_game import seat_of
from pbem.gateway.forums.links import Links
from pbem.gateway.forums.port import Reply
from pbem.gateway.forums.posts_table import PostRow, PostTable
from pbem.gateway.outbound.notify import notify
from pbem.gateway.outbound.page_mail import receipts
from pbem.gateway.outbound.receipt_mail import AnsweredMail, receipt_message
from pbem.gateway.reading.mail_context import MailContext
from pbem.gateway.scheduled.sitter_mail import tell_named
from pbem.present.markup import from_post
from pbem.service.context import stamp
from pbem.service.current_orders import DELETED, EDITED, WRITTEN, MessageWay, message_source
from pbem.service.ladder.sitters import NotTheirSeat, sitter_source
from pbem.service.orders.file import file_orders
from pbem.service.orders.make_receipt import occasion
from pbem.service.orders.withdraw import withdraw_orders

SAME, WITHIN = 3, timedelta(days=1)
"""So often within this time one account is told the same that is nothing for the game; more would be a talk with a machine."""


@dataclass(frozen=True)
class PrivateMessages:
    """What is done about a private message. `take` returns its row with what became of it."""

    mail_context: MailContext
    posts: PostTable
    accounts: Accounts
    table: ReplyTable
    links: Links

    def take(self, row: KeptReply, reply: Reply) -> KeptReply:
        """Link, file, take back or answer. May be repeated without harm."""
        before = [each for each in self.table.versions(row.place, row.id) if each.number < row.number and each.seat]
        text = "" if reply.deleted else from_post(reply.text)
        if code := self.links.code_in(text):
            self._answer(row, reply, self.links.use(row.place, reply.author, code))
            return row._replace(outcome="a code")
        person = self.mail_context.people.by_id(self.accounts.person_of(row.place, reply.author))
        if person is None:
            return self._stranger(row, reply)
        if before:
            return self._again(row, reply, person, before[-1], text)
        return row._replace(outcome="deleted before it was read") if reply.deleted else self._new(row, reply, person, text)

    def _stranger(self, row: KeptReply, reply: Reply) -> KeptReply:
        if not reply.deleted:
            base = self.mail_context.settings.base_url
            self._answer(row, reply, place_words.how_to_link(row.place, f"{base}/you#forums" if base else ""))
        return row._replace(outcome="the account is nobody's")

    def _new(self, row: KeptReply, reply: Reply, person: Person, text: str) -> KeptReply:
        about = [(topic.stream, topic.seat) for topic in self.posts.of_topic(row.place, reply.topic) if topic.seat]
        mine = list(self.mail_context.directory.seats_of(person))
        found = seat_of(text, about, mine)
        if found is None:
            games = self.mail_context.context.store.game
            seats = [(stream, seat, game.title) for stream, seat in mine if (game := games(stream))]
            self._answer(row, reply, place_words.which_game(seats))
            return row._replace(outcome="for no game")
        turn = self.mail_context.directory.open_turn(found.stream)
        return self._file(row._replace(stream=found.stream, seat=found.seat, turn=turn), reply, person, found.text, WRITTEN)

    def _again(self, row: KeptReply, reply: Reply, person: Person, before: KeptReply, text: str) -> KeptReply:
        """A message that was edited or deleted: only for the turn that it was for."""
        row = row._replace(stream=before.stream, seat=before.seat, turn=before.turn)
        game = self.mail_context.context.store.game(row.stream)
        if game is None or game.turn != row.turn:
            did, title = "deleted" if reply.deleted else "edited", game.title if game else row.stream
            now = game.turn if game else 0
            words = place_words.TOO_LATE.format(did=did, turn=row.turn, title=title, stream=row.stream, now=now)
            self._answer(row, reply, words)
            return row._replace(outcome="too late")
        if reply.deleted:
            return self._withdraw(row, reply, person)
        mine = [(row.stream, row.seat)]
        found = seat_of(text, mine, mine)
        return self._file(row, reply, person, found.text if found else text, EDITED)

    def _file(self, row: KeptReply, reply: Reply, person: Person, text: str, way: MessageWay) -> KeptReply:
        context = self.mail_context.context
        row = row._replace(source=self._source(row, person, way))
        if not row.source:
            return self._not_theirs(row, reply)
        try:
            receipt = file_orders(context, row.stream, row.seat, text, row.source, row.turn)
        except NotTheirSeat:
            return self._not_theirs(row, reply)
        except TooLong as e:
            self._answer(row, reply, f"{str(e)[0].upper()}{str(e)[1:]}.")
            return row._replace(outcome="too long")
        notify(self.mail_context, receipt, occasion(context, row.stream, row.turn, row.source), row.at)
        if receipt.names_sitter:
            tell_named(self.mail_context, row.stream, row.seat)
        link = self.mail_context.signer.seat_link(row.stream, row.seat, receipt.turn, person.key)
        words = receipt_message(receipt, AnsweredMail(row.at, row.turn), link, person.zone)
        self._answer(row, reply, words, receipt.for_game)
        return row._replace(outcome=f"orders {receipt.outcome}")

    def _withdraw(self, row: KeptReply, reply: Reply, person: Person) -> KeptReply:
        row = row._replace(source=self._source(row, person, DELETED))
        if not row.source:
            return self._not_theirs(row, reply)
        receipt = withdraw_orders(self.mail_context.context, row.stream, row.seat, row.source, row.turn)
        receipts(self.mail_context, row.stream, row.seat, row.source)
        self._answer(row, reply, place_words.withdrawn(receipt), for_game=True)
        return row._replace(outcome="orders withdrawn")

    def _not_theirs(self, row: KeptReply, reply: Reply) -> KeptReply:
        self._answer(row, reply, place_words.GONE_SEAT.format(seat=row.seat, stream=row.stream))
        return row._replace(outcome="not their seat", seat="", source="")

    def _source(self, row: KeptReply, person: Person, way: MessageWay) -> str:
        """What the log knows the version by; "" when its writer does not order for the seat."""
        holders = self.mail_context.directory.holders(row.stream, row.seat)
        sits = next((sits for holder, sits in holders if holder.id == person.id), None)
        if sits is None:
            return ""
        number = sum(1 for each in self.table.versions(row.place, row.id) if each.number <= row.number)
        message = sha256(f"{row.place}\n{row.id}\n{row.stream}\n{row.seat}".encode()).hexdigest()
        source = message_source(message, number, way)
        return sitter_source(source) if sits else source

    def _answer(self, row: KeptReply, reply: Reply, words: str, for_game: bool = False) -> None:
        """Queue an answer in the same conversation, once."""
        stream, since = row.stream if row.seat else "", stamp(self.mail_context.context.now() - WITHIN)
        if for_game or self.table.answered(row.place, reply.author, words, since) < SAME:
            answer = PostRow(row.place, stream, row.seat, reply.author, f"r{row.number}", "waiting", words=words)
            self.posts.want(answer._replace(topic=reply.topic))
