"""Press: words from player to player, or to the public. The log knows who wrote to whom; the words lie in a table, erasable."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlite_utils import Database, Migrations

from events.base import EVERYONE, Draft, audience
from events.platform import PressSent
from pbem.core.state.players import bot_name, is_person
from pbem.core.state.record import Record
from pbem.core.texts.commands import COMMANDS, read_question, read_request
from pbem.core.texts.envelope import Press, Problem, shortened
from pbem.service.context import ServiceContext, stamp
from pbem.service.ladder.sitters import by_sitter

MAX_PRESS = 20
MAX_TEXT = 10_000
AT_ONCE = 500
"""So many texts are asked for in one question."""
ALL = "all"
"""All seats of the game."""
PUBLIC = "public"
"""Everybody: players, and whoever watches. It stands alone in an event's `to`; no seat can be called so."""

migrations = Migrations("press")


@migrations()
def press(db: Database) -> None:
    """The words of press, by the digest that the log has, and who wrote them."""
    db.execute(
        """CREATE TABLE press(digest TEXT PRIMARY KEY, player TEXT NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL)
            STRICT, WITHOUT ROWID"""
    )


@dataclass(frozen=True)
class PressDelivery:
    """Words to hand on to the players of these seats, once: `id` is the same whenever the mail is taken again.

    `public`: they are press to the public, which everybody reads.
    """

    to_seats: list[str]
    text: str
    id: str
    public: bool = False


