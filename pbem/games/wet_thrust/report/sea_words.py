"""What is told of moves, rams, submarines, smoke and breaking contact."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from events.base import Event
from events.wet_thrust import sailing
from pbem.core.game.phrases import count
from pbem.core.geometry.tabletop import DEGREES, POINTS, Spot, bearing, distance, inches, spot, together
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import RAM_NEEDED
from pbem.games.wet_thrust.report.phrases import DEPTHS, Teller, class_name, course_words, modifiers_words, place, speed_text

DIVES = {
    "sinks": "water pours in and she sinks",
    "fails": "the dive fails, she comes up",
    "deep": "she is submerged deep",
    "silent": "she is submerged deep, and may run silent",
}
"""2.7, d10."""
TELLING_LEG = 20
"""Mils that a leg must have to tell its course from its ends."""

# ---------------------------------------------------------------- moves


def _moved(event: sailing.Moved, known: State) -> str:
    """WT-2.7: speed, the courses of the two legs and the new one, and where it led."""
    way = [spot(pair) for pair in event.way]
    doing = [words for so, words in ((event.evasive, "evasive"), (event.chasing, "salvo chasing")) if so]
    if way[0] == way[-1] and Fraction(event.speed) == 0:
        return f"{event.ship} lies stopped at {place(way[0])}, {course_words(event.course)}"
    courses = " -> ".join(map(str, _courses(way, event.course)))
    head = f"{event.ship} {place(way[0])} -> {place(way[-1])}, speed {speed_text(event.speed)}, course {courses}"
    return ", ".join([head, *doing])


def _courses(way: Sequence[Spot], last: int) -> list[int]:
    """Courses steered one after another, each once."""
    found: list[int] = []
    for a, b in pairwise(way):
        if distance(a, b) >= TELLING_LEG:
            found.append(round(bearing(a, b) / DEGREES) % POINTS or POINTS)
    found.append(last)
    return [course for n, course in enumerate(found) if n == 0 or course != found[n - 1]]


def _plot_cut(event: sailing.PlotCut, known: State) -> str:
    """WT-2.12, WT-4.3, WT-15.2: what was executed instead."""
    return f"{event.ship} executes {event.plot or 'a blank plot'}: {event.why}"


def _order_lapsed(event: sailing.OrderLapsed, known: State) -> str:
    """WT-11.15: the aim of a squadron may have done its work when nothing is left of what it names."""
    end = "is over" if event.unit in known.squadrons else "comes to nothing"
    return f"{event.unit}: {event.order} {end}: {event.why}"


def _barred(event: sailing.MainGunsBarred, known: State) -> str:
    """WT-4.4."""
    return f"{event.ship} turns too hard for her speed: her main guns may not fire this turn"


# ---------------------------------------------------------------- rams and collisions


def _nerve(event: sailing.NerveTested, known: State) -> str:
    """WT-5.6 with the arithmetic."""
    die = event.total - sum(event.modifiers.values())
    sums = f"{die}, {modifiers_words(event.modifiers)}" if any(event.modifiers.values()) else str(die)
    result = "she goes in" if event.rams else "she does not dare"
    return f"{event.ship} is to ram {event.target}: {event.total} ({sums}), {RAM_NEEDED} needed: {result}"


def _refused(event: sailing.RamRefused, known: State) -> str:
    """WT-5.7."""
    return f"{event.ship} steers away instead: {event.plot}"


def _collided(event: sailing.Collided, known: State) -> str:
    """WT-5.3."""
    did = f"{event.first} rams {event.second}" if event.ram else f"{event.first} and {event.second} collide"
    dealt = f"{event.first} deals {count(event.first_deals, 'point')}, {event.second} {event.second_deals}"
    return f"{did} at {place(event.at)}: {dealt}"


# ---------------------------------------------------------------- submarines


def _crash_dived(event: sailing.CrashDived, known: State) -> str:
    """WT-18.8."""
    return f"{event.ship} crash-dives, {event.total} in all: {DIVES[event.result]}"


def _mode_changed(event: sailing.ModeChanged, known: State) -> str:
    """WT-18.7."""
    return f"{event.ship} is now {DEPTHS[event.mode]}"


def _ran_silent(event: sailing.RanSilent, known: State) -> str:
    """WT-18.6."""
    return f"{event.ship} runs silent, dead in the water"


def _left_sight(event: sailing.LeftSight, known: State) -> str:
    """WT-18.2."""
    return f"{event.ship} goes below the surface"


def _sighted(event: sailing.Sighted, known: State) -> str:
    going = f"{course_words(event.course)}, speed {speed_text(event.speed)}"
    return f"{event.ship} ({class_name(event.ship_class)}) is on the surface at {place(event.at)}, {going}"


def _contact_made(event: sailing.ContactMade, known: State) -> str:
    """WT-19.3, WT-23.4."""
    return f"{event.by} detects a submarine, {event.contact}: {DEPTHS[event.mode]} at {place(event.at)}"


def _contact_held(event: sailing.ContactHeld, known: State) -> str:
    return f"{event.ship} is detected: the enemy marks her as {event.contact}"


# ---------------------------------------------------------------- smoke, breaking contact


def _smoke_made(event: sailing.SmokeMade, known: State) -> str:
    """WT-20.3."""
    return f"{event.ship} makes smoke"


def _screen_laid(event: sailing.ScreenLaid, known: State) -> str:
    """WT-20.5, WT-20.6."""
    way = [spot(pair) for pair in event.way]
    long = sum(distance(a, b) for a, b in pairwise(way))
    ends = [] if together(way[0], way[-1]) else [f"from {place(way[0])} to {place(way[-1])}"]
    return " ".join([f'{event.ship} lays a smoke screen of {inches(long)}"', *ends, f"to the end of game turn {event.until}"])


def _disengage_barred(event: sailing.DisengageBarred, known: State) -> str:
    """WT-21.2."""
    return f"{event.ship} cannot try to break contact: {event.why}"


def _disengage_tried(event: sailing.DisengageTried, known: State) -> str:
    """WT-21.7; ruling W57: the total without what makes it up."""
    head = f"{event.ship} tries to break contact, challenged by {event.challenger}"
    result = "she escapes" if event.escapes else "she is held"
    return f"{head}: {event.die} on the die, {speed_text(event.total)} or less needed: {result}"


def _disengaged(event: sailing.Disengaged, known: State) -> str:
    """WT-21.4, WT-21.7."""
    alone = "" if event.challenger else "nobody challenges her: "
    return f"{event.ship}: {alone}contact is broken, she is out of play"


TELLERS: dict[type[Event], Teller] = {
    sailing.CrashDived: _crash_dived,
    sailing.ModeChanged: _mode_changed,
    sailing.RanSilent: _ran_silent,
    sailing.LeftSight: _left_sight,
    sailing.Sighted: _sighted,
    sailing.NerveTested: _nerve,
    sailing.RamRefused: _refused,
    sailing.PlotCut: _plot_cut,
    sailing.OrderLapsed: _order_lapsed,
    sailing.Moved: _moved,
    sailing.MainGunsBarred: _barred,
    sailing.SmokeMade: _smoke_made,
    sailing.ScreenLaid: _screen_laid,
    sailing.Collided: _collided,
    sailing.ContactMade: _contact_made,
    sailing.ContactHeld: _contact_held,
    sailing.DisengageBarred: _disengage_barred,
    sailing.DisengageTried: _disengage_tried,
    sailing.Disengaged: _disengaged,
}
