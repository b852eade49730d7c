"""The hits of a turn by ship, and what they crippled, for the summary. SSL-Y.5: what a hidden log suffered stays hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from events.base import Event
from events.sovereign_seas import battle
from pbem.core.game.phrases import count
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import BOILER, FUNNEL, LOCATIONS, SIDES
from pbem.games.sovereign_seas.report.battle_words import PARTS
from pbem.games.sovereign_seas.report.phrases import JAM_WORDS, NATION, fitted, guns_words


def hits(events: Sequence[Event], known: State) -> Iterator[str]:
    """SSL-K.1: for each side its ships that were hit, the reader's side first."""
    letters: dict[str, Counter[str]] = {}
    for event in events:
        if isinstance(event, battle.Located):
            letters.setdefault(event.ship, Counter())[event.location] += 1
    for side in sorted(SIDES, key=lambda side: side != known.side):
        ships = [known.ships[id] for id in known.ships if id in letters and known.ships[id].side == side]
        if ships:
            ranked = sorted(ships, key=lambda ship: -letters[ship.id].total())
            told = [f"{ship.id} {_suffered(events, ship, letters[ship.id])}" for ship in ranked]
            yield fitted(f"{NATION[side]} ships hit: ", told)


def _suffered(events: Sequence[Event], ship: Ship, letters: Counter[str]) -> str:
    """`12 hits (hull 9 of 18, M2-M4 lost, maximum speed 6)`."""
    head = count(letters.total(), "hit")
    if ship.fate == "sunk":
        return f"{head} (sunk)"
    if ship.log_if_known is None:
        seen = ", ".join(f"{letters[letter]} {PARTS[letter]}" for letter in dict.fromkeys(LOCATIONS) if letters[letter])
        return f"{head} ({seen}; her log is hidden)"
    return f"{head} ({', '.join(_marks(events, ship)) or 'no effect'})"


def _marks(events: Sequence[Event], ship: Ship) -> Iterator[str]:
    """What was marked off on her log this turn."""
    mine = [event for event in events if getattr(event, "ship", "") == ship.id]
    hull = [event for event in mine if isinstance(event, battle.HullMarked)]
    guns = [event.battery for event in mine if isinstance(event, battle.GunLost)]
    speeds = [event.maximum for event in mine if isinstance(event, battle.HullMarked | battle.FactorsLost)]
    if hull:
        yield f"hull {hull[-1].marked} of {ship.printed.circles}"
    if guns:
        yield f"{guns_words(guns)} lost"
    if speeds:
        yield f"maximum speed {speeds[-1]}"


def crippled(events: Sequence[Event], known: State) -> Iterator[str]:
    """SSL-L5: critical hits on ships that are afloat, and what is whole again."""
    told = [words for event in events if (words := _crippled(event)) and _afloat(event, known)]
    if told:
        yield fitted("", list(dict.fromkeys(told)))


def _afloat(event: Event, known: State) -> bool:
    seen = known.ships.get(str(vars(event).get("ship")))
    return seen is not None and seen.active


def _crippled(event: Event) -> str:
    match event:
        case battle.OutOfCommand(ship, until):
            return f"{ship} is out of command to the end of game turn {until}"
        case battle.RudderJammed(ship, side, until):
            return f"the rudder of {ship} is jammed {JAM_WORDS[side]} to the end of game turn {until}"
        case battle.SevereDamage(ship, points):
            return f"severe hull damage to {ship} ({count(points, 'circle')})"
        case battle.FactorsLost(ship, cause) if cause in (FUNNEL, BOILER):
            return f"{ship} lost speed by a {cause} hit"
        case battle.ConditionEnded(ship, condition):
            return f"{ship} is in command again" if condition == "command" else f"the rudder of {ship} is free again"
        case _:
            return ""
