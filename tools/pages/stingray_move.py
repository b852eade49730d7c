"""Play the documented move of Stingray by real SMTP: Captain and Co-Pilot of one Stingray, and the player of two fish.

python tools/pages/stingray_move.py            print the transcript
python tools/pages/stingray_move.py --write    write docs/stingray-move.md
python tools/pages/stingray_move.py --check    exit 1 if docs/stingray-move.md does not say what happens
"""

from __future__ import annotations

import sys
from email.message import EmailMessage
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.smtp_service import SmtpService, block, page_command, served, words

DOC = ROOT / "docs" / "stingray-move.md"
PLAYERS = {"captain": "captain@example.org", "copilot": "copilot@example.org", "aquaphibian": "fish@example.org"}
NAMES = {"captain": "the Captain of SR1", "copilot": "the Co-Pilot of SR1", "aquaphibian": "the player of the fish"}
OPENING = {
    "captain": "SR1: 3; STANDING DECOY IF MISSILE WITHIN 2\nready",
    "copilot": "SR1: PREP STING 1; SCAN 1, HALF 2 6\nready",
    "aquaphibian": "TF1: 1 P 2\nTF2: 3\nready",
}
"""Move 1, which is not shown: all go on, and the Co-Pilot prepares a missile."""
SHOWN = {
    "captain": "SR1: 3 P\n  LAUNCH STING 1 AT TF1, FROM PHASE 2\n  LEAP EVADE\n  SCAN ALL\nready",
    "copilot": "SR1: AIM AT TF2\n  SCAN 1, HALF 2 6\n  COMMS ON; MSG HQ: engaging two fish\nready",
    "aquaphibian": "TF1: 3; LAUNCH AT SR1 WHEN RANGE <= 12 AND CLEAR\nTF2: S 2 P 1\n  LAUNCH MINE IN PHASE 4\nready",
}
"""Move 2: what each writes, in this order."""


def transcript() -> str:
    """One move as a page."""
    lines = [
        "# One move of Stingray by mail",
        "",
        "Captain and Co-Pilot sit in one Stingray and write to the service apart; a third player commands two Terror Fish.",
        "Nothing here is made up: `tools/pages/stingray_move.py` plays it over SMTP, and the tests compare this page with what",
        "happens. Reports also carry HTML, the map and the record sheets as pictures; this is their text.",
        "",
        "```sh",
        "./wardroom game open stingray stand-by-for-action --option crews=two \\",
        "    --seat captain=captain@example.org --seat copilot=copilot@example.org --seat aquaphibian=fish@example.org",
        "```",
        "",
        "In move 1 all three went on, and the Co-Pilot prepared the Mk61 in tube 1. This is move 2.",
        "",
    ]
    with served(PLAYERS, "stingray move") as service:
        service.open("stingray", "stand-by-for-action", {"crews": "two"})
        service.beat()
        reports = {seat: service.next_mail(seat) for seat in PLAYERS}
        play_unseen(service, reports)
        for seat, text in SHOWN.items():
            lines += order_page(service, reports, seat, text)
        lines += ["All are ready, so the move is played at once.", ""]
        for seat in PLAYERS:
            lines += [f"## What is reported to {NAMES[seat]}", "", *block(words(service.next_mail(seat)))]
    return "\n".join(lines).rstrip() + "\n"


def play_unseen(service: SmtpService, reports: dict[str, EmailMessage]) -> None:
    """Move 1. `reports` is brought up to date."""
    for seat, text in OPENING.items():
        service.answer(seat, reports[seat], text)
        service.next_mail(seat, "receipt")
    reports.update({seat: service.next_mail(seat) for seat in PLAYERS})


def order_page(service: SmtpService, reports: dict[str, EmailMessage], seat: str, text: str) -> list[str]:
    """A mail and its receipt, and what the rest of the crew is told because of it."""
    service.answer(seat, reports[seat], text)
    receipt = words(service.next_mail(seat, "receipt"))
    lines = [
        f"## {NAMES[seat][0].upper()}{NAMES[seat][1:]} orders",
        "",
        *block(text),
        "and gets the receipt:",
        "",
        *block(receipt),
    ]
    if seat == "copilot":
        told = words(service.next_mail("captain", "crew"))
        lines += ["The two do not quite agree, so the Captain is told as well:", "", *block(told)]
    return lines


if __name__ == "__main__":
    sys.exit(page_command("Play the documented move of Stingray over SMTP.", DOC, transcript))
