"""What the pages and the mail gateway share, so that neither imports the other.

What each call does is said where it is done: `gateway.gateway.Gateway` and `gateway.mail_links.MailLinks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from pbem.accounts.people import Person
from pbem.service.thread.forum_port import ForumPort, HookAnswer


@dataclass(frozen=True)
class SeatRef:
    """A seat, its player (`sits`: who orders for them), and the turn that a mail to or from that person is about."""

    stream: str
    seat: str
    turn: int
    person: Person
    sits: bool = field(default=False, kw_only=True)


class HeldOrders(NamedTuple):
    """Orders that wait until their player confirms them. `status` is waiting, confirmed or refused; `at` a stamp."""

    stream: str
    game: str
    seat: str
    turn: int
    sender: str
    why: str
    at: str
    status: str
    orders: str


class Unsubscribe(NamedTuple):
    """Whose reports of which game are meant, and whether they are stopped already."""

    stream: str
    game: str
    seat: str
    left: bool


class OfferedSeat(NamedTuple):
    """A free seat that was offered to a person by mail. `status` is free, yours, taken or over; `back`: they had it before.

    `listed`: they are on the list of substitutes.
    """

    person: Person
    stream: str
    game: str
    seat: str
    turn: int
    due: str
    status: str
    back: bool
    listed: bool


class SitterNaming(NamedTuple):
    """Which person (by id) is asked to order for the player of which seat. `sits`: they do by now."""

    stream: str
    game: str
    seat: str
    person: str
    sits: bool


class RemindersOff(NamedTuple):
    """Whose reminders are meant: of a game ("": of all), whether they are stopped, and whether those of all games are.

    `weekly`: it is the weekly mail to those who run games that is meant.
    """

    game: str
    stopped: bool
    all_stopped: bool
    weekly: bool


class ThreadMail(NamedTuple):
    """The mail of which game's thread is meant, what the game is called, and does it come?"""

    stream: str
    game: str
    follows: bool


class MailTroubles(Protocol):
    """What the gateway knows of players' mail that whoever runs their games may have to act on. Times are UTC stamps."""

    def stopped_since(self, person: str) -> str:
        """Since when no mail goes to a person, because it does not arrive; "" while it does."""

    def held_since(self, stream: str, turn: int) -> dict[str, str]:
        """The seats with orders for a turn that wait for their player's word, and since when."""

    def refused_since(self, stream: str) -> dict[str, str]:
        """The places that have not taken posts of a game, and since when."""


class MailLinkPort(Protocol):
    """The pages behind the links of our mails."""

    def held(self, code: str) -> HeldOrders | None: ...
    def confirm(self, code: str) -> str: ...
    def discard(self, code: str) -> bool: ...
    def unsubscribe(self, claim: str) -> Unsubscribe | None: ...
    def leave(self, claim: str) -> bool: ...
    def rejoin(self, claim: str) -> bool: ...
    def offered(self, code: str) -> OfferedSeat | None: ...
    def take(self, code: str) -> str: ...
    def ask_no_more(self, code: str) -> bool: ...
    def naming(self, claim: str) -> SitterNaming | None: ...
    def decline(self, claim: str) -> SitterNaming | None: ...
    def reminders(self, claim: str) -> RemindersOff | None: ...
    def stop_reminders(self, claim: str, of_all: bool = False) -> bool: ...
    def resume_reminders(self, claim: str) -> bool: ...
    def thread(self, claim: str) -> ThreadMail | None: ...
    def unfollow(self, claim: str) -> bool: ...
    def follow_again(self, claim: str) -> bool: ...


class Mailer(Protocol):
    """What the pages ask of the mail gateway."""

    @property
    def mail_links(self) -> MailLinkPort: ...
    @property
    def mail_troubles(self) -> MailTroubles: ...
    @property
    def forums(self) -> ForumPort: ...
    def seat_link(self, claim: str) -> SeatRef | None: ...
    def order_address(self, stream: str, seat: str, turn: int, person: Person) -> str: ...
    def mail_sign_in(self, person: Person, link: str, minutes: int) -> None: ...
    def mail_invitation(self, person: Person, stream: str, seat: str, link: str, words: str) -> None: ...
    def mail_announcement(self, stream: str, words: str, version: int) -> None: ...
    def mail_sitter_named(self, stream: str, seat: str) -> None: ...
    def mail_receipts(self, stream: str, seat: str, source: str) -> None: ...
    def mail_link_code(self, person: str, place: str) -> None: ...
    def write_to_account(self, person: str, place: str, user: str) -> None: ...
    def hear_place(self, place: str, headers: Mapping[str, str], body: bytes) -> HookAnswer: ...
