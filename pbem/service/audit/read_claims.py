"""What reports and receipts say of a log: found in their text, as it was sent or quoted, and in their files for programs."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.service.audit.claims import Claim, Kind
from pbem.service.receipt import Receipt

GAP = r"[\s>|]+"
"""What a mail program may have put between two words: blanks, a line's end, marks of quoting."""
OF_SEAT = r"rolls shown to (?P<reader>\S+) in|(?:commitment|salt) of (?P<seat>\S+) for"
WHAT = rf"(?P<what>dice root of|digest of|log head after|{OF_SEAT})"
VALUE = r"(?P<value>[0-9a-f]{64}|\d{1,9})(?!\w)"
LINE = re.compile(rf"^[\x20\t>|]*{WHAT} turn (?P<turn>\d{{1,9}}) of (?P<game>[^\s:]{{1,80}}):? {VALUE}".replace(" ", GAP), re.M)
OLDER = re.compile(rf"^[\x20\t>|]*(?P<what>dice root of turn (?P<turn>\d{{1,9}})|log head):? {VALUE}".replace(" ", GAP), re.M)
"""Before lines named their game."""
TAG = re.compile(r"<[^<>]*>")
KINDS: Mapping[str, Kind] = {
    "dice": "root",
    "digest": "digest",
    "log": "head",
    "rolls": "rolls",
    "commitment": "commitment",
    "salt": "salt",
}
"""By the first word of a line."""
NOBODY = "spectators"


def claims_in_text(text: str, where: str, game: str = "") -> list[Claim]:
    """What a plain text says, each line at the beginning of a line, quoted or not.

    `game` is the one that lines without a name are about; "" if nothing tells: then they say nothing.
    """
    older = OLDER.finditer(text) if game else ()
    found = [*map(re.Match.groupdict, LINE.finditer(text)), *({**said.groupdict(), "game": game} for said in older)]
    claims = (_claim(said, where) for said in found)
    return [claim for claim in claims if sound(claim)]


def claims_in_page(page: str, where: str, game: str = "") -> list[Claim]:
    """What an HTML page says."""
    return claims_in_text(html.unescape(TAG.sub("\n", page)), where, game)


def claims_in_json(data: object, where: str) -> list[Claim]:
    """What a report for programs (`wardroom-report`) or a proof file (`wardroom-proof`) says; nothing of any other JSON."""
    if not isinstance(data, Mapping):
        return []
    kind = str(data.get("format", "")).partition("/")[0]
    pairs = _report(data) if kind == "wardroom-report" else _proof(data) if kind == "wardroom-proof" else ()
    game, turn = data.get("game"), data.get("turn")
    if not isinstance(game, str) or type(turn) is not int:
        return []
    claims = (Claim(kind, game, turn + later, seat, str(value), where) for kind, later, seat, value in pairs)
    return [claim for claim in claims if sound(claim)]


def claims_of_receipt(receipt: Receipt, where: str) -> list[Claim]:
    """What a receipt prints: the seal of the orders in force, and the head of the log when the last turn was resolved."""
    after = receipt.turn if receipt.ended or receipt.outcome == "over" else receipt.turn - 1
    said: list[tuple[Kind, int, str, str]] = [
        ("commitment", receipt.turn, receipt.seat, receipt.commitment),
        ("salt", receipt.turn, receipt.seat, receipt.salt),
        ("head", after, "", receipt.head),
    ]
    return [Claim(kind, receipt.stream, turn, seat, value, where) for kind, turn, seat, value in said if value]


def sound(claim: Claim) -> bool:
    """Is its value of the right shape? Anything else is no line of ours."""
    return bool(re.fullmatch(r"\d{1,9}" if claim.kind == "rolls" else "[0-9a-f]{64}", claim.value))


def _claim(said: Mapping[str, str | None], where: str) -> Claim:
    kind = KINDS[re.split(GAP, said["what"] or "")[0]]
    seat = said.get("reader") or said.get("seat") or ""
    turn = said.get("turn")
    number = None if turn is None else int(turn)
    return Claim(kind, said["game"] or "", number, "" if seat == NOBODY else seat, said["value"] or "", where)


Said = tuple[Kind, int, str, Any]


def _report(data: Mapping[str, Any]) -> Iterator[Said]:
    """Kind, turns later, seat and value. The root is of the turn that comes next."""
    yield "digest", 0, "", data.get("digest")
    yield "rolls", 0, str(data.get("seat", "")), data.get("rolls")
    yield "head", 0, "", data.get("head")
    following, turn = data.get("next_turn"), data.get("turn")
    if type(following) is int and type(turn) is int:
        yield "root", following - turn, "", data.get("root")


def _proof(data: Mapping[str, Any]) -> Iterator[Said]:
    """All that was published of the turn's dice. The number of rolls is what their reader left in the file."""
    yield "root", 0, "", data.get("root")
    yield "digest", 0, "", data.get("digest")
    commitments = data.get("commitments")
    if isinstance(commitments, Mapping):
        yield from (("commitment", 0, str(seat), value) for seat, value in commitments.items())
