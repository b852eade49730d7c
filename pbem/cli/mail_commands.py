"""`mail …`: see how mail was understood, read it again, let held orders count."""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path

import click

from pbem.app_context import AppContext
from pbem.cli.common import app, as_json, columns, show_json
from pbem.gateway.extract import UnreadableMail
from pbem.gateway.extract import extract as new_text
from pbem.gateway.extract.parts.mail_tree import check_raw, head_of
from pbem.gateway.inbound import mail_envelope, special_addresses
from pbem.gateway.inbound.reprocess import reprocess as read_again
from pbem.gateway.mailboxes.mail_rows import Inbound
from pbem.gateway.reading import headers
from pbem.gateway.reading.classify import classify as kind_of
from pbem.gateway.reading.explain import explain as explained
from pbem.service.context import ActRefused, minute, stamp


@click.group()
def mail() -> None:
    """Look into mail: why it was understood as it was, and what waits.

    \b
    Examples:
      ./wardroom mail extract < reply.eml        the new text of a mail
      ./wardroom mail explain reply.eml          every step, and its reason
      ./wardroom mail list --last 20             what came in, and what became of it
    """


@mail.command("extract")
def extract_() -> None:
    """Print the new text of one raw mail on standard input. Exit 1, with the reason, when it cannot be read."""
    raw = sys.stdin.buffer.read()
    try:
        check_raw(raw)
        found = new_text(headers.parse(raw))
    except UnreadableMail as e:
        raise ActRefused(str(e)) from e
    click.echo(found.text, nl=bool(found.text))


@mail.command()
def classify() -> None:
    """Print the kind of one raw mail on standard input: reply, auto-reply, bounce or not-a-reply."""
    click.echo(kind_of(headers.parse(sys.stdin.buffer.read()), None).name)


@mail.command()
@click.argument("what", metavar="FILE|ID")
@click.option("--to", "recipient", default="", help="The envelope's recipient, for a FILE; else its headers tell.")
@click.option("--from", "sender", default=None, help="The envelope's sender, for a FILE; empty for bounces.")
@as_json
def explain(what: str, recipient: str, sender: str | None, as_json: bool) -> None:
    """Show each step of understanding a mail, and its reason. Changes nothing. `-` reads standard input."""
    at = app()
    steps = explained(at.gateway.mail_context, _mail(at, what, recipient, sender))
    if as_json:
        show_json([{"step": name, "found": found} for name, found in steps])
    else:
        for name, found in steps:
            first, *others = found.splitlines() or [""]
            click.echo("\n".join([f"{name:<12} {first}", *(" " * 13 + line for line in others)]).rstrip())


def _mail(at: AppContext, what: str, recipient: str, sender: str | None) -> Inbound:
    """A stored mail by its id, or a file (or standard input) as if it had just come in."""
    if what != "-" and not Path(what).is_file():
        return _kept(at, what)
    raw = sys.stdin.buffer.read() if what == "-" else Path(what).read_bytes()
    head, post = head_of(raw), at.gateway.mail_context
    path = mail_envelope.sender(head) if sender is None else sender
    to = recipient or mail_envelope.recipient(head, post.signer)
    return Inbound("0" * 64, post.now(), path, to, raw, "", "", "", "", "", 0, "", "", 0, 0)


def _kept(at: AppContext, sha: str) -> Inbound:
    found = at.gateway.tables.inbound(sha)
    if found is None:
        raise ActRefused(f"{sha!r} is no file, and no mail's id; ids are listed by `mail list`, six letters of one are enough")
    return found


@mail.command("list")
@click.option("--last", default=20, show_default=True, help="So many, the newest last.")
@as_json
def list_(last: int, as_json: bool) -> None:
    """List the mails that came in, and what became of them."""
    rows = app().gateway.tables.last(last)
    found = [
        {"id": kept.sha, "at": kept.at, "from": kept.envelope_from, "to": kept.envelope_to, "outcome": kept.outcome}
        for kept in rows
    ]
    if as_json:
        show_json(found)
    else:
        columns([(kept.sha[:10], minute(kept.at), kept.outcome or kept.status) for kept in rows], ("ID", "WHEN", "OUTCOME"))


@mail.command()
@click.argument("ids", nargs=-1)
@click.option("--open", "all_open", is_flag=True, help="All mails for turns that are open, and all that a fault stopped.")
@click.option("--dry-run", is_flag=True, help="Only say what would be read otherwise now.")
@as_json
def reprocess(ids: tuple[str, ...], all_open: bool, dry_run: bool, as_json: bool) -> None:
    """Read stored mails again with the present extractor, and file again what says something else now."""
    if not ids and not all_open:
        raise click.UsageError("name mails by their ids, or say --open")
    at = app()
    if all_open and not dry_run:
        at.gateway.process_pending(failed=True)
    turns = [(game.stream, game.turn) for game in at.context.store.games() if all_open and game.status != "ended"]
    chosen = [*ids, *at.gateway.tables.for_turns(turns)]
    done = read_again(at.gateway.mail_context, chosen, dry_run)
    if as_json:
        show_json([again._asdict() for again in done])
    else:
        columns([(again.sha[:10], again.outcome) for again in done], ("ID", "OUTCOME"))


@mail.command()
@click.option("--days", default=400, show_default=True, help="Keep what is younger than so many days.")
def forget(days: int) -> None:
    """Overwrite the text of old mail that is done with. That there was a mail, and what became of it, stays."""
    at = app()
    count = at.gateway.forget(stamp(at.context.now() - timedelta(days=days)))
    click.echo(f"{count} mails forgotten")


@mail.command()
@as_json
def held(as_json: bool) -> None:
    """List the orders that wait for their player's word."""
    rows = app().gateway.mail_context.quarantine.waiting()
    if as_json:
        show_json([row._asdict() for row in rows])
    else:
        columns([(row.code, row.stream, row.seat, str(row.turn), row.sender, row.why) for row in rows], HELD)


HELD = ("CODE", "GAME", "SEAT", "TURN", "SENDER", "WHY")


@mail.command()
@click.argument("code")
def confirm(code: str) -> None:
    """Let held orders count, in the player's place."""
    at = app()
    found = at.gateway.mail_context.quarantine.by_code(code)
    if found is None:
        raise ActRefused(f"no orders are held under {code!r}; `mail held` lists them")
    click.echo(special_addresses.confirm(at.gateway.mail_context, found))
    at.gateway.flush()
