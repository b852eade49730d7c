"""Play the documented first game: a duel by real SMTP from both sides, three turns, and the dice checked from outside.

python tools/pages/first_game.py            print the transcript
python tools/pages/first_game.py --write    write docs/first-game.md
python tools/pages/first_game.py --check    exit 1 if docs/first-game.md does not say what happens
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from email.message import EmailMessage
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.smtp_service import SmtpService, attachment, block, page_command, served, words

DOC = ROOT / "docs" / "first-game.md"
PLAYERS = {"blue": "blue@example.org", "red": "red@example.org"}
TURNS = [
    [
        ("blue", "BIS:\nSETUP SPEED 3\nT1 NOTHING\nT2 TURN R IF RANGE SR1 <= 3\nluck: for the Queen\nready"),
        ("red", "SR1: setup speed 3; T1 tern left; T2 fire F at BIS within 3 else turn left\nready"),
        ("red", "T1 turn left\nready"),
    ],
    [
        ("blue", "T2 FIRE F AT SR1 WITHIN 4 ELSE TURN R\nready"),
        ("red", "ready"),
    ],
    [
        ("blue", "FIRE ANY AT SR1 ELSE TURN L\nready"),
        ("red", "SR1: fire any at BIS\nready"),
    ],
]
"""The mails of each turn in order: the seat, and what its captain writes."""


def story(text: str) -> str:
    """What happened, of a whole report."""
    start, end = text.index("WHAT HAPPENED"), text.index("SN-x.y are clauses")
    return text[start:end].rstrip()


def transcript() -> str:
    """The whole first game as a page."""
    lines = [
        "# A first game by mail",
        "",
        "Two captains, one duel (*First Blood*), three turns. Nothing here is made up:",
        "`tools/pages/first_game.py` plays it over SMTP, and the tests compare this page with what happens.",
        "Reports also carry HTML and the map; this is their text.",
        "",
        "```sh",
        "./wardroom game open star_navy first-blood --seat blue=blue@example.org --seat red=red@example.org --every 24",
        "```",
        "",
        "## The opening report, as the captain of BIS gets it",
        "",
    ]
    with served(PLAYERS, "first game") as service:
        service.open("star_navy", "first-blood")
        service.beat()
        reports = {seat: service.next_mail(seat) for seat in PLAYERS}
        lines += [*block(words(reports["blue"])), f"It is answered to `{reports['blue']['Reply-To']}`.", ""]
        for number, orders in enumerate(TURNS, 1):
            before = words(reports["blue"])
            lines += turn_page(service, number, orders, reports)
        lines += checked(reports["blue"], before)
    return "\n".join(lines).rstrip() + "\n"


def turn_page(service: SmtpService, number: int, orders: list[tuple[str, str]], reports: dict[str, EmailMessage]) -> list[str]:
    """One turn: the mails with their receipts, and blue's report. `reports` is brought up to date."""
    lines = [f"## Turn {number}", ""]
    for seat, text in orders:
        service.answer(seat, reports[seat], text)
        receipt = words(service.next_mail(seat, "receipt"))
        lines += [f"The captain of {'BIS' if seat == 'blue' else 'SR1'} answers:", "", *block(text)]
        lines += ["and gets the receipt:", "", *block(receipt)]
    reports.update({seat: service.next_mail(seat) for seat in PLAYERS})
    text = words(reports["blue"])
    last = number == len(TURNS)
    lines += ["Both are ready, so the turn is resolved at once. Blue's report" + (":" if last else " says:"), ""]
    return [*lines, *block(text if last else story(text))]


def checked(mail: EmailMessage, before: str) -> list[str]:
    """The last turn's dice, checked by the independent script against the root that an earlier report published."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "turn-3-proof.json").write_text(attachment(mail, "proof.json"))
        (folder / "turn-2.txt").write_text(before)
        (folder / "turn-3.txt").write_text(words(mail))
        reports = ["--report", "turn-2.txt", "turn-3.txt"]
        command = [sys.executable, str(ROOT / "tools" / "verify_dice.py"), "turn-3-proof.json", *reports]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return [
        "## Are the dice fair?",
        "",
        "The captain of BIS saves the proof file attached to the report of turn 3; that report, which says how many rolls they",
        "were shown; and the report of turn 2, which had published the root before anyone ordered turn 3:",
        "",
        "```sh",
        "python3 tools/verify_dice.py turn-3-proof.json --report turn-2.txt turn-3.txt",
        "```",
        "",
        *block(done.stdout),
    ]


if __name__ == "__main__":
    sys.exit(page_command("Play the documented first game over SMTP.", DOC, transcript))
