"""Forge a log, audit it, and say whether and where it was found."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count, pairwise

from pbem.service.audit.claims import Claim, contradictions
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext
from pbem.service.repository import keep_snapshot, load
from tests.kit.forgery.log import act_of, acts, read_log, written
from tests.kit.forgery.tables import Table, folder
from tests.kit.forgery.ways import HEADS, NEAR, ODD, Forgery, Way

VERSION = re.compile(r"(?<!rules of )\bversion (\d+)")
SNAPSHOT_OF = 2
_numbers = count(1)


@dataclass(frozen=True)
class Result:
    """What became of a way: `by` says what found it ("audit", "published heads", "" for nothing), `told` in which words.

    `fault` is what is wrong with that: nothing was found, or at a place that does not lead to the forgery.
    """

    way: Way
    by: str
    told: list[str]
    fault: str


def result(table: Table, way: Way) -> Result:
    """Try it."""
    forgery = way.forge()
    table = forgery.of or table
    logs = {stream: read_log(table.context.store, stream) for stream in forgery.battles}
    assert forgery.change or forgery.log != table.log or forgery.battles != logs, f"nothing is forged: {way.name}"
    path = folder() / f"forged-{next(_numbers)}.db"
    context = written(table.context, table.stream, forgery.log, path, forgery.battles)
    try:
        return _judged(table, way, forgery, context)
    except Exception as e:  # an audit that falls tells nobody what is wrong
        return Result(way, "", [], f"the audit fell: {type(e).__name__}: {e}")
    finally:
        context.database.close()
        for each in path.parent.glob(f"{path.name}*"):
            each.unlink()


def _judged(table: Table, way: Way, forgery: Forgery, context: ServiceContext) -> Result:
    """What the audit says of the forged log, or of the true one beside forged tables; and then what was published."""
    if forgery.change:
        keep_snapshot(context, load(context, table.stream, SNAPSHOT_OF), SNAPSHOT_OF)
        forgery.change(context.database)
    told = []
    for stream in (table.stream, *(battle for battle, log in forgery.battles.items() if log)):
        found = audit(context, stream)
        told += [*found.broken, *found.different, *(found.odd if forgery.seen == ODD else ())]
    if told:
        return Result(way, "audit", told, "" if way.needs == HEADS else _fault(table, forgery, told))
    told = contradictions(context.store.read(table.stream), published(table)) if way.needs == HEADS else []
    if told:
        return Result(way, HEADS, told, "")
    return Result(way, "", [], "nothing was found")


def _fault(table: Table, forgery: Forgery, told: list[str]) -> str:
    """Is a version of the first falsified act named (or of one after it, if only that can show it), and none before it?"""
    if forgery.change:
        return ""
    if forgery.battles and forgery.log == table.log:
        return "" if any(VERSION.search(each) for each in told) or forgery.seen == ODD else "no version is named"
    versions = [int(number) for each in told for number in VERSION.findall(each)]
    begin, last = _span(forgery)
    if not versions:
        return "no version is named"
    if min(versions) <= begin:
        return f"found at version {min(versions)}, before the act of versions {begin + 1} to {last}"
    if forgery.seen == NEAR and min(versions) > last:
        return f"found at version {min(versions)} only, after the act of versions {begin + 1} to {last}"
    return ""


def _span(forgery: Forgery) -> tuple[int, int]:
    """The versions of the acts around the first falsified fact: after the first, up to the second."""
    here = min(forgery.first, len(forgery.log) - 1)
    act = act_of(forgery.log, here)
    begin = act.begin if act.begin < forgery.first or forgery.first == 0 else act_of(forgery.log, forgery.first - 1).begin
    after = next((each.end for each in acts(forgery.log) if each.begin == act.end), act.end)
    return begin, after


def published(table: Table) -> list[Claim]:
    """The heads that players were told: in the receipts of their mails, in the report of every turn, and last on the page."""
    entries = list(table.context.store.read(table.stream))
    ends = [a for a, b in pairwise(entries) if b.turn > a.turn] + entries[-1:]
    told = [Claim("head", table.stream, each.turn, each.seat, each.head, "a receipt") for each in table.receipts]
    return [*told, *(Claim("head", table.stream, each.turn, "", each.hash.hex(), "a report") for each in ends)]
