"""Play the documented first game: a duel by real SMTP from both sides, three turns, and the dice checked from outside.

    python tools/first_game.py            print the transcript
    python tools/first_game.py --write    write docs/first-game.md
    python tools/first_game.py --check    exit 1 if docs/first-game.md does not say what happens

Clock and secrets are fixed, so the transcript is the same on every machine.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import mailbox
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from events.store import Store  # noqa: E402 (run as a script, the project is not installed)
from pbem import gateway, people  # noqa: E402
from pbem.games import GAMES  # noqa: E402
from pbem.gateway import Gateway  # noqa: E402
from pbem.gateway.listener import Listener  # noqa: E402
from pbem.service import publish  # noqa: E402
from pbem.service.opening import open_game  # noqa: E402
from pbem.service.room import Room, stamp  # noqa: E402
from pbem.service.ticking import tick  # noqa: E402

DOC = ROOT / "docs" / "first-game.md"
WAIT = 30.0
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


class Table:
    """A whole service on loopback, with fixed time and secrets, and the mailboxes of both players."""

    def __init__(self, folder: Path) -> None:
        self.time = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
        self.mail = folder / "mail"
        self.port = free_port()
        self.read: set[tuple[str, str]] = set()
        migrations = [people.migrations, *gateway.MIGRATIONS, publish.migrations]
        self.store = Store(folder / "wardroom.db", migrations)
        self.room = Room(self.store, GAMES, lambda: self.time, fixed_entropy(), b"the first game's secret")
        self.gateway = Gateway(self.room, "wardroom.example", f"maildir:{self.mail}")
        self.listener = Listener(self.gateway.inbox, self.beat, "127.0.0.1", self.port)

    def beat(self) -> None:
        """What the service does all the time."""
        self.gateway.process_pending()
        tick(self.room)
        self.gateway.publish_pending()
        self.gateway.flush()

    def open(self) -> str:
        """A duel with both captains seated."""
        seated = {
            seat: self.gateway.people.add(seat.title(), address, stamp(self.time)).id for seat, address in PLAYERS.items()
        }
        return open_game(self.room, "star_navy", "first-blood", players=seated)

    def next_mail(self, seat: str, receipt: bool = False) -> EmailMessage:
        """The next unread report (or receipt) of a player, as soon as it is there."""
        box = mailbox.Maildir(self.mail / PLAYERS[seat], create=True)
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            for key in sorted(box.keys()):
                found = BytesParser(policy=policy.default).parsebytes(box.get_bytes(key))
                if (seat, key) not in self.read and found["Subject"].startswith("Re: ") == receipt:
                    self.read.add((seat, key))
                    return found
            time.sleep(0.05)
        raise TimeoutError(f"no mail for {seat} in {WAIT} seconds")

    def answer(self, seat: str, mail: EmailMessage, text: str) -> None:
        """Reply to a mail as a mail program does, by SMTP."""
        reply = EmailMessage()
        reply["From"], reply["To"], reply["Subject"] = PLAYERS[seat], mail["Reply-To"], f"Re: {mail['Subject']}"
        reply["In-Reply-To"] = mail["Message-ID"]
        reply["Message-ID"] = f"<{hashlib.sha256((seat + text).encode()).hexdigest()[:16]}@example.org>"
        reply.set_content(text)
        self.time += timedelta(minutes=30)
        with smtplib.SMTP("127.0.0.1", self.port, timeout=WAIT) as server:
            server.send_message(reply)


def free_port() -> int:
    """A port of the loopback that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def fixed_entropy() -> Callable[[int], bytes]:
    """Secrets that are the same in every run. Fit for a transcript, for nothing else."""
    drawn = 0

    def entropy(n: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.sha256(f"first game {drawn}".encode()).digest()[:n]

    return entropy


@contextmanager
def served() -> Iterator[Table]:
    """The service running in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        table.listener.start()
        try:
            yield table
        finally:
            table.listener.stop()
            table.store.db.close()


def words(mail: EmailMessage) -> str:
    """A mail's plain text."""
    body = mail.get_body(("plain",))
    return str(body.get_content()).rstrip() if body else ""


def attachment(mail: EmailMessage, ending: str) -> str:
    """An attached file's text."""
    for part in mail.iter_attachments():
        if (part.get_filename() or "").endswith(ending):
            return bytes(part.get_payload(decode=True) or b"").decode()
    raise LookupError(f"no attachment *{ending}")


def block(text: str) -> list[str]:
    """A fenced block."""
    return ["```text", *text.splitlines(), "```", ""]


def story(text: str) -> str:
    """What happened, of a whole report."""
    start, end = text.index("WHAT HAPPENED"), text.index("SN-x.y are clauses")
    return text[start:end].rstrip()


def transcript() -> str:
    """The whole first game as a page."""
    lines = [
        "# A first game by mail",
        "",
        "Two captains, one duel (*First Blood*), three turns. Nothing here is made up: `tools/first_game.py` plays it over",
        "SMTP, and the tests hold this page against what happens. Reports also carry HTML and the map; here stands their text.",
        "",
        "```sh",
        "python app.py game open star_navy first-blood --seat blue=blue@example.org --seat red=red@example.org --every 24",
        "```",
        "",
        "## The opening report, as the captain of BIS gets it",
        "",
    ]
    with served() as table:
        table.open()
        table.beat()
        reports = {seat: table.next_mail(seat) for seat in PLAYERS}
        lines += [*block(words(reports["blue"])), f"It is answered to `{reports['blue']['Reply-To']}`.", ""]
        for number, orders in enumerate(TURNS, 1):
            before = words(reports["blue"])
            lines += turn_page(table, number, orders, reports)
        lines += checked(reports["blue"], before)
    return "\n".join(lines).rstrip() + "\n"


def turn_page(table: Table, number: int, orders: list[tuple[str, str]], reports: dict[str, EmailMessage]) -> list[str]:
    """One turn: the mails with their receipts, and blue's report. `reports` is brought up to date."""
    lines = [f"## Turn {number}", ""]
    for seat, text in orders:
        table.answer(seat, reports[seat], text)
        receipt = words(table.next_mail(seat, receipt=True))
        lines += [f"The captain of {'BIS' if seat == 'blue' else 'SR1'} answers:", "", *block(text)]
        lines += ["and gets the receipt:", "", *block(receipt)]
    reports.update({seat: table.next_mail(seat) for seat in PLAYERS})
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
        command = [sys.executable, str(ROOT / "tools" / "verify_dice.py"), "turn-3-proof.json", "--report", "turn-2.txt"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return [
        "## Are the dice fair?",
        "",
        "The captain of BIS saves the proof file attached to the report of turn 3, and the report of turn 2, which had",
        "published the root before anyone ordered turn 3:",
        "",
        "```sh",
        "python tools/verify_dice.py turn-3-proof.json --report turn-2.txt",
        "```",
        "",
        *block(done.stdout),
    ]


def main() -> int:
    """Print, write or check the transcript."""
    parser = argparse.ArgumentParser(description="Play the documented first game over SMTP.")
    parser.add_argument("--write", action="store_true", help="write docs/first-game.md")
    parser.add_argument("--check", action="store_true", help="compare with docs/first-game.md")
    wanted = parser.parse_args()
    made = transcript()
    if wanted.write:
        DOC.write_text(made, encoding="utf-8")
    elif wanted.check:
        kept = DOC.read_text(encoding="utf-8")
        sys.stdout.writelines(difflib.unified_diff(kept.splitlines(True), made.splitlines(True), "the page", "what happens"))
        return int(kept != made)
    else:
        sys.stdout.write(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
