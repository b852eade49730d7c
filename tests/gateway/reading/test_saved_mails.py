"""Saved mails: what our own mails say of a game is found however they were kept, forwarded or quoted, and nothing else is."""

from __future__ import annotations

import mailbox
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.gateway.mailboxes.claims_table import mailed_claims_of
from pbem.gateway.reading.saved_mails import UnreadableFile, claims_in_file
from pbem.service.audit.claims import Claim, contradictions
from tests.gateway.conftest import MailSetup, player_mail, text_of


@pytest.fixture
def mails(app: MailSetup) -> list[EmailMessage]:
    """The opening's report and that of two turns, and blue's receipts: the mails of blue's mailbox."""
    for turn in (1, 2):
        app.gateway.work()
        raw = player_mail(f"B1: move {turn}", message_id=f"<m{turn}@example.org>")
        app.deliver(raw, app.address(turn=turn))
        app.resolve(turn)
    app.gateway.work()
    return app.queued(to=app.blue.id)


@pytest.fixture
def said(app: MailSetup, mails: list[EmailMessage]) -> set[Claim]:
    """What these mails say, by the service's own account."""
    return {claim for claim in mailed_claims_of(app.database, app.stream) if claim.seat != "red"}


def saved(mails: list[EmailMessage], folder: Path) -> set[Claim]:
    """What is found when each mail is saved as a file."""
    found: set[Claim] = set()
    for number, mail in enumerate(mails):
        path = folder / f"{number}.eml"
        path.write_bytes(mail.as_bytes())
        claims = claims_in_file(path)
        assert claims and {claim.where for claim in claims} == {path.name}
        found.update(claims)
    return found


def test_the_service_keeps_what_its_mails_say(
    app: MailSetup, mails: list[EmailMessage], said: set[Claim], tmp_path: Path
) -> None:
    """Each report and each receipt as a file: the same as the table has, all kinds of it, and no contradiction."""
    assert len(mails) == 5 and saved(mails, tmp_path) == said
    assert {claim.kind for claim in said} == {"head", "root", "digest", "rolls", "commitment", "salt"}
    assert contradictions(app.store.read(app.stream), said) == []
    assert {claim.where.split(".")[0] for claim in mailed_claims_of(app.database, app.stream)} == {
        f"our mail <{app.stream}",
        "our mail <receipt",
    }


def test_it_outlives_the_mails(app: MailSetup, said: set[Claim]) -> None:
    """When old mail is forgotten, and when a person is erased, what was published of the game stays."""
    app.gateway.flush()
    assert app.gateway.tables.forget("2999-01-01T00:00:00Z")
    app.gateway.tables.erase(app.blue.id, ["blue@example.org"])
    assert {claim for claim in mailed_claims_of(app.database, app.stream) if claim.seat != "red"} == said


def test_an_mbox_and_a_maildir(mails: list[EmailMessage], said: set[Claim], tmp_path: Path) -> None:
    """All mails in one file, and in a folder; each claim says in which message it stands."""
    box = mailbox.mbox(tmp_path / "all.mbox")
    folder = mailbox.Maildir(tmp_path / "Maildir")
    for mail in mails:
        box.add(mail.as_bytes())
        folder.add(mail.as_bytes())
    box.close()
    found = claims_in_file(tmp_path / "all.mbox")
    assert set(found) == said and found[-1].where == f"all.mbox, message {len(mails)}"
    in_folder = claims_in_file(tmp_path / "Maildir")
    assert set(in_folder) == said and in_folder[0].where.startswith("Maildir, ")


def test_what_is_saved_from_a_mail(mails: list[EmailMessage], said: set[Claim], tmp_path: Path) -> None:
    """Its text, its page, the report for programs and the proof file, each by itself."""
    last = mails[-1]
    body = last.get_body(("html",))
    assert body is not None
    attached = {str(part.get_filename()): part.get_content() for part in last.iter_attachments()}
    parts = {"report.txt": text_of(last), "report.html": body.get_content(), "report.json": attached["turn-2-report.json"]}
    told = {claim for claim in said if claim.turn in (2, 3) and claim.kind in ("head", "digest", "rolls", "root")}
    told -= {claim for claim in said if claim.kind == "root" and claim.turn == 2}
    for name, content in parts.items():
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else str(content).encode())
        assert set(claims_in_file(tmp_path / name)) == told, name
    proof = attached["turn-2-proof.json"]
    (tmp_path / "proof.json").write_bytes(proof if isinstance(proof, bytes) else str(proof).encode())
    assert {claim.kind for claim in claims_in_file(tmp_path / "proof.json")} == {"root", "digest", "commitment"}


