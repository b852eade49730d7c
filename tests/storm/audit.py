"""After the storm: is every order filed once, every answer sent once, and the log whole?"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from events.platform import OrdersFiled, ReadyChanged, TurnClosed
from events.store import open_store
from tests.storm.mails import Letter
from tests.storm.storm import Wreck

Fact = tuple[str, str]
"""A stream, and a word of orders or `TURN SEAT` of a `ready`."""


@dataclass
class Findings:
    """`faults` is empty when nothing was lost, doubled or broken. `copies` were handed over twice, the same byte for byte."""

    faults: list[str] = field(default_factory=list)
    counts: dict[str, float] = field(default_factory=dict)
    copies: int = 0

    def all_of(self, what: str, wrong: list[str]) -> None:
        """Note what is wrong, if anything."""
        if wrong:
            self.faults.append(f"{what}: {len(wrong)}, such as {', '.join(sorted(wrong)[:5])}")


def audit(wreck: Wreck) -> Findings:
    """Count everything."""
    found = Findings()
    found.all_of(
        "not idle at the end", [] if wreck.idle else [f"{len(wreck.ledger.answered)} of {wreck.weather.mails} answered"]
    )
    found.all_of("exit code", [str(wreck.exit_code)] if wreck.exit_code else [])
    found.all_of("answers at the door that should not be", wreck.ledger.odd)
    _orders(wreck, found)
    _receipts(wreck, found)
    _reports(wreck, found)
    _deliveries(wreck, found)
    _tables(wreck, found)
    _log(wreck, found)
    _count(wreck, found)
    return found


def _orders(wreck: Wreck, found: Findings) -> None:
    """Every valid mail that was told 250 is filed exactly once, and nothing else is."""
    filed: Counter[Fact] = Counter()
    sources: Counter[str] = Counter()
    store = open_store(wreck.service.data / "wardroom.db")
    for stream in store.streams():
        for entry in store.read(stream):
            event = entry.event
            if isinstance(event, OrdersFiled):
                filed[stream, event.luck] += 1
                sources[f"{stream} {event.source} orders"] += 1
            elif isinstance(event, ReadyChanged):
                filed[stream, f"{event.turn} {event.seat}"] += 1
                sources[f"{stream} {event.source} ready"] += 1
    store.close()
    due = {_fact(letter) for letter in wreck.ledger.valid()}
    found.all_of("told 250 and lost", [" ".join(fact) for fact in due - set(filed)])
    found.all_of("filed more than once", [" ".join(fact) for fact, times in filed.items() if times > 1])
    found.all_of("filed, but never sent", [" ".join(fact) for fact in set(filed) - due])
    found.all_of("sources that count twice", [source for source, times in sources.items() if times > 1])
    found.counts["orders filed"] = len(filed)


def _fact(letter: Letter) -> Fact:
    return letter.seat.stream, letter.word if letter.kind == "orders" else f"{letter.turn} {letter.seat.seat}"


def _receipts(wreck: Wreck, found: Findings) -> None:
    """Every valid mail is answered by one receipt, which says that it counts; what came too late, by one that does not."""
    answers: Mapping[str, set[str]] = defaultdict(set)
    accepted = set()
    for got in wreck.post.got:
        answers[got.answers].add(got.message_id)
        accepted |= {got.answers} if got.accepted else set()
    due = {letter.message_id for letter in wreck.ledger.valid()}
    found.all_of("orders without a receipt", [name for name in due if not answers[name]])
    found.all_of("orders with several receipts", [name for name in due if len(answers[name]) > 1])
    found.all_of("orders that count, but whose receipt says otherwise", [name for name in due - accepted if answers[name]])
    late = {letter.message_id for letter in wreck.ledger.late()}
    found.all_of("late orders without an answer", [name for name in late if not answers[name]])
    found.all_of("late orders with several answers", [name for name in late if len(answers[name]) > 1])
    found.all_of("late orders that are said to count", sorted(late & accepted))
    found.counts["receipts"] = len(due)
    found.counts["answers to what came too late"] = len(late)


def _reports(wreck: Wreck, found: Findings) -> None:
    """Every player has one report of every turn of their game, and of its opening."""
    closed: Counter[str] = Counter()
    store = open_store(wreck.service.data / "wardroom.db")
    for stream in store.streams():
        closed[stream] = sum(isinstance(entry.event, TurnClosed) for entry in store.read(stream))
    store.close()
    had: Mapping[Fact, set[str]] = defaultdict(set)
    for got in wreck.post.got:
        if got.stream:
            had[got.recipient, f"{got.stream} T{got.turn}"].add(got.message_id)
    due = {(seat.address, f"{seat.stream} T{turn}") for seat in wreck.seats for turn in range(closed[seat.stream] + 1)}
    found.all_of("reports that are missing", [" ".join(each) for each in due if not had[each]])
    found.all_of("reports sent as several mails", [" ".join(each) for each in due if len(had[each]) > 1])
    found.all_of("reports of nothing", [" ".join(each) for each in set(had) - due])
    found.counts["turns resolved"] = sum(closed.values())
    found.counts["reports"] = len(due)


def _deliveries(wreck: Wreck, found: Findings) -> None:
    """A Message-ID is delivered once; over SMTP perhaps once more, but never with other bytes or to somebody else."""
    digests: Mapping[str, list[str]] = defaultdict(list)
    for got in wreck.post.got:
        digests[got.message_id].append(f"{got.digest} {got.recipient}")
    found.all_of("mails that differ under one Message-ID", [name for name, all_of in digests.items() if len(set(all_of)) > 1])
    found.copies = sum(len(all_of) - 1 for all_of in digests.values())
    if wreck.weather.maildirs:
        found.all_of("mails put into a mailbox twice", [name for name, all_of in digests.items() if len(all_of) > 1])
    found.counts["mails handed out"] = len(digests)


def _tables(wreck: Wreck, found: Findings) -> None:
    """Nothing is left undone, and the database is whole."""
    ask = wreck.service.ask
    found.all_of("mails in that are not done with", [str(row) for row in ask(OPEN)])
    unsent = ask("SELECT message_id, status, error FROM outbound WHERE status <> 'sent'")
    found.all_of("mails out that are not sent", [str(row) for row in unsent])
    found.all_of("the database", [str(row[0]) for row in ask("PRAGMA integrity_check") if row[0] != "ok"])


OPEN = "SELECT sha, status, outcome FROM inbound WHERE status NOT IN ('processed', 'settled')"


def _log(wreck: Wreck, found: Findings) -> None:
    """Every stream verifies, and the service never ran into a fault of its own."""
    verified = wreck.service.run("verify", "--json")
    rows = json.loads(verified.stdout)
    found.all_of("streams that do not verify", [row["stream"] for row in rows if row["broken"] or row["different"]])
    found.all_of("verify", [verified.stderr.decode()[-300:]] if verified.returncode else [])
    said = wreck.service.log.read_text(errors="replace")
    found.all_of("tracebacks in the service's log", ["".join(said.partition("Traceback")[1:])[:1500]] * said.count("Traceback"))
    found.counts["streams verified"] = len(rows)


def _count(wreck: Wreck, found: Findings) -> None:
    kinds = Counter(letter.kind for letter in wreck.ledger.answered)
    ways = Counter(letter.way for letter in wreck.ledger.answered)
    found.counts |= {f"kills {when}": number for when, number in wreck.killed.items()}
    found.counts |= {f"mails in: {kind}": number for kind, number in kinds.items()}
    found.counts |= {f"mails in by {way}": number for way, number in ways.items()}
    found.counts |= {"attempts not answered": wreck.ledger.retries, "copies handed out": found.copies}
    found.counts["mails answered before the last kill"] = wreck.before_last_kill
    found.counts["seconds"] = round(wreck.seconds)
