"""What own units can do to one enemy who is pointed at: attacks with their odds as a dry run has them, and plots toward her."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

from pbem.core.game.phrases import count
from pbem.core.geometry.tabletop import Spot, bears, distance, inches, relative
from pbem.games.wet_thrust.model.state import Contact, State
from pbem.games.wet_thrust.model.tables import gun_dice
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.orders.order_context import OrderContext
from pbem.games.wet_thrust.orders.parse import ORDERS
from pbem.games.wet_thrust.planning.dry_run import Laid, rehearse
from pbem.games.wet_thrust.planning.suggestions import AIM, GUNS, HUNT, OTHER, PLOT, TORPEDOES, Offer, accepted
from pbem.games.wet_thrust.planning.tracks import Track, drift, options
from pbem.games.wet_thrust.report.phrases import course_words, place
from pbem.games.wet_thrust.rules.combat.aim import batteries

MOST_BORNE, MOST_NEAR = 2, 2
"""Plots after which guns bear, and that come near."""


class Attacks:
    """Of the units asked about, on one enemy, who is taken to order nothing new."""

    def __init__(self, known: State, name: str, foe: Vessel | Squadron | Contact, asked: Sequence[str]) -> None:
        self._known = known
        self._name = name
        self._foe = foe
        self._asked = asked
        self._then: Spot = drift(foe).end if isinstance(foe, Vessel) else foe.at

    @cached_property
    def _laid(self) -> dict[str, list[Laid]]:
        """Attacks on her by unit, if all who are asked about are ordered all that they may be and else nothing new is."""
        seat = self._known.reader or ""
        context = OrderContext(self._known, seat)
        orders = (f"FIRE ALL AT {self._name}", f"TORP {self._name}", f"ASW {self._name}", f"ATTACK {self._name}")
        blocks = [
            f"{unit}:\n" + "\n".join(legal)
            for unit in self._asked
            if (legal := [text for text in orders if accepted(context, unit, text)])
        ]
        sheet = ORDERS.read(self._known, seat, "\n\n".join(blocks), ORDERS.sheet(self._known, seat)).sheet
        found: dict[str, list[Laid]] = {}
        for laid in rehearse(self._known, sheet).laid:
            if laid.target == self._name:
                found.setdefault(laid.by, []).append(laid)
        return found

    def by(self, unit: Vessel | Squadron, brief: bool) -> Iterator[Offer]:
        """The attacks of this turn, then plots that lead to others, then what will do no good yet."""
        if isinstance(unit, Squadron):
            yield from self._by_air(unit)
            return
        if not unit.sheet.commanded(self._known.next_turn):
            return
        laid = self._laid.get(unit.id, [])
        for each in laid:
            yield from _shots(each, self._name)
        if not (brief and laid):
            yield from self._plots(unit, brief)
        yield from self._in_vain(unit, {each.kind for each in laid})

    def _in_vain(self, ship: Vessel, done: set[str]) -> Iterator[Offer]:
        """Standing orders against her that come to nothing this turn, as the ship goes now."""
        words = f'not this turn as she goes now: {inches(distance(ship.at, self._foe.at))}" off'
        if isinstance(self._foe, Squadron):
            off = f'{inches(distance(ship.at, self._foe.at))}" off'
            yield OTHER, f"AA {self._name}", f"anti-aircraft guns fire at it first; {off}"
            return
        if "guns" not in done and batteries(ship.sheet, ()):
            yield GUNS, f"FIRE ALL AT {self._name}", words
        if "torpedoes" not in done and isinstance(self._foe, Vessel):
            yield TORPEDOES, f"TORP {self._name} WITHIN 4", "as soon as she is so near"
        if "charges" not in done:
            yield HUNT, f"ASW {self._name}", f"depth charges: {words}"
        yield HUNT, f"RAM {self._name}", f'{inches(distance(ship.at, self._foe.at))}" off; her nerve is tested first'

    # ------------------------------------------------------------ plots

    def _plots(self, ship: Vessel, brief: bool) -> Iterator[Offer]:
        """Those after which most dice of guns bear on where she will be, then those that come nearest."""
        tracks = [track for track in options(ship, fine=not brief) if not track.steering.evasive]
        dice = {id(track): self._dice(ship, track) for track in tracks}
        armed = sorted((track for track in tracks if dice[id(track)]), key=lambda track: (-dice[id(track)], self._left(track)))
        near = sorted(tracks, key=lambda track: (self._left(track), distance(track.later, self._then)))
        kept = list(islice(armed, 0 if brief else MOST_BORNE))
        kept += islice((track for track in near if track not in kept), MOST_NEAR)
        for track in kept:
            guns = f"guns with {count(dice[id(track)], 'die', 'dice')} of damage bear" if dice[id(track)] else "no gun bears"
            where = f"{track.words}: ends at {place(track.end)}, {course_words(track.course)}"
            yield PLOT, track.text, f'{where}, {inches(self._left(track))}" from her: {guns}'

    def _left(self, track: Track) -> float:
        return distance(track.end, self._then)

    def _dice(self, ship: Vessel, track: Track) -> int:
        """WT-1.3, WT-1.4, WT-4.4: damage dice of the guns that would bear on her."""
        if not isinstance(self._foe, Vessel) or not ship.visible:
            return 0
        away = self._left(track)
        barred = ship.printed.main if track.steering.barred else ""
        guns = (gun for gun in batteries(ship.sheet, ()) if gun[0] != barred)
        angle = relative(track.end, track.course, self._then)
        return sum(gun_dice(gun, away) for gun in guns if bears(ship.printed.arcs[gun], angle))

    # ------------------------------------------------------------ aircraft

    def _by_air(self, squadron: Squadron) -> Iterator[Offer]:
        """WT-11.7, WT-6.5, WT-12.6: strikes with their odds if they reach her this turn, spotting, interception."""
        if not squadron.airborne and squadron.place == "gone":
            return
        off = f'{inches(distance(squadron.at, self._foe.at))}" off'
        if isinstance(self._foe, Squadron):
            yield AIM, f"INTERCEPT {self._name}", f"attacks its {self._foe.aircraft} aircraft in the air; {off}"
            return
        laid = self._laid.get(squadron.id, [])
        hint = f"{_odds(laid[0])}, before anybody shoots at them" if laid else f'{off}, it flies {squadron.speed}" a turn'
        yield AIM, f"ATTACK {self._name}", hint
        if squadron.kind == "T":
            yield AIM, f"ATTACK {self._name} RANGE 3 FROM BEAM", f"from the nearer beam, close; {off}"
        yield AIM, f"SPOT {self._name}", f"spots for the guns of its own ship; {off}"


def _odds(laid: Laid) -> str:
    far = f'range {inches(distance(laid.origin, laid.aim))}"'
    return f"{far}, a hit at {laid.odds.chance:.0%}, {laid.odds.points:.1f} points"


def _shots(laid: Laid, name: str) -> Iterator[Offer]:
    """An attack that would be made this turn; of guns and launchers also those alone that would reach."""
    if laid.kind == "guns":
        yield GUNS, f"FIRE ALL AT {name}", f"{laid.arms}: {_odds(laid)}"
        kinds = list(dict.fromkeys(gun[0] for gun in laid.arms.split()))
        for kind in kinds if len(kinds) > 1 else ():
            reach = " ".join(gun for gun in laid.arms.split() if gun[0] == kind)
            yield GUNS, f"FIRE {kind} AT {name}", f'{reach}: range {inches(distance(laid.origin, laid.aim))}"'
    elif laid.kind == "torpedoes":
        yield TORPEDOES, f"TORP {name}", f"{laid.arms}: {_odds(laid)}"
    else:
        yield HUNT, f"ASW {name}", f"{laid.arms}: {_odds(laid)}, if she is detected again"
