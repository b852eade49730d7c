"""What is told of control sheets: boxes, systems, fires, holes, repairs and losses."""

from __future__ import annotations

from events.base import Event
from events.wet_thrust import damage
from pbem.core.game.phrases import count, join_words
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import HOW
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.report.phrases import Teller, leak_words, place, silent, system_words

CAUSES = {
    "salvo": "a heavy salvo",
    "extra": "extra damage",
    "boiler": "a boiler room",
    "magazine": "a magazine",
    "check": "threshold check",
    "mishap": "a repair gone wrong",
}
"""Causes that do not say enough by themselves."""
REPAIRS = {"repaired": "repaired", "nothing": "no effect", "beyond repair": "beyond repair"}


def _cause(cause: str) -> str:
    return CAUSES.get(cause, cause)


def _seen(ship: str, known: State) -> Vessel | None:
    return known.ships.get(ship)


# ---------------------------------------------------------------- boxes and fuel


def _boxes(event: damage.BoxesMarked, known: State) -> str:
    """WT-8.6."""
    seen = _seen(event.ship, known)
    of = f" of {seen.printed.boxes}" if seen else ""
    head = f"{event.ship}: {count(event.points, 'box', 'boxes')} marked ({_cause(event.cause)}), {event.marked}{of} in all"
    if seen and event.marked >= seen.printed.boxes:
        return f"{head}: her last"
    rows = join_words([str(number) for number in event.numbers]) if event.numbers else ""
    return f"{head}; check on {rows} to come" if rows else head


def _fuel(event: damage.FuelLost, known: State) -> str:
    """WT-3.9, WT-3.10."""
    return f"{event.ship} loses {count(event.boxes, 'fuel box', 'fuel boxes')} ({_cause(event.cause)})"


def _extra(event: damage.ExtraDamage, known: State) -> str:
    """WT-10.11, WT-13.9."""
    return f"extra damage to {event.ship} ({event.table}): {event.die}, {event.result}"


def _broken(event: damage.BrokenInTwo, known: State) -> str:
    """WT-10.12."""
    return f"{event.ship} breaks in two"


# ---------------------------------------------------------------- systems


def _check(event: damage.CheckMade, known: State) -> str:
    """WT-9.3."""
    return f"threshold check of {event.ship}: systems are lost on {event.number} or more"


def _system_lost(event: damage.SystemLost, known: State) -> str:
    """WT-9.4, WT-10.11."""
    return f"{event.ship} loses {system_words(event.system)} ({_cause(event.cause)})"


def _repair(event: damage.RepairTried, known: State) -> str:
    """WT-16.6."""
    return f"damage control of {event.ship}, {system_words(event.item)}: {event.die}, {REPAIRS[event.result]}"


def _holed(event: damage.Holed, known: State) -> str:
    """WT-16.9."""
    repairs = f"{count(event.patches, 'repair')} to close it" if event.patches else "it cannot be closed"
    return f"{event.ship} is holed: {event.hole}, {leak_words(event.result, event.flow)}; {repairs}"


def _patched(event: damage.HolePatched, known: State) -> str:
    """WT-16.9."""
    more = f"{count(event.left, 'more repair')} needed" if event.left else "closed"
    return f"hole {event.hole} of {event.ship}: {more}"


# ---------------------------------------------------------------- fires


def _fire(event: damage.FireStarted, known: State) -> str:
    """WT-16.10."""
    seen = _seen(event.ship, known)
    of = f" of {seen.printed.fire_boxes}" if seen else ""
    return f"fire on {event.ship} ({_cause(event.cause)}): {event.fires}{of} burn"


def _harmless(event: damage.BoilerHarmless, known: State) -> str:
    """WT-3.4."""
    nothing = {"boxes": "marks no boxes and starts no fire", "fire": "starts no fire"}[event.what]
    return f"the loss of {event.boiler} {nothing} on {event.ship}"


def _fought(event: damage.FiresFought, known: State) -> str:
    """WT-16.3."""
    return f"fires on {event.ship}: {event.out} put out, {event.spread} spread, {event.fires} burn"


def _fires_seen(event: damage.FiresSeen, known: State) -> str:
    """WT-23.1."""
    burning = f"{count(event.fires, 'fire')} can be seen on" if event.fires else "no fire is to be seen any more on"
    return f"{burning} {event.ship}"


# ---------------------------------------------------------------- losses


def _lost(event: damage.Lost, known: State) -> str:
    """WT-22.1."""
    return f"{event.ship} is lost at {place(event.at)}: {HOW[event.how]}"


def _contact_destroyed(event: damage.ContactDestroyed, known: State) -> str:
    """WT-23.4."""
    return f"submarine destroyed: {event.contact} at {place(event.at)}"


TELLERS: dict[type[Event], Teller] = {
    damage.BoxesMarked: _boxes,
    damage.FuelLost: _fuel,
    damage.ExtraDamage: _extra,
    damage.BrokenInTwo: _broken,
    damage.CheckMade: _check,
    damage.SystemLost: _system_lost,
    damage.FireStarted: _fire,
    damage.BoilerHarmless: _harmless,
    damage.FiresFought: _fought,
    damage.FiresSeen: _fires_seen,
    damage.Holed: _holed,
    damage.RepairTried: _repair,
    damage.SystemRepaired: silent,
    damage.HolePatched: _patched,
    damage.GivenUp: silent,
    damage.Lost: _lost,
    damage.ContactDestroyed: _contact_destroyed,
}
