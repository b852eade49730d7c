"""What people meant is filed, however they wrote it and whatever their program made of it; what is unsure is asked."""

from __future__ import annotations

import pytest

from tests.gateway.clients.people import FOLDER, PersonMail, people


def named(mails: list[PersonMail]) -> list[object]:
    """Each mail under its name."""
    return [pytest.param(mail, id=mail.mail) for mail in mails]


@pytest.mark.parametrize("mail", named(people()))
def test_what_people_meant_is_filed(mail: PersonMail) -> None:
    """M-28: the mail files what its clean orders file. There is no problem but where there is something to ask."""
    written = mail.written()
    found = mail.read(written)
    assert found.filed == mail.read(mail.clean).filed, written
    for words in mail.asks:
        assert any(words.casefold() in problem.casefold() for problem in found.problems), f"{words}: {found.problems}"
    assert mail.asks or not found.problems, written
    assert found.read_as or not mail.joined, written


def test_the_clean_orders_are_read_without_a_problem() -> None:
    """The measure itself."""
    problems = {mail.mail: mail.read(mail.clean).problems for mail in people()}
    assert problems and {mail: told for mail, told in problems.items() if told} == {}


def test_every_mail_is_measured() -> None:
    """Mails and descriptions belong together."""
    assert sorted(path.stem for path in FOLDER.glob("*.eml")) == sorted(mail.mail for mail in people())
