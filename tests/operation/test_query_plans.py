"""With ten thousand games a page and a beat of the service look at none but those that they are about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from events.database import Connections
from pbem.service.turns.tick import tick
from tests.browser.kinds import kinds, seed_games
from tests.web.builders.sites import site_in

FEW = {"forum_places", "doors", "forum_codes"}
"""Tables that do not grow with the games: places, machines, codes of the last minutes."""
ASKED = ("SELECT", "WITH", "INSERT", "UPDATE", "DELETE")
NEARLY_ALL = "games_newest"
"""An index that holds some rows only, but nearly all; a page of the list of all games is read from its end."""
LISTED = "WHERE hidden=0 ORDER BY"


def scanned(db: Connections, act: Callable[[], object]) -> Iterator[str]:
    """The tables that are read from one end to the other by what is done, with the statement that does it.

    An index that holds only some rows, such as games that are open, may be read whole.
    """
    sent: list[str] = []
    db.con.set_trace_callback(sent.append)
    act()
    db.con.set_trace_callback(None)
    partial = {name for (name,) in db.con.execute("SELECT name FROM sqlite_master WHERE type='index' AND sql LIKE '% WHERE %'")}
    tables = {name for (name,) in db.con.execute("SELECT name FROM sqlite_master WHERE type='table'")} - FEW
    for statement in (each for each in dict.fromkeys(sent) if each.lstrip().startswith(ASKED)):
        called = {alias: name for name, alias in re.findall(r"(?:FROM|JOIN)\s+(\w+)\s+(?:AS\s+)?(\w+)\b", statement)}
        for *_, detail in db.con.execute(f"EXPLAIN QUERY PLAN {statement}"):
            found = re.match(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?", detail)
            if found and found[2] == NEARLY_ALL and LISTED in statement:
                continue
            if found and found[2] not in partial - {NEARLY_ALL} and {found[1], called.get(found[1])} & tables:
                yield f"{detail}: {' '.join(statement.split())}"


def test_no_page_and_no_beat_reads_a_whole_table(tmp_path: Path) -> None:
    """Every kind of page, a deadline, and the mail that follows."""
    with site_in(tmp_path) as site:
        pages = [kind for kind in kinds(seed_games(site)) if not kind.acts]
        browsers = {kind.address: site.browser(kind.address) for kind in pages}
        db, found = site.context.database, {}
        for kind in pages:
            found[kind.name] = list(scanned(db, lambda kind=kind: browsers[kind.address].get(kind.path)))
        site.clock.advance(24)
        found["deadline"] = list(scanned(db, lambda: tick(site.context)))
        found["mail"] = list(scanned(db, lambda: (site.gateway.work(), site.gateway.flush())))
    assert {name: scans for name, scans in found.items() if scans} == {}


def test_a_scan_is_seen(tmp_path: Path) -> None:
    """The names of all people, and those of some columns."""
    with site_in(tmp_path) as site:
        assert len(list(scanned(site.context.database, site.people.everyone))) == 1
        assert not list(scanned(site.context.database, lambda: site.people.by_address("blue@example.org")))
