"""`--against`: what saved mails and reports say of games, held against their logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from events.store import Corrupt
from pbem.core.game.phrases import count
from pbem.gateway.reading.saved_mails import UnreadableFile, claims_in_file
from pbem.service.audit.claims import Claim, contradictions
from pbem.service.audit.verify import Audit
from pbem.service.context import ServiceContext

AGAINST = "--against"

against_option = click.option(
    AGAINST,
    "files",
    metavar="FILE...",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Compare with what these mails say: .eml, mbox, a Maildir, saved reports, report.json. Name a game before it.",
)


class ManyFiles(click.Command):
    """A command in which all words after `--against` are files, as the shell writes out `mails/*.eml`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the option before each of its files."""
        return super().parse_args(ctx, list(_each_with_option(args)))


def _each_with_option(args: Sequence[str]) -> Iterator[str]:
    taking = False
    for before, word in zip(["", *args], args, strict=False):
        if word.startswith("-"):
            taking = word == AGAINST
        elif taking and before != AGAINST:
            yield AGAINST
        yield word


@dataclass(frozen=True)
class SavedClaims:
    """What each of the given files says."""

    by_file: dict[str, list[Claim]]

    def of(self, stream: str) -> list[Claim]:
        """Those about one game, each once."""
        return list(dict.fromkeys(claim for claims in self.by_file.values() for claim in claims if claim.stream == stream))

    def remarks(self, streams: Sequence[str]) -> Iterator[str]:
        """What was not compared: files that say nothing, and what is said of other games."""
        for name, claims in self.by_file.items():
            others = sorted({claim.stream for claim in claims} - set(streams))
            if not claims:
                yield f"{name}: nothing in it can be compared: no report or receipt that names its game"
            elif others:
                passed = len({claim for claim in claims if claim.stream in others})
                yield f"{name}: what it says of {', '.join(others)} was passed over ({count(passed, 'line')})"


def read_claims(files: Sequence[Path]) -> SavedClaims:
    """What the files say. A file that cannot be read is wrong use."""
    try:
        return SavedClaims({str(path): claims_in_file(path) for path in files})
    except UnreadableFile as e:
        raise click.UsageError(str(e)) from e


def compared(context: ServiceContext, found: Audit, claims: Sequence[Claim]) -> Audit:
    """The audit of a stream with what it contradicts among its findings. A log that cannot be read has said so already."""
    if claims and not context.store.head(found.stream).version:
        gone = f"there is no log of this game, of which mails have said {count(len(claims), 'thing')}: it was deleted"
        return replace(found, broken=[*found.broken, gone])
    try:
        said = contradictions(context.store.read(found.stream), claims)
    except Corrupt:
        return found
    return replace(found, broken=[*found.broken, *said])
