"""What came of a year: the steps as a table, what must hold, and the mails, a folder for each reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pbem.service.audit.verify import audit
from pbem.service.context import minute
from pbem.service.history import HistoryEntry, history_with_events
from tools.simulation.captains import unheard
from tools.simulation.year import Year

PLAIN = ("game.turn_closed", "game.announced")
"""Steps of every game, which say nothing of what went wrong; nor does who sat down at the opening."""
WIDTH = 150


def table(year: Year) -> str:
    """Each step that somebody or the clock took, a line each."""
    lines = [f"{minute(entry.at)}  {stream}  T{entry.turn:<3} {_words(entry)}" for stream, entry in _steps(year)]
    return "\n".join(line[:WIDTH] for line in lines)


def _steps(year: Year) -> list[tuple[str, HistoryEntry]]:
    context = year.story.service.context
    found = [
        (row.stream, entry)
        for row in context.store.games()
        for entry, event in history_with_events(context, row.stream)
        if event.type not in PLAIN and (entry.turn or event.type != "game.seat_taken")
    ]
    return sorted(found, key=lambda step: step[1].at)


def _words(entry: HistoryEntry) -> str:
    who = f" ({entry.by})" if entry.by else ""
    return f"{entry.what}{who}" + (f": {entry.why}" if entry.why else "")


def verdict(year: Year) -> tuple[list[str], bool]:
    """What came of it in words, and whether something is not as it must be."""
    lines, failed = [], False
    for line, fine in _findings(year):
        lines.append(line if fine else f"FAILED: {line}")
        failed = failed or not fine
    return lines, failed


def _findings(year: Year) -> Iterator[tuple[str, bool]]:
    service = year.story.service
    for row in service.context.store.games():
        found = audit(service.context, row.stream)
        state = row.verdict if row.status == "ended" else f"not over, in turn {row.turn}"
        yield f"{row.stream} {row.title}, {row.closed} turns: {state}", row.status == "ended"
        yield f"   audit: {found.events} events, {'sound' if found.sound else '; '.join(found.broken[:3])}", found.sound
    hands = [step for step in _steps(year) if step[1].by in ("the game master", "the operator")]
    yield f"{len(hands)} acts of a game master or the operator", not hands
    lost = unheard(year.story, list(year.captains.values()))
    sent = sum(len(captain.attempts) for captain in year.captains.values())
    yield f"{sent} mails with orders; resolved without orders that were sent in time: {len(lost)} {lost[:3] or ''}", not lost
    yield f"{len(year.mail.mails)} mails of ours, {year.story.beats} heartbeats", True


def keep_mails(year: Year, folder: Path) -> None:
    """Every mail as a text file, in a folder for each reader, in the order in which they came."""
    for number, received in enumerate(year.mail.mails):
        subject = re.sub(r"[^A-Za-z0-9]+", "-", str(received.message["Subject"]))[:60].strip("-")
        place = folder / received.to.partition("@")[0]
        place.mkdir(parents=True, exist_ok=True)
        head = "".join(f"{name}: {received.message[name]}\n" for name in ("To", "Reply-To", "Subject", "Date"))
        name = f"{number:05} {received.at:%Y-%m-%d %H%M} {subject}.txt"
        (place / name).write_text(f"{head}\n{received.text}\n", encoding="utf-8")
