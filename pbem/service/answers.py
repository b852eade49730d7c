"""What a mail may ask beside its orders: help, an old report, and why something happened. All of it changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from events.base import Entry, Event
from events.platform import OrdersFiled, Rolled
from pbem.core.commands import COMMANDS, Question
from pbem.core.orders import OrderSheet, suggest
from pbem.core.record import Record
from pbem.present.report import to_text
from pbem.service import handbook
from pbem.service.handbook import Section, wrapped
from pbem.service.loading import load
from pbem.service.receipt import Answer
from pbem.service.reports import Told, dice_words, entries_of, told, turn_report
from pbem.service.room import Room

MAX_ANSWERS = 5
MAX_SECTIONS = 4
WORD = re.compile(r"[A-Z0-9]+")
ID = re.compile(r"[A-Z]+-[A-Z0-9]+\.[0-9]+")
LAST = ("Grammar", "What the receipt may say")
"""Sections that list every word, and so are shown only when they are asked for."""
COMMON = "Beside orders"
"""The section that is the same for every game."""

EVERY_GAME = """\
One block for each unit: its name and a colon, then its orders, one a line or
separated by `;`. `#` starts a comment. `END` ends your orders.

Lines that work in every game:
  ready, not ready        you are done for this turn, or not after all
  luck: any words         your words go into this turn's dice
  preview                 a dry run of this mail: nothing is filed or sent
  status                  what stands now, and who is waited for
  help, help FIRE         this, or the part of the page that tells of FIRE
  history 3               the report of turn 3 again
  why 12, why 3.12        what is behind line 12 of the last report, or turn 3's
  press to red: words     words to a player, up to the next empty line"""


def answers(room: Room, record: Record, seat: str, asked: Sequence[Question]) -> tuple[list[Answer], list[str]]:
    """The answers to the questions of a mail, and notes on those left out."""
    found = {"help": _help, "history": _history, "why": _why}
    wanted = [ask for ask in dict.fromkeys(asked) if ask.name in found]
    more = len(wanted) - MAX_ANSWERS
    notes = [f"a mail gets {MAX_ANSWERS} answers; {more} more of your questions were left out"] if more > 0 else []
    return [found[ask.name](room, record, seat, ask.about) for ask in wanted[:MAX_ANSWERS]], notes


# ---------------------------------------------------------------- help


def _help(room: Room, record: Record, seat: str, about: str) -> Answer:
    game = record.game
    named = next((key for key, each in room.games.items() if about and _same(about, key, each.title)), "")
    page = handbook.order_page(named or game.key)
    if not about:
        return Answer("How to write orders", _overview(page))
    if named and page:
        return Answer(f"Orders in {room.games[named].title}", "\n\n".join(section.text() for section in page))
    sections = _about(page, about)
    if sections:
        return Answer(f"Help: {about}", "\n\n".join(section.text() for section in sections))
    titles = [section.title for section in page]
    near = suggest(about, [title.upper() for title in titles]) if titles else ""
    lines = wrapped(f"The page on the orders of {game.title} has nothing about {about}. {near}".strip())
    return Answer(f"Help: {about}", "\n".join([*lines, "", *_contents(page)]).rstrip())


def _same(about: str, *names: str) -> bool:
    """Is it one of these names, whatever its case, signs and blanks?"""
    asked = WORD.findall(about.upper())
    return any(asked in (WORD.findall(name.upper()), WORD.findall(name.upper().replace("_", " "))) for name in names)


def _overview(page: Sequence[Section]) -> str:
    writing = [section.text() for section in page if section.title == "Writing a mail"]
    return "\n\n".join([EVERY_GAME, *writing, "\n".join(_contents(page))]).rstrip()


def _contents(page: Sequence[Section]) -> list[str]:
    """The sections that can be asked for."""
    if not page:
        return []
    titles = [f"  {section.title}" for section in page[1:]]
    return ["Write `help` and an order, or one of these, for more:", *titles, f"  {page[0].title} (all of it)"]


def _about(page: Sequence[Section], about: str) -> list[Section]:
    """The sections about a topic: named after it, or with a table of orders that has it; else those that mention it."""
    topic = WORD.findall(about.upper()) or [""]
    if page and topic == WORD.findall(page[0].title.upper()):
        return list(page)
    own = [section for section in page if section.title not in LAST and (section.title != COMMON or topic[0] in COMMANDS)]
    if exact := [section for section in page if WORD.findall(section.title.upper()) == topic]:
        return exact
    found = [section for section in own if _has(section.codes(), topic) or _headed(section.title, topic)]
    found = found or [section for section in own if _has("\n".join(section.lines).upper(), topic)]
    return found[:MAX_SECTIONS]


def _has(text: str, topic: list[str]) -> bool:
    """Do these words stand in the text, one after the other?"""
    return f" {' '.join(topic)} " in f" {' '.join(WORD.findall(text))} " if all(topic) else False


def _headed(title: str, topic: list[str]) -> bool:
    """Does each word of the topic begin one of the headline's (`move`: Movement)?"""
    words = WORD.findall(title.upper())
    return all(len(asked) >= 3 and any(word.startswith(asked) for word in words) for asked in topic)


