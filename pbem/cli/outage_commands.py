"""`outage`: times in which no orders could be taken."""

from __future__ import annotations

import click

from pbem.cli.common import app, as_json, columns, show_json
from pbem.cli.master_commands import parse_time
from pbem.service.context import minute
from pbem.service.outages.reported import listed, report_outage
from pbem.service.outages.tables import Span, drop_outage


@click.command()
@click.argument("began", metavar="[FROM]", default="")
@click.argument("ended", metavar="[TO]", default="")
@click.option("--why", default="", help="What was wrong: the log of each game keeps it, and all players read it.")
@click.option("--drop", type=int, metavar="ID", help="Forget an outage that you named by mistake and that moved nothing yet.")
@as_json
def outage(began: str, ended: str, why: str, drop: int | None, as_json: bool) -> None:
    """Time that does not count against players: from FROM to TO (2026-11-21T18:00, in UTC), also in the past or ahead.

    A deadline in it, or shortly after it, moves by the time that was lost and by the notice of the game's policy, at the next
    heartbeat after its end; until then games that are due wait. Without FROM and TO, all outages are listed.

    \b
    Examples:
      ./wardroom outage 2026-11-21T18:00 2026-11-22T06:00 --why "the provider moved our server"
      ./wardroom outage
    """
    at = app()
    if drop is not None:
        if not drop_outage(at.context, drop):
            raise click.UsageError(f"there is no outage {drop} of yours that can be forgotten: see `outage`")
    elif began or ended:
        if not (began and ended and why):
            raise click.UsageError("say all three: FROM, TO and --why; or nothing, for the list")
        report_outage(at.context, parse_time(began), parse_time(ended), why)
    _show(listed(at.context), as_json)


def _show(spans: list[Span], as_json: bool) -> None:
    if as_json:
        show_json([span._asdict() for span in spans])
    else:
        columns(
            [(span.id or "-", span.door, minute(span.began), _end(span), span.why) for span in spans],
            ("ID", "DOOR", "FROM", "TO", "WHY"),
        )


def _end(span: Span) -> str:
    return minute(span.ended) if span.id else "now"
