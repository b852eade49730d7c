"""After the storm: is every order filed once, every answer sent once, and the log whole?"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from events.platform import OrdersFiled, ReadyChanged, TurnClosed
from events.store import open_store
from tests.storm.mails import Mail
from tests.storm.storm import StormRun

Fact = tuple[str, str]
"""A stream, and a word of orders or `TURN SEAT` of a `ready`."""


@dataclass
class Findings:
    """`faults` is empty when nothing was lost, doubled or broken. `copies` were handed over twice, the same byte for byte."""

    faults: list[str] = field(default_factory=list)
    counts: dict[str, float] = field(default_factory=dict)
    copies: int = 0

    def note(self, what: str, wrong: list[str]) -> None:
        """Note what is wrong, if anything."""
        if wrong:
            self.faults.append(f"{what}: {len(wrong)}, such as {', '.join(sorted(wrong)[:5])}")


def audit(run: StormRun) -> Findings:
    """Count everything."""
    found = Findings()
    found.note("not idle at the end", [] if run.idle else [f"{len(run.sent.answered)} of {run.plan.mails} answered"])
    found.note("exit code", [str(run.exit_code)] if run.exit_code else [])
    found.note("answers that should not be", run.sent.unexpected)
    _orders(run, found)
    _receipts(run, found)
    _reports(run, found)
    _deliveries(run, found)
    _tables(run, found)
    _log(run, found)
    _count(run, found)
    return found


def _orders(run: StormRun, found: Findings) -> None:
    """Every valid mail that was told 250 is filed exactly once, and nothing else is."""
    filed: Counter[Fact] = Counter()
    sources: Counter[str] = Counter()
    store = open_store(run.service.data / "wardroom.db")
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
    due = {_fact(mail) for mail in run.sent.valid()}
    found.note("told 250 and lost", [" ".join(fact) for fact in due - set(filed)])
    found.note("filed more than once", [" ".join(fact) for fact, times in filed.items() if times > 1])
    found.note("filed, but never sent", [" ".join(fact) for fact in set(filed) - due])
    found.note("sources that count twice", [source for source, times in sources.items() if times > 1])
    found.counts["orders filed"] = len(filed)


def _fact(mail: Mail) -> Fact:
    return mail.seat.stream, mail.word if mail.kind == "orders" else f"{mail.turn} {mail.seat.seat}"


def _receipts(run: StormRun, found: Findings) -> None:
    """Every valid mail is answered by one receipt, which says that it counts; what came too late, by one that does not."""
    answers: Mapping[str, set[str]] = defaultdict(set)
    accepted = set()
    for delivery in run.deliveries.received:
        answers[delivery.in_reply_to].add(delivery.message_id)
        accepted |= {delivery.in_reply_to} if delivery.accepted else set()
    due = {mail.message_id for mail in run.sent.valid()}
    found.note("orders without a receipt", [name for name in due if not answers[name]])
    found.note("orders with several receipts", [name for name in due if len(answers[name]) > 1])
    found.note("orders that count, but whose receipt says otherwise", [name for name in due - accepted if answers[name]])
    late = {mail.message_id for mail in run.sent.late()}
    found.note("late orders without an answer", [name for name in late if not answers[name]])
    found.note("late orders with several answers", [name for name in late if len(answers[name]) > 1])
    found.note("late orders that are said to count", sorted(late & accepted))
    found.counts["receipts"] = len(due)
    found.counts["answers to what came too late"] = len(late)


def _reports(run: StormRun, found: Findings) -> None:
    """Every player has one report of every turn of their game, and of its opening."""
    closed: Counter[str] = Counter()
    store = open_store(run.service.data / "wardroom.db")
    for stream in store.streams():
        closed[stream] = sum(isinstance(entry.event, TurnClosed) for entry in store.read(stream))
    store.close()
    had: Mapping[Fact, set[str]] = defaultdict(set)
    for delivery in run.deliveries.received:
        if delivery.stream:
            had[delivery.recipient, f"{delivery.stream} T{delivery.turn}"].add(delivery.message_id)
    due = {(seat.address, f"{seat.stream} T{turn}") for seat in run.seats for turn in range(closed[seat.stream] + 1)}
    found.note("reports that are missing", [" ".join(each) for each in due if not had[each]])
    found.note("reports sent as several mails", [" ".join(each) for each in due if len(had[each]) > 1])
    found.note("reports of nothing", [" ".join(each) for each in set(had) - due])
    found.counts["turns resolved"] = sum(closed.values())
    found.counts["reports"] = len(due)


def _deliveries(run: StormRun, found: Findings) -> None:
    """A Message-ID is delivered once; over SMTP perhaps once more, but never with other bytes or to somebody else."""
    digests: Mapping[str, list[str]] = defaultdict(list)
    for delivery in run.deliveries.received:
        digests[delivery.message_id].append(f"{delivery.digest} {delivery.recipient}")
    found.note("mails that differ under one Message-ID", [name for name, copies in digests.items() if len(set(copies)) > 1])
    found.copies = sum(len(copies) - 1 for copies in digests.values())
    if run.plan.maildirs:
        found.note("mails put into a mailbox twice", [name for name, copies in digests.items() if len(copies) > 1])
    found.counts["mails handed out"] = len(digests)


def _tables(run: StormRun, found: Findings) -> None:
    """Nothing is left undone, and the database is whole."""
    ask = run.service.ask
    found.note("mails in that are not done with", [str(row) for row in ask(OPEN)])
    unsent = ask("SELECT message_id, status, error FROM outbound WHERE status <> 'sent'")
    found.note("mails out that are not sent", [str(row) for row in unsent])
    found.note("the database", [str(row[0]) for row in ask("PRAGMA integrity_check") if row[0] != "ok"])


OPEN = "SELECT sha, status, outcome FROM inbound WHERE status NOT IN ('processed', 'settled')"


def _log(run: StormRun, found: Findings) -> None:
    """Every stream verifies, and the service never ran into a fault of its own."""
    verified = run.service.run("verify", "--json")
    rows = json.loads(verified.stdout)
    found.note("streams that do not verify", [row["stream"] for row in rows if row["broken"] or row["different"]])
    found.note("verify", [verified.stderr.decode()[-300:]] if verified.returncode else [])
    said = run.service.log.read_text(errors="replace")
    found.note("tracebacks in the service's log", ["".join(said.partition("Traceback")[1:])[:1500]] * said.count("Traceback"))
    found.counts["streams verified"] = len(rows)


def _count(run: StormRun, found: Findings) -> None:
    kinds = Counter(mail.kind for mail in run.sent.answered)
    ways = Counter(mail.way for mail in run.sent.answered)
    found.counts |= {f"kills {when}": number for when, number in run.killed.items()}
    found.counts |= {f"mails in: {kind}": number for kind, number in kinds.items()}
    found.counts |= {f"mails in by {way}": number for way, number in ways.items()}
    found.counts |= {"attempts not answered": run.sent.retries, "copies handed out": found.copies}
    found.counts["mails answered before the last kill"] = run.before_last_kill
    found.counts["seconds"] = round(run.seconds)
