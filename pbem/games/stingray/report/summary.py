"""What mattered in a move, in at most eight sentences: from the events that the reader was shown, and what they know now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from events.base import Event
from events.stingray import contacts, damage, ending, movement, opening, orders, upkeep, weapons
from pbem.core.game.panels import SUMMARY_LINES
from pbem.core.game.phrases import count, join_words, sentence
from pbem.core.geometry.hexes import distance
from pbem.games.stingray.model import sightings
from pbem.games.stingray.model.orders import ANY
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import AQUAPHIBIANS, CLASSES, CREW_DEAD, MK7, MK61, TERRAINIANS, TERROR
from pbem.games.stingray.model.turns import move_of
from pbem.games.stingray.report.battle_words import MISSILES, UNKNOWN, own_hex, sound_words
from pbem.games.stingray.report.record_sheet import WEAPONS, brought_words, system_name
from pbem.games.stingray.report.score import known_score

NAMED = 5
"""Sentences of a summary, and things that one of them names."""
PLURALS = {"Terror Missile": "Terror Missiles", "SonaMine": "SonaMines"}
"""Of weapons; a Mk61 and a Mk7 are many alike."""
MISSILES_OF = {TERRAINIANS: (MK7, MK61), AQUAPHIBIANS: (TERROR,), "": ()}
"""Missiles that only this side has."""
E = TypeVar("E", bound=Event)


def summary(events: Sequence[Event], known: State) -> list[str]:
    """The most important first; the score last, until the verdict gives it."""
    if known.over:
        said = [line for part in (_verdict, *OF_VESSELS) for line in part(events, known)]
        return said[:SUMMARY_LINES]
    said = [line for part in (*OF_VESSELS, *OF_OTHERS) for line in part(events, known)]
    return [*(said or [_nothing(known)])[: SUMMARY_LINES - 1], known_score(known)]


def _of(events: Sequence[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def _some(words: Sequence[str]) -> str:
    """As many as a line or two will hold."""
    more = len(words) - NAMED
    return ", ".join(words[:NAMED]) + (f" and {more} more" if more > 0 else "")


def _nothing(known: State) -> str:
    """A spectator is told nothing before the end."""
    if not known.move:
        return f"Nothing has happened yet; {move_of(1, known.limit)} comes {'after set-up' if known.setting_up else 'next'}."
    moment = move_of(known.move, known.limit).capitalize()
    return f"{moment} was played." if known.reader is None else f"{moment} brought no hit, no loss and nothing new."


# ---------------------------------------------------------------- own vessels


def _verdict(events: Sequence[Event], known: State) -> Iterator[str]:
    yield known.verdict


def _begun(events: Sequence[Event], known: State) -> Iterator[str]:
    entered = [f"{e.vessel} ({CLASSES[e.vessel_class].title}) in {e.hex}" for e in _of(events, opening.VesselEntered)]
    if entered:
        yield f"You begin with {join_words(entered)}."
    for condition in _of(events, opening.ConditionSet):
        if harm := brought_words(condition):
            yield f"{condition.vessel} brings from earlier battles {harm}."


def _lost(events: Sequence[Event], known: State) -> Iterator[str]:
    for sunk in _of(events, damage.Sank):
        how = "exploded" if sunk.how == "exploded" else "sank"
        yield f"{sunk.vessel} {how} in {own_hex(sunk.hex, known, sunk.vessel)}."
    for gone in _of(events, movement.Exited):
        yield f"{gone.vessel} left the map by the {gone.edge} edge."
    for fish in _of(events, upkeep.BrokeOff):
        yield f"{fish.vessel} is out of fuel: it has broken off and runs for home."


def _harmed(events: Sequence[Event], known: State) -> Iterator[str]:
    """By vessel: points, by what, the sum afterwards, and what else broke."""
    hits = _of(events, damage.Damaged)
    broken = _broken(events)
    for id in dict.fromkeys([*(hit.vessel for hit in hits), *broken]):
        causes = Counter(hit.cause for hit in hits if hit.vessel == id)
        points = sum(hit.points for hit in hits if hit.vessel == id)
        said = []
        if causes:
            total = next(hit.total for hit in reversed(hits) if hit.vessel == id)
            by = join_words([cause + (f" x{times}" if times > 1 else "") for cause, times in causes.items()])
            vessel = known.vessels.get(id)
            of = f" of {vessel.printed.points}" if vessel else ""
            said.append(f"took {count(points, 'damage point')} ({by}), {total}{of} in all")
        if id in broken:
            said.append(f"was hit in its {join_words(broken[id])}")
        yield f"{id} {' and '.join(said)}."


def _broken(events: Sequence[Event]) -> dict[str, list[str]]:
    """What broke beside damage points, by vessel."""
    found: dict[str, list[str]] = {}
    for event in events:
        match event:
            case damage.SpecialHit():
                what = system_name(event.system)
            case damage.TubeDestroyed():
                what = f"tube {event.tube}, which is gone"
            case damage.CrewHurt():
                what = "crew, which is dead" if event.injuries >= CREW_DEAD else "crew"
            case damage.TanksHit() if not event.exploded:
                what = "fuel tanks"
            case _:
                continue
        found.setdefault(event.vessel, []).append(what)
    return {id: list(dict.fromkeys(whats)) for id, whats in found.items()}


def _gained(events: Sequence[Event], known: State) -> Iterator[str]:
    for reached in _of(events, ending.ObjectiveReached):
        yield f"{reached.vessel} had a fix in objective {reached.hex}."
    for robbed in _of(events, ending.Robbed):
        yield f"{robbed.vessel} robbed {robbed.prey}."


def _met(events: Sequence[Event], known: State) -> Iterator[str]:
    """STG-RAM, STG-OBS."""
    words = {"passed": "met in {} and passed each other", "collision": "collided in {}"}
    for meeting in _of(events, movement.Encountered):
        first, second, rammer = (id or UNKNOWN for id in (meeting.first, meeting.second, meeting.rammer))
        hex = own_hex(meeting.hex, known, meeting.first, meeting.second)
        if meeting.result == "ram":
            yield sentence(f"{rammer} rammed {first if rammer == second else second} in {hex}.")
        else:
            yield sentence(f"{first} and {second} {words[meeting.result].format(hex)}.")
    for struck in _of(events, movement.Struck):
        yield f"{struck.vessel} struck the obstacle in {struck.obstacle}."


def _escaped(events: Sequence[Event], known: State) -> Iterator[str]:
    """Attacks that missed."""
    missed = Counter((e.vessel, e.weapon) for e in _of(events, weapons.Attacked) if not e.hit)
    for (id, weapon), times in missed.items():
        attack = MISSILES[weapon] if times == 1 else f"{times} attacks by {WEAPONS[weapon]}"
        yield f"{sentence(attack)} missed {id}."


# ---------------------------------------------------------------- what own vessels did, and what they noticed


def _own_hits(events: Sequence[Event], known: State) -> Iterator[str]:
    """Section 7: a crew knows where its Mk61 exploded, not what it hit."""
    gone = [e for e in _of(events, weapons.MissileGone) if e.why == "exploded"]
    for (launcher, hex), times in Counter((e.missile.partition("-")[0], e.hex) for e in gone).items():
        yield f"{count(times, 'Mk61', 'Mk61')} of {launcher} hit something in {hex}."
    for lost in _of(events, weapons.LockLost):
        yield f"Mk61 {lost.missile} {'missed' if lost.why == 'missed' else 'lost its lock'}."


def _heard(events: Sequence[Event], known: State) -> Iterator[str]:
    """All phases together; that an own vessel broke up needs no ears."""
    own = {("breaking up", sunk.hex) for sunk in _of(events, damage.Sank)}
    heard: Counter[tuple[str, str]] = Counter()
    for noise in _of(events, contacts.NoiseHeard):
        heard[noise.what, noise.hex] += noise.times
    said = [f"{sound_words(what, times)} in {hex}" for (what, hex), times in heard.items() if (what, hex) not in own]
    if said:
        yield f"Heard: {_some(said)}."


def _hindered(events: Sequence[Event], known: State) -> Iterator[str]:
    """Orders that came to nothing, and plans that had to change."""
    for power in _of(events, orders.PowerAllocated):
        if power.dropped:
            yield f"{power.vessel} had no power for {', '.join(power.dropped)}."
    for plan in _of(events, orders.PlanFixed):
        if plan.why:
            yield f"{plan.vessel} moved otherwise than ordered: {plan.why[0]}."
    lapsed = Counter(f"{e.vessel} {e.order.split()[0]}" for e in _of(events, orders.OrderLapsed))
    if lapsed:
        whats = ", ".join(f"{what} x{times}" if times > 1 else what for what, times in lapsed.items())
        yield f"Not carried out: {whats}; the reasons are below."


def _threats(events: Sequence[Event], known: State) -> Iterator[str]:
    """Missiles in the water that own vessels notice, but for those known to be of their own side."""
    ours = MISSILES_OF[known.side]
    missiles = [missile for missile in sightings.missiles(known) if missile.kind not in ours]
    away = {v.id: min(distance(v.hex, m.hex) for m in missiles) for v in known.vessels.values() if v.afloat and missiles}
    if away:
        nearest = min(away, key=lambda id: away[id])
        what = count(len(missiles), "missile")
        yield f"{what} noticed in the water, the nearest {count(away[nearest], 'hex', 'hexes')} from {nearest}."


def _contacts(events: Sequence[Event], known: State) -> Iterator[str]:
    """STG-SCN.7: what is new to all own vessels, and what none of them has any more."""
    lists = {event.vessel: event for event in _of(events, contacts.ContactsHeld)}.values()
    now = [{line["id"]: line for line in held.contacts if line["move"] == known.move} for held in lists]
    before = {id for held, lines in zip(lists, now, strict=True) for id in lines if id not in held.found}
    held_now = {id: line for lines in now for id, line in lines.items() if id not in known.vessels}
    found = [_contact_words(line) for id, line in held_now.items() if id not in before]
    if found:
        yield f"Found: {_some(found)}."
    lost = dict.fromkeys(id for held in lists for id in held.lost if id not in held_now and id not in known.vessels)
    if lost:
        yield f"Out of contact: {_some(list(lost))}."


def _contact_words(line: dict[str, Any]) -> str:
    """`TF1 (Titan Terror Fish) in 1603`; of plant noise only that it is one."""
    what = CLASSES[line["vessel_class"]].title if line["vessel_class"] else "atomic plant"
    return f"{line['id']} ({what}) in {line['hex']}"


def _did(events: Sequence[Event], known: State) -> Iterator[str]:
    """Launches, decoys and repairs."""
    shots = Counter((e.vessel, WEAPONS[e.weapon], e.target) for e in _of(events, weapons.Launched))
    for (id, weapon, target), times in shots.items():
        aim = f" at {'an enemy' if target == ANY else target}" if target else ""
        yield f"{id} launched {count(times, weapon, PLURALS.get(weapon, weapon))}{aim}."
    for id, times in Counter(e.vessel for e in _of(events, weapons.DecoyDropped)).items():
        yield f"{id} dropped {count(times, 'SonaDecoy')}."
    for repair in _of(events, damage.RepairTried):
        if repair.success:
            yield f"{repair.vessel} repaired its {system_name(repair.system)}."


def _messages(events: Sequence[Event], known: State) -> Iterator[str]:
    """Spies and messages."""
    for caught in _of(events, orders.AgentCaught):
        yield f"The crew of {caught.vessel} has caught an enemy agent."
    for tried in _of(events, orders.AgentRolled):
        result = {"done": "succeeded", "caught": "was caught"}.get(tried.result, "had no success")
        yield f"The agent aboard {tried.vessel} {result}."
    if _of(events, opening.PlansRead):
        yield "The enemy's plans have been read."
    senders = dict.fromkeys(e.sender for e in _of(events, contacts.MessageHeard))
    if senders:
        yield f"Messages came from {join_words(list(senders))}."
    if _of(events, opening.SetupClosed):
        yield f"Set-up is over; {move_of(1, known.limit)} comes next."


Part = Callable[[Sequence[Event], State], Iterator[str]]
OF_VESSELS: tuple[Part, ...] = (_begun, _lost, _harmed, _gained, _met)
OF_OTHERS: tuple[Part, ...] = (_own_hits, _escaped, _hindered, _threats, _contacts, _heard, _did, _messages)
