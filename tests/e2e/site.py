"""The whole site: our service takes mail from postfix by LMTP and from a mailbox by IMAP, and sends through postfix."""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cached_property
from pathlib import Path
from typing import Any

from pbem.app_context import AppContext, open_app_context
from pbem.service.games.opening import open_game
from pbem.settings.settings import read_config
from tests.e2e.dovecot import Dovecot, mailbox_url
from tests.e2e.mailman3 import Mailman
from tests.e2e.players import Player
from tests.e2e.postfix import Postfix
from tests.web.builders.serving import Serving, free_port

DOMAIN = "wardroom.example"
HOMES = "players.example"
LIST = "game7@lists.example.org"
KEEPER = f"keeper@{HOMES}"
"""Who gets what is for postmaster."""
FETCHED = f"fetched@{HOMES}"
"""The mailbox that the service fetches from by IMAP."""
PIPED = "pipe.example"
"""The domain of a second service, whose mail postfix hands to a script."""
PIPE = "wardroom unix - n n - - pipe flags=Rq user=nobody null_sender= argv={script} ${{sender}} ${{recipient}}\n"
FROM_US = ("FROM", f"@{DOMAIN}")
NO_ANSWER = ("NOT", "SUBJECT", '"Re: "')
"""For IMAP's SEARCH; players may keep what they sent in their inbox too."""


class Site:
    """The programs, and games in them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.postfix = Postfix(folder / "postfix")
        self.dovecot = Dovecot(folder / "dovecot")
        self.mailman = Mailman(folder / "mailman", self.postfix.port)
        self.service = Serving(folder / "service")
        self.lmtp = free_port()
        self.service.env |= {
            "WARDROOM_DOMAIN": DOMAIN,
            "WARDROOM_LMTP_LISTEN": f"127.0.0.1:{self.lmtp}",
            "WARDROOM_SMTP_SEND": f"127.0.0.1:{self.postfix.port}",
            "WARDROOM_IMAP": mailbox_url(FETCHED, self.dovecot.imap),
            "WARDROOM_POSTMASTER": KEEPER,
            "WARDROOM_LISTS": LIST,
            "WARDROOM_PACE": "10000",
        }
        self._numbers = itertools.count(1)
        self._ends = ExitStack()

    def start(self) -> None:
        """Start all but Mailman, which few tests need."""
        for each in (self.dovecot, self.postfix, self.mailman, self.service):
            self._ends.callback(each.end)
        self.dovecot.start()
        self.postfix.start(
            {
                HOMES: f"lmtp:inet:127.0.0.1:{self.dovecot.lmtp}",
                DOMAIN: f"lmtp:inet:127.0.0.1:{self.lmtp}",
                LIST.partition("@")[2]: f"lmtp:inet:127.0.0.1:{self.mailman.lmtp}",
                "refused.example": "error:5.1.1 nobody has this address any more",
                "gone.example": f"lmtp:inet:127.0.0.1:{self.lmtp}",  # the service takes no mail for this domain
                PIPED: "wardroom:",
            },
            PIPE.format(script=self.folder / "deliver"),
        )
        self.service.start()

    def logs(self) -> list[Path]:
        """What postfix and the service have written, where they have written anything."""
        return [path for path in (self.postfix.folder / "log", self.service.log) if path.exists()]

    def end(self) -> None:
        """End all of it, whatever there is that will not."""
        self._ends.close()

    def person(self, address: str) -> Player:
        """Someone at their desk."""
        desk = self.folder / "desks" / address
        desk.mkdir(parents=True, exist_ok=True)
        return Player(address, self.dovecot, self.postfix.port, desk)

    def duel(self, **players: str) -> Duel:
        """Open a game without a deadline, for two new players, or for those named by seat.

        Done in this process, as a command takes a second or two for its start alone.
        """
        seated = self._players(players)
        ids = {seat: self._app.person(address).id for seat, address in seated.items()}
        stream = open_game(self._app.context, "star_navy", "first-blood", rhythm_hours=0, players=ids)
        return Duel(self, stream, seated)

    def duel_by_command(self) -> Duel:
        """The same for two new players as an operator does it."""
        seated = self._players({})
        seats = [f"--seat={seat}={address}" for seat, address in seated.items()]
        opened = self.service.run("game", "open", "star_navy", "first-blood", *seats, "--every", "0")
        assert opened.returncode == 0, opened.stderr
        return Duel(self, opened.stdout.decode().strip(), seated)

    def _players(self, named: Mapping[str, str]) -> dict[str, str]:
        number = next(self._numbers)
        return {seat: named.get(seat, f"{seat}{number}@{HOMES}") for seat in ("blue", "red")}

    @cached_property
    def _app(self) -> AppContext:
        made = open_app_context(read_config(self.service.env))
        self._ends.callback(made.context.database.close)
        return made


@dataclass
class Duel:
    """A game of two players."""

    site: Site
    stream: str
    players: dict[str, str]

    def show(self) -> dict[str, Any]:
        """The game as the command line tells it; its `seats` by name."""
        done = self.site.service.run("game", "show", self.stream, "--json")
        assert done.returncode == 0, done.stderr
        game = json.loads(done.stdout)
        return {**game, "seats": {row["seat"]: row for row in game["seats"]}}

    def filed(self) -> list[str]:
        """The seats that have orders for the open turn; a look into the database, for a command takes a second."""
        asked = "SELECT seat FROM seats JOIN games USING (stream) WHERE stream=? AND filed=turn ORDER BY seat"
        con = sqlite3.connect(self.site.service.data / "wardroom.db", timeout=30)
        try:
            return [seat for (seat,) in con.execute(asked, (self.stream,))]
        finally:
            con.close()

    def player(self, seat: str) -> Player:
        """The player of a seat."""
        return self.site.person(self.players[seat])

    def report(self, seat: str, turn: int = 0) -> EmailMessage:
        """A seat's report, fetched from its player's mailbox as soon as it is there."""
        subject = f'"[{self.stream} T{turn}]"'
        return self.site.dovecot.await_mail(self.players[seat], *FROM_US, "SUBJECT", subject, *NO_ANSWER)

    def receipt(self, seat: str, number: int = 1) -> EmailMessage:
        """The receipt number `number` in the mailbox of a seat's player."""
        return self.site.dovecot.await_mail(self.players[seat], *FROM_US, "SUBJECT", '"Re: "', number=number)

    def mail(self, seat: str, number: int) -> EmailMessage:
        """Mail number `number` in the mailbox of a seat's player, whatever it is."""
        return self.site.dovecot.await_mail(self.players[seat], number=number)

    def is_one_thread(self, seat: str) -> bool:
        """Is all that is in the mailbox of a seat's player one thread?"""
        address = self.players[seat]
        everything = range(1, len(self.site.dovecot.mails(address)) + 1)
        return [sorted(thread) for thread in self.site.dovecot.threads(address)] == [list(everything)]


def text_of(mail: EmailMessage) -> str:
    """The mail's plain text."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def quoted(mail: EmailMessage) -> str:
    """The mail as most programs quote it."""
    return "".join(f"> {line}\n" for line in text_of(mail).splitlines())
