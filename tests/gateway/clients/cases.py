"""The orders that are sent: every sample mail of the games' pages, and what their bots order; each with its report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage, MIMEPart
from functools import cache
from typing import Any

from pbem.core.texts.envelope import OrderSheet
from pbem.core.texts.opening import open_envelope
from pbem.games import GAMES
from pbem.gateway.extract.lines.reply_markers import mark_html, mark_text
from pbem.gateway.outbound.receipt_mail import AnsweredMail, receipt_text
from pbem.present.report import Report, ReportLine, to_html, to_text
from pbem.service.receipt import Receipt
from tests.gateway.clients import Original
from tests.gateway.clients import opened as read_mail
from tests.gateway.clients.wire import PICTURE
from tests.kit.playing import AnyGame, by_bot, chance_from, open_play, play_turn
from tests.kit.samples import mails_of

AT, DUE = "2026-11-24T18:00:00Z", "2026-11-24 18:00 UTC"
ADDRESS = "orders+g17-blue-3-abcdefghijklmnop@wardroom.example"
LINK = "https://wargames.example/seat/g17-blue-3-abcdefghijklmnop"


@dataclass(frozen=True)
class Case:
    """An order text, the seat that it is for, and what that seat knows."""

    name: str
    game: AnyGame
    state: Any
    seat: str
    text: str

    def read(self, text: str) -> Reading:
        """What the game and the envelope understand of a text."""
        parsed = self.game.orders.read(self.state, self.seat, text, self.game.orders.sheet(self.state, self.seat))
        envelope = open_envelope(text)
        problems = tuple(f"{problem.unit} {problem.text!r}: {problem.reason}" for problem in parsed.problems)
        return Reading(parsed.sheet, problems, envelope.luck, envelope.ready, parsed.accepted)


@dataclass(frozen=True)
class Reading:
    """What was understood: two texts with equal readings are the same orders."""

    sheet: OrderSheet
    problems: tuple[str, ...]
    luck: str | None
    ready: bool | None
    accepted: int


# ---------------------------------------------------------------- the orders


@cache
def cases() -> dict[str, list[Case]]:
    """All order texts of each game, by its key."""
    return {key: [*_printed(key), *_bots(key)] for key in GAMES}


def _printed(key: str) -> Iterator[Case]:
    """The sample mails of the game's page of orders."""
    for mail in mails_of(key):
        yield Case(mail.name, GAMES[key], mail.state, mail.seat, mail.text)


def _bots(key: str) -> Iterator[Case]:
    """What each bot orders for each seat in two scenarios, a turn after the opening."""
    game = GAMES[key]
    for scenario in (list(game.scenarios)[1:] or list(game.scenarios))[:2]:
        for name, bot in game.planning.bots.items():
            seats = {seat.id: name for seat in game.rules.seats(scenario, game.scenarios.options(scenario, {}))}
            later = open_play(game, scenario, {}, "replies")
            play_turn(later, by_bot(seats), "replies", 1)
            for seat in game.rules.due(later.state):
                text = bot(later.known(seat), chance_from(f"{scenario} {name}"))
                yield Case(f"{scenario} {name} {seat}", game, later.kept().known(seat), seat, text)


# ---------------------------------------------------------------- the report


@cache
def report(key: str, number: int) -> Original:
    """The mail that the case's player answers, as their mail program has it."""
    return read_mail(mailed(cases()[key][number]))


@cache
def receipt(key: str, number: int) -> Original:
    """The receipt for the case's orders, as its player's mail program has it."""
    case = cases()[key][number]
    current = case.read(case.text).sheet.text()
    made = Receipt(
        "g17",
        case.game.title,
        case.seat,
        case.seat,
        3,
        "accepted",
        "turn 3, move 3 of 9",
        "A block replaces its ship.",
        current_orders=current,
        commitment="5e" * 32,
        salt="0a" * 32,
        due=AT,
        waiting=["red"],
    )
    mail = _addressed(case)
    mail.set_content(receipt_text(made, AnsweredMail(AT, 3), ADDRESS, LINK), cte="quoted-printable")
    return read_mail(mail.as_bytes())


def mailed(case: Case) -> bytes:
    """A report of the case's position as a raw mail."""
    made, template = _printed_report(case)
    mail = _addressed(case)
    mail.set_content(mark_text(to_text(made), template), cte="quoted-printable")
    mail.add_alternative(mark_html(to_html(made, "cid:map", "The map"), template), subtype="html", cte="quoted-printable")
    part = mail.get_payload(1)
    if not isinstance(part, MIMEPart):
        raise TypeError("the HTML is a part of its mail")
    part.add_related(PICTURE, "image", "png", cid="<map>", filename="turn-2-map.png", disposition="inline")
    return mail.as_bytes()


def _addressed(case: Case) -> EmailMessage:
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"] = "Wardroom <orders@wardroom.example>"
    mail["To"] = "blue@example.org"
    mail["Reply-To"] = ADDRESS
    mail["Subject"] = f"[g17 T2] {case.game.title}: orders due {DUE}"
    mail["Message-ID"] = "<g17.t2.blue.abcdef@wardroom.example>"
    mail["References"] = "<g17.blue@wardroom.example>"
    return mail


def _printed_report(case: Case) -> tuple[Report, str]:
    """A report with the panels and the order form of the case's position."""
    view = case.state
    template = case.game.report.template(view)
    lines = [
        ReportLine(
            "Movement", "A long way off a ship was seen to turn away, and nobody could say whose she was.", "XX-4.1", []
        ),
        ReportLine("Fire", "Two shells fell short.", "XX-6.4", ["2d6 shells to hit: 2 5"]),
    ]
    made = Report(
        game="g17",
        title=f"{case.game.title}: {case.name}",
        scenario="open-sea",
        turn=2,
        counted="move 2 of 9",
        heading="Turn 2, move 2 of 9",
        summary=["Two shells fell short."],
        seat=case.seat,
        seat_title=case.seat.title(),
        side=case.seat,
        lines=lines,
        panels=list(case.game.report.panels(view)),
        standing=["Wanted now: orders."],
        due=DUE,
        root="5f" * 32,
        next_turn=3,
        next_words="turn 3, move 3 of 9",
        digest="a1" * 32,
        rolls=9,
        head="c3" * 32,
        template=template,
        verdict="",
        clause_note="XX-x.y are clauses of the rule book.",
    )
    return made, made.template