def _forwarded(mail: EmailMessage) -> EmailMessage:
    """As an attachment of somebody's mail."""
    outer = EmailMessage(policy=policy.SMTP)
    outer["From"], outer["Subject"] = "blue@example.org", "Fwd"
    outer.set_content("See what they sent me.")
    outer.add_attachment(mail)
    return outer


def _quoted(mail: EmailMessage) -> EmailMessage:
    """In an answer, below an attribution, twice over."""
    outer = EmailMessage(policy=policy.SMTP)
    outer["From"], outer["Subject"] = "blue@example.org", "Re: report"
    lines = "\n".join(f"> > {line}" for line in text_of(mail).splitlines())
    outer.set_content(f"B1: move 3\n\nOn Thu, Jan 1, 2026 at 12:00 PM Wardroom wrote:\n{lines}\n", cte="base64")
    return outer


def _html_only(mail: EmailMessage) -> EmailMessage:
    """As a mail program that keeps the page alone, each element on lines of its own."""
    body = mail.get_body(("html",))
    page = str(body.get_content()) if body else f"<html><pre>{text_of(mail)}</pre></html>"
    outer = EmailMessage(policy=policy.SMTP)
    outer.set_content(page.replace("><", ">\n<"), subtype="html", charset="utf-8", cte="quoted-printable")
    return outer


@pytest.mark.parametrize("change", [_forwarded, _quoted, _html_only])
def test_forwarded_quoted_or_as_a_page_alone(
    mails: list[EmailMessage], said: set[Claim], tmp_path: Path, change: Callable[[EmailMessage], EmailMessage]
) -> None:
    """Nothing is lost on the way."""
    assert saved([change(mail) for mail in mails], tmp_path) == said


def test_older_mails_name_their_game_in_a_header(tmp_path: Path) -> None:
    """A mail of before lines named their game: the list it was sent to does."""
    text = f"FAIRNESS\ndice root of turn 2:\n  {'a' * 64}\nlog head:\n  {'b' * 64}\n"
    (tmp_path / "old.eml").write_text(f"From: w@wardroom.example\nList-Id: <g7.wardroom.example>\n\n{text}")
    assert [(claim.kind, claim.stream, claim.turn) for claim in claims_in_file(tmp_path / "old.eml")] == [
        ("root", "g7", 2),
        ("head", "g7", None),
    ]
    (tmp_path / "old.txt").write_text(text)
    assert claims_in_file(tmp_path / "old.txt") == []


def test_what_others_wrote_is_not_what_we_said(app: MailSetup, tmp_path: Path) -> None:
    """A player who sends another a false head as press makes no witness of the mail that hands it on."""
    false = f"log head after turn 1 of {app.stream}: {'d' * 64}"
    app.deliver(player_mail(f"press to red: {false}"))
    (press,) = app.queued("press")
    assert false in " ".join(text_of(press).split())
    (tmp_path / "press.eml").write_bytes(press.as_bytes())
    assert claims_in_file(tmp_path / "press.eml") == []
    assert "d" * 64 not in {claim.value for claim in mailed_claims_of(app.database, app.stream)}


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\xfe\x00",
        b"{",
        b"[" * 3000,
        b'{"a":' * 3000,
        b"<html>",
        b"From \n\n",
        b"Subject: x\nContent-Type: text/plain; charset=klingon\n\nlog head",
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: message/rfc822\n\n--x--",
        b"Content-Type: multipart/mixed\n\nno boundary",
        b"Content-Transfer-Encoding: base64\n\n!!!",
    ],
)
def test_any_bytes_are_read_without_a_fault(raw: bytes, tmp_path: Path) -> None:
    """Whatever lies in the file: it says nothing, and nothing falls over."""
    (tmp_path / "x").write_bytes(raw)
    assert claims_in_file(tmp_path / "x") == []


def test_what_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    """A folder that is no Maildir; a file that is not there."""
    with pytest.raises(UnreadableFile, match="is no Maildir: it has neither a folder `cur` nor one called `new`"):
        claims_in_file(tmp_path)
    with pytest.raises(UnreadableFile, match="cannot be read: no such file"):
        claims_in_file(tmp_path / "nowhere.eml")
