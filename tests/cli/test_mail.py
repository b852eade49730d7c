"""`mail …` and `person …`: looking into mail, and what a player's mail depends on."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.cli.audit.test_replay import duel
from tests.cli.shell import Shell

REPLY = """From: blue@example.org
Subject: Re: orders
Message-ID: <m@example.org>

B1: move 3

On Thu, Jan 1, 2026 at 12:00 PM Wardroom wrote:
> B1: move 1
"""
NOTE = "From: blue@example.org\nAuto-Submitted: auto-replied\nSubject: Away\n\nI am away.\n"


@pytest.fixture
def game(shell: Shell) -> str:
    """A game with a person in it, whose first report is out; the address that it gives."""
    shell("game", "open", "star_navy", "first-blood", "--seat", "blue=blue@example.org", "--seat", "red=bot:cautious")
    shell("tick")
    mails = list((Path(shell.env["WARDROOM_DATA"]) / "mail" / "blue@example.org" / "new").iterdir())
    lines = mails[0].read_text(errors="replace").splitlines()
    return next(line.removeprefix("Reply-To: ") for line in lines if line.startswith("Reply-To: "))


def test_extract_and_classify_read_one_mail(shell: Shell) -> None:
    """The new text of a mail, and its kind, on standard output."""
    assert shell("mail", "extract", stdin=REPLY) == "B1: move 3\n"
    assert (
        shell("mail", "extract", stdin="Subject: x\n\n> quoted by someone\n\nSent from my phone\n").strip()
        != "Sent from my phone"
    )
    assert [shell("mail", "classify", stdin=mail).strip() for mail in (REPLY, NOTE)] == ["reply", "auto-reply"]


def test_what_cannot_be_read_is_one_sentence(shell: Shell) -> None:
    """An encrypted mail: exit 1, and the reason."""
    raw = "From: a@b.example\nContent-Type: multipart/encrypted; boundary=b\n\n--b\n\nx\n--b--\n"
    assert "encrypted" in shell.fails("mail", "extract", stdin=raw)


def test_explain_shows_each_step_of_a_file_and_of_a_stored_mail(shell: Shell, game: str, tmp_path: Path) -> None:
    """By file with its envelope, and by the id that `mail list` shows; nothing is filed by looking."""
    (tmp_path / "reply.eml").write_text(REPLY)
    said = shell("mail", "explain", str(tmp_path / "reply.eml"), "--to", game, "--from", "blue@example.org")
    assert "place        g1, seat blue, turn 1, by its address" in said
    assert "decision     take: from the seat's player, found by address" in said
    assert shell("mail", "list") == "ID  WHEN  OUTCOME\n"
    shell("deliver", "--to", game, "--from", "blue@example.org", stdin=REPLY)
    (row,) = json.loads(shell("mail", "list", "--json"))
    assert row["outcome"].startswith("orders ")
    steps = {step["step"]: step["found"] for step in json.loads(shell("mail", "explain", row["id"][:8], "--json"))}
    assert steps["outcome"] == row["outcome"] and steps["orders"] == "B1: move 3"
    assert "is no file, and no mail's id" in shell.fails("mail", "explain", "nothing")


def test_reprocess_reads_again(shell: Shell, game: str) -> None:
    """What reads the same is left; without ids or --open it is wrong use."""
    shell("deliver", "--to", game, "--from", "blue@example.org", stdin=REPLY)
    assert "it reads the same" in shell("mail", "reprocess", "--open", "--dry-run")
    assert "name mails" in shell.fails("mail", "reprocess", code=2)
    assert "there is no such mail" in shell("mail", "reprocess", "ffffffff")


def test_held_orders_can_be_confirmed_by_the_master(shell: Shell, game: str) -> None:
    """What waits is listed with its code, and counts once it is confirmed."""
    shell("deliver", "--to", game, "--from", "x@example.net", stdin=REPLY.replace("blue@example.org", "x@example.net"))
    (row,) = json.loads(shell("mail", "held", "--json"))
    assert (row["stream"], row["seat"], row["sender"]) == ("g1", "blue", "x@example.net")
    assert shell("mail", "confirm", row["code"]).startswith("orders ")
    assert json.loads(shell("mail", "held", "--json")) == []
    assert "no orders are held" in shell.fails("mail", "confirm", "nothing")


def test_a_person_is_away_from_all_games_and_back(shell: Shell, game: str) -> None:
    """Each game is named with what came of it; a day that is past is refused."""
    soon = (datetime.now(UTC) + timedelta(days=5)).date().isoformat()
    assert shell("person", "away", "blue@example.org", soon, "skiing").splitlines()[1].split() == ["g1", "blue", "told"]
    assert "skiing" in shell("game", "history", "g1")
    assert "is past" in shell.fails("person", "away", "blue@example.org", "2026-01-01", "skiing")
    assert "until when" in shell.fails("person", "away", "blue@example.org", "soon", "skiing")
    assert shell("person", "back", "blue@example.org").splitlines()[1].split() == ["g1", "blue", "told"]
    assert shell("person", "back", "blue@example.org") == "GAME  SEAT  OUTCOME\n"


def test_a_person_has_a_zone_aliases_and_new_addresses(shell: Shell, game: str) -> None:
    """zone, alias, rotate, resume and erase, by address or id; what cannot be is one sentence."""
    shell("person", "zone", "blue@example.org", "Europe/Berlin")
    shell("person", "alias", "blue@example.org", "blue@work.example")
    (row,) = json.loads(shell("person", "list", "--json"))
    assert (row["zone"], row["aliases"], row["mailbox"]) == ("Europe/Berlin", "blue@work.example", "ok")
    assert "is no time zone" in shell.fails("person", "zone", row["id"], "Berlin")
    assert "registered already" in shell.fails("person", "alias", row["id"], "blue@example.org")
    assert shell("person", "substitutes").split() == ["ID", "NAME", "ADDRESS", "GAME", "ON", "TIME"]
    assert json.loads(shell("person", "substitutes", "--json")) == []
    assert "1 reports" in shell("person", "rotate", "blue@work.example")
    assert _outcome(shell, game) == "answered: no game was found"  # the old address is nobody's
    assert "1 reports" in shell("person", "resume", row["id"])
    shell("person", "erase", row["id"], "--yes")
    assert json.loads(shell("person", "list", "--json")) == []
    assert "nobody is known" in shell.fails("person", "rotate", "blue@example.org")


def _outcome(shell: Shell, to: str) -> str:
    shell("deliver", "--to", to, "--from", "blue@example.org", stdin=REPLY)
    return str(json.loads(shell("mail", "list", "--json"))[-1]["outcome"])


def test_a_list_is_given_an_address_that_stays(shell: Shell, game: str) -> None:
    """`game address` prints one for the open turn, whichever that is; a bot has none."""
    standing = shell("game", "address", "g1", "blue").strip()
    assert standing.startswith("orders+g1-blue-0-")
    assert _outcome(shell, standing).startswith("orders ")
    assert "no seat 'red' that a person plays" in shell.fails("game", "address", "g1", "red")


def test_old_mail_can_be_forgotten(shell: Shell, game: str) -> None:
    """Its text is gone, that it came is not."""
    shell("deliver", "--to", game, "--from", "blue@example.org", stdin=REPLY)
    assert shell("mail", "forget").startswith("0 mails")
    assert shell("mail", "forget", "--days", "-1").startswith("3 mails")
    (row,) = json.loads(shell("mail", "list", "--json"))
    assert "text has been forgotten" in shell("mail", "reprocess", row["id"])


def test_from_a_mail_to_its_events_and_back(shell: Shell, game: str) -> None:
    """`mail explain` names what the log has of the mail, and `why` of a line it led to has the mail's own facts."""
    mail = REPLY.replace("B1: move 3", "BIS: FIRE F AT SR1 WITHIN 1 ELSE TURN L\nready")
    shell("deliver", "--to", game, "--from", "blue@example.org", stdin=mail)
    (row,) = json.loads(shell("mail", "list", "--json"))
    shell("tick")
    said = json.loads(shell("mail", "explain", row["id"], "--json"))
    events = [re.fullmatch(r"g1, turn 1, version (\d+): (\S+)", step["found"]) for step in said if step["step"] == "event"]
    assert [found and found[2] for found in events] == ["game.orders_filed", "game.ready_changed"]
    logged = [json.loads(line) for line in shell("export", "g1").splitlines()]
    assert all(found and json.dumps(found[2]) in json.dumps(logged) for found in events)
    shell("mail", "forget", "--days", "-1")
    assert [step for step in json.loads(shell("mail", "explain", row["id"], "--json")) if step["step"] == "event"]
    own = [number for number in (1, 2, 3, 4) if "Orders of blue" in shell("why", "g1", f"1.{number}", "--seat", "blue")]
    text = shell("why", "g1", f"1.{own[0]}", "--seat", "blue")
    assert "Orders of blue for BIS, as they stood\n  T1 FIRE F AT SR1 WITHIN 1 ELSE TURN L\n" in text
    assert "by mail (a mail server's pipe)." in text and "Message-ID <m@example.org>" in text
    told = json.loads(shell("why", "g1", f"1.{own[0]}", "--seat", "blue", "--json"))
    assert told["orders"][0]["way_in"]["message_id"] == "<m@example.org>"


def test_why_tells_no_more_than_its_reader_may_know(shell: Shell) -> None:
    """Another seat's and a spectator's has no orders of blue; everything is for the end; what is no line has its sentence."""
    stream = duel(shell)
    for seat in ((), ("--seat", "red")):
        assert "Orders of blue" not in "".join(shell("why", stream, f"1.{number}", *seat) for number in (1, 2))
    assert "laid open when it is over" in shell.fails("why", "g1", "1.1", "--seat", "everything")
    shell("game", "end", "g1", "--why", "enough", "--yes")
    text = "".join(shell("why", stream, f"1.{number}", "--seat", "everything") for number in (1, 2, 3, 4))
    assert "Orders of blue for" in text and "Orders of red for" in text and "by a bot." in text
    assert "is no line: write turn and line as in 3.12" in shell.fails("why", "g1", "12", code=2)
    assert "The lines of turn 1 are numbered 1 to" in " ".join(shell.fails("why", "g1", "1.999").split())
    assert "has no seat 'green'" in shell.fails("why", "g1", "1.1", "--seat", "green")
