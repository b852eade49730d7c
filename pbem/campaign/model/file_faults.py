"""What is wrong with a campaign file: everything, with path and reason, before anything is opened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pbem.campaign.model.campaign_file import CampaignFile, Node
from pbem.campaign.model.classes import classes
from pbem.campaign.model.faults.node_faults import node_faults
from pbem.campaign.model.faults.pairing_faults import pairing_faults
from pbem.campaign.model.faults.unit_faults import book_of, unit_faults
from pbem.campaign.model.graph import distances, has_loop, outcomes
from pbem.core.game.validation import Fault, name_faults, range_faults
from pbem.games import KEYS

KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SIDE = re.compile(r"[a-z][a-z0-9_]{0,11}")
NODE = re.compile(r"[A-Z][A-Z0-9_-]{0,11}")
NOT_A_SEAT = ("all", "public", "drawn")
"""Whom press may be for, and what edges call a draw."""
MOST_SEATS, MOST_ROUNDS, MOST_DAYS = 8, 100, 365


def faults(file: CampaignFile) -> Iterator[Fault]:
    """Why it cannot be played. What depends on a rule book is looked at when its own words are right."""
    found = list(_own_faults(file))
    yield from found
    if not found:
        yield from pairing_faults(file) if file.pairing else _campaign_faults(file)


def _own_faults(file: CampaignFile) -> Iterator[Fault]:
    """What can be said without a rule book."""
    if not KEY.fullmatch(file.key) or file.key == "own":
        yield "key", f"{file.key!r} is no key; write small letters, digits and hyphens, and not `own`"
    yield from range_faults("rounds", file.rounds, MOST_ROUNDS, 1, ", and without a last round there is no end")
    yield from range_faults("battle_days", file.battle_days, MOST_DAYS)
    yield from _side_faults(file)
    yield from _graph_faults(file)
    for n, node in enumerate(file.nodes):
        yield from name_faults(f"nodes.{n}.book", node.book, KEYS)
        yield from below_zero(f"nodes.{n}", value=node.value, share=node.share)
    for s, side in enumerate(file.sides):
        for n, unit in enumerate(side.units):
            yield from name_faults(f"sides.{s}.units.{n}.book", unit.book, ("", *KEYS))


def below_zero(where: str, **values: float) -> Iterator[Fault]:
    """Numbers that may not be less than nothing; `where` is "" for those of the file itself."""
    within = f"{where}." if where else ""
    yield from ((f"{within}{name}", f"{value:g} is less than 0") for name, value in values.items() if value < 0)


def twice(where: str, names: Sequence[str]) -> Iterator[Fault]:
    """Names that were there before; `where` has a place for the position."""
    yield from ((where.format(n), f"{name!r} is there twice") for n, name in enumerate(names) if name in names[:n])


def _side_faults(file: CampaignFile) -> Iterator[Fault]:
    """CMP-1.1: two or more sides, each with one or more seats."""
    if len(file.sides) < 2:
        yield "sides", "there must be two or more"
    yield from twice("sides.{}.id", [side.id for side in file.sides])
    for n, side in enumerate(file.sides):
        if not SIDE.fullmatch(side.id) or side.id in NOT_A_SEAT:
            yield f"sides.{n}.id", f"{side.id!r} is no name for a side; write small letters, digits and _, at most 12"
        yield from range_faults(f"sides.{n}.seats", side.seats, MOST_SEATS, 1)
        yield from below_zero(f"sides.{n}", points=side.points)
        taken = [other.id for other in file.sides if side.seats > 1 and re.fullmatch(rf"{re.escape(side.id)}[1-9]", other.id)]
        yield from ((f"sides.{n}.seats", f"a seat of {side.id} would be called {id}, which is a side") for id in taken)


# ---------------------------------------------------------------- the graph


def _graph_faults(file: CampaignFile) -> Iterator[Fault]:
    """CMP-1.2: every edge leads to a node, and every node can be reached."""
    ids = [node.id for node in file.nodes]
    if not file.nodes:
        yield "nodes", "there must be one or more"
    if not file.start and file.nodes:
        yield "start", "must name the nodes that can be fought for at first"
    yield from twice("nodes.{}.id", ids)
    yield from twice("start.{}", file.start)
    for n, id in enumerate(file.start):
        yield from name_faults(f"start.{n}", id, ids)
    for n, node in enumerate(file.nodes):
        if not NODE.fullmatch(node.id):
            yield f"nodes.{n}.id", f"{node.id!r} is no name for a node; write a capital letter, then capitals, digits, _ and -"
        yield from _edge_faults(f"nodes.{n}", node, ids)
    near = distances(file)
    yield from ((f"nodes.{n}", f"{id} is never reached from the start") for n, id in enumerate(ids) if id not in near)


def _edge_faults(where: str, node: Node, ids: Iterable[str]) -> Iterator[Fault]:
    for n, edge in enumerate(node.edges):
        yield from name_faults(f"{where}.edges.{n}.to", edge.to, ids)
        yield from name_faults(f"{where}.edges.{n}.when", edge.when, ("", *outcomes(node)))
        if edge in node.edges[:n]:
            yield f"{where}.edges.{n}", "is there twice"


# ---------------------------------------------------------------- campaigns with units


def _campaign_faults(file: CampaignFile) -> Iterator[Fault]:
    named = [(f"nodes.{n}", node) for n, node in enumerate(file.nodes)]
    wrong = list(unit_faults(file))
    yield from wrong
    for where, node in named:
        yield from node_faults(file, where, node, with_units=not wrong)
    for n, side in enumerate(file.sides):
        if not any(side.id in node.sides for node in file.nodes):
            yield f"sides.{n}", f"{side.id} fights at no node"
    yield from _refit_faults(file)
    yield from _victory_faults(file)


def _refit_faults(file: CampaignFile) -> Iterator[Fault]:
    """CMP-5: costs are for items that some unit has."""
    refits = file.refits
    if refits is None:
        return
    yield from below_zero("refits.costs", **refits.costs)
    numbers = {name: getattr(refits, name) for name in ("new", "income", "won", "earned", "scouts")}
    yield from below_zero("refits", **numbers)
    if refits.scouts:
        yield from range_faults("refits.found", refits.found, 6, 1)
    units = [unit for side in file.sides for unit in side.units]
    if not units:
        yield "refits", "no side has a unit that could be refitted; leave it out"
    items = {item for unit in units for item in _items(book_of(file, unit), unit.unit_class)}
    for item in refits.costs:
        if items and item not in ("*", *items):
            yield f"refits.costs.{item}", f"no unit has {item!r}; they have {', '.join(sorted(items))}"


def _items(book: str, unit_class: str) -> Iterable[str]:
    found = classes(book)
    return found[unit_class].items if unit_class in found else ()


def _victory_faults(file: CampaignFile) -> Iterator[Fault]:
    """CMP-4: somebody can win as the file says."""
    yield from below_zero("", level=file.level)
    if file.won_by == "points" and not any(node.value or node.share for node in file.nodes):
        yield "won_by", "nobody can win by points: no node has a value or a share"
    if file.won_by == "last battle" and file.level:
        yield "level", "means nothing where the last battle decides; leave it out"
    if file.won_by == "nodes" and file.level > len(file.nodes):
        yield "level", f"nobody can hold {file.level:g} nodes: there are {len(file.nodes)}"
    most = sum(node.value for node in file.nodes)
    bounded = not has_loop(file) and not any(node.share for node in file.nodes)
    if file.won_by == "points" and bounded and file.level > most:
        yield "level", f"nobody can have {file.level:g} points: all nodes together are worth {most:g}"
