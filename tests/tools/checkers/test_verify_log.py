"""tools/verify_log.py, run as players run it: on exports of games that were played by real mail, honest and forged."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import pytest

from events.transfer import export_stream
from pbem.campaign.simulate import chance_from
from pbem.games import GAMES
from pbem.gateway.mailboxes.claims_table import mailed_claims_of
from pbem.gateway.reading.saved_mails import claims_in_file
from pbem.service.audit.claims import contradictions
from pbem.service.repository import load
from tools.smtp_service import SmtpService, served, words

SCRIPT = Path(__file__).resolve().parents[3] / "tools" / "verify_log.py"
PLAYED = {
    "star_navy": "first-blood",
    "stingray": "tanker-run",
    "sovereign_seas": "bellerophon-ocean",
    "wet_thrust": "first-salvo",
}
TURNS = 2


@dataclass
class Kept:
    """What is left of a game: its export, and each player's mails, as text."""

    export: list[str]
    boxes: dict[str, list[bytes]]

    def write(self, folder: Path, cut: int = 0) -> tuple[Path, list[Path]]:
        """The export, without its last so many acts, and the mails of all players as files."""
        log = folder / "g1.jsonl"
        times = sorted({json.loads(line)["at"] for line in self.export})
        log.write_text("".join(f"{line}\n" for line in self.export if json.loads(line)["at"] in times[: len(times) - cut]))
        files = []
        for seat, mails in self.boxes.items():
            for number, raw in enumerate(mails):
                files.append(folder / f"{seat}-{number}.eml")
                files[-1].write_bytes(raw)
        return log, files


def play(game: str, secret: str) -> Kept:
    """Two turns by bots over SMTP; in passing, what the service has kept of its mails is held against its log."""
    rules = GAMES[game].rules
    seats = [seat.id for seat in rules.seats(PLAYED[game], GAMES[game].scenarios.options(PLAYED[game], {}))]
    with served({seat: f"{seat}@example.org" for seat in seats}, secret) as service:
        stream = service.open(game, PLAYED[game])
        service.beat()
        reports = {seat: service.next_mail(seat) for seat in seats}
        for number in range(1, TURNS + 1):
            for seat in rules.due(load(service.context, stream).state):
                order(service, stream, seat, number, reports)
            reports = {seat: service.next_mail(seat) for seat in seats}
        store, database = service.context.store, service.context.database
        assert contradictions(store.read(stream), mailed_claims_of(database, stream)) == []
        boxes = {seat: mails(service.mail / f"{seat}@example.org") for seat in seats}
        return Kept(list(export_stream(store, stream)), boxes)


def order(service: SmtpService, stream: str, seat: str, number: int, reports: dict[str, EmailMessage]) -> None:
    """A seat's bot answers its report."""
    record = load(service.context, stream)
    bot = next(iter(record.game.planning.bots.values()))
    service.answer(seat, reports[seat], f"{bot(record.known(seat), chance_from(f'{number} {seat}'))}\nready")
    assert words(service.next_mail(seat, "receipt"))


def mails(box: Path) -> list[bytes]:
    """Every mail of a Maildir."""
    return [path.read_bytes() for name in ("new", "cur") for path in sorted((box / name).iterdir())]


@pytest.fixture(scope="module")
def duel() -> Kept:
    return play("star_navy", "one")


def run(*given: object) -> tuple[int, str]:
    done = subprocess.run([sys.executable, str(SCRIPT), *map(str, given)], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("game", PLAYED)
def test_an_honest_log_contradicts_none_of_its_mails(game: str, tmp_path: Path) -> None:
    """Of all four games: each mail of each player, receipts too, says something, and all of it is so."""
    kept = play(game, "honest")
    log, files = kept.write(tmp_path)
    found = [claims_in_file(path) for path in files]
    assert all(found) and {claim.kind for claims in found for claim in claims} >= {
        "head",
        "root",
        "digest",
        "rolls",
        "commitment",
    }
    assert len(files) >= len(kept.boxes) * (TURNS + 1) + TURNS
    code, said = run(log, "--against", *files)
    assert code == 0 and "All is well with 1 game." in said and re.search(r"Compared with \d\d+ lines", said), said


def test_a_log_alone_is_not_anchored(duel: Kept, tmp_path: Path) -> None:
    """A whole history can be made up: without mails the script says so."""
    log, _ = duel.write(tmp_path)
    code, said = run(log)
    assert code == 2 and "All is well" in said and "NOT ANCHORED" in said


@pytest.mark.parametrize("cut", [1, 3])
def test_a_log_cut_at_its_end_is_found(duel: Kept, tmp_path: Path, cut: int) -> None:
    """Whose chain is whole, and whose last act is: the head of the last report is in it no more, or the root it published."""
    log, files = duel.write(tmp_path, cut)
    assert run(log)[0] == 2
    code, said = run(log, "--against", *files)
    assert code == 1 and "the log was cut, or written anew" in said and "Not all is well: g1." in said


def test_the_same_game_with_other_seeds_is_found(duel: Kept, tmp_path: Path) -> None:
    """A sound log of the same name, players and orders, whose dice were drawn again."""
    _, files = duel.write(tmp_path)
    (tmp_path / "other").mkdir()
    other, _ = play("star_navy", "two").write(tmp_path / "other")
    code, said = run(other, "--against", *files)
    assert code == 1
    for line in ("the head ", "the dice root of turn 1 was published as ", "the digest of turn 1 ", " of blue for turn 1 "):
        assert line in said, said


def test_a_changed_line_and_a_file_of_another_kind(duel: Kept, tmp_path: Path) -> None:
    """An event that was changed where it stands breaks the chain; what is no export is told apart from it; both are exit 1."""
    log, files = duel.write(tmp_path)
    log.write_text(log.read_text().replace("first-blood", "first-bloom", 1))
    code, said = run(log, "--against", *files)
    assert code == 1 and "line 1" in said
    assert run(tmp_path / "nothing.jsonl", "--against", *files)[0] == 2
