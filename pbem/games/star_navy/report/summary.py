"""What mattered of a turn, for the head of a report: a few sentences made from the events that the reader may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from events.base import Event
from events.star_navy import battle, boarding, ending, engine, movement, opening, orders
from pbem.core.game.panels import SUMMARY_LINES
from pbem.core.game.phrases import count, join_words, sentence
from pbem.core.geometry.hexes import distance
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.report import score
from pbem.games.star_navy.report.record_sheet import plural
from pbem.games.star_navy.report.tell import CAUSES
from pbem.games.star_navy.rules import victory

E = TypeVar("E", bound=Event)

FEW_SECTIONS = 3
FEW_KINDS = 5
"""More of them are counted, not named."""


def summary(events: Sequence[Event], known: State) -> list[str]:
    """At most eight sentences, the most important first: fates, hits, what became known, the score (SN-16.3)."""
    if any(isinstance(event, opening.FieldSet) for event in events):
        return list(_opening(known))
    told = [*_ended(events), *_lost(events, known), *_hits(events, known)]
    quiet = not told
    told += [*_boarders(events), *_known(events, known), *_in_vain(events), *_mines(events), *_idle(events, known)]
    if quiet:
        told.insert(
            0, "Nothing was hit." if any(isinstance(e, battle.Fired) for e in events) else "Nothing was hit; nobody fired."
        )
    last = [] if known.over else list(_score(events, known))
    return [*told[: SUMMARY_LINES - len(last)], *last]


def _of(events: Sequence[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def _named(known: State, ship: str) -> str:
    """`PIT (RED)`: the side it began with, which an id alone does not tell."""
    return f"{ship} ({known.ships[ship].original_side})"


# ---------------------------------------------------------------- beginning and end


def _opening(known: State) -> Iterator[str]:
    """Who is there, and how near the enemies are."""
    fleets = [f"{side} has {join_words([s.id for s in known.living() if s.side == side])}" for side in known.sides]
    yield f"{'; '.join(fleets)}."
    ships = known.living()
    nearest = min((distance(a.hex, b.hex) for a in ships for b in ships if a.side != b.side), default=0)
    yield f"The nearest enemies are {count(nearest, 'hex', 'hexes')} apart."


def _ended(events: Sequence[Event]) -> Iterator[str]:
    for event in _of(events, ending.GameOver):
        yield event.verdict


def _score(events: Sequence[Event], known: State) -> Iterator[str]:
    """What the score would be now, when something has happened to it."""
    gone = (movement.ShipDestroyed, boarding.Captured, engine.JumpLeft)
    if any(isinstance(event, gone) for event in events) and not victory.first_blood(known.scenario):
        yield score.now(known)


# ---------------------------------------------------------------- losses and hits


def _lost(events: Sequence[Event], known: State) -> Iterator[str]:
    """Ships that are gone, and what each counts for."""
    for event in events:
        if isinstance(event, movement.ShipDestroyed):
            struck = f" after {_struck(events, known, event.ship)}" if event.cause == "integrity" else ""
            yield f"{_named(known, event.ship)} is destroyed: {CAUSES[event.cause]}{struck}{_worth(known, event.ship)}."
        elif isinstance(event, boarding.Captured):
            yield f"{_named(known, event.ship)} is captured by {event.by}{_worth(known, event.ship)}."
        elif isinstance(event, engine.JumpLeft):
            yield f"{_named(known, event.ship)} has left the region{_worth(known, event.ship)}."


def _worth(known: State, ship: str) -> str:
    """SN-14.4, SN-14.5: the points for a ship as things stand."""
    if victory.first_blood(known.scenario):
        return ""
    given = [f"{count(award.points, 'point')} for {award.side}" for award in victory.awards(known) if award.ship == ship]
    return f" ({', '.join(given)})" if given else ""


def _hits(events: Sequence[Event], known: State) -> Iterator[str]:
    """Each ship that was struck, the reader's own first; of those whose console they see, what they lost."""
    struck = dict.fromkeys(event.ship for event in _of(events, battle.PointsArrived))
    destroyed = {event.ship for event in _of(events, movement.ShipDestroyed) if event.cause == "integrity"}
    for ship in sorted(struck.keys() - destroyed, key=lambda id: (known.ships[id].side != known.side, id)):
        damage = [event for event in _of(events, battle.Damaged) if event.ship == ship]
        yield f"{_named(known, ship)} was struck by {_struck(events, known, ship)}{_broken(damage)}."


