"""What the pages ask to be mailed: links that sign in, invitations, the game master's words, what follows from orders."""

from __future__ import annotations

from pbem.accounts.people import Person
from pbem.gateway.extract.lines.reply_markers import defused, on_the_web
from pbem.gateway.outbound.notices import Notice, person_mail, seat_mail
from pbem.gateway.outbound.notify import notify, players
from pbem.gateway.outbound.receipt_mail import render
from pbem.gateway.reading.mail_context import MailContext
from pbem.service.games.overview import overview
from pbem.service.mail_port import SeatRef
from pbem.service.orders.make_receipt import occasion, side_effects


def sign_in(mail_context: MailContext, person: Person, link: str, minutes: int) -> None:
    """Queue a link that signs its reader in. A person without an id is a newcomer: nothing is known but the address."""
    text = render("sign_in.txt", link=link, minutes=minutes, newcomer=not person.id)
    queue_notice(mail_context, person, "sign-in", link, "your link to sign in", text)


def invitation(mail_context: MailContext, person: Person, stream: str, seat: str, link: str, words: str) -> None:
    """Queue an invitation to a seat."""
    side = next((row.side for row in mail_context.context.store.seats(stream) if row.seat == seat), "")
    row = mail_context.context.store.game(stream)
    if row is None:
        return
    game = mail_context.context.games[row.game]
    text = render(
        "invitation.txt",
        title=row.title,
        stream=stream,
        rules=game.title,
        scenario=game.scenarios.find(row.scenario).title,
        seat=mail_context.context.seat_title(stream, seat),
        side=side,
        link=link,
        lines=_lines(words),
        rules_lines=overview(mail_context.context, stream).rules.lines,
    )
    queue_notice(
        mail_context, person, "invitation", f"{stream}|{seat}|{link}", f"[{stream}] a seat for you in {row.title}", text
    )


def announcement(mail_context: MailContext, stream: str, words: str, version: int) -> None:
    """Queue the game master's words (event `version` of the log) to each player of the game, once."""
    row = mail_context.context.store.game(stream)
    if row is None:
        return
    told = next(iter(mail_context.context.store.read(stream, version - 1, version))).hash.hex()
    for seat, person in players(mail_context, stream):
        link = mail_context.signer.seat_link(stream, seat, row.turn, person.key)
        text = render("announcement.txt", title=row.title, stream=stream, lines=_lines(words), on_the_web=on_the_web(link))
        name = mail_context.signer.mail_name("announcement", f"{stream}|{told}|{person.id}")
        subject = f"[{stream} T{row.turn}] a word from the game master"
        notice = Notice("notice", name, mail_context.now(), subject, text)
        mail_context.queue(seat_mail(mail_context.signer, SeatRef(stream, seat, row.turn, person), notice))


def receipts(mail_context: MailContext, stream: str, seat: str, source: str) -> None:
    """Queue what follows for others from orders filed on a page, exactly as it follows from a mail."""
    made = side_effects(mail_context.context, stream, seat, source)
    notify(mail_context, made, occasion(mail_context.context, stream, made.turn, source), mail_context.now())


def queue_notice(mail_context: MailContext, person: Person, kind: str, occasion: str, subject: str, text: str) -> None:
    """Queue a mail that no orders are written in answer to."""
    name = mail_context.signer.mail_name(kind, occasion)
    mail_context.queue(person_mail(mail_context.signer, person, Notice("notice", name, mail_context.now(), subject, text)))


def _lines(words: str) -> list[str]:
    """A person's words, without anything that an answer's reader would take for ours."""
    return defused(words).strip().splitlines()
