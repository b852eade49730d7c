"""A mailing list for the tests: a real Mailman 3, and the real archive of what it let through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime, localtime
from itertools import count

import pytest

from pbem.gateway.forums.drivers.mail_list import MailList, hash_of
from pbem.gateway.forums.port import Account, Posted
from tests.e2e.programs import until
from tests.gateway.forums.bench import Failure, Seen
from tests.gateway.forums.servers.hyperkitty import LIST, ListServer, require_hyperkitty

OURS = "wardroom@games.example"


class MailListBench:
    """One list. What is posted is handed to it at once, and waited for until it is in the archive or held."""

    name = "mail-list"
    real = True
    ours = "Wardroom"
    part = LIST
    failures: frozenset[Failure] = frozenset()

    def __init__(self) -> None:
        self.server = ListServer(OURS, "blue@example.org", "red@example.org")
        self.account = Account(self.server.url, OURS)
        self.sent: list[bytes] = []
        self.forum = MailList(self.account, self.send)
        self._numbers = count(1)
        try:
            self.say("blue", "", "The first mail of the list.")
        except BaseException:
            self.close()
            raise

    def send(self, to: str, mail: bytes) -> None:
        """What the outbox does, but at once."""
        assert to == LIST
        self.sent.append(mail)
        date = format_datetime(localtime())
        self.take(f"Date: {date}\r\n".encode() + mail, OURS)

    def take(self, mail: bytes, sender: str) -> None:
        id = str(message_from_bytes(mail, policy=policy.default)["Message-ID"])
        self.server.take(mail, sender)
        until(lambda: self.is_archived(id) or id in self.server.held(), f"{id} is in the archive, or held")

    def is_archived(self, id: str) -> bool:
        return self.server.page(f"api/list/{LIST}/email/{hash_of(id)}/").status_code == 200

    def seen(self, topic: str) -> list[Seen]:
        mails = self.server.page(f"api/list/{LIST}/thread/{hash_of(topic)}/emails/?limit=1000").json()["results"]
        return [self._seen(mail["message_id_hash"]) for mail in sorted(mails, key=lambda mail: mail["date"])]

    def _seen(self, name: str) -> Seen:
        mail = self.server.page(f"api/list/{LIST}/email/{name}/").json()
        return Seen(f"<{mail['message_id']}>", mail["sender_name"], mail["content"].strip("\n"), len(mail["attachments"]))

    def say(self, user: str, topic: str, text: str) -> str:
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"] = f"{user} <{user}@example.org>"
        mail["To"] = LIST
        mail["Subject"] = "Re: a game"
        mail["Date"] = localtime()
        mail["Message-ID"] = f"<said{next(self._numbers)}@example.org>"
        if topic:
            mail["In-Reply-To"] = topic
        mail.set_content(text)
        self.take(mail.as_bytes(), f"{user}@example.org")
        return str(mail["Message-ID"])

    def tell(self, user: str, text: str, topic: str = "") -> str:
        raise NotImplementedError("nothing is private on a list")

    def inbox(self, user: str) -> list[Seen]:
        raise NotImplementedError("nothing is private on a list")

    def change(self, post: str, text: str) -> None:
        pytest.skip("a mail is never changed")

    def delete(self, post: str) -> None:
        pytest.skip("an archive does not tell what was removed from it")

    def approve(self, posted: Posted) -> None:
        number = self.server.held()[posted.id]
        self.server.keeper("POST", f"held/{number}", action="accept")
        until(lambda: self.is_archived(posted.id), f"{posted.id} is in the archive")

    @contextmanager
    def fails(self, how: Failure) -> Iterator[None]:
        raise NotImplementedError(f"mail is queued, whatever becomes of it: not {how}")
        yield

    @contextmanager
    def moderated(self) -> Iterator[None]:
        """Each mail waits for a moderator."""
        self.server.keeper("PATCH", "config", default_member_action="hold", emergency="true")
        yield
        self.server.keeper("PATCH", "config", default_member_action="defer", emergency="false")

    def hook(self, post: str) -> tuple[Mapping[str, str], bytes]:
        raise NotImplementedError("a mailing list tells nothing by itself")

    def close(self) -> None:
        self.server.close()


def open_bench() -> MailListBench:
    """With a list server of its own."""
    require_hyperkitty()
    return MailListBench()
