"""The part of the auditor that flies: aims, places, decks (WT-6, WT-11, WT-13.2)."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

from events.wet_thrust import flying
from tests.rulebook.wet_thrust.audit.audit_fire import Fire
from tests.rulebook.wet_thrust.audit.audit_tables import Craft, Place, Wing, apart, near

LATE = ("RETURN", "RECOVER", "GO", "ORBIT", "")
"""Aims of those that fly in step 3.6."""


class Air(Fire):
    """Steps 3 and 8.5."""

    aims: dict[str, list[str]]
    """By squadron the words of its aim when the turn began."""
    landing: dict[str, str]
    engaged: dict[str, str]
    met: dict[str, Place]
    """By interceptor where its quarry was when it reached it."""
    launches: Counter[str]
    flights: dict[str, flying.Flew]
    """By squadron what is told of this turn's flights, as long as it is not borne out."""
    homing: set[str]

    # ------------------------------------------------------------ aims

    def _task(self, wing: Wing) -> list[str]:
        """What it is about: WT-11.10, WT-11.15; [] without an aim, or when nothing that it names is in play."""
        aim = ["RETURN"] if wing.spent else self.aims.get(wing.id, [])
        word = aim[0] if aim else ""
        if word in ("ATTACK", "SPOT"):
            return aim if self._ship_of(wing, aim) else []
        if word in ("ESCORT", "INTERCEPT"):
            return aim if self._prey_of(wing, aim) else []
        if word == "CAP":
            return aim if self.ships[wing.carrier].afloat else []
        return aim

    def _word(self, wing: Wing) -> str:
        return (self._task(wing) or [""])[0]

    def _named(self, aim: list[str]) -> list[str]:
        """ATTACK x ELSE y RANGE 4: x and y."""
        end = next((k for k, word in enumerate(aim) if word in ("RANGE", "FROM")), len(aim))
        return [word for word in aim[1:end] if word != "ELSE"]

    def _ship_of(self, wing: Wing, aim: list[str]) -> Craft | None:
        found = (self.known(name, wing.side) for name in self._named(aim))
        return next((ship for ship in found if ship and (ship.visible or aim[0] == "SPOT")), None)

    def _prey_of(self, wing: Wing, aim: list[str]) -> Wing | None:
        side = wing.side if aim[0] == "ESCORT" else self.enemy(wing.side)
        found = (self.wings.get(name) for name in self._named(aim))
        return next((each for each in found if each and each.place == "air" and each.side == side), None)

    def _attacks(self) -> list[tuple[Wing, Craft]]:
        """WT-13.1."""
        found = []
        for wing in self.flying():
            task = self._task(wing)
            target = self._ship_of(wing, task) if task and task[0] == "ATTACK" else None
            if target and (near(wing.at, target.at, 8) if wing.kind == "T" else apart(wing.at, target.at) < 1):
                found.append((wing, target))
        return found

    def _escorts(self, charge: Wing) -> list[Wing]:
        """WT-12.5."""
        mates = self.flying(charge.side)
        return [each for each in mates if self._task(each) == ["ESCORT", charge.id] and apart(each.at, charge.at) < 1]

    # ------------------------------------------------------------ step 3

    def aircraft_move(self) -> None:
        """Steps 3.1 to 3.6."""
        self.landing, self.engaged, self.met, self.launches = {}, {}, {}, Counter()
        self._take_off()
        self._flights()
        steps = ((("ATTACK", "SPOT"), self._approach), (("ESCORT",), self._escort), (("CAP",), self._cover))
        for words, move in (*steps, (("INTERCEPT",), self._intercept), (LATE, self._home)):
            for wing in self.flying():
                if self._word(wing) in words:
                    move(wing)
        self.check(not self.flights, f"none of these was to fly: {self.flights}")
        for wing in [each for each in self.flying() if each.id in self.homing]:
            self._arrive(wing)
        for ship in self.afloat():
            for wing in self.wings.values():
                if wing.place == "alongside" and wing.home == ship.id and ship.speed:
                    self.due(flying.CastOff(wing.id, [*ship.at]))
                    wing.place, wing.home, wing.at = "air", "", ship.at

    def _flights(self) -> None:
        """WT-11.2, ruling W56: all flights are told together, in unit order."""
        self.flights, self.homing = {}, set()
        order = [wing.id for wing in self.flying()]
        while self.next_is(flying.Flew):
            told = self.take(flying.Flew)
            self.flights[told.squadron] = told
        self.check(list(self.flights) == [id for id in order if id in self.flights], f"{list(self.flights)}, not {order}")

    def _escort(self, wing: Wing) -> None:
        """WT-12.5."""
        if charge := self._prey_of(wing, self._task(wing)):
            self._fly(wing, self._goal(charge) if self._word(charge) in LATE else charge.at)

    def _cover(self, wing: Wing) -> None:
        """WT-12.4."""
        self._fly(wing, self.ships[wing.carrier].at)

    def _intercept(self, wing: Wing) -> None:
        """WT-12.6."""
        if prey := self._prey_of(wing, self._task(wing)):
            self._fly(wing, prey.at)
            if near(wing.at, prey.at, 0.1 if prey.kind == "F" else 3):
                self.engaged[wing.id], self.met[wing.id] = prey.id, prey.at

    def _take_off(self) -> None:
        """WT-13.7, WT-11.5, WT-6.3."""
        for wing in sorted(self.wings.values(), key=lambda each: each.index):
            if wing.place == "waiting" and wing.enters <= self.turn:
                self._airborne(wing, "", wing.at)
        while self.next_is(flying.TookOff):
            told = self.upcoming(flying.TookOff)
            wing, ship = self.wings[told.squadron], self.ships[told.carrier]
            self.launches[ship.id] += 1
            carrier = ship.printed.type == "CV"
            self.check(self.launches[ship.id] <= (2 if carrier else 1), f"{ship.id} launches too many")
            ready = wing.place == "aboard" and wing.home == ship.id and wing.ready <= self.turn and ship.id in self.in_command
            self.check(ship.afloat and ready and (carrier or wing.kind == "R"), f"{wing.id} is not ready")
            self._airborne(wing, ship.id, ship.at)

    def _airborne(self, wing: Wing, carrier: str, at: Place) -> None:
        told = self.take(flying.TookOff)
        wanted = flying.TookOff(wing.id, wing.index, carrier, wing.kind, wing.aircraft, wing.side, told.seat, [*at])
        self.check(told == wanted, f"{wanted} is due")
        wing.place, wing.home, wing.at, wing.launched, wing.spent = "air", "", at, self.turn, False
        wing.endurance = 6

    def _fly(self, wing: Wing, goal: Place, short: float = 0) -> None:
        """WT-11.2: straight to the goal, or so many mils short of it, as far as it can fly."""
        away, most = apart(wing.at, goal), wing.reach(self.turn) * 1000
        way = max(0.0, min(away - short, most))
        share = way / away if away else 0
        spot = wing.at[0] + (goal[0] - wing.at[0]) * share, wing.at[1] + (goal[1] - wing.at[1]) * share
        self._flew(wing, spot, 1.5 if short else 0.75)

    def _flew(self, wing: Wing, spot: tuple[float, float], slack: float) -> None:
        """It is now there, but for the rounding."""
        start = wing.at
        if told := self.flights.pop(wing.id, None):
            self.check(told.start == [*start] != told.at, f"{wing.id} was at {start}: {told}")
            wing.at = told.at[0], told.at[1]
        off = math.hypot(wing.at[0] - spot[0], wing.at[1] - spot[1])
        self.check(off <= slack, f"{wing.id} should be at {spot}, not {wing.at}")

    def _approach(self, wing: Wing) -> None:
        """WT-6.5, WT-11.7, WT-13.2."""
        task = self._task(wing)
        target = self._ship_of(wing, task)
        assert target
        if task[0] == "SPOT":
            self._fly(wing, target.at, 6000 if not near(wing.at, target.at, 6) else apart(wing.at, target.at))
        elif wing.kind == "T":
            self._run_in(wing, target, task)
        else:
            self._fly(wing, target.at)

    def _run_in(self, wing: Wing, target: Craft, task: list[str]) -> None:
        """WT-13.2."""
        words = dict(pairwise(task))
        wanted = float(words.get("RANGE", "4")) * 1000
        sides = {"PORT": 270, "STARBOARD": 90, "BOW": 0, "STERN": 180}
        angles = [sides[words["FROM"]]] if "FROM" in words else [270, 90]
        places = []
        for angle in angles:
            radians = math.radians(30 * target.course + angle)
            places.append((target.at[0] + wanted * math.sin(radians), target.at[1] + wanted * math.cos(radians)))
        away = [math.dist(wing.at, place) for place in places]
        best = [place for place, mils in zip(places, away, strict=True) if mils <= min(away) + 1.5]
        most = wing.reach(self.turn) * 1000
        if min(away) <= most - 1.5:
            told = next((place for place in best if self._heads_for(wing, place)), best[0])
            self._flew(wing, told, 1.5)
        elif min(away) > most + 1.5:
            self._fly(wing, target.at, wanted if apart(wing.at, target.at) > wanted else apart(wing.at, target.at))
        elif flight := self.flights.pop(wing.id, None):  # just at the limit of its reach: the rounding of the place decides
            wing.at = flight.at[0], flight.at[1]

    def _heads_for(self, wing: Wing, place: tuple[float, float]) -> bool:
        """Both beams are equally near: does it fly to this one? (WT-13.2: to port, but for the rounding.)"""
        told = self.flights.get(wing.id)
        return bool(told and math.dist(told.at, place) <= 1.5)

    def _mother(self, wing: Wing) -> Craft | None:
        """WT-11.9."""
        own = self.ships.get(wing.carrier)
        if own and own.afloat:
            return own
        decks = [ship for ship in self.afloat(wing.side) if ship.printed.type == "CV"]
        return min(decks, key=lambda ship: apart(wing.at, ship.at), default=None)

    def _homing(self, wing: Wing) -> bool:
        """WT-11.9, section 6.2."""
        word, mother = self._word(wing), self._mother(wing)
        if word in ("RETURN", "RECOVER"):
            return True
        if word or wing.kind not in ("F", "DB", "T") or mother is None:
            return False
        return wing.endurance <= math.ceil(apart(wing.at, mother.at) / (wing.speed * 1000)) + 1

    def _goal(self, wing: Wing) -> Place:
        """Where it ends in step 3.6, but for the rounding."""
        goal, mother, task = wing.at, self._mother(wing), self._task(wing)
        if task and task[0] == "GO":
            east, north = "".join(task[1:]).split(",")
            goal = round(float(east) * 1000), round(float(north) * 1000)
        elif wing.kind == "B":
            goal = wing.exit if self._homing(wing) else goal
        elif mother and (self._homing(wing) or (wing.kind == "R" and not task)):
            goal = mother.at
        away, most = apart(wing.at, goal), wing.reach(self.turn) * 1000
        if away <= most:
            return goal
        x, y = (wing.at[k] + round((goal[k] - wing.at[k]) * most / away) for k in (0, 1))
        return x, y

    def _home(self, wing: Wing) -> None:
        """WT-11.9, WT-6.6, WT-13.7."""
        homing = self._homing(wing)
        self._flew(wing, self._goal(wing), 0.75)
        if homing:
            self.homing.add(wing.id)

    def _arrive(self, wing: Wing) -> None:
        """WT-11.9, WT-6.6, WT-13.7: after all flights are told."""
        mother = self._mother(wing)
        if wing.kind == "B":
            if apart(wing.at, wing.exit) < 1:
                self.due(flying.FlewHome(wing.id))
                wing.place = "gone"
        elif mother and apart(wing.at, mother.at) < 1:
            if mother.printed.type == "CV":
                self.landing[wing.id] = mother.id
            elif not mother.speed and wing.launched < self.turn:
                self.due(flying.Alongside(wing.id))
                wing.place, wing.home, wing.moored = "alongside", wing.carrier, self.turn

    # ------------------------------------------------------------ step 8.5

    def decks(self) -> None:
        """WT-6.7, WT-21.8, WT-11.8, 11.9, 11.11, 11.13."""
        for ship in self.afloat():
            for wing in self.wings.values():
                if wing.place == "alongside" and wing.home == ship.id and wing.moored < self.turn:
                    self.due(flying.Recovered(wing.id))
                    wing.place, wing.ready, wing.moored = "aboard", self.turn + 1, self.turn
        for wing in self.flying():
            if wing.kind == "R" and self.ships[wing.carrier].fate == "away":
                self.due(flying.FlewHome(wing.id))
                wing.place = "gone"
        self._land()
        for wing in self.flying():
            if wing.kind in ("F", "DB", "T") and wing.launched < self.turn:
                wing.endurance -= 1
                self.due(flying.EnduranceLeft(wing.id, wing.endurance))
                self._shot_down(wing, 0 if wing.endurance > 0 else wing.aircraft, "no fuel")
        while self.next_is(flying.Merged):
            self._merge(self.upcoming(flying.Merged))

    def _land(self) -> None:
        landed: Counter[str] = Counter()
        for wing in self.flying():
            carrier = self.ships.get(self.landing.get(wing.id, ""))
            if carrier and carrier.afloat and not self.launches[carrier.id] and landed[carrier.id] < 2:
                landed[carrier.id] += 1
                self.due(flying.Landed(wing.id, carrier.id))
                symbols = sum(system.rstrip("0123456789") in ("R", "F", "DB", "T") for system in carrier.lost)
                die = self.roll(f"rearm {wing.id}", 1)[0]
                wing.place, wing.home, wing.spent, wing.ready = "aboard", carrier.id, False, self.turn + die + symbols + 1
                self.due(flying.Rearming(wing.id, die, symbols, wing.ready))

    def _merge(self, told: flying.Merged) -> None:
        one, other = self.wings[told.squadron], self.wings[told.into]
        together = one.place == other.place == "aboard" and one.home == other.home and one.kind == other.kind != "R"
        self.check(together and one is not other, f"{one.id} cannot join {other.id}")
        moved = min(one.aircraft, 6 - other.aircraft)
        other.ready = max(one.ready, other.ready)
        one.aircraft, other.aircraft = one.aircraft - moved, other.aircraft + moved
        self.check(moved > 0, "nobody joins")
        self.due(flying.Merged(one.id, other.id, moved, one.aircraft, other.ready))
        if not one.aircraft:
            one.place = "gone"

    def _shot_down(self, wing: Wing, number: int, cause: str = "shot down") -> None:
        """WT-12.10, WT-11.14."""
        number = min(number, wing.aircraft)
        if number:
            wing.aircraft -= number
            self.due(flying.AircraftLost(wing.id, number, wing.aircraft, cause))
            if not wing.aircraft:
                wing.place, wing.lost = "gone", True
