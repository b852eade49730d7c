"""A campaign by bots through the real mail path: they answer its reports and those of its battles, until it is over."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import NamedTuple

from pbem.campaign.game import CAMPAIGN
from pbem.campaign.played import KEY
from pbem.campaign.simulate import chance_from
from pbem.service.repository import load
from tools.smtp_service import SmtpService, words

SENT = re.compile(r"<([cg][0-9]+)\.t([0-9]+)\.([^.]+)\.")
"""How the Message-ID of a report begins: game, turn, seat."""


class BadMail(RuntimeError):
    """A mail was not what it must be; the message quotes it."""


class SentReport(NamedTuple):
    """A report as `player` (a seat of the campaign) has it in their mailbox: of a turn of a game, for a seat there."""

    player: str
    stream: str
    turn: int
    seat: str
    mail: EmailMessage

    @property
    def name(self) -> str:
        """What its files are called: `c1-turn-03-blue`."""
        return f"{self.stream}-turn-{self.turn:02d}-{self.seat}"


@dataclass
class MailedCampaign:
    """A campaign that is played by mail. `bots`: by game, else its first; `receipts` each with what was answered."""

    service: SmtpService
    stream: str
    bots: dict[str, str] = field(default_factory=dict)
    reports: list[SentReport] = field(default_factory=list)
    receipts: list[tuple[SentReport, EmailMessage]] = field(default_factory=list)

    def play(self, deadlines: int) -> Iterator[list[SentReport]]:
        """Answer what comes in, until all is over or so many rounds of answers are sent. Raises `BadMail`."""
        for number in range(deadlines + 1):
            self.service.beat()
            came = list(self._take_in())
            yield came
            if number == deadlines or load(self.service.context, self.stream).ledger.ended:
                return
            if not came:
                raise BadMail(f"{self.stream} goes on, and nobody has been mailed a report")
            for report in came:
                self._answer(report)

    def _take_in(self) -> Iterator[SentReport]:
        """All reports that nobody has read yet."""
        for player in self.service.players:
            for mail in self.service.new_mails(player):
                if found := SENT.match(mail["Message-ID"]):
                    report = SentReport(player, found[1], int(found[2]), found[3], mail)
                    self.reports.append(report)
                    yield report

    def _answer(self, report: SentReport) -> None:
        """A bot's orders in answer to a report that asks for some; their receipt must be clean."""
        record = load(self.service.context, report.stream)
        if record.ledger.turn != report.turn + 1 or report.seat not in record.game.rules.due(record.state):
            return
        bots = record.game.planning.bots
        bot = bots[self.bots.get(record.game.key) or next(iter(bots))]
        text = bot(record.known(report.seat), chance_from(report.name))
        self.service.answer(report.player, report.mail, f"ready\n{text}")
        receipt = self.service.next_mail(report.player, "receipt")
        self.receipts.append((report, receipt))
        if not words(receipt).startswith("ACCEPTED:"):
            raise BadMail(f"{report.name}:\n{text}\n\n{words(receipt)}")


def opened(service: SmtpService, scenario: str, options: dict[str, str], bots: dict[str, str] | None = None) -> MailedCampaign:
    """A campaign in which each player of the service has the seat of their name."""
    return MailedCampaign(service, service.open(KEY, scenario, options), bots or {})


def lines(campaign: MailedCampaign, deadlines: int) -> Iterator[tuple[str, list[SentReport]]]:
    """Play it: a line for each time that mail came in, with the reports; and how it ended."""
    begun = time.perf_counter()
    for came in campaign.play(deadlines):
        sizes = ", ".join(f"{each.name} {len(bytes(each.mail)) // 1024} KiB" for each in came)
        yield f"{sizes}; {time.perf_counter() - begun:.1f} s", came
        begun = time.perf_counter()
    verdict = CAMPAIGN.rules.verdict(load(campaign.service.context, campaign.stream).state)
    yield verdict.text if verdict else "The campaign goes on.", []
