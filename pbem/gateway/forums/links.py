"""Linking an account at a place to a person: by a code that their own page shows, or that is mailed to them, and that they send
us from that account as a private message.
"""

from __future__ import annotations

import re
from datetime import timedelta

from pbem.gateway.forums.accounts import Accounts, LinkCode, LinkedAccount
from pbem.gateway.forums.places import Place, Places
from pbem.gateway.forums.posts_table import PostRow, PostTable
from pbem.gateway.outbound.page_mail import queue_notice
from pbem.gateway.outbound.receipt_mail import render
from pbem.gateway.reading.mail_context import MailContext
from pbem.service.context import ActRefused, stamp
from pbem.service.thread.forum_port import LinkBox

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Of these none looks like another."""
LENGTH, GROUP = 8, 4
VALID = timedelta(hours=1)
TRIES = 5
"""So many wrong codes an account may send within an hour; more are not looked at."""
HYPHENS = "\u2010-\u2015 -"
SENT = re.compile(
    rf"\s*(?:link[\s:]+([0-9a-z][0-9a-z{HYPHENS}]{{0,30}}?)[\s.!]*|([{LETTERS}]{{4}}[{HYPHENS}][{LETTERS}]{{4}})\s*)", re.I
)
USER = re.compile(r"\S(?:[^\n\r\t]{0,78}\S)?")
WRITE_FIRST = (
    "Somebody who plays games here says that this account is theirs. If that is you, answer with the code that your own page"
    " shows you, as in `link ABCD-EFGH`. If it is not, do nothing: without the code nothing happens."
)


class Links:
    """Codes, and what becomes of them."""

    def __init__(self, mail_context: MailContext, places: Places, posts: PostTable, accounts: Accounts) -> None:
        self.mail_context = mail_context
        self.places = places
        self.posts = posts
        self.accounts = accounts

    # ------------------------------------------------------------ what a person asks for

    def boxes(self, person: str) -> list[LinkBox]:
        """All places where a person can write to us privately: whether their account there is linked, and how to link it."""
        linked = {account.place: account for account in self.accounts.of_person(person)}
        return [self._box(place, linked.get(place.name), person) for place in self.places.all() if self._private(place)]

    def _box(self, place: Place, account: LinkedAccount | None, person: str) -> LinkBox:
        given = self.accounts.code_of(place.name, person, self.mail_context.now())
        user, reports = (account.user, bool(account.reports)) if account else ("", False)
        return LinkBox(place.name, place.kind, place.url, place.user, user, reports, grouped(given.code) if given else "")

    def _private(self, place: Place) -> bool:
        return "private" in self.places.open(place).abilities

    def give_code(self, person: str, place: str) -> str:
        """A new code for a place, valid an hour; the one before is worthless. Raises ActRefused."""
        self._check(place)
        drawn = self.mail_context.context.entropy(LENGTH * 4)
        numbers = (int.from_bytes(drawn[at : at + 4]) for at in range(0, len(drawn), 4))
        code = "".join(LETTERS[number % len(LETTERS)] for number in numbers)
        now = self.mail_context.context.now()
        self.accounts.give_code(LinkCode(code, place, person, stamp(now + VALID)), stamp(now))
        return grouped(code)

    def mail_code(self, person: str, place: str) -> None:
        """Mail a new code to the person's own address. Raises ActRefused."""
        found, known = self.mail_context.people.by_id(person), self._check(place)
        if found is None:
            return
        code = self.give_code(person, place)
        text = render("forum_code.txt", place=place, url=known.url, us=known.user, code=code)
        queue_notice(self.mail_context, found, "forum-code", f"{person}|{code}", f"your code for {place}", text)

    def write_to(self, person: str, place: str, user: str) -> None:
        """Write to this account first, so that it can answer with the code. Raises ActRefused."""
        self._check(place)
        name = user.strip().removeprefix("@")
        if not USER.fullmatch(name):
            raise ActRefused("that is no user name: write it as the place shows it, on one line")
        given = self.accounts.code_of(place, person, self.mail_context.now())
        code = given.code if given else self.give_code(person, place).replace("-", "")
        self.posts.want(PostRow(place, "", "", name, f"l{self.mail_context.signer.code(code)}", "waiting", words=WRITE_FIRST))

    def unlink(self, person: str, place: str) -> None:
        """The account at the place is theirs no more. Raises ActRefused."""
        if not self.accounts.unlink(place, person):
            raise ActRefused(f"you have no account at {place} that is linked")

    def want_reports(self, person: str, place: str, wanted: bool) -> None:
        """Turn reports go there, too, from the next one on; or not any more."""
        self.accounts.want_reports(place, person, wanted, self.mail_context.now())

    def erase(self, person: str) -> None:
        """Forget a person's accounts, and all that was written to them there."""
        for account in self.accounts.of_person(person):
            self.posts.erase(account.place, account.user)
        self.accounts.erase(person)

    def _check(self, place: str) -> Place:
        """Raises ActRefused for a place that is not there, or takes no private messages."""
        known = self.places.get(place)
        if not self._private(known):
            raise ActRefused(f"at {place} nobody can write to us alone, so no account there can be linked")
        return known

    # ------------------------------------------------------------ what an account sends

    def code_in(self, text: str) -> str:
        """The code that a message consists of, as we keep it; "" for any other message."""
        found = SENT.fullmatch(text)
        return re.sub(r"[^0-9A-Z]", "", (found[1] or found[2]).upper()) if found else ""

    def use(self, place: str, user: str, code: str) -> str:
        """Link the account that has sent this code. Returns what it is told."""
        now = self.mail_context.context.now()
        if self.accounts.tries(place, user, stamp(now - VALID)) >= TRIES:
            return "Too many wrong codes came from this account. Wait an hour, then get a new code and try again."
        found, person = self.accounts.code(code), self.accounts.person_of(place, user)
        if found and found.place == place and found.used and found.person == person:
            return "This account is linked already: the code has done its work."
        wrong = self._wrong(place, found, stamp(now))
        if wrong or found is None:
            self.accounts.tried(place, user, stamp(now))
            return wrong
        self.accounts.use(code)
        self.accounts.link(LinkedAccount(place, user, found.person, 1, stamp(now)))
        return (
            "This account is yours now: orders that you send us from it as private messages count, and your turn reports come"
            " here, too. On your own page you can end either."
        )

    def _wrong(self, place: str, code: LinkCode | None, now: str) -> str:
        """What is wrong with a code; "" when nothing is."""
        again = "Get a new one on your own page, and send it within an hour."
        if code is None:
            return f"This is no code of ours, or its time is long over. Compare it letter by letter. {again}"
        if code.used:
            return f"This code was used before, and works once. {again}"
        if code.until <= now:
            return f"This code has expired. {again}"
        return f"This code is for {code.place}, and this is {place}. {again}" if code.place != place else ""


def grouped(code: str) -> str:
    """A code as people read it: ABCD-EFGH."""
    return "-".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))
