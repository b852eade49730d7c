"""The signed address of a seat for one turn: `g17-blue-3-SIGNATURE@domain`. Whoever writes there may order for that seat."""

from __future__ import annotations

import base64
import hmac
import re
from typing import NamedTuple

SIGNATURE = 16
MAX_LOCAL = 64
# Some mailers change or cut what stands after `+`, so any of these separators is read. A seat's name has none of them, so
# that the three last parts are found whatever the stream is called.
FORM = re.compile(r"([a-z0-9][a-z0-9._-]*)[-+.=]([a-z0-9_]+)[-+.=]([0-9]{1,6})[-+.=]([a-z2-7]{16})")


class Claim(NamedTuple):
    """What an address says of itself; to be believed only once `verify` has seen the seat's player."""

    stream: str
    seat: str
    turn: int
    signature: str

    def text(self) -> str:
        """The claim in one spelling, whatever separators and case it came with."""
        return f"{self.stream}-{self.seat}-{self.turn}-{self.signature}"


def sign(secret: bytes, stream: str, seat: str, turn: int, player: str) -> str:
    """80 bits over game, seat, turn and player, so that a new player of a seat makes the old addresses worthless."""
    mac = hmac.digest(secret, f"{stream}|{seat}|{turn}|{player}".encode(), "sha256")
    return base64.b32encode(mac).decode().lower()[:SIGNATURE]


def seat_address(secret: bytes, domain: str, stream: str, seat: str, turn: int, player: str) -> str:
    """Where `player` sends the orders of `seat` for `turn`.

    Raises:
        ValueError: a stream or seat that an address cannot carry (upper case, a separator in the seat, too long).
    """
    claim = Claim(stream, seat, turn, sign(secret, stream, seat, turn, player))
    address = f"{claim.text()}@{domain}"
    if read_address(address, domain) != claim:
        raise ValueError(f"stream {stream!r} and seat {seat!r} do not fit into a mail address")
    return address


def read_address(address: str, domain: str) -> Claim | None:
    """The claim of an address of ours; None when it has another domain or another form."""
    local, _, host = address.strip().strip("<>").lower().rpartition("@")
    found = FORM.fullmatch(local) if host == domain.lower() and len(local) <= MAX_LOCAL else None
    return Claim(found[1], found[2], int(found[3]), found[4]) if found else None


def verify(secret: bytes, claim: Claim, player: str) -> bool:
    """Was this address given to `player`? Takes the same time whatever differs."""
    return hmac.compare_digest(sign(secret, claim.stream, claim.seat, claim.turn, player), claim.signature)
