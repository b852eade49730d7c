"""Answers to the mail of a game's thread: a person's words are posted there. And a mail to the address that ends such mail."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from hashlib import sha256

from pbem.accounts.people import Person
from pbem.gateway.extract import Extract, UnreadableMail
from pbem.gateway.mailboxes.addresses import ThreadClaim, UnfollowClaim
from pbem.gateway.mailboxes.deliverability import QUIET_AFTER
from pbem.gateway.outbound.compose import Heading, outgoing
from pbem.gateway.outbound.notices import Notice, person_mail
from pbem.gateway.outbound.receipt_mail import render
from pbem.gateway.reading import classify
from pbem.gateway.reading.headers import message_id as id_of
from pbem.gateway.reading.mail_context import MailContext
from pbem.gateway.reading.read_mail import DISOWNED, Reading
from pbem.gateway.reading.sender_auth import FAIL
from pbem.service.context import ActRefused, NoSuchGame
from pbem.service.thread.comments import MAIL, LooksLikeOrders, NewComment, author_of, write_comment
from pbem.service.thread.following import follows, unfollow

NUMBERS = re.compile(r"[\W\d_]+")
Desk = tuple[str, str, str]
"""A seat of the writer's, the address its orders go to, and its page ("": there are none)."""


def post_by_mail(reading: Reading, claim: ThreadClaim) -> str:
    """Post the words of an answer, once; in words what became of it. Who is told why not is told once, and alone."""
    person = reading.poster
    if person is None:
        return "dropped: the address is nobody's"
    if why := _not_theirs(reading, person):
        return f"dropped: {why}"
    if _repeated(reading, person) > QUIET_AFTER:
        return "dropped: the same words came again and again"
    try:
        return f"posted as {_post(reading, claim, person)}"
    except LooksLikeOrders as e:
        return _refuse(reading, claim, person, str(e), _desks(reading.mail_context, claim.stream, person))
    except (ActRefused, NoSuchGame, UnreadableMail) as e:
        return _refuse(reading, claim, person, str(e))


def _post(reading: Reading, claim: ThreadClaim, person: Person) -> str:
    """The post's id. Raises ActRefused, LooksLikeOrders, NoSuchGame, UnreadableMail."""
    context = reading.mail_context.context
    if reading.verdict.result == FAIL:
        raise ActRefused(DISOWNED)
    if isinstance(reading.words, UnreadableMail):
        raise reading.words
    reading.mail_context.mailboxes.arrived(person.id, reading.kept.at)
    new = NewComment(reading.words.said, f"mail {reading.source}", place=MAIL)
    return write_comment(context, claim.stream, author_of(context, claim.stream, person.id), new)


def _not_theirs(reading: Reading, person: Person) -> str:
    """Why it is no answer of the person's own; "" if it is one. Nobody is told: it may be a machine's, or a stranger's."""
    if returned := classify.sent_by_us(reading.message, reading.kept.envelope_from, reading.mail_context.signer):
        return f"our own: {returned}"
    if reading.kind.name != "reply":
        return f"{reading.kind.name}: {reading.kind.why}"
    if reading.kind.via_list:
        return f"it came through a list: {reading.kind.why}"
    if reading.writer is None or reading.writer.id != person.id:
        return "it is not from the person whom the address was given to"
    return ""


def _repeated(reading: Reading, person: Person) -> int:
    """How often the same words came within the hour, numbers aside: a robot repeats itself, a person does not."""
    said = reading.words.said if isinstance(reading.words, Extract) else reading.words.reason
    words = sha256(NUMBERS.sub(" ", said.casefold()).encode()).hexdigest()
    return reading.mail_context.mailboxes.repeated_mails(person.id, reading.source, words, reading.kept.at)


def _desks(mail_context: MailContext, stream: str, person: Person) -> list[Desk]:
    signer, turn = mail_context.signer, mail_context.directory.open_turn(stream)
    seats = [seat for _, seat in mail_context.directory.seats_of(person, stream)]
    title = partial(mail_context.context.seat_title, stream)
    places = [(stream, seat, turn, person.key) for seat in seats]
    return [(title(at[1]), signer.seat_address(*at), signer.seat_link(*at)) for at in places]


def _refuse(reading: Reading, claim: ThreadClaim, person: Person, why: str, desks: Sequence[Desk] = ()) -> str:
    """Tell the person why it was not posted; once a day where their domain disowns what anybody could have written."""
    mail_context, signer, kept = reading.mail_context, reading.mail_context.signer, reading.kept
    once = reading.source if reading.verdict.result != FAIL else f"{person.id} {claim.stream} {kept.at[:10]}"
    page = f"{signer.base_url}/g/{claim.stream}/thread" if signer.base_url else ""
    text = render(
        "thread_refused.txt", title=_title(mail_context, claim.stream), stream=claim.stream, why=why, desks=desks, page=page
    )
    heading = Heading(
        signer.message_id(signer.mail_name("thread-refused", once)),
        person,
        f"Re: [{claim.stream}] the thread",
        kept.at,
        signer.thread_address(claim.stream, person.id, person.key),
        claim.stream,
        (signer.thread_root(claim.stream),),
        id_of(reading.message),
        by_itself=False,
    )
    mail_context.queue(outgoing(signer, "refusal", heading, text))
    return f"not posted: {why}"


def unfollow_by_mail(reading: Reading, claim: UnfollowClaim) -> str:
    """A mail program or a person asks for no more mail of a thread. They are told, once, how to have it again."""
    mail_context, signer = reading.mail_context, reading.mail_context.signer
    person = mail_context.directory.follower(claim)
    if person is None:
        return "dropped: the address is nobody's"
    name = signer.mail_name("thread-off", f"{claim.text()}|{reading.kept.sha}")
    again = signer.unfollow_link(claim.stream, person.id, person.key)
    text = render("thread_off.txt", title=_title(mail_context, claim.stream), stream=claim.stream, again=again)
    notice = Notice("notice", name, reading.kept.at, f"[{claim.stream}] no more mail of the thread", text)
    if follows(mail_context.context, claim.stream, person.id):
        # queued first: after a crash in between they are told all the same
        mail_context.queue(person_mail(signer, person, notice))
    unfollow(mail_context.context, claim.stream, person.id)
    return "mail of the thread stopped"


def _title(mail_context: MailContext, stream: str) -> str:
    row = mail_context.context.store.game(stream)
    return row.title if row else stream