# ---------------------------------------------------------------- history


def _history(room: Room, record: Record, seat: str, about: str) -> Answer:
    """The report of a turn without its order form, which is of no use any more."""
    turn = int(about) if about else record.ledger.closed
    if turn > record.ledger.closed:
        return Answer(f"History: turn {turn}", _no_turn(record))
    report = turn_report(room, record.stream, turn, seat).report
    return Answer(f"The report of turn {turn}", to_text(replace(report, template="", due="")).rstrip())


def _no_turn(record: Record) -> str:
    last = record.ledger.closed
    there_are = f"turns 0 (the opening) to {last}" if last else "turn 0, the opening; no turn is resolved yet"
    return "\n".join(wrapped(f"There is no report of that turn. There is one of {there_are}."))


# ---------------------------------------------------------------- why


def _why(room: Room, record: Record, seat: str, about: str) -> Answer:
    before, dot, number = about.rpartition(".")
    turn = int(before) if dot else record.ledger.closed
    title = f"Why {turn}.{number or '?'}"
    if turn > record.ledger.closed:
        return Answer(title, _no_turn(record))
    then = load(room, record.stream, turn)
    entries = entries_of(room, then, turn)
    found = told(then, entries, seat)
    asked = next((each for each in found if str(each.happening.number) == number.lstrip("0")), None)
    if asked is None:
        return Answer(title, _no_number(turn, len(found)))
    return Answer(title, "\n".join(_explained(room, then, turn, seat, entries, asked)))


def _no_number(turn: int, count: int) -> str:
    there_are = f"The lines of turn {turn} are numbered 1 to {count}." if count else f"Turn {turn} has none for you."
    return "\n".join(wrapped(f"Write `why` and the number of a line of the report, as in `why {turn}.1`. {there_are}"))


def _explained(room: Room, then: Record, turn: int, seat: str, entries: list[Entry], asked: Told) -> list[str]:
    """The sentence, its clauses, its dice, and what the reader himself had ordered for the units in it."""
    lines = wrapped(asked.happening.text, 0, 2)
    for id in ID.findall(asked.happening.rule):
        words = handbook.clauses(then.game.key).get(id, "")
        lines += ["", *wrapped(f"[{id}] {words}".rstrip(), 0, 2)]
    if asked.rolls:
        lines += ["", "Dice", *(line for place, roll in asked.rolls for line in _roll(then, place, roll))]
    sheet = _stood(room, then, turn, seat, entries)
    for unit in _units(asked.event, sheet):
        lines += ["", f"Your orders for {unit}, as they stood"]
        lines += [line for order in sheet.units[unit] for line in wrapped(order, 2, 2)]
    return lines


def _roll(then: Record, place: int, roll: Entry) -> list[str]:
    """The dice, and where they are in the proof file. The set-up has none: its seed is laid open at the end."""
    assert isinstance(roll.event, Rolled)  # noqa: S101 (what `told` gives)
    whom = {"*": "everyone", "": "nobody before the end"}.get(roll.audience, roll.audience)
    where = f"Roll {place} of the proof file of turn {roll.turn} (audience {whom}, number {roll.event.number})."
    proof = where if roll.turn else "A roll of the set-up: it can be checked when the game is over."
    return [*wrapped(dice_words(roll.event), 2, 2), *wrapped(proof, 4)]


def _stood(room: Room, then: Record, turn: int, seat: str, entries: Iterable[Entry]) -> OrderSheet:
    """What counted for the seat in that turn: the last that it filed, else its advance and standing orders."""
    filed = [e.event for e in entries if isinstance(e.event, OrdersFiled) and e.event.seat == seat]
    if filed:
        return OrderSheet(filed[-1].sheet)
    if not turn:
        return OrderSheet()
    before = load(room, then.stream, turn - 1)
    return before.game.sheet(before.state, seat)


def _units(event: Event | None, sheet: OrderSheet) -> list[str]:
    """The units with orders on the sheet that the event names."""
    named: set[str] = set()
    for value in vars(event).values() if event else ():
        several = value if isinstance(value, list | dict) else [value]
        named.update(each for each in several if isinstance(each, str))
    return [unit for unit, lines in sheet.units.items() if lines and unit in named]
