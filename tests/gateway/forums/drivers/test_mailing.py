"""Posts as mail: one marker is one mail, whatever its text, and it says what lists and robots need to know."""

from __future__ import annotations

from dataclasses import replace
from email.utils import parsedate_to_datetime

import pytest

from pbem.gateway.forums.drivers.mailing import MailPost, mail_of, mail_sender, message_id
from pbem.gateway.forums.port import Picture, Refused
from tests.gateway.conftest import MailSetup, opened, text_of

PNG = b"\x89PNG\r\n\x1a\n and more"
POST = MailPost("w7f3", "Wardroom@games.example", "list@lists.example", "Turn 3 — the Täuschung", "Sails!\n\n" + "tack " * 40)


def test_the_same_post_is_always_the_same_mail() -> None:
    shown = replace(POST, pictures=(Picture("map.png", PNG, "", "the map"),))
    assert mail_of(shown, {}) == mail_of(shown, {})


def test_it_carries_what_a_reader_sees_and_what_threads_it() -> None:
    answer = replace(POST, topic="<w7f1@games.example>", pictures=(Picture("map.png", PNG, "", "the map"),))
    raw = mail_of(answer, {})
    mail = opened(raw)
    assert (mail["Subject"], mail["Message-ID"]) == (POST.subject, "<w7f3@games.example>")
    assert mail["In-Reply-To"] == mail["References"] == "<w7f1@games.example>"
    assert text_of(mail) == POST.text + "\n"
    assert [(part.get_filename(), part.get_content()) for part in mail.iter_attachments()] == [("map.png", PNG)]
    assert max(map(len, raw.splitlines())) <= 78


def test_it_says_that_a_program_wrote_it_unless_the_place_takes_no_such_mail() -> None:
    said, unsaid = opened(mail_of(POST, {})), opened(mail_of(POST, {"automatic": "no"}))
    assert (said["Auto-Submitted"], said["X-Auto-Response-Suppress"]) == ("auto-generated", "All")
    assert unsaid["Auto-Submitted"] is None and unsaid["X-Auto-Response-Suppress"] is None


def test_a_title_cannot_add_a_header() -> None:
    mail = opened(mail_of(replace(POST, subject="Sails\r\nBcc: red@example.org"), {}))
    assert mail["Bcc"] is None and mail["Subject"] == "Sails Bcc: red@example.org"


@pytest.mark.parametrize("sender", ["", "wardroom", "a b@games.example", "x@games.example\r\nBcc: y@z.example"])
def test_a_sender_that_is_no_address_is_refused(sender: str) -> None:
    with pytest.raises(Refused, match="no mail address to send from"):
        message_id("w7f3", sender)


def test_a_mail_is_queued_once_with_the_time_of_queueing(app: MailSetup) -> None:
    send = mail_sender(app.gateway.mail_context)
    send(POST.to, mail_of(POST, {}))
    at = app.clock[0]
    app.later(minutes=5)
    send(POST.to, mail_of(replace(POST, text="said once more"), {}))
    (mail,) = app.queued("forum")
    assert text_of(mail).startswith("Sails!") and parsedate_to_datetime(mail["Date"]) == at
    assert app.gateway.flush() == 1