def _struck(events: Sequence[Event], known: State, ship: str) -> str:
    """`12 points on F`; where there are more than two sides, from which of them; asteroids are nobody's."""
    arrived = [event for event in _of(events, battle.PointsArrived) if event.ship == ship]
    sections: Counter[str] = Counter()
    for event in arrived:
        sections[event.section] += event.points
    sides = [side for side in known.sides if any(side in event.sources for event in arrived)]
    points = count(sections.total(), "point") + (f" from {join_words(sides)}" if sides and len(known.sides) > 2 else "")
    if len(sections) == 1:
        return f"{points} on {next(iter(sections))}"
    if len(sections) > FEW_SECTIONS:
        return f"{points} on {len(sections)} sections"
    return f"{points} ({', '.join(f'{section} {each}' for section, each in sections.items())})"


def _broken(damage: Sequence[battle.Damaged]) -> str:
    """`; shields took 4; lost 1 weapon, 2 hulls`: what matters most first."""
    if not damage:
        return ""
    absorbed = sum(event.absorbed for event in damage)
    lost = Counter(word.partition(":")[0] for event in damage for word in event.lost)
    kinds = [kind for kind in COMPONENTS if lost[kind]]
    words = [COMPONENTS[kind] if lost[kind] == 1 else f"{lost[kind]} {PLURALS[kind]}" for kind in kinds[:FEW_KINDS]]
    more = sum(lost[kind] for kind in kinds[FEW_KINDS:])
    told = ", ".join(words) + (f" and {more} more" if more else "")
    return (f"; shields took {absorbed}" if absorbed else "") + f"; lost {told or 'nothing'}"


COMPONENTS = {
    "integrity": "1 integrity",
    "weapon": "1 weapon",
    "engine": "1 engine",
    "isd": "1 ISD",
    "marine": "1 marine",
    "hull": "1 hull",
    "shield": "1 shield",
    "capacitor": "1 capacitor",
    "thruster": "1 thruster",
}
"""Table 2.5, by what a loss means."""
PLURALS = {kind: "integrity" if kind == "integrity" else f"{one.removeprefix('1 ')}s" for kind, one in COMPONENTS.items()}

# ---------------------------------------------------------------- what else is worth knowing


def _boarders(events: Sequence[Event]) -> Iterator[str]:
    """Boardings that took no ship."""
    taken = {(event.by, event.ship) for event in _of(events, boarding.Captured)}
    for event in _of(events, boarding.BoardAttempt):
        if (event.ship, event.target) not in taken:
            how = "got aboard" if event.success else "tried to board"
            yield f"Marines of {event.ship} {how} {event.target} without taking it."


def _known(events: Sequence[Event], known: State) -> Iterator[str]:
    """SN-16.3: weapon types of other sides that are seen for the first time, and a sheet with other labels."""
    for shift in _of(events, movement.MapShifted):
        yield f"The sheet was shifted: {shift.columns:+d} columns and {shift.rows:+d} rows on every label."
    seen: dict[str, dict[str, list[str]]] = {}
    for event in _of(events, battle.Fired):
        if event.revealed and known.ships[event.ship].side != known.side:
            seen.setdefault(event.ship, {}).setdefault(plural(event.weapon), []).append(event.section)
    for ship, weapons in seen.items():
        shown = [f"{weapon} in {join_words(sections)}" for weapon, sections in weapons.items()]
        yield f"{_named(known, ship)} has shown {'; '.join(shown)}."


def _in_vain(events: Sequence[Event]) -> Iterator[str]:
    """Volleys that did nothing, together."""
    missed = [f"{e.ship} {e.section} at {e.target}" for e in _of(events, battle.Fired) if not e.hits]
    if missed:
        yield f"Fired without a hit: {', '.join(missed)}."


def _mines(events: Sequence[Event]) -> Iterator[str]:
    laid = [f"{event.mine} at {event.hex} by {event.ship}" for event in _of(events, battle.MineLaid)]
    if laid:
        yield f"{sentence('mines' if len(laid) > 1 else 'a mine')} laid: {', '.join(laid)}."


def _idle(events: Sequence[Event], known: State) -> Iterator[str]:
    """SN-15.9, SN-15.10: the reader's ships that carried out no command, and why."""
    commanded = {event.ship for event in _of(events, battle.Commanded)}
    lapsed = {event.ship for event in _of(events, orders.OrderLapsed) if event.slot not in ("E1", "E2", "JUMP")}
    idle = [ship.id for ship in known.friends() if ship.id not in commanded]
    for words, ships in (
        ("no command: all that was ordered lapsed", [id for id in idle if id in lapsed]),
        ("no command was stored", [id for id in idle if id not in lapsed]),
    ):
        if ships and _of(events, orders.TurnBegan):
            yield f"{join_words(ships)}: {words}."
