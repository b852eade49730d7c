"""What a mail may ask beside its orders: help, an old report, and why something happened. All of it changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from pbem.core.state.record import Record
from pbem.core.texts.commands import COMMANDS
from pbem.core.texts.envelope import Question, suggest
from pbem.present.report import to_text
from pbem.service import help_pages
from pbem.service.context import ServiceContext
from pbem.service.help_pages import Section, wrapped
from pbem.service.ladder.sitters import by_sitter
from pbem.service.receipt import Answer
from pbem.service.reports.replay import turn_steps
from pbem.service.reports.turn_report import turn_report
from pbem.service.reports.why import Explanation, OrdersThen, explain, no_line
from pbem.service.way_in import WayIn, way_lines

MAX_ANSWERS = 5
MAX_SECTIONS = 4
WORD = re.compile(r"[A-Z0-9]+")
LAST = ("Every order", "Grammar", "What the receipt may say")
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
  press to red: words     words to a player, up to the next empty line
  press to public: words  words that everybody reads, players and watchers
  extend 24h: why         you ask for more time; given when enough want it
  absent until 2026-12-24: why   you are away; `not absent`: you are back
  sitter: friend@example.org   who orders for you when you cannot
  vote draw: why          you want the game ended as a draw; so with `pause`,
                          `go on`, `master red` (or `master nobody`) and
                          `roll back to 3`; `not vote draw` takes it back
  absent everywhere until 2026-12-24: why   the same in all your games
  resign red: why         you leave your seat (here red) for good"""
MORE = "Write `help` and an order, or one of these, for more:"
BROKEN = re.compile(r"\n {3,}")
"""Before the rest of what stands in the second column."""


def answers(
    context: ServiceContext, record: Record, seat: str, asked: Sequence[Question], source: str
) -> tuple[list[Answer], list[str]]:
    """The answers to the questions of a mail, and notes on those left out. `source` is what the log knows the mail by."""
    why = partial(_why, asker=_asker(record, seat, source))
    found: dict[str, Callable[[ServiceContext, Record, str, str], Answer]] = {"help": _help, "history": _history, "why": why}
    wanted = [ask for ask in dict.fromkeys(asked) if ask.name in found]
    more = len(wanted) - MAX_ANSWERS
    notes = [f"a mail gets {MAX_ANSWERS} answers; {more} more of your questions were left out"] if more > 0 else []
    return [found[ask.name](context, record, seat, ask.about) for ask in wanted[:MAX_ANSWERS]], notes


# ---------------------------------------------------------------- help


def _help(context: ServiceContext, record: Record, seat: str, about: str) -> Answer:
    game = record.game
    named = next((key for key, each in context.games.items() if about and _same(about, key, each.title)), "")
    page = help_pages.order_page(named or game.key)
    if not about:
        return _overview(page)
    if named and page:
        return _of(f"Orders in {context.games[named].title}", page)
    sections = _about(page, about)
    if sections:
        return _of(f"Help: {about}", sections)
    titles = [section.title for section in page]
    near = suggest(about, [title.upper() for title in titles]) if titles else ""
    said = f"The page on the orders of {game.title} has nothing about {about}. {near}".strip()
    text = "\n".join([*wrapped(said), "", *_contents(page, "  ")]).rstrip()
    return Answer(f"Help: {about}", text, [Section("", [said]), _contents_list(page)])


def _of(title: str, sections: Sequence[Section]) -> Answer:
    return Answer(title, "\n\n".join(section.text() for section in sections), sections)


def _same(about: str, *names: str) -> bool:
    """Is it one of these names, whatever its case, signs and blanks?"""
    asked = WORD.findall(about.upper())
    return any(asked in (WORD.findall(name.upper()), WORD.findall(name.upper().replace("_", " "))) for name in names)


def _overview(page: Sequence[Section]) -> Answer:
    writing = [section for section in page if section.title == "Writing a mail"]
    text = "\n\n".join([EVERY_GAME, *(section.text() for section in writing), "\n".join(_contents(page, "  "))]).rstrip()
    return Answer("How to write orders", text, [*_every_game(), *writing, _contents_list(page)])


def _every_game() -> list[Section]:
    """`EVERY_GAME` as a paragraph and a table."""
    words, title, lines = re.split(r"\n\n(.*):\n", EVERY_GAME)
    rows = [re.split(" {2,}", line.strip()) for line in BROKEN.sub(" ", lines).splitlines()]
    table = [f"| `{line.replace(', ', '`, `')}` | {what} |" for line, what in rows]
    return [Section("", [words]), Section(title, ["| line | what it does |", "|---|---|", *table])]


