"""What is known of a mail whose orders were filed: its channel, its Message-ID, who vouched for its sender, what was left out.

The log names a mail by its hash alone, because nothing of a person enters it. These facts outlive the mail's text, which is
forgotten after a while, and are erased with the person whose mail it was.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple

from sqlite_utils import Database, Migrations

from pbem.accounts.people import erasing
from pbem.service.context import ServiceContext

MailChannel = Literal["smtp", "lmtp", "pipe", "imap", "maildir", "mail"]
"""How a mail came to us; "mail": that was not noted."""

migrations = Migrations("mail_facts")


@migrations()
def mail_facts(db: Database) -> None:
    """One row for each mail that was filed, by what the log knows it by. `left_out` and `samples` are JSON lists of texts."""
    db.execute(
        """CREATE TABLE mail_facts(
            source TEXT PRIMARY KEY, player TEXT NOT NULL, channel TEXT NOT NULL, at TEXT NOT NULL, message_id TEXT NOT NULL,
            verdict TEXT NOT NULL, left_out TEXT NOT NULL, samples TEXT NOT NULL) STRICT, WITHOUT ROWID"""
    )
    db.execute("CREATE INDEX mail_facts_player ON mail_facts(player)")
    db.execute("CREATE INDEX mail_facts_at ON mail_facts(at) WHERE samples <> '[]'")


class LeftOut(NamedTuple):
    """Something in a mail that is no order: what it is, and words of it ("" when they are forgotten, or there are none)."""

    what: str
    sample: str

    def __str__(self) -> str:
        return f'{self.what}, "{self.sample}"' if self.sample else self.what


class MailFacts(NamedTuple):
    """The facts of a mail. `player` is whose it was (an id), `at` when it came in (a stamp), `verdict` a sentence."""

    player: str
    channel: MailChannel
    at: str
    message_id: str
    verdict: str
    left_out: Sequence[LeftOut]


def keep(context: ServiceContext, source: str, facts: MailFacts) -> None:
    """Keep the facts of the mail that the log knows by `source`. Those kept first stay: a mail may come by several ways."""
    left_out, samples = (json.dumps(texts) for texts in zip(*facts.left_out, strict=True)) if facts.left_out else ("[]", "[]")
    context.database.change(
        "INSERT INTO mail_facts VALUES(?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING", (source, *facts[:5], left_out, samples)
    )


def facts_of(context: ServiceContext, source: str) -> MailFacts | None:
    """The facts of a mail; None when none were kept, or its writer was erased."""
    row = context.database.con.execute(
        "SELECT player, channel, at, message_id, verdict, left_out, samples FROM mail_facts WHERE source=?", (source,)
    ).fetchone()
    if row is None:
        return None
    player, channel, at, message_id, verdict, left_out, samples = row
    texts = zip_longest(json.loads(left_out), json.loads(samples), fillvalue="")
    return MailFacts(player, channel, at, message_id, verdict, [LeftOut(what, sample) for what, sample in texts])


def forget(context: ServiceContext, before: str) -> None:
    """Overwrite the words of mails that came in before then; what kind of thing was left out stays."""
    with erasing(context.database) as con:
        con.execute("UPDATE mail_facts SET samples='[]' WHERE at<? AND samples<>'[]'", (before,))


def erase(context: ServiceContext, player: str) -> None:
    """Forget all mails of a person; the log goes on to say that they were filed."""
    with erasing(context.database) as con:
        con.execute("DELETE FROM mail_facts WHERE player=?", (player,))
