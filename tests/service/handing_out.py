"""Reports noted as handed out, as the gateway notes those that it has queued."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.service.context import ServiceContext
from pbem.service.reports.publish import Published, handed_out


def mark_published(context: ServiceContext, made: Iterable[Published]) -> None:
    """These reports have been given to their players."""
    context.store.mark_sent([handed_out(each) for each in made])
