"""Section 9: a turn in at most eight sentences, the most important first: what was lost and hit, and what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from events.base import Event
from events.sovereign_seas import battle, sailing
from events.sovereign_seas.opening import SeaSet, StageClosed
from pbem.core.game.panels import SUMMARY_LINES
from pbem.core.game.phrases import count, join_words, sentence
from pbem.core.geometry.hexes import distance, label
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import SIDES
from pbem.games.sovereign_seas.report import summary_damage, summary_set_up
from pbem.games.sovereign_seas.report.phrases import EDGES, PEOPLE, fitted
from pbem.games.sovereign_seas.report.score import score_words

BORE = ("open", "only")
"""Why a ship with a target did not fire, when nobody ordered it to hold its fire."""
E = TypeVar("E", bound=Event)
Part = Callable[[Sequence[Event], State], "Iterator[str]"]


def summary(events: Sequence[Event], known: State) -> list[str]:
    """The last sentence is what the score means now, or how the game ended."""
    parts = SET_UP if any(isinstance(event, SeaSet | StageClosed) for event in events) else TURN
    said = [sentence(f"{words}.") for part in parts for words in part(events, known)]
    return [*said[: SUMMARY_LINES - 1], score_words(known)]


def _of(events: Sequence[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


# ---------------------------------------------------------------- ships gone, rams


def _gone(events: Sequence[Event], known: State) -> Iterator[str]:
    """SSL-M.1, SSL-I4.1."""
    if sunk := _of(events, battle.Sunk):
        yield fitted("sunk: ", [f"{event.ship} ({_how(events, event)})" for event in sunk], ", ")
    if left := _of(events, sailing.LeftMap):
        yield fitted("off the map and out of the game: ", [f"{each.ship} ({EDGES[each.edge]} edge)" for each in left], ", ")


def _how(events: Sequence[Event], sunk: battle.Sunk) -> str:
    """By the last salvo or ram between the two before she sank."""
    for event in reversed(events[: events.index(sunk)]):
        if isinstance(event, sailing.RamEffect) and {event.attacker, event.target} == {sunk.ship, sunk.by}:
            return f"rammed by {sunk.by}" if event.target == sunk.ship else f"by her own ram on {sunk.by}"
        if isinstance(event, battle.SalvoFired) and (event.ship, event.target) == (sunk.by, sunk.ship):
            break
    return f"by the guns of {sunk.by}"


def _rams(events: Sequence[Event], known: State) -> Iterator[str]:
    """SSL-J1.4 to SSL-J1.6: the sum of each ram."""
    told: list[str] = []
    for at, event in enumerate(events):
        if isinstance(event, sailing.RamRolled):
            follows = next(iter(events[at + 1 :]), None)
            told.append(f"{event.attacker} on {event.target} ({_ram_words(follows)})")
    if told:
        yield fitted("rams: ", told)


def _ram_words(effect: Event | None) -> str:
    if not isinstance(effect, sailing.RamEffect):
        return "missed"
    own = f", {effect.own_hits} on herself" if effect.own_hits else ""
    return f"{count(effect.hits, 'hit')}{own}"


# ---------------------------------------------------------------- the rest of a turn


def _stopped(events: Sequence[Event], known: State) -> Iterator[str]:
    """SSL-J1.10, SSL-H.6: afloat, but without way."""
    rammed = {id for event in _of(events, sailing.RamStopped) for id in event.ships}
    dropped = {event.ship for event in _of(events, sailing.AutoDecel) if event.speed == 0}
    told = [
        f"{ship.id} in {label(ship.hex)} ({'after a ram' if ship.id in rammed else 'no speed left'})"
        for ship in known.active()
        if ship.speed == 0 and ship.id in rammed | dropped
    ]
    if told:
        yield fitted("lying stopped: ", told, ", ")


def _fire(events: Sequence[Event], known: State) -> Iterator[str]:
    """SSL-G.1, SSL-J2.8: the advantage and the turn's fire; without any, how near the enemies are."""
    salvos = _of(events, battle.SalvoFired)
    if salvos:
        ships, hits = len({salvo.ship for salvo in salvos}), sum(salvo.hits for salvo in salvos)
        fire = f"{count(ships, 'ship')} fired {count(len(salvos), 'salvo')} for {_effective(hits)}"
    else:
        fire = f"no shot was fired{_nearest(known)}"
    silent = [event.ship for event in _of(events, battle.DidNotFire) if event.why in BORE]
    though = f"; {join_words(silent)} had a target and did not fire" if silent else ""
    yield f"{PEOPLE[known.advantage]} had the advantage; {fire}{though}" if known.advantage else f"{fire}{though}"


def _effective(hits: int) -> str:
    return count(hits, "effective hit") if hits else "no effective hit"


def _nearest(known: State) -> str:
    """`; the nearest enemies, BB1 and FB1, are 14 hexes apart`; nothing with only one side at sea."""
    pairs = [pair for pair in combinations(known.active(), 2) if pair[0].side != pair[1].side]
    if not pairs:
        return ""
    one, other = min(pairs, key=_apart)
    return f"; the nearest enemies, {one.id} and {other.id}, are {count(_apart((one, other)), 'hex', 'hexes')} apart"


def _apart(pair: tuple[Ship, Ship]) -> int:
    return distance(pair[0].hex, pair[1].hex)


def _silence(events: Sequence[Event], known: State) -> Iterator[str]:
    """SSL-Z.2."""
    limit = int(known.options["nmr_limit"])
    for event in _of(events, battle.Silent):
        if event.turns and not known.over:
            end = f"; after {limit} they give up" if limit else ""
            yield f"nobody has mailed for {PEOPLE[event.side]} for {count(event.turns, 'turn')}{end}"


def _afloat(events: Sequence[Event], known: State) -> Iterator[str]:
    """The opening: who is there."""
    seen = [f"{count(len(list(known.active(side))), 'ship')} of {PEOPLE[side]}" for side in SIDES if any(known.active(side))]
    if seen:
        yield f"at sea: {join_words(seen)}{_nearest(known)}"


TURN: tuple[Part, ...] = (_gone, _rams, summary_damage.hits, summary_damage.crippled, _stopped, _silence, _fire)
SET_UP: tuple[Part, ...] = (summary_set_up.decided, _afloat)
"""What may be said, the most important first."""
