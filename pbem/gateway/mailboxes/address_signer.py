"""Who we are to the world of mail: our mailbox, the addresses and links that we sign, and how they are read back."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable
from dataclasses import dataclass

from pbem.gateway.mailboxes.addresses import Claim, LeaveClaim, ReminderClaim, SeatClaim, ThreadClaim, UnfollowClaim, read_local

CODE = 16


def nobody(stream: str, seat: str, turn: int, player: str) -> str:
    """No report was ever sent."""
    return ""


@dataclass(frozen=True)
class AddressSigner:
    """`secrets`: the one that signs, then those that still count. `base_url` is where our pages are, "" if nowhere.

    `asked_by` gives the Message-ID of the report that asked a player (by id) for a seat's orders for a turn, "" if none did.
    """

    domain: str
    secrets: tuple[bytes, ...]
    mailbox: str = "orders"
    base_url: str = ""
    asked_by: Callable[[str, str, int, str], str] = nobody

    @property
    def address(self) -> str:
        """The address we write from."""
        return f"{self.mailbox}@{self.domain}"

    def code(self, purpose: str) -> str:
        """80 bits in 16 small letters and digits that nobody else can make, the same for the same purpose."""
        return _code(self.secrets[0], purpose)

    # ------------------------------------------------------------ given out

    def seat_address(self, stream: str, seat: str, turn: int, player: str) -> str:
        """Where `player` (the `key` of a person) sends the orders of `seat` for `turn`.

        A new player of the seat, or a new key of the old one, makes the addresses given before worthless.

        Raises:
            ValueError: a stream or seat that an address cannot carry (upper case, a separator in the seat, too long).
        """
        claim = SeatClaim(stream, seat, turn, self.code(_seat(stream, seat, turn, player)))
        address = self._address(claim.text())
        if self.read(address) != claim:
            raise ValueError(f"stream {stream!r} and seat {seat!r} do not fit into a mail address")
        return address

    def bounce_address(self, message_id: str) -> str:
        """The return path of one mail of ours."""
        return self._address(f"bounce-{self.bounce_code(message_id)}")

    def bounce_code(self, message_id: str) -> str:
        """What `bounce_address` carries."""
        return self.code(f"bounce|{message_id}")

    def confirm_address(self, code: str) -> str:
        """Where an answer that is no `no` lets the held mail of this code count."""
        return self._address(f"confirm-{code}")

    def confirm_link(self, code: str) -> str:
        """The page with the same button; "" when we have no pages."""
        return f"{self.base_url}/mail/confirm/{code}" if self.base_url else ""

    def take_code(self, stream: str, seat: str, turn: int, player: str) -> str:
        """What lets `player` take a free seat that they were offered in `turn`."""
        return self.code(_take(stream, seat, turn, player))

    def take_address(self, code: str) -> str:
        """Where an answer takes the seat that was offered under this code."""
        return self._address(f"take-{code}")

    def take_link(self, code: str) -> str:
        """The page with a button for it; "" when we have no pages."""
        return f"{self.base_url}/mail/take/{code}" if self.base_url else ""

    def unsubscribe_address(self, stream: str, seat: str, player: str) -> str:
        """Where a mail of any words stops the reports of this game."""
        return self._address(self._leave(stream, seat, player).text())

    def unsubscribe_link(self, stream: str, seat: str, player: str) -> str:
        """The page that does the same; "" when we have no pages."""
        claim = self._leave(stream, seat, player).text().removeprefix("unsubscribe-")
        return f"{self.base_url}/mail/unsubscribe/{claim}" if self.base_url else ""

    def reminders_address(self, stream: str, person: str, key: str) -> str:
        """Where a mail of any words stops a person's reminders of this game; `key` is theirs."""
        return self._address(self._no_reminders(stream, person, key).text())

    def reminders_link(self, stream: str, person: str, key: str) -> str:
        """The page that does the same; "" when we have no pages."""
        claim = self._no_reminders(stream, person, key).text().removeprefix("reminders-")
        return f"{self.base_url}/mail/reminders/{claim}" if self.base_url else ""

    def thread_address(self, stream: str, person: str, key: str) -> str:
        """Where a person's words are posted in the thread of this game; `key` is theirs."""
        return self._address(ThreadClaim(stream, person, self.code(_thread(stream, key))).text())

    def unfollow_address(self, stream: str, person: str, key: str) -> str:
        """Where a mail of any words ends a person's mail of this game's thread."""
        return self._address(self._unfollow(stream, person, key).text())

    def unfollow_link(self, stream: str, person: str, key: str) -> str:
        """The page that does the same; "" when we have no pages."""
        claim = self._unfollow(stream, person, key).text().removeprefix("unfollow-")
        return f"{self.base_url}/mail/thread/{claim}" if self.base_url else ""

    def seat_link(self, stream: str, seat: str, turn: int, player: str) -> str:
        """The page that lets `player` in to command their seat, given with the mails about `turn`; "" when we have no pages."""
        claim = SeatClaim(stream, seat, turn, self.code(_link(stream, seat, turn, player)))
        return f"{self.base_url}/seat/{claim.text()}" if self.base_url else ""

    def sitter_link(self, stream: str, seat: str, player: str) -> str:
        """The page where who was named to order for a seat's player declines; "" when we have no pages."""
        code = self.code(_named(stream, seat, player))
        return f"{self.base_url}/mail/sitter/{stream}-{seat}-{code}" if self.base_url else ""

    def mail_name(self, kind: str, occasion: str) -> str:
        """The local part of a Message-ID of ours: the same for the same occasion, and not to be guessed."""
        return f"{kind}.{self.code(f'{kind}|{occasion}')}"

    def message_id(self, name: str) -> str:
        """The Message-ID of the mail of that name."""
        return f"<{name}@{self.domain}>"

    def root(self, stream: str) -> str:
        """The Message-ID that all mail about a game refers to, so that it is one thread."""
        return self.message_id(stream)

    def thread_root(self, stream: str) -> str:
        """The Message-ID that all mail of a game's thread refers to, apart from the mail that its players get."""
        return self.message_id(f"{stream}.thread")

    # ------------------------------------------------------------ read back

    def read(self, address: str) -> Claim | None:
        """What an address of ours claims; None when it has another domain or no form that we give out."""
        local, _, host = address.strip().strip("<>").rpartition("@")
        return read_local(local, self.mailbox) if host.lower() == self.domain.lower() else None

    def is_ours(self, address: str) -> bool:
        """Is it an address that we write from, or let others write to?"""
        return self.read(address) is not None

    def given_to(self, claim: SeatClaim, player: str) -> bool:
        """Was this address given to `player`? Takes the same time whatever differs."""
        return self._signed(_seat(claim.stream, claim.seat, claim.turn, player), claim.signature)

    def linked_to(self, claim: SeatClaim, player: str) -> bool:
        """Was this seat's link given to `player`?"""
        return self._signed(_link(claim.stream, claim.seat, claim.turn, player), claim.signature)

    def takes(self, code: str, stream: str, seat: str, turn: int, player: str) -> bool:
        """Was this code given to `player` to take the seat?"""
        return self._signed(_take(stream, seat, turn, player), code)

    def left_by(self, claim: LeaveClaim, player: str) -> bool:
        """Was this way to leave a game given to `player`?"""
        return self._signed(f"leave|{claim.stream}|{claim.seat}|{player}", claim.signature)

    def named_by(self, claim: LeaveClaim, player: str) -> bool:
        """Was this way to decline given to `player`? It is of the same form as one to leave a game."""
        return self._signed(_named(claim.stream, claim.seat, player), claim.signature)

    def stopped_by(self, claim: ReminderClaim, key: str) -> bool:
        """Was this way to stop reminders given to whoever has this key?"""
        return self._signed(f"reminders|{claim.stream}|{key}", claim.signature)

    def posted_by(self, claim: ThreadClaim, key: str) -> bool:
        """Was this way to post in a thread given to whoever has this key?"""
        return self._signed(_thread(claim.stream, key), claim.signature)

    def unfollowed_by(self, claim: UnfollowClaim, key: str) -> bool:
        """Was this way to end the mail of a thread given to whoever has this key?"""
        return self._signed(f"unfollow|{claim.stream}|{key}", claim.signature)

    def _signed(self, purpose: str, signature: str) -> bool:
        return any([hmac.compare_digest(_code(secret, purpose), signature) for secret in self.secrets])

    def _leave(self, stream: str, seat: str, player: str) -> LeaveClaim:
        return LeaveClaim(stream, seat, self.code(f"leave|{stream}|{seat}|{player}"))

    def _no_reminders(self, stream: str, person: str, key: str) -> ReminderClaim:
        return ReminderClaim(stream, person, self.code(f"reminders|{stream}|{key}"))

    def _unfollow(self, stream: str, person: str, key: str) -> UnfollowClaim:
        return UnfollowClaim(stream, person, self.code(f"unfollow|{stream}|{key}"))

    def _address(self, claim: str) -> str:
        return f"{self.mailbox}+{claim}@{self.domain}"


def _seat(stream: str, seat: str, turn: int, player: str) -> str:
    return f"{stream}|{seat}|{turn}|{player}"


def _link(stream: str, seat: str, turn: int, player: str) -> str:
    """Another purpose than the order address: who sees the one cannot make the other of it."""
    return f"seat link|{stream}|{seat}|{turn}|{player}"


def _take(stream: str, seat: str, turn: int, player: str) -> str:
    return f"take|{stream}|{seat}|{turn}|{player}"


def _thread(stream: str, key: str) -> str:
    return f"thread|{stream}|{key}"


def _named(stream: str, seat: str, player: str) -> str:
    return f"sitter|{stream}|{seat}|{player}"


def _code(secret: bytes, purpose: str) -> str:
    mac = hmac.digest(secret, purpose.encode("utf-8", "surrogateescape"), "sha256")
    return base64.b32encode(mac).decode().lower()[:CODE]
