"""Play a whole game by bots through the real mail path: orders by SMTP, receipts and reports as mails, kept in a folder.

python tools/mail_game.py sovereign_seas fleet-engagement --out /tmp/fleet
python tools/mail_game.py star_navy first-blood --bot cautious --turns 6
python tools/mail_game.py campaign harrow --out /tmp/harrow

Every seat's bot orders by what it knows, answers its report by SMTP and gets a receipt; turns are resolved when all are ready.
The folder gets each mail's text, map and record sheets: `turn-03-gb.txt`, `turn-03-gb-receipt.txt`, `turn-03-gb-map.svg` …
Of a campaign also those of its battles: `c1-turn-02-blue.txt`, `g1-turn-03-BLUE.txt`; --bot is then for its refit turns.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from pbem.campaign.played import KEY, PLAYED
from pbem.campaign.simulate import chance_from
from pbem.service.repository import load
from tools.simulation.mail_campaign import BadMail, MailedCampaign, SentReport, lines, opened
from tools.smtp_service import SmtpService, served, words


@dataclass(frozen=True)
class Match:
    """What is played, by which bot in all seats, and where its mails are kept (None: nowhere)."""

    game: str
    scenario: str
    options: dict[str, str]
    bot: str
    turns: int
    out: Path | None


def players(match: Match) -> dict[str, str]:
    """An address for each seat."""
    game = PLAYED[match.game]
    seats = game.rules.seats(match.scenario, game.scenarios.options(match.scenario, match.options))
    return {seat.id: f"{seat.id}@example.org" for seat in seats}


def play_campaign(match: Match) -> Iterator[str]:
    """Play a campaign and its battles; a line for each time that reports came in. Raises `BadMail`."""
    with served(players(match), "mail game") as service:
        campaign = opened(service, match.scenario, match.options, {KEY: match.bot})
        for line, came in lines(campaign, match.turns):
            if match.out:
                keep_campaign(campaign, came, match.out)
            yield line


def keep_campaign(campaign: MailedCampaign, came: Sequence[SentReport], folder: Path) -> None:
    """Write reports down as they come in, and the receipts so far."""
    for report in came:
        unpack(report.mail, folder, report.name)
    for report, receipt in campaign.receipts:
        (folder / f"{report.name}-receipt.txt").write_text(words(receipt) + "\n", encoding="utf-8")


def play(match: Match) -> list[str]:
    """Play; returns a line for each deadline. Raises `BadMail` for a receipt with problems."""
    game, seats = PLAYED[match.game], players(match)
    with served(seats, "mail game") as service:
        stream = service.open(match.game, match.scenario, match.options)
        service.beat()
        reports = {seat: service.next_mail(seat) for seat in seats}
        told = [keep(match, 0, reports)]
        for number in range(1, match.turns + 1):
            asked = game.rules.due(load(service.context, stream).state)
            if not asked:
                break
            begun = time.perf_counter()
            for seat in asked:
                order(service, match, stream, number, seat, reports[seat])
            reports = {seat: service.next_mail(seat) for seat in seats}
            told.append(f"{keep(match, number, reports)} {time.perf_counter() - begun:.1f} s")
        verdict = game.rules.verdict(load(service.context, stream).state)
        return [*told, verdict.text if verdict else "The game goes on."]


def order(service: SmtpService, match: Match, stream: str, number: int, seat: str, report: EmailMessage) -> None:
    """One seat's bot answers its report, and its receipt must be clean."""
    record = load(service.context, stream)
    known = record.known(seat)
    text = record.game.planning.bots[match.bot](known, chance_from(f"{number} {seat}"))
    service.answer(seat, report, f"{text}\nready")
    receipt = words(service.next_mail(seat, "receipt"))
    if match.out:
        (match.out / f"turn-{number:02d}-{seat}-receipt.txt").write_text(receipt + "\n", encoding="utf-8")
    if "ACCEPTED:" in receipt and not receipt.startswith("ACCEPTED:"):
        raise BadMail(f"turn {number}, {seat}:\n{text}\n\n{receipt}")


def keep(match: Match, number: int, reports: dict[str, EmailMessage]) -> str:
    """Write the reports down, text, page, pictures and attachments; says how large they are."""
    for seat, mail in reports.items():
        if match.out:
            unpack(mail, match.out, f"turn-{number:02d}-{seat}")
    sizes = ", ".join(f"{seat} {len(bytes(mail)) // 1024} KiB" for seat, mail in reports.items())
    return f"deadline {number}: {sizes};"


def unpack(mail: EmailMessage, folder: Path, stem: str) -> None:
    """A mail's parts as files: the page finds its pictures beside it."""
    (folder / f"{stem}.txt").write_text(words(mail) + "\n", encoding="utf-8")
    body = mail.get_body(("html",))
    page = str(body.get_content()) if body else ""
    for part in mail.walk():
        name, picture = part.get_filename(), part.get("Content-ID", "").strip("<> ")
        if name or picture:
            file = folder / f"{stem}-{name.rsplit('-', 1)[-1] if name else picture.split('@')[0] + '.png'}"
            file.write_bytes(bytes(part.get_payload(decode=True) or b""))
            page = page.replace(f"cid:{picture}", file.name) if picture else page
    (folder / f"{stem}.html").write_text(page, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(PLAYED))
    parser.add_argument("scenario")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--bot", default="", help="in all seats; default: the game's first")
    parser.add_argument("--turns", type=int, default=100, help="deadlines at most")
    parser.add_argument("--out", type=Path, help="folder for the mails")
    given = parser.parse_args()
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
    options = dict(pair.split("=", 1) for pair in given.option)
    bot = given.bot or next(iter(PLAYED[given.game].planning.bots))
    match = Match(given.game, given.scenario, options, bot, given.turns, given.out)
    for line in play_campaign(match) if match.game == KEY else play(match):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