@dataclass
class PressDraft:
    """The press of one mail: what can be sent, to which seats, and what to say about it."""

    sent: list[tuple[list[str], str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Message:
    """Press as a page shows it. `text` is None when it has been erased."""

    seat: str
    to: list[str]
    text: str | None
    at: str


class Unaddressed(ValueError):
    """Press cannot be handed on: why, and what would be right. Reading a mail's press makes a problem of it."""

    def __init__(self, reason: str, legal: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.legal = legal


def read_press(record: Record, seat: str, written: Sequence[Press]) -> PressDraft:
    """Find the addressees of a mail's press. What cannot be sent is a problem; what nobody will read, a note."""
    post = PressDraft()
    for count, press in enumerate(written, 1):
        try:
            post.sent.append((_addressees(record, seat, press, count), press.text))
        except Unaddressed as e:
            quoted = shortened(f"press to {', '.join(press.to)}")
            post.problems.append(Problem(press.line, "", quoted, e.reason, e.legal))
            if count > MAX_PRESS:
                break
    post.notes += unread(record, post)
    post.notes += [note for press in written[:MAX_PRESS] for note in _swallowed(record, seat, press)]
    return post


def _addressees(record: Record, seat: str, press: Press, count: int) -> list[str]:
    """The seats that the press is for, without the writer's own; or the public alone. Raises Unaddressed."""
    if count > MAX_PRESS:
        raise Unaddressed(f"a mail may hold {MAX_PRESS} messages; this one and those below it were not sent", "")
    if not press.text:
        raise Unaddressed("there are no words to send", f"Write it like `{COMMANDS['PRESS']}`.")
    if len(press.text) > MAX_TEXT:
        legal = f"It may have {MAX_TEXT:,} characters."
        raise Unaddressed(f"the message is too long ({len(press.text):,} characters) and was not sent", legal)
    if not press.to:
        raise Unaddressed("it does not say to whom", f"Write it like `{COMMANDS['PRESS']}`. {_known(record)}")
    if any(_word(name) == PUBLIC for name in press.to):
        return [PUBLIC]
    named = {other for name in press.to for other in _named(record, name)} - {seat}
    if not named:
        raise Unaddressed("it is addressed to nobody but yourself", _known(record))
    return [other for other in record.ledger.seats if other in named]


def _named(record: Record, name: str) -> list[str]:
    """The seats that a name means: all, a side, a crew, or one seat by its id or title. Raises Unaddressed.

    A seat that is called like a side is taken for its own side; never for another, whose members would read what is not theirs.
    """
    ledger, word = record.ledger, _word(name)
    if word in (ALL, "everybody", "everyone"):
        return list(ledger.seats)
    sides = [seat for seat, side in ledger.seats.items() if side.lower() == word]
    crews = [seat for seat, crew in ledger.crews.items() if crew.lower() == word]
    titles = {each.id: each.title.lower() for each in record.game.rules.seats(ledger.scenario, ledger.options)}
    ones = [seat for seat in ledger.seats if word in (seat.lower(), titles.get(seat))]
    if len(ones) > 1 or (ones and sides and ones[0] not in sides):
        raise Unaddressed(f'"{shortened(name, 40)}" could be several', _known(record))
    found = sides or crews or ones
    if not found:
        raise Unaddressed(f'there is no seat or side "{shortened(name, 40)}"', _known(record))
    return found


def _word(name: str) -> str:
    return name.strip(" .").lower().removeprefix("the ")


def _known(record: Record) -> str:
    ledger = record.ledger
    sides = [side for side in dict.fromkeys(ledger.seats.values()) if side.lower() not in ledger.seats]
    return f"Press goes to {', '.join([*ledger.seats, *sides, ALL])}, or to {PUBLIC}: to everybody who reads the game."


def unread(record: Record, post: PressDraft) -> list[str]:
    """Notes on seats where nobody reads it. The public always reads."""
    addressed = dict.fromkeys(seat for to, _ in post.sent for seat in to if seat != PUBLIC)
    bots = [seat for seat in addressed if bot_name(record.ledger.players.get(seat, ""))]
    empty = [seat for seat in addressed if not record.ledger.players.get(seat)]
    notes = [f"press to {', '.join(bots)} is read by nobody: a bot plays there"] if bots else []
    return [*notes, f"press to {', '.join(empty)} is not mailed: nobody sits there yet"] if empty else notes


def _swallowed(record: Record, seat: str, press: Press) -> Iterator[str]:
    """Lines of the message that look like something else: press goes on to the next empty line."""
    units = record.game.orders.sheet(record.state, seat).units
    for line in press.lines[1:]:
        head = line.partition(":")[0].strip().upper() if ":" in line else ""
        ready = line.rstrip(" .!").upper() in ("READY", "NOT READY")
        if head in units or head == "LUCK" or ready or read_question(line) or read_request(0, line):
            yield f'"{shortened(line, 40)}" is a part of your press, which goes on to the next empty line; it was not obeyed'


# ---------------------------------------------------------------- kept and sent


def keep(context: ServiceContext, record: Record, seat: str, source: str, post: PressDraft) -> list[Draft]:
    """Keep the words, and give the events to be written. Words first, so that no event is ever without them."""
    if not post.sent:
        return []
    ledger = record.ledger
    writer = (ledger.sitting if by_sitter(source) else ledger.players).get(seat, "")
    digests, rows = [], []
    for number, (to, text) in enumerate(post.sent, 1):
        digest = hmac.digest(_salt(record, source, number), text.encode(), "sha256").hex()
        digests.append((to, digest))
        rows.append((digest, writer, text, stamp(context.now())))
    with context.database.write() as con:
        con.executemany("INSERT INTO press VALUES(?,?,?,?) ON CONFLICT DO NOTHING", rows)
    return press_events(record, seat, source, digests)


def press_events(record: Record, seat: str, source: str, digests: Sequence[tuple[list[str], str]]) -> list[Draft]:
    """The events of one mail's press: to which seats, or whether to the public, and the digest of its words (hex)."""
    turn = record.ledger.turn
    return [
        Draft(PressSent(seat, to, _salt(record, source, number).hex(), digest, source), turn, "Press", "", _readers(seat, to))
        for number, (to, digest) in enumerate(digests, 1)
    ]


def _readers(seat: str, to: Sequence[str]) -> str:
    return EVERYONE if PUBLIC in to else audience(seat, *to)


def _salt(record: Record, source: str, number: int) -> bytes:
    """From the seed, so that a mail taken again after a crash keeps the same words under the same digest."""
    return hmac.digest(bytes.fromhex(record.ledger.seed), f"press\n{source}\n{number}".encode(), "sha256")


def sent(context: ServiceContext, record: Record, source: str) -> list[PressDelivery]:
    """The press that a mail has sent, for those of its addressees who read mail. The same whenever the mail is taken again."""
    found = []
    for number, row in enumerate(context.store.presses(record.stream, source), 1):
        kept, to = words_of(context, row.digest), row.recipients.split(",")
        addressed = [seat for seat in record.ledger.seats if seat != row.seat] if PUBLIC in to else to
        seats = [seat for seat in addressed if _reads_mail(record, seat)]
        if kept and (seats or PUBLIC in to):
            found.append(PressDelivery(seats, kept[0], f"press.{source[:16]}.{number}", public=PUBLIC in to))
    return found


def _reads_mail(record: Record, seat: str) -> bool:
    return is_person(record.ledger.players.get(seat, ""))


def words_of(context: ServiceContext, digest: str) -> tuple[str, str] | None:
    """The text under a digest, and when it was written; None when it was erased."""
    row = context.database.con.execute("SELECT text, at FROM press WHERE digest = ?", (digest,)).fetchone()
    return (row[0], row[1]) if row else None


def messages(context: ServiceContext, stream: str, seat: str) -> list[Message]:
    """What the seat has written and what was written to it or to the public, oldest first."""
    rows = [
        row for row in context.store.presses(stream) if not {seat, PUBLIC}.isdisjoint((row.seat, *row.recipients.split(",")))
    ]
    kept = _all_words(context, [row.digest for row in rows])
    return [Message(row.seat, row.recipients.split(","), *kept.get(row.digest, (None, ""))) for row in rows]


def _all_words(context: ServiceContext, digests: Sequence[str]) -> dict[str, tuple[str, str]]:
    """The texts under these digests, and when they were written, in one question; none of those that were erased."""
    kept: dict[str, tuple[str, str]] = {}
    for first in range(0, len(digests), AT_ONCE):
        some = digests[first : first + AT_ONCE]
        query = f"SELECT digest, text, at FROM press WHERE digest IN ({','.join('?' * len(some))})"  # noqa: S608
        kept |= {digest: (text, at) for digest, text, at in context.database.con.execute(query, some)}
    return kept


def erase(context: ServiceContext, player: str) -> int:
    """Erase all words that a person ever sent; the log goes on to say that they wrote. Returns how many messages."""
    return context.database.change("DELETE FROM press WHERE player = ?", (player,))
