"""An auditor: reads the log of a whole game and reckons every event again, by the rule book and not by the rules' code.

    Audit(drafts).game()      raises `AuditFailed`; `seen` counts what was reckoned

It keeps logs of its own for the ships, has each roll of the section 3 sequence just where it is due, and takes its
tables from `audit_tables.py`. It does not know the orders: which letter, target or battery an admiral chose need only be legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from events.base import Draft, Event
from events.platform import Rolled
from events.sovereign_seas import battle, opening, sailing
from tests.rulebook.sovereign_seas.audit import audit_tables
from tests.rulebook.sovereign_seas.audit.audit_damage import Damage
from tests.rulebook.sovereign_seas.audit.audit_tables import ARCS, Craft, half_step, hex_of, label_of, natural

E = TypeVar("E", bound=Event)
SECRET = (
    sailing.WhenFired,
    sailing.TurnRefused,
    sailing.StepDiverted,
    opening.OrdersStood,
    opening.PlacingVoid,
    battle.DidNotFire,
)
SET_UP = (
    opening.SeaSet,
    opening.ShipEntered,
    opening.LogOpened,
    opening.ShipPlaced,
    opening.EntryChosen,
    opening.FleetTaken,
    opening.StageClosed,
)
MOVES = (sailing.Stepped, sailing.Held, sailing.LeftMap)
OTHER = {"british": "french", "french": "british"}
STRUCK = ("stern", "port quarter", "port bow", "bow", "starboard bow", "starboard quarter")


class AuditFailed(AssertionError):
    """An event that the rule book does not bear out."""


class Audit:
    """A game being read. `ships` are the auditor's own logs, in natural id order."""

    def __init__(self, drafts: Iterable[Draft]) -> None:
        self.events = [draft.event for draft in drafts if not isinstance(draft.event, SECRET)]
        self.at = 0
        self.seen: Counter[str] = Counter()
        self.ships: dict[str, Craft] = {}
        self.turn = self.impulse = 0
        self.advantage = ""

    # ------------------------------------------------------------ reading

    def check(self, holds: bool, what: str) -> None:
        """The message says where in the game."""
        if not holds:
            raise AuditFailed(f"turn {self.turn}, impulse {self.impulse}, before {self.events[self.at : self.at + 1]}: {what}")

    def next_is(self, *kinds: type[Event]) -> bool:
        return self.at < len(self.events) and isinstance(self.events[self.at], kinds)

    def take(self, kind: type[E]) -> E:
        """The next event, which must be of this kind."""
        event = self.events[self.at] if self.at < len(self.events) else None
        if not isinstance(event, kind):
            raise AuditFailed(f"turn {self.turn}, impulse {self.impulse}: {kind.__name__} is due, not {event}")
        self.at += 1
        self.seen[kind.__name__] += 1
        return event

    def due(self, event: Event) -> None:
        """This very event must be next."""
        found = self.take(type(event))
        if found != event:
            raise AuditFailed(f"turn {self.turn}, impulse {self.impulse}: {event} is due, not {found}")

    def roll(self, purpose: str, dice: int, sides: int = 6) -> list[int]:
        found = self.take(Rolled)
        self.check((found.purpose, len(found.faces), found.sides) == (purpose, dice, sides), f"{dice} for {purpose}: {found}")
        return found.faces

    def strikes(self, purpose: str, dice: int) -> int:
        """SSL-C.1; SSL-C.3: of no dice there is no roll."""
        wanted = 1 if self.options["strike_face"] == "odd" else 0
        return sum(face % 2 == wanted for face in self.roll(purpose, dice)) if dice else 0

    def afloat(self, side: str = "") -> list[Craft]:
        return [ship for ship in self.ships.values() if ship.fate == "afloat" and side in ("", ship.side)]

    # ------------------------------------------------------------ the game

    def game(self) -> Audit:
        """All of it."""
        sea = self.take(opening.SeaSet)
        self.options, self.columns, self.rows, self.limit = sea.options, sea.columns, sea.rows, sea.limit
        while self.next_is(*SET_UP):
            self._set_up(self.events[self.at])
            self.at += 1
        self.ships = {id: self.ships[id] for id in sorted(self.ships, key=natural)}
        while self.at < len(self.events):
            self.check(self.turn < self.limit, "the limit is over")
            self._turn()
        return self

    def _set_up(self, event: Event) -> None:
        if isinstance(event, opening.ShipEntered):
            self.ships[event.ship] = Craft(event)
        elif isinstance(event, opening.ShipPlaced):
            ship = self.ships[event.ship]
            ship.hex, ship.heading, ship.speed = hex_of(event.hex), event.heading, event.speed

    def _turn(self) -> None:
        """SSL-F.1."""
        self.turn, self.impulse = self.turn + 1, 0
        self.due(sailing.TurnBegan(self.turn))
        self._advantage()
        self._speeds()
        for impulse in range(1, self.options["impulses"] + 1):
            self.impulse = impulse
            self._drops()
            self._moves()
            self._gunnery()
        self._end()

    def _advantage(self) -> None:
        """SSL-G.1."""
        self.advantage = ""
        while not self.advantage:
            british, french = (self.strikes(f"ADV {side}", 5) for side in OTHER)
            self.advantage = "" if british == french else "british" if british > french else "french"
            self.due(sailing.Advantage(self.advantage, {"british": british, "french": french}))

    def _speeds(self) -> None:
        """SSL-H.1 and the spans of H.2, H.3, H.4, H.5; SSL-L5.5."""
        for ship in self.afloat():
            ship.fired = False
            told = self.take(sailing.SpeedSet)
            self.check((told.ship, told.before) == (ship.id, ship.speed), f"speed of {ship.id}, who was at {ship.speed}")
            base = min(ship.speed, ship.maximum)
            slow = -(-ship.log.acceleration // self.options["decel_div"])
            least, most = max(0, base - slow), min(base + ship.log.acceleration, ship.maximum)
            if ship.command_until >= self.turn:
                least = most = base
            self.check(least <= told.speed <= most, f"{ship.id} may go {least} to {most}, not {told.speed}")
            ship.speed = told.speed

    def _end(self) -> None:
        """SSL-M.1, SSL-L5.12, SSL-E.3."""
        for ship in self.ships.values():
            if (ship.fate, ship.fell) == ("sunk", self.turn):
                self.due(battle.Removed(ship.id))
        for ship in self.afloat():
            if 0 < ship.command_until <= self.turn:
                self.due(battle.ConditionEnded(ship.id, "command"))
                ship.command_until = 0
            if ship.jam and ship.jam_until <= self.turn:
                self.due(battle.ConditionEnded(ship.id, "rudder"))
                ship.jam, ship.jam_until = "", 0
        while self.next_is(battle.Silent, battle.Conceded):
            self.at += 1
        self.due(battle.TurnEnded(self.turn))
        if self.next_is(battle.GameDecided):
            self.take(battle.GameDecided)
            self.check(self.at == len(self.events), "the game is over")

    # ------------------------------------------------------------ movement

    def _drops(self) -> None:
        """SSL-H.6."""
        for ship in self.afloat():
            if ship.speed > ship.maximum:
                self.due(sailing.AutoDecel(ship.id, self.impulse, ship.speed, ship.maximum))
                ship.speed = ship.maximum

    def _moves(self) -> None:
        """SSL-I1.2, SSL-I1.4."""
        listed = {ship.id: self._points(ship) for ship in self.afloat() if self._points(ship)}
        rank = (0, False)
        while self.next_is(*MOVES) and vars(self.events[self.at])["impulse"] == self.impulse:
            ship = self.ships[vars(self.events[self.at])["ship"]]
            before, rank = rank, (ship.speed, ship.side == self.advantage)
            self.check(ship.id in listed and rank >= before, f"it is not the turn of {ship.id} to move")
            self._sail(ship, listed.pop(ship.id))
        left = [id for id in listed if self.ships[id].fate == "afloat" and self.ships[id].speed]
        self.check(not left, f"{left} must move")

    def _points(self, ship: Craft) -> int:
        """SSL-I1.1."""
        return audit_tables.movement_points(ship.speed, self.impulse, self.options["impulses"])

    def _sail(self, ship: Craft, points: int) -> None:
        for _ in range(points):
            if self.next_is(sailing.LeftMap):
                self._leave(ship)
                return
            if self.next_is(sailing.Held):
                self._hold(ship)
                return
            origin = ship.hex
            self._step(ship, self.take(sailing.Stepped))
            others = [other for other in self.afloat() if other.hex == ship.hex and other is not ship]
            if others and not self._ram(ship, origin, others):
                return

    def _step(self, ship: Craft, told: sailing.Stepped) -> None:
        """SSL-I2.1, SSL-I2.2; SSL-L5.5, SSL-L5.7: who cannot help her course; SSL-I3.3: wrecks."""
        self.check(told.letter in ("F", "L", "R") and (told.letter == "F" or ship.may_turn), f"{ship.id} turns too early")
        if ship.jam:
            forced = ship.jam if ship.jam != "S" and ship.may_turn else "F"
            self.check(told.letter == forced, f"the rudder of {ship.id} wants {forced}")
        elif ship.command_until >= self.turn:
            self.check(told.letter == "F", f"{ship.id} is out of command")
        ship.turn(told.letter)
        origin, ship.hex = ship.hex, ship.ahead()
        step = (ship.id, self.impulse, label_of(origin), label_of(ship.hex), ship.heading, ship.count)
        self.check(step == (told.ship, told.impulse, told.origin, told.hex, told.heading, told.count), f"{told} is not {step}")
        self.check(self._on_map(ship), f"{ship.id} is off the map")
        if self.options["wreck_blocks"] == "on":
            wrecks = [wreck.hex for wreck in self.ships.values() if (wreck.fate, wreck.fell) == ("sunk", self.turn)]
            self.check(ship.hex not in wrecks, "a wreck lies there")

    def _on_map(self, ship: Craft) -> bool:
        label = label_of(ship.hex)
        return 1 <= int(label[:2]) <= self.columns and 1 <= int(label[2:]) <= self.rows

    def _leave(self, ship: Craft) -> None:
        """SSL-I4.1."""
        told = self.take(sailing.LeftMap)
        self.check(self.options["edge"] == "leave" and (told.ship, told.impulse) == (ship.id, self.impulse), f"{told}")
        label = label_of(ship.hex)
        first, last = {"W": (label[:2], 1), "E": (label[:2], self.columns), "N": (label[2:], 1), "S": (label[2:], self.rows)}[
            told.edge
        ]
        self.check(int(first) == last, f"{ship.id} is not at that edge")
        ship.fate = "left"

    def _hold(self, ship: Craft) -> None:
        """SSL-I4.1, SSL-I3.3 (S8, S21): only at a wall or a wreck."""
        told = self.take(sailing.Held)
        self.check("wall" in self.options["edge"] or self.options["wreck_blocks"] == "on", "nothing bars her way")
        swung = (told.heading - ship.heading) % 6
        self.check(swung == 0 or (swung in (1, 5) and ship.may_turn), f"{ship.id} swings too early")
        ship.heading, ship.count = told.heading, 0 if swung else ship.count + 1
        held = sailing.Held(ship.id, self.impulse, label_of(ship.hex), ship.heading, ship.count)
        self.check(told == held, f"{held} is due")

    # ------------------------------------------------------------ rams

    def _ram(self, ship: Craft, origin: tuple[int, int], others: list[Craft]) -> bool:
        """SSL-J1.3 to J1.10, SSL-C.5. Does she move on?"""
        target = others[0]
        if len(others) > 1:
            target = others[self.roll(f"RAM_PICK {ship.id}", 1, len(others))[0] - 1]
            self.due(sailing.RamPicked(ship.id, target.id, [other.id for other in others]))
        angle = (ship.heading - target.heading) % 6
        pool = max(0, 5 + audit_tables.ram_speed(ship.speed - target.speed) + audit_tables.RAM_ANGLES[angle])
        n = self.strikes(f"RAM_HIT {ship.id} on {target.id}", pool)
        speeds = ship.speed, target.speed
        where = (label_of(ship.hex), STRUCK[angle])
        self.due(sailing.RamRolled(ship.id, target.id, self.impulse, *where, *speeds, pool, n, n >= 4))
        if n >= 4:
            self._ram_effect(ship, target, 2 * ((ship.heading + 3 - target.heading) % 6))
        elif self.options["ram_miss"] == "back":
            self.due(sailing.RamShoved(ship.id, label_of(origin)))
            ship.hex = origin
            return False
        return n < 4

    def _ram_effect(self, ship: Craft, target: Craft, astern: int) -> None:
        """SSL-J1.5 to J1.10."""
        n = self.strikes(f"RAM_EFFECT {ship.id} on {target.id}", 5)
        hits = (1, 1, 2, 2, 3, 4)[n] * ship.speed
        own = {"armored": 0, "none": -(-ship.speed // 2), "other": -(-ship.speed // 4)}[ship.log.ram]
        self.due(sailing.RamEffect(ship.id, target.id, n, hits, own))
        Damage(self, target, ship.id, None, astern).inflict(hits)
        Damage(self, ship, target.id, None, 0).inflict(own)
        afloat = [each for each in (ship, target) if each.fate == "afloat"]
        if afloat:
            self.due(sailing.RamStopped([each.id for each in afloat]))
        for each in afloat:
            each.speed = 0

    # ------------------------------------------------------------ gunnery

    def _gunnery(self) -> None:
        """SSL-J2.1, SSL-J2.2: by turns, the advantaged side first, up to two passes running."""
        side, passes = self.advantage, 0
        fires = self.next_is(battle.Passed, battle.OpenedFire)
        while fires and passes < 2:
            if self.next_is(battle.Passed):
                self.due(battle.Passed(side, self.impulse))
                passes += 1
            else:
                self._fire(side)
                passes = 0
            side = OTHER[side]

    def _fire(self, side: str) -> None:
        """SSL-J2.3 to J2.6, SSL-J2.12."""
        opened = self.take(battle.OpenedFire)
        ship = self.ships[opened.ship]
        ready = ship.side == side and ship.fate == "afloat" and not ship.fired and opened.impulse == self.impulse
        self.check(ready, f"{ship.id} may not fire")
        ship.fired = True
        aims = self.take(battle.Designated)
        self.check((aims.ship, aims.impulse) == (ship.id, self.impulse), f"{aims}")
        salvos: Counter[tuple[str, str]] = Counter()
        for battery, target in aims.targets.items():
            self.check(battery in ship.living and self._legal(ship, battery, self.ships[target]), f"{battery} at {target}")
            salvos[ship.guns[battery].code, target] += 1
        self.check(opened.salvos == len(salvos) > 0, f"{salvos}")
        for code, target in sorted(salvos, key=lambda salvo: (audit_tables.RANKS.index(salvo[0]), natural(salvo[1]))):
            if self.ships[target].fate == "afloat":
                self._salvo(ship, self.ships[target], code, salvos[code, target])
            else:
                self.due(battle.SalvoWasted(ship.id, target, code))

    def _legal(self, ship: Craft, battery: str, foe: Craft) -> bool:
        """SSL-J2.6, SSL-J2.7."""
        gun = ship.guns[battery]
        if foe.fate != "afloat" or foe.side == ship.side or not audit_tables.letter(gun.code, ship.range(foe), self.options):
            return False
        if ship.hex == foe.hex:
            return bool(self.options["same_hex_fire"] == "all")
        return half_step(ship.hex, ship.heading, foe.hex) in ARCS[gun.arc]

    def _salvo(self, ship: Craft, target: Craft, code: str, guns: int) -> None:
        """SSL-J2.8 to J2.11, SSL-D1.2, SSL-L1.1."""
        away = ship.range(target)
        modifiers = {
            "number": audit_tables.read_off(audit_tables.BY_NUMBER, guns),
            "speed": audit_tables.read_off(audit_tables.BY_SPEED, target.speed),
            "size": target.log.size,
        }
        pool = max(0, 8 + sum(modifiers.values()))
        n = self.strikes(f"TO_HIT {ship.id} {guns} [{code}] at {target.id}", pool)
        need = audit_tables.need(away, self.options)
        base = max(0, n - need + 1)
        hits = audit_tables.effective(base, code, self.options)
        letter = audit_tables.letter(code, away, self.options)
        ends = label_of(ship.hex), label_of(target.hex)
        shot = (ship.id, target.id, self.impulse, code, guns, away, modifiers, pool, n, need, base, hits, letter, *ends)
        self.due(battle.SalvoFired(*shot))
        step = None if ship.hex == target.hex else half_step(target.hex, target.heading, ship.hex)
        Damage(self, target, ship.id, letter, step).inflict(hits)
