"""What is wrong with the units of a campaign file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pbem.campaign.model.campaign_file import CampaignFile, FileUnit
from pbem.campaign.model.classes import classes
from pbem.campaign.model.order_parts import WORDS
from pbem.core.fleets import fleet_units
from pbem.core.fleets.fleet_units import Unit
from pbem.core.game.validation import Fault
from pbem.games import GAMES

ID = re.compile(r"[A-Z][A-Z0-9_]{0,11}")
FLEET = re.compile(r"[A-Z0-9][A-Z0-9_-]{0,11}")


def book_of(file: CampaignFile, unit: FileUnit) -> str:
    """The key of the unit's rule book: its own, or that of the first node."""
    return unit.book or file.nodes[0].book


def campaign_unit(unit: FileUnit) -> Unit:
    """As it would go into a battle."""
    return Unit(unit.id, unit.unit_class, unit.name, dict(unit.lacks))


def unit_faults(file: CampaignFile) -> Iterator[Fault]:
    """CMP-1.3: each id once, and one that orders can call it by; classes and what is lacking by the rule book."""
    seen: set[str] = set()
    fleets = {unit.fleet for side in file.sides for unit in side.units}
    for s, side in enumerate(file.sides):
        for n, unit in enumerate(side.units):
            where = f"sides.{s}.units.{n}"
            if unit.id in seen:
                yield f"{where}.id", f"there are two units {unit.id}"
            seen.add(unit.id)
            yield from _name_faults(where, unit, book_of(file, unit))
            if unit.id in fleets:
                yield f"{where}.id", f"{unit.id} is the name of a fleet, too; orders could not tell them apart"
            yield from _class_faults(where, unit, book_of(file, unit))


def _name_faults(where: str, unit: FileUnit, book: str) -> Iterator[Fault]:
    if not ID.fullmatch(unit.id):
        yield (
            f"{where}.id",
            f"{unit.id!r} is no name for a unit; write a capital letter, then capitals, digits and _",
        )
    elif unit.id in WORDS or unit.id in GAMES[book].orders.wording.words:
        yield f"{where}.id", f"{unit.id!r} is a word of the orders"
    if not FLEET.fullmatch(unit.fleet) or unit.fleet in WORDS:
        yield f"{where}.fleet", f"{unit.fleet!r} is no name for a fleet; write capitals, digits, _ and -, at most 12"


def _class_faults(where: str, unit: FileUnit, book: str) -> Iterator[Fault]:
    if not GAMES[book].fleets:
        yield f"{where}.book", f"{GAMES[book].title} takes no units from one battle into the next"
        return
    known = classes(book)
    as_new = fleet_units.faults(replace(campaign_unit(unit), lacks={}), known)
    for why in fleet_units.faults(campaign_unit(unit), known):
        called = "id" if unit.unit_class in known else "unit_class"
        yield f"{where}.{called if why in as_new else 'lacks'}", why
