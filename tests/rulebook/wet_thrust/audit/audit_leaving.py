"""The part of the auditor that sees ships break contact, and boats change their depth (WT-18.7, WT-21)."""

from __future__ import annotations

from fractions import Fraction

from events.wet_thrust import opening, sailing
from tests.rulebook.wet_thrust.audit.audit_combat import Combat
from tests.rulebook.wet_thrust.audit.audit_tables import SKY, Craft, apart, relative

SMOKERS = ("CL", "DD", "MM")
SLOW = {("deep", "periscope"), ("surfaced", "periscope"), ("periscope", "deep"), ("periscope", "surfaced")}


class Leaving(Combat):
    """Steps 8.3 and 8.4."""

    def change(self, boat: Craft, mode: str) -> None:
        """WT-18.2: all see her go and come."""
        if mode == boat.mode:
            return
        seen = boat.visible
        if seen:
            self.due(sailing.LeftSight(boat.id))
        self.due(sailing.ModeChanged(boat.id, mode))
        boat.mode = mode
        if boat.visible and not seen:
            told = self.take(sailing.Sighted)
            place = (told.ship, told.index, told.side, told.at, told.course, Fraction(told.speed))
            self.check(place == (boat.id, boat.index, boat.side, [*boat.at], boat.course, boat.speed), f"{boat.id}: {told}")

    # ------------------------------------------------------------ step 8.3, 8.4

    def disengage(self) -> None:
        """WT-21."""
        kinds = (sailing.DisengageBarred, sailing.DisengageTried, sailing.Disengaged)
        ends = next((k for k in range(self.at, len(self.events)) if isinstance(self.events[k], opening.TurnEnded)), self.at)
        back = next(k for k in range(self.at, -1, -1) if isinstance(self.events[k], opening.TurnBegan))
        barred = {event.ship for event in self.events[back:ends] if isinstance(event, sailing.DisengageBarred)}
        ordered = {event.ship for event in self.events[back:ends] if isinstance(event, kinds)}
        smoky = SKY[self.weather][1] >= 0
        for ship in self.afloat():
            fits = ship.printed.type in SMOKERS or not ship.smoking or ship.id in ordered
            self.check(fits and (ship.id not in ordered or ship.smoking == smoky), f"smoke of {ship.id}")
        away: list[tuple[Craft, str]] = []
        for ship in self.afloat():
            if ship.id in ordered:
                self.check(self._may_leave(ship) == (ship.id not in barred), f"may {ship.id} disengage?")
                if ship.id not in barred:
                    away += self._attempt(ship, ordered)
        for ship, challenger in away:
            self.due(sailing.Disengaged(ship.id, challenger))
            ship.fate = "away"

    def _recovering(self, ship: Craft) -> bool:
        """WT-6.8."""
        planes = [wing for wing in self.wings.values() if wing.kind == "R" and wing.carrier == ship.id]
        if self.options["recon_bar"] == "game":
            return any(wing.moored for wing in planes)
        places = ("air", "alongside") if self.options["recon_bar"] == "aloft" else ("alongside",)
        return any(wing.place in places for wing in planes)

    def _may_leave(self, ship: Craft) -> bool:
        """WT-21.2."""
        foes = [foe for foe in self.afloat(self.enemy(ship.side)) if foe.visible]
        nearest = min(foes, key=lambda foe: apart(ship.at, foe.at), default=None)
        beta = relative(ship.at, ship.course, nearest.at) if nearest and apart(ship.at, nearest.at) >= 1 else 180
        fast = 0 < ship.speed == ship.able
        return ship.visible and fast and 90 - 0.001 <= beta <= 270 + 0.001 and not self._recovering(ship)

    def _attempt(self, ship: Craft, ordered: set[str]) -> list[tuple[Craft, str]]:
        """WT-21.3 to 21.7."""
        foes = [foe for foe in self.afloat(self.enemy(ship.side)) if foe.visible and foe.speed > 0 and foe.id not in ordered]
        foes = [foe for foe in foes if not self._recovering(foe) and self._challenges(foe) and self._follows(foe, ship)]
        foe = min(foes, key=lambda foe: apart(ship.at, foe.at), default=None)
        if foe is None:
            return [(ship, "")]
        found = {
            "speed": ship.top - foe.top,
            "fuel": Fraction(-(ship.fuel_lost // 2)),
            "radar": Fraction(-1 if foe.working("RA") else 0),
            "smoke": Fraction(int(ship.smoking)),
            "weather": Fraction(SKY[self.weather][0]),
        }
        total = sum(found.values(), Fraction(0))
        die = self.roll(f"disengage {ship.id}", 1)[0]
        self.due(sailing.DisengageTried(ship.id, foe.id, str(total), die, die <= total))
        return [(ship, foe.id)] if die <= total else []

    def _challenges(self, foe: Craft) -> bool:
        """WT-21.3: CHALLENGE of her own, or of FLEET; YES by default."""
        lines = [*self.fleet.get(foe.side, []), *self.standing.get(foe.id, [])]
        said = [line for line in lines if line.startswith("CHALLENGE")]
        return not said or said[-1].endswith("YES")

    def _follows(self, foe: Craft, ship: Craft) -> bool:
        beta = relative(foe.at, foe.course, ship.at)
        turn = abs(foe.course - ship.course) % 12
        return min(beta, 360 - beta) <= 45.001 or min(turn, 12 - turn) <= 1 or apart(foe.at, ship.at) < 1

    def depths(self) -> None:
        """WT-18.7."""
        for boat in self.afloat():
            going = self.next_of(sailing.LeftSight, boat.id) or self.next_of(sailing.ModeChanged, boat.id)
            if going:
                mode = self.upcoming(sailing.ModeChanged).mode
                self.check((boat.mode, mode) in SLOW, f"{boat.id} goes from {boat.mode} to {mode}")
                self.change(boat, mode)