def _contents(page: Sequence[Section], mark: str) -> list[str]:
    """The sections that can be asked for, each behind a mark."""
    if not page:
        return []
    return [MORE, *(f"{mark}{section.title}" for section in page[1:]), f"{mark}{page[0].title} (all of it)"]


def _contents_list(page: Sequence[Section]) -> Section:
    """The same as a list."""
    return Section("", _contents(page, "- "))


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
    """Are these words in the text, one after the other?"""
    return f" {' '.join(topic)} " in f" {' '.join(WORD.findall(text))} " if all(topic) else False


def _headed(title: str, topic: list[str]) -> bool:
    """Does each word of the topic begin one of the headline's (`move`: Movement)?"""
    words = WORD.findall(title.upper())
    return all(len(asked) >= 3 and any(word.startswith(asked) for word in words) for asked in topic)


# ---------------------------------------------------------------- history


def _history(context: ServiceContext, record: Record, seat: str, about: str) -> Answer:
    """The report of a turn without its order form, which is of no use any more."""
    turn = int(about) if about else record.ledger.closed
    if turn > record.ledger.closed:
        return Answer(f"History: turn {turn}", _no_turn(record))
    report = turn_report(context, record.stream, turn, seat).report
    report = replace(report, template="", due="")
    return Answer(f"The report of turn {turn}", to_text(report).rstrip(), report=report)


def _no_turn(record: Record) -> str:
    last = record.ledger.closed
    there_are = f"turns 0 (the opening) to {last}" if last else "turn 0, the opening; no turn is resolved yet"
    return "\n".join(wrapped(f"There is no report of that turn. There is one of {there_are}."))


# ---------------------------------------------------------------- why


def _asker(record: Record, seat: str, source: str) -> str:
    """Who asks (an id), "" when that is not certain: nobody is told how the mails of others came in."""
    ledger = record.ledger
    if by_sitter(source):
        return ledger.sitting.get(seat, "")
    return ledger.players.get(seat, "") if source or seat not in ledger.sitting else ""


def _why(context: ServiceContext, record: Record, seat: str, about: str, asker: str) -> Answer:
    before, dot, number = about.rpartition(".")
    turn = int(before) if dot else record.ledger.closed
    title = f"Why {turn}.{number or '?'}"
    if turn > record.ledger.closed:
        return Answer(title, _no_turn(record))
    count = len(turn_steps(context, record.stream, turn, seat).steps) - 1
    if not number or not 0 < int(number) <= count:
        return Answer(title, "\n".join(wrapped(no_line(turn, count))))
    told = explain(context, record.stream, turn, int(number), seat, asker)
    return Answer(title, "\n".join(_explained(told)), why=told)


def _explained(why: Explanation) -> list[str]:
    """The sentence, its clauses, its dice, and what the reader had ordered for the units in it, with how that came in."""
    lines = explained_rule(why)
    for orders in [each for each in why.orders if each.seat == why.seat]:
        lines += ["", f"Your orders for {orders.unit}, as they stood", *explained_orders(why, orders)]
    return lines


def explained_rule(why: Explanation) -> list[str]:
    """The sentence, its clauses, its dice."""
    lines = wrapped(why.step.text, 0, 2)
    for clause in why.clauses:
        lines += ["", *wrapped(f"[{clause.id}] {clause.words}".rstrip(), 0, 2)]
    if why.rolls:
        lines += ["", "Dice"]
    for roll in why.rolls:
        lines += [*wrapped(roll.text, 2, 2), *wrapped(roll.proof_words(why.turn), 4)]
    return lines


def explained_orders(why: Explanation, orders: OrdersThen) -> list[str]:
    """The orders, and how they came in."""
    lines = [line for order in orders.lines for line in wrapped(order, 2, 2)]
    return [*lines, *(line for said in _came_in(why.turn, orders.way_in) for line in wrapped(said, 4, 2))]


def _came_in(turn: int, way: WayIn | None) -> list[str]:
    """How the orders came in; those that were not filed for the turn, how the seat's last ones before it did."""
    if way is None:
        return ["Nobody filed them: the game began with them."]
    stored = f"Nothing was filed for turn {turn}: these are advance and standing orders. The last filing before it:"
    return [*([stored] if way.turn != turn else []), *way_lines(way)]
