"""`person …`: who plays here, from which addresses, by which clock."""

from __future__ import annotations

from collections.abc import Sequence

import click

from pbem.accounts.substitutes import Substitutes
from pbem.cli.common import app, as_json, columns, known_person, show_json
from pbem.gateway.outbound.resend import resend
from pbem.service import vacation
from pbem.service.context import minute
from pbem.service.history import OPERATOR
from pbem.service.ladder.reliability import reliability
from pbem.service.orders.requests import time_named
from pbem.service.reminders.choices import plan_anew
from pbem.service.vacation import ToldGame


@click.group()
def person() -> None:
    """List people, and set what their mail depends on. PERSON is an id or a mail address.

    \b
    Examples:
      ./wardroom person zone blue@example.org Europe/Berlin
      ./wardroom person alias blue@example.org blue@work.example
      ./wardroom person rotate blue@example.org
      ./wardroom person away blue@example.org 2026-12-24 "skiing, as they told me"
    """


@person.command("list")
@as_json
def list_(as_json: bool) -> None:
    """Everyone, with the state of their mailbox."""
    at = app()
    found = []
    for each in at.people.everyone():
        known = at.gateway.mail_context.mailboxes.deliverability(each.id)
        mailbox = f"stopped {minute(known.stopped_at)}: {known.why}" if known.stopped else "ok"
        aliases = at.people.aliases(each.id)
        found.append((each.id, each.name, each.address, " ".join(aliases), each.zone, mailbox))
    if as_json:
        names = ("id", "name", "address", "aliases", "zone", "mailbox")
        show_json([dict(zip(names, row, strict=True)) for row in found])
    else:
        columns(found, ("ID", "NAME", "ADDRESS", "ALSO", "ZONE", "MAILBOX"))


@person.command()
@as_json
def substitutes(as_json: bool) -> None:
    """Who takes over free seats, of which rule books, and how many of their turns came in time."""
    at = app()
    people = {each.id: each for each in at.people.everyone()}
    rows = [
        (id, people[id].name, people[id].address, game or "any", reliability(at.context, id).words())
        for id, game in Substitutes(at.context.database).everyone()
        if id in people
    ]
    if as_json:
        show_json([dict(zip(("id", "name", "address", "game", "on_time"), row, strict=True)) for row in rows])
    else:
        columns(rows, ("ID", "NAME", "ADDRESS", "GAME", "ON TIME"))


@person.command()
@click.argument("who", metavar="PERSON")
@click.argument("zone")
def zone(who: str, zone: str) -> None:
    """Tell deadlines by this clock (a name like Europe/Berlin; `UTC` for none)."""
    at = app()
    found = known_person(at, who)
    at.people.set_zone(found.id, "" if zone == "UTC" else zone)
    plan_anew(at.context, at.people.by_id(found.id) or found)


@person.command()
@click.argument("who", metavar="PERSON")
@click.argument("address")
@click.option("--drop", is_flag=True, help="Not any more.")
def alias(who: str, address: str, drop: bool) -> None:
    """Orders from ADDRESS count as theirs too. Mail still goes to their own address."""
    at = app()
    change = at.people.drop_alias if drop else at.people.add_alias
    change(known_person(at, who).id, address)


@person.command()
@click.argument("who", metavar="PERSON")
def rotate(who: str) -> None:
    """Make all order addresses and links given to them worthless (one has leaked), sign them out everywhere, and mail
    them their reports with new ones.
    """
    at = app()
    found = known_person(at, who)
    at.gateway.rotate(found.id)
    sent = resend(at.gateway.mail_context, at.people.by_id(found.id) or found)
    at.gateway.flush()
    click.echo(f"new addresses are on the way in {sent} reports")


@person.command()
@click.argument("who", metavar="PERSON")
def resume(who: str) -> None:
    """Their mailbox works again: send their mail, and their reports once more."""
    at = app()
    found = known_person(at, who)
    at.gateway.mail_context.mailboxes.resume(found.id, at.gateway.mail_context.now())
    at.gateway.mail_context.mailboxes.person_wrote(found.id)
    sent = resend(at.gateway.mail_context, found)
    at.gateway.flush()
    click.echo(f"mail goes to them again; {sent} reports were sent once more")


@person.command()
@click.argument("who", metavar="PERSON")
@click.argument("until", metavar="DAY")
@click.argument("why")
def away(who: str, until: str, why: str) -> None:
    """They are away until DAY (2026-12-24) is over: all their games are told, and those that they join meanwhile."""
    at = app()
    _show_told(vacation.leave(at.context, known_person(at, who).id, time_named(f"until {until}"), why, OPERATOR))


@person.command()
@click.argument("who", metavar="PERSON")
@click.argument("why", default=vacation.BACK)
def back(who: str, why: str) -> None:
    """They are back in all their games."""
    at = app()
    _show_told(vacation.come_back(at.context, known_person(at, who).id, why, OPERATOR))


def _show_told(told: Sequence[ToldGame]) -> None:
    columns([(game.stream, game.seat, game.refused or "told") for game in told], ("GAME", "SEAT", "OUTCOME"))


@person.command()
@click.argument("who", metavar="PERSON")
@click.confirmation_option(prompt="Name, addresses and all mail to and from them will be gone. Go on?")
def erase(who: str) -> None:
    """Forget a person. Games still know their id, which then leads nowhere."""
    at = app()
    at.gateway.erase(known_person(at, who).id)
