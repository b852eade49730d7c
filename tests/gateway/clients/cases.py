"""The orders that are sent: every sample mail of the four games' pages, and what their bots order; each with its report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage, MIMEPart
from functools import cache
from typing import Any

from pbem.core.orders.envelope import OrderSheet, open_envelope
from pbem.games import GAMES
from pbem.gateway.extract.lines.reply_markers import mark_html, mark_text
from pbem.gateway.outbound.receipt_mail import AnsweredMail, receipt_text
from pbem.present.report import Report, ReportLine, to_html, to_text
from pbem.service.receipt import Receipt
from tests.gateway.clients import Original
from tests.gateway.clients import opened as read_mail
from tests.gateway.clients.wire import PICTURE
from tests.kit.pages import chapter, page, samples
from tests.kit.playing import AnyGame, by_bot, chance_from, open_play, play_turn
from tests.rulebook.sovereign_seas.builders.fleet import sea as waters
from tests.rulebook.sovereign_seas.builders.orders import SHIPS
from tests.rulebook.star_navy.builders.orders import position
from tests.rulebook.stingray.builders.one_step import FISH, sea, vessel
from tests.rulebook.stingray.builders.orders import stingray
from tests.rulebook.wet_thrust.builders.pages import carriers, opened
from tests.rulebook.wet_thrust.builders.ships import airborne

AT, DUE = "2026-11-24T18:00:00Z", "2026-11-24 18:00 UTC"
ADDRESS = "orders+g17-blue-3-abcdefghijklmnop@wardroom.example"
LUCK = 'luck: for the "Queen" - and country...'


@dataclass(frozen=True)
class Case:
    """An order text, and the position and seat that it is for."""

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
    return {key: [*PRINTED[key](), *_bots(key)] for key in GAMES}


def _star_navy() -> Iterator[Case]:
    duel, squadron = samples(page("orders/star_navy"))
    game = GAMES["star_navy"]
    yield Case("duel", game, position(), "blue", f"{duel}{LUCK}\nready")
    yield Case("squadron", game, position("harrow-belt", "cycle", 0, 0), "blue", squadron)


def _stingray() -> Iterator[Case]:
    text = page("orders/stingray")
    ours, fish = samples(chapter(text, "Two sample mails"))[:2]
    captains, copilots = ours.split("\n\n")
    game, crewed = GAMES["stingray"], _crewed()
    yield Case("first", game, crewed, "captain-sr1", samples(text)[0])
    yield Case("captain", game, crewed, "captain-sr1", f"{captains}\n{LUCK}")
    yield Case("co-pilot", game, crewed, "copilot-sr1", copilots)
    yield Case("aquaphibians", game, crewed, FISH, fish)


def _crewed() -> Any:
    """A Stingray with two seats, a friend, a SuperSub and three fish."""
    ours = stingray("SR1", copilot=True, tubes={"1": "MK61"})
    others = [vessel("SR2", "1210", "N", 3), vessel("SS1", "1520", "N", 3), vessel("MF1", "2020", "N", 3)]
    return sea(ours, *others, vessel("TF1", "1030", "N", 3), vessel("TF2", "0530", "N", 3), move=3)


def _sovereign_seas() -> Iterator[Case]:
    text = page("orders/sovereign_seas")
    game, mails = GAMES["sovereign_seas"], [samples(text)[0], *samples(chapter(text, "Two sample mails"))]
    for number, (seat, mail) in enumerate(zip(("gb", "gb", "fr", "fr"), mails, strict=True)):
        yield Case(f"mail {number}", game, waters({**SHIPS, "FB2": ("1822", "N", 6)}, 2), seat, mail)


def _wet_thrust() -> Iterator[Case]:
    text = page("orders/wet_thrust")
    game = GAMES["wet_thrust"]
    yield Case("first", game, opened("denmark-strait"), "gb", f"{samples(text)[0]}not ready\n")
    states = [opened("denmark-strait"), opened("convoy"), _dived(), carriers(), _attacked()]
    mails = samples(chapter(text, "Sample mails"))
    for number, (seat, state, mail) in enumerate(zip(("gb", "de", "de", "de", "de"), states, mails, strict=True)):
        yield Case(f"mail {number}", game, state, seat, mail)


def _dived() -> Any:
    """The convoy some turns later: U99 at periscope depth."""
    state = opened("convoy")
    state.ships["U99"].mode = "periscope"
    return state


def _attacked() -> Any:
    """Swordfish, with two squadrons on their way."""
    state = opened("swordfish")
    for id in ("ARK-T1", "ARK-T2"):
        airborne(state, id, (0, 20))
    return state


PRINTED: dict[str, Callable[[], Iterator[Case]]] = {
    "star_navy": _star_navy,
    "stingray": _stingray,
    "sovereign_seas": _sovereign_seas,
    "wet_thrust": _wet_thrust,
}


def _bots(key: str) -> Iterator[Case]:
    """What each bot orders for each seat in two scenarios, at the opening and a turn later."""
    game = GAMES[key]
    for scenario in list(game.scenarios)[1:3]:
        for name, bot in game.planning.bots.items():
            seats = {seat.id: name for seat in game.rules.seats(scenario, game.scenarios.options(scenario, {}))}
            later = open_play(game, scenario, {}, "replies")
            play_turn(later, by_bot(seats), "replies", 1)
            for seat in game.rules.due(later.state):
                text = bot(game.report.view(later.state, seat), chance_from(f"{scenario} {name}"))
                yield Case(f"{scenario} {name} {seat}", game, later.state, seat, text)


# ---------------------------------------------------------------- the report


@cache
def report(key: str, number: int) -> Original:
    """The mail that the case's player answers, as their mail program has it."""
    return read_mail(mailed(cases()[key][number]))


@cache
def receipt(key: str, number: int) -> Original:
    """The receipt for the case's orders, as its player's mail program has it."""
    case = cases()[key][number]
    standing = case.read(case.text).sheet.text()
    made = Receipt(
        "g17",
        case.game.title,
        case.seat,
        case.seat,
        3,
        "accepted",
        "turn 3, move 3 of 9",
        "A block replaces its ship.",
        standing=standing,
        due=AT,
        waiting=["red"],
    )
    mail = _addressed(case)
    mail.set_content(receipt_text(made, AnsweredMail(AT, 3), ADDRESS), cte="quoted-printable")
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
    view = case.game.report.view(case.state, case.seat)
    template = case.game.report.template(view)
    happenings = [
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
        side=case.seat,
        happenings=happenings,
        panels=list(case.game.report.panels(view)),
        standing=["Wanted now: orders."],
        due=DUE,
        root="5f" * 32,
        next_turn=3,
        next_words="turn 3, move 3 of 9",
        digest="a1" * 32,
        head="c3" * 32,
        template=template,
        verdict="",
        clause_note="XX-x.y are clauses of the rule book.",
    )
    return made, made.template
