"""The auditor's reckoning of what a salvo, or one side of a ram, does to a ship: HITS of section 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.sovereign_seas import battle
from tests.rulebook.sovereign_seas.audit.audit_tables import ARCS, Craft, beats, firepower, label_of

if TYPE_CHECKING:
    from tests.rulebook.sovereign_seas.audit.auditor import Audit

LOCATIONS = "HHHBT*"
"""2.8."""
RESULTS = ("conning tower", "rudder", "rudder", "severe", "severe", "funnel", "funnel", "boiler", "magazine")
"""2.9."""


class Damage:
    """An attack `by` one ship on another. `letter` None is a ram's; `step` its half-step, None in the same hex."""

    def __init__(self, audit: Audit, ship: Craft, by: str, letter: str | None, step: int | None) -> None:
        self.audit, self.ship, self.by, self.letter, self.step = audit, ship, by, letter, step
        self.options = audit.options
        self.severe = False

    def inflict(self, hits: int) -> None:
        """SSL-K.1, SSL-K.4, SSL-L5.8."""
        taken = 0
        for _ in range(hits):
            if self.ship.fate == "afloat":
                taken += self._hit()
        if self.severe and self.ship.fate == "afloat":
            if self.options["severe_penetrates"] == "on" and not beats(self.letter, self.ship.log.hull_armour):
                self._kept_out("hull", self.ship.log.hull_armour)
                return
            points = (1 + (taken if self.options["severe_base"] == "taken" else hits)) // 2
            self.audit.due(battle.SevereDamage(self.ship.id, points))
            self._hull(points)

    def _hit(self) -> int:
        """SSL-K.2, SSL-K.3, SSL-L1.1 to L3.1. Was it marked off?"""
        n = self.audit.strikes(f"LOC {self.ship.id}", 5)
        where = LOCATIONS[n]
        self.audit.due(battle.Located(self.ship.id, n, where))
        if where == "*":
            self._critical()
            return 1
        struck = where
        if struck == "T" and not self._reachable("T"):
            struck = "B"
        if struck == "B" and not self._reachable("B"):
            struck = "H"
        if struck != where:
            self.audit.due(battle.PassedOn(self.ship.id, where, struck))
        part = "hull" if struck == "H" else self._chosen(struck)
        hull = self.ship.log.hull_armour
        armour = hull if struck == "H" else self.ship.guns[part].armour
        if not beats(self.letter, armour):
            self._kept_out(part, armour)
            return 0
        if struck != "H":
            self.audit.due(battle.GunLost(self.ship.id, part, struck == "T"))
            self.ship.gone.add(part)
        if struck != "B" or beats(self.letter, hull):
            self._hull(1)
        return 1

    def _kept_out(self, part: str, armour: str) -> None:
        self.audit.due(battle.NoEffect(self.ship.id, part, self.letter or "", armour))

    def _reachable(self, location: str) -> list[str]:
        """SSL-L1.1, SSL-L2.1."""
        guns = {id: self.ship.guns[id] for id in self.ship.living}
        here = [id for id, gun in guns.items() if (gun.mount == "casemate") is (location == "B")]
        return [id for id in here if self.step is None or self.step in ARCS[guns[id].arc]]

    def _chosen(self, location: str) -> str:
        """SSL-L2.1: any battery may be given up that can be reached; SSL-L1.2: the weakest turret, any of like ones."""
        event = self.audit.events[self.audit.at]
        self.audit.check(isinstance(event, battle.GunLost | battle.NoEffect), f"a part at {location} is due")
        part = str(vars(event).get("battery") or vars(event).get("part"))
        reach = self._reachable(location)
        self.audit.check(part in reach, f"{part} cannot be struck, only {reach}")
        worth = {id: (self.ship.guns[id].armour, firepower(self.ship.guns[id].code, self.options)) for id in reach}
        self.audit.check(location == "B" or worth[part] == min(worth.values()), f"{part} is not the weakest")
        return part

    def _hull(self, points: int) -> None:
        """SSL-L3.1, SSL-L4.1."""
        for _ in range(min(points, self.ship.log.circles - self.ship.marked)):
            self.ship.marked += 1
            if self.ship.marked in self.ship.crossings:
                self.ship.lost = min(len(self.ship.track), self.ship.lost + 1)
        self.audit.due(battle.HullMarked(self.ship.id, self.ship.marked, self.ship.lost, self.ship.maximum))
        if self.ship.marked == self.ship.log.circles:
            self._sink()

    def _sink(self) -> None:
        self.audit.due(battle.Sunk(self.ship.id, self.by, label_of(self.ship.hex)))
        self.ship.fate, self.ship.fell, self.ship.speed = "sunk", self.audit.turn, 0

    def _critical(self) -> None:
        """SSL-L5.1 to L5.11."""
        ship, audit = self.ship, self.audit
        self._hull(self.options["crit_hull"])
        if ship.fate != "afloat":
            return
        n = audit.strikes(f"CRIT {ship.id}", 8)
        while self.severe and RESULTS[n] == "severe":
            audit.due(battle.SevereAgain(ship.id, n))
            n = audit.strikes(f"CRIT {ship.id}", 8)
        result = RESULTS[n]
        audit.due(battle.Critical(ship.id, n, result))
        self.severe |= result == "severe"
        if result == "conning tower":
            self._tower()
        elif result == "rudder":
            self._rudder()
        elif result == "funnel":
            self._factors("funnel", 2)
        elif result == "boiler":
            self._boiler()
        elif result == "magazine":
            self._magazine()

    def _until(self, purpose: str) -> int:
        """SSL-L5.12: this turn and 1 + strikes more; R20: this turn is the first of them."""
        turns = 1 + self.audit.strikes(f"{purpose} {self.ship.id}", 5)
        return self.audit.turn + turns - (1 if self.options["count_current_turn"] == "on" else 0)

    def _tower(self) -> None:
        """SSL-L5.3, SSL-L5.4."""
        armour = "" if self.ship.tower_lost else self.ship.log.tower_armour
        if not beats(self.letter, armour):
            self._kept_out("conning tower", armour)
            return
        self.ship.tower_lost = True
        self.ship.command_until = max(self.ship.command_until, self._until("CT"))
        self.audit.due(battle.OutOfCommand(self.ship.id, self.ship.command_until))

    def _rudder(self) -> None:
        """SSL-L5.6."""
        self.ship.jam = "LRS"[self.audit.strikes(f"RUD_DIR {self.ship.id}", 2)]
        self.ship.jam_until = max(self.ship.jam_until, self._until("RUD_DUR"))
        self.audit.due(battle.RudderJammed(self.ship.id, self.ship.jam, self.ship.jam_until))

    def _factors(self, cause: str, factors: int) -> None:
        """SSL-L5.9, SSL-L5.13."""
        before, self.ship.lost = self.ship.lost, min(len(self.ship.track), self.ship.lost + factors)
        if self.ship.lost > before:
            self.audit.due(battle.FactorsLost(self.ship.id, cause, self.ship.lost, self.ship.maximum))

    def _boiler(self) -> None:
        """SSL-L5.10."""
        self._factors("boiler", -(-len(self.ship.track) // self.options["boiler_div"]))

    def _magazine(self) -> None:
        """SSL-L5.11, R22."""
        instead = "sink" if self.ship.log.magazines else self.options["no_magazine"]
        if instead == "boiler":
            self._boiler()
        elif instead == "sink":
            self.audit.due(battle.MagazineExploded(self.ship.id))
            self._sink()
