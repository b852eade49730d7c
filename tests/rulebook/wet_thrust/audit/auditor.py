"""An auditor: reads the log of a whole game and reckons every event again, by the rule book and not by the rules' code.

    Audit(drafts).game()      raises `AuditFailed`; `seen` counts what was reckoned

It has each roll of the section 3 sequence just where it is due, keeps sheets of its own (`audit_damage.py`),
reckons fire, flying and combat (`audit_fire.py`, `audit_air.py`, `audit_combat.py`), and has tables in `audit_tables.py`.
It knows of the orders only what the log tells: plots, aims, fire at will and standing orders must have been followed; whatever
else an admiral chose need only be legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from events.base import Draft
from events.wet_thrust import opening, sailing
from tests.rulebook.wet_thrust.audit.audit_leaving import SMOKERS, Leaving
from tests.rulebook.wet_thrust.audit.audit_log import SECRET, AuditFailed
from tests.rulebook.wet_thrust.audit.audit_tables import RAMS, SKY, Craft, Wing, apart, approach, relative, sails

__all__ = ["SECRET", "SET_UP", "Audit", "AuditFailed"]

SET_UP = (opening.SeaSet, opening.VesselEntered, opening.SquadronFormed, opening.SheetOpened, opening.OrderBooksOpened)


class Audit(Leaving):
    """A game being read. `ships` and `wings` are the auditor's own sheets."""

    def __init__(self, drafts: Iterable[Draft]) -> None:
        super().__init__(drafts)
        self.raiders, self.raiding = set(), set()
        self.refused: dict[str, int] = {}
        self.rams: dict[str, str] = {}

    def game(self) -> Audit:
        """All of it."""
        sea = self.take(opening.SeaSet)
        self.options, self.sides, self.weather = sea.options, sea.sides, sea.weather
        while self.next_is(*SET_UP):
            self._set_up()
        while not self.next_is(opening.GameDecided) and self.peek():
            self._turn(sea.limit)
        return self

    def _set_up(self) -> None:
        event = self.peek()
        self.at += 1
        if isinstance(event, opening.VesselEntered):
            self.ships[event.ship] = Craft.of(event, event.mode)
        elif isinstance(event, opening.SquadronFormed):
            self.wings[event.squadron] = Wing.of(event)
        elif isinstance(event, opening.SheetOpened):
            ship = self.ships[event.ship]
            ship.lost, ship.beyond, ship.empty = [*event.lost], [*event.beyond], event.empty

    # ------------------------------------------------------------ section 3

    def _turn(self, limit: int) -> None:
        self.turn += 1
        self.check(self.turn <= limit, "the limit is over")
        self.due(opening.TurnBegan(self.turn))
        self.peek()
        self.aims = {id: self.standing[id][-1].split() for id in self.wings if self.standing.get(id)}
        self.screens = [(path, until) for path, until in self.screens if until >= self.turn]
        self.raiders, self.raiding = self.raiding, set()
        for ship in self.ships.values():
            ship.smoking = ship.evasive = ship.chasing = ship.silent = ship.barred = False
        self.in_command = {ship.id for ship in self.afloat() if ship.commanded(self.turn)}
        self._smoke()
        self._ships_move()
        self.aircraft_move()
        self.ships_fire()
        self.combat()
        self.flak()
        self.strikes()
        self.after_fire()
        self.checks()
        self.damage_control()
        self._end()

    def _end(self) -> None:
        """Step 8."""
        self.flooding()
        self.checks()
        self.disengage()
        self.depths()
        self.decks()
        self.mend()
        self.fires_seen()
        self.due(opening.TurnEnded(self.turn))
        for ship in self.ships.values():
            ship.controls_lost_before, ship.controls_lost = ship.controls_lost, 0

    def _smoke(self) -> None:
        """WT-20.1, WT-20.2: what else than an order to disengage may make capital ships smoke is seen in step 8.3."""
        for ship in self.afloat():
            if self.next_of(sailing.SmokeMade, ship.id):
                self.due(sailing.SmokeMade(ship.id))
                self.check(SKY[self.weather][1] >= 0 and ship.printed.type != "SS", f"{ship.id} cannot make smoke")
                ship.smoking = True

    # ------------------------------------------------------------ step 2

    def _ships_move(self) -> None:
        self._crash_dives()
        self._nerves()
        for ship in self.afloat():
            self._moves(ship)
        self._collisions()
        self._screens()
        self._sonar()
        for ship in self.afloat():
            self.founder(ship)

    def _crash_dives(self) -> None:
        """WT-18.6, WT-18.8."""
        for boat in self.afloat():
            may_be_silent = boat.mode == "deep"
            if self.rolls(f"crash_dive {boat.id}"):
                self.check(boat.mode in ("periscope", "surfaced"), f"{boat.id} cannot crash-dive")
                total = self.roll(f"crash_dive {boat.id}", 1, 10)[0] - (boat.mode == "surfaced")
                result = "sinks" if total <= 1 else "fails" if total <= 3 else "deep" if total <= 8 else "silent"
                self.due(sailing.CrashDived(boat.id, total, result))
                self.change(boat, "surfaced" if result == "fails" else "deep")
                may_be_silent = result == "silent"
                if result == "sinks":
                    self.lose(boat, "flooded")
            if self.next_of(sailing.RanSilent, boat.id):
                self.due(sailing.RanSilent(boat.id))
                self.check(may_be_silent, f"{boat.id} cannot run silent")
                boat.silent = True

    def _nerves(self) -> None:
        """WT-5.5 to 5.7."""
        self.refused, self.rams = {}, {}
        for ship in self.afloat():
            if not self.rolls(f"ram_nerve {ship.id}"):
                continue
            die = self.roll(f"ram_nerve {ship.id}", 1)[0]
            told = self.take(sailing.NerveTested)
            held = {each.contact: each for each in self.ships.values() if each.contact_turn == self.turn - 1}
            target = held.get(told.target) or self.ships[told.target]
            whole, ends = 0, 0
            for boxes, _ in ship.printed.rows:
                whole, ends = whole + (ends >= ship.marked), ends + boxes
            parts = [-whole if self.options["ram_modifier_unit"] == "row" else -ship.left, 2 * (target.printed.type == "SS")]
            parts.append(2 * (target.printed.type in ("BB", "BC") and target.id in self.raiders))
            total = die + sum(parts)
            self.check(ship.printed.type == "DD" and ship.side != target.side, f"{ship.id} cannot ram {target.id}")
            self.check(sorted(told.modifiers.values()) == sorted(part for part in parts if part), f"{parts}: {told}")
            self.check((told.ship, told.total, told.rams) == (ship.id, total, total >= 6), f"{told}, but {total}")
            if told.rams:
                self.rams[ship.id] = target.id
            else:
                self.take(sailing.RamRefused)
                self.refused[ship.id] = -1 if relative(ship.at, ship.course, target.at) <= 180 else 1

    def _moves(self, ship: Craft) -> None:
        """WT-2, WT-3.2, WT-3.5, WT-4."""
        steers = bool(ship.working("RU"))
        kept = self.take(opening.HelmKept) if self.next_of(opening.HelmKept, ship.id) else None
        told = self.take(sailing.Moved)
        start, half, end = ((x, y) for x, y in told.way)
        self.check((told.ship, start) == (ship.id, ship.at), f"{ship.id} starts at {ship.at}: {told}")
        before, course = ship.speed, ship.course
        self._speed(ship, Fraction(told.speed), told.evasive)
        leg = ship.speed / 2
        self.check(sails(start, course, leg, half), f"first half of {told}")
        fits = [
            (first, (told.course - course - first + 6) % 12 - 6)
            for first in range(-3, 4)
            if sails(half, course + first, leg, end)
        ]
        fits = [turns for turns in fits if self._turns(ship, turns, steers) and told.chasing == (turns[0] * turns[1] < 0)]
        fits = fits if ship.speed else [(0, 0)] * (told.course == course and not told.chasing)
        self.check(bool(fits), f"she cannot turn so: {told}")
        turns = self._ordered(ship, told.evasive, steers) if ship.id not in self.refused else fits[0]
        self.check(turns in fits, f"{self._plot(ship)} of {ship.id} is {turns}, not {fits}: {told}")
        plotted = self._plotted(ship, steers) if ship.id not in self.refused else self._away(ship)
        self._refusal(ship, turns, before)
        if told.evasive:
            self.check(turns == (0, 0) and ship.printed.evasive != "none" and ship.speed > 0, f"{told}")
        if ship.disruptive(abs(turns[0]) + abs(turns[1])):
            self.due(sailing.MainGunsBarred(ship.id))
            ship.barred = True
        if steers:
            words = self._text(plotted)
            same = words == self._text(ship.helm)
            self.check((kept is None) == same and (kept is None or kept.turns == words), f"helm {plotted}: {kept}")
            ship.helm = plotted
        else:
            self.check(kept is None, f"no rudder, but {kept}")
        ship.way, ship.at, ship.course = [start, half, end], end, told.course
        ship.evasive, ship.chasing = told.evasive, told.chasing

    def _speed(self, ship: Craft, speed: Fraction, evasive: bool) -> None:
        """WT-2.5, WT-3.2, WT-3.5; WT-18.6."""
        base, share = min(ship.speed, ship.top), ship.share("PR")
        least = max(Fraction(0), base - ship.printed.decel * share)
        ship.base, ship.slowest = base, least
        ship.able = min(ship.top, base + ship.printed.accel * share)
        legal = speed == 0 if ship.silent else speed == base if evasive else least <= speed <= ship.able
        self.check(legal, f"{ship.id} may go {least} to {ship.able}, not {speed}")
        ship.speed = speed

    def _plot(self, ship: Craft) -> str:
        """The plot in force, of this turn or repeated (WT-15.2)."""
        return next((line[5:] for line in self.kept.get(ship.id, []) if line.startswith("PLOT ")), "-")

    def _ordered(self, ship: Craft, evasive: bool, steers: bool) -> tuple[int, int]:
        """WT-2.2 to 2.8: the points of her plot, as far as she can turn; her speed and whether she evades are as plotted."""
        plot = self._plot(ship)
        sums = {letter: sum(Fraction(number) for number in re.findall(rf"([\d.]+){letter}", plot)) for letter in "AD"}
        least, most = ship.slowest, ship.able
        wanted = ship.base + sums["A"] - sums["D"]
        speed = {"MAXA": most, "MAXD": least, "E": ship.base}.get(plot.rstrip("0123456789PS"), min(max(wanted, least), most))
        self.check(ship.speed == (0 if ship.silent else speed), f"{plot} of {ship.id} makes {speed}, not {ship.speed}")
        self.check(evasive == (plot == "E" and steers and ship.speed > 0), f"{plot} of {ship.id}")
        return self._plotted(ship, steers) if ship.speed else (0, 0)

    def _plotted(self, ship: Craft, steers: bool) -> tuple[int, int]:
        """WT-2.7, WT-4.1, WT-4.3, WT-15.2: the points of her plot within her levels, whether she has way on or not."""
        plot = self._plot(ship)
        sums = {letter: sum(Fraction(number) for number in re.findall(rf"([\d.]+){letter}", plot)) for letter in "PS"}
        port, starboard = int(sums["P"]), int(sums["S"])
        turns = self._again((-port, starboard) if port and starboard else (starboard - port, 0))
        if port and starboard and plot.index("S") < plot.index("P"):
            turns = turns[1], turns[0]
        turns = turns if steers else self._again(ship.helm)
        allowed = ship.allowed() if steers else 99
        first = max(-allowed, min(allowed, turns[0]))
        left = allowed - abs(first)
        return first, max(-left, min(left, turns[1]))

    def _turns(self, ship: Craft, turns: tuple[int, int], steers: bool) -> bool:
        """WT-2.7, WT-2.8, WT-4.1; WT-4.3; WT-15.2."""
        first, last = turns
        points = abs(first) + abs(last)
        if not steers:
            return turns == self._again(ship.helm)
        if points > ship.allowed():
            return False
        if first * last < 0 or abs(first) - abs(last) in (0, 1):
            return True
        return last == 0 and first != 0 and points == ship.allowed() and ship.id not in self.in_command

    def _again(self, turns: tuple[int, int]) -> tuple[int, int]:
        """The points that she repeats, divided as if they were plotted again."""
        total = turns[0] + turns[1]
        if turns[0] * turns[1] < 0:
            return turns
        half = total - int(total / 2)
        return half, total - half

    def _text(self, turns: tuple[int, int]) -> str:
        """WT-4.3: the turn part of a plot."""
        words = [(each, f"{abs(each)}{'P' if each < 0 else 'S'}") for each in turns if each]
        same = len(words) == 2 and turns[0] * turns[1] > 0
        total = sum(turns)
        return f"{abs(total)}{'P' if total < 0 else 'S'}" if same else "".join(word for _, word in words)

    def _away(self, ship: Craft) -> tuple[int, int]:
        """WT-5.7: the plot that replaces hers: all points that she has, to one side."""
        return self._again((self.refused[ship.id] * ship.allowed(), 0))

    def _refusal(self, ship: Craft, turns: tuple[int, int], before: Fraction) -> None:
        """WT-5.7: no change of speed, and all points away; but a jammed helm (WT-4.3), and lost top speed (WT-3.2)."""
        side = self.refused.get(ship.id)
        if side is None:
            return
        self.check(ship.speed == min(before, ship.top), f"{ship.id} keeps her speed")
        if ship.working("RU") and ship.speed:
            self.check(turns[0] + turns[1] == side * ship.allowed(), f"{ship.id} turns away")

    # ------------------------------------------------------------ collisions, screens, sonar

    def _collisions(self) -> None:
        """WT-5.1 to 5.4, 5.8."""
        found: list[tuple[sailing.Collided, Craft, Craft]] = []
        for first, second in combinations(self.afloat(), 2):
            one, other = (first, second) if first.visible else (second, first)
            legs = approach(one.way, other.way)
            apart_by = min(legs)[0]
            rammed = self.rams.get(first.id) == second.id or self.rams.get(second.id) == first.id
            radius = self.options["collision_radius"] * 1000
            ram = rammed and "deep" not in (first.mode, second.mode) and apart_by <= 1000.001
            open_water = first.visible and second.visible and radius and apart(first.way[0], second.way[0]) > radius + 0.001
            if ram or (open_water and apart_by <= radius + 0.001):
                names = [ship.id if ship.visible else ship.contact for ship in (first, second)]
                dealt = [
                    self.roll(f"collision {name} at {names[1 - k]}", 1)[0] + RAMS[(first, second)[k].printed.type]
                    for k, name in enumerate(names)
                ]
                spots = [[round(x), round(y)] for mils, x, y in legs if mils <= apart_by + 0.01]
                spot = self._reported_spot(len(found), spots)
                found.append((sailing.Collided(names[0], names[1], spot, dealt[0], dealt[1], ram), first, second))
        for event, _, _ in found:
            self.due(event)
        for event, first, second in found:
            self.mark(first, event.second_deals, "collision")
            self.mark(second, event.first_deals, "collision")

    def _reported_spot(self, number: int, spots: list[list[int]]) -> list[int]:
        """Where they touch: the place told, if it is one of these but for the rounding."""
        told = [event.at for event in self.events[self.at :] if isinstance(event, sailing.Collided)]
        at = told[number] if number < len(told) else [0, 0]
        return next((at for spot in spots if max(abs(at[0] - spot[0]), abs(at[1] - spot[1])) <= 1), spots[0])

    def _screens(self) -> None:
        """WT-20.2, WT-20.5, WT-20.6."""
        for ship in self.afloat():
            if self.next_of(sailing.ScreenLaid, ship.id):
                lasts = SKY[self.weather][1]
                self.due(sailing.ScreenLaid(ship.id, [[*spot] for spot in ship.way], self.turn + lasts))
                self.check(ship.printed.type in SMOKERS and lasts >= 0 and ship.speed > 0, f"no screen by {ship.id}")
                self.screens.append((ship.way, self.turn + lasts))

    def _sonar(self) -> None:
        """WT-19.3, ruling W59."""
        found: list[tuple[Craft, Craft]] = []
        for boat in self.afloat():
            reach = {"deep": 6000, "periscope": 12000}.get(boat.mode, -1)
            hunters = [ship for ship in self.afloat(self.enemy(boat.side)) if ship.printed.type == "DD" and ship.working("SO")]
            hunter = next((ship for ship in hunters if min(approach(ship.way, boat.way))[0] <= reach + 0.001), None)
            if hunter:
                found.append((hunter, boat))
        order = self.afloat()
        for hunter, boat in sorted(found, key=lambda pair: (order.index(pair[0]), apart(pair[0].at, pair[1].at))):
            names = self.contacts.setdefault(hunter.side, set())
            if not boat.contact or boat.contact_turn < self.turn - 1:
                boat.contact = f"SUB{len(names) + 1}"
            names.add(boat.contact)
            boat.contact_turn = self.turn
            self.due(sailing.ContactMade(hunter.side, boat.contact, [*boat.at], boat.mode, hunter.id))
            self.due(sailing.ContactHeld(boat.id, boat.contact))
