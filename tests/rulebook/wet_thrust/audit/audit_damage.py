"""The part of the auditor that keeps the control sheets (WT-3, WT-8, WT-9, WT-16, WT-17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.wet_thrust import damage, flying
from tests.rulebook.wet_thrust.audit.audit_log import Log
from tests.rulebook.wet_thrust.audit.audit_tables import EXTRA, HOLES, Craft, Wing, Wound, kind

BEYOND_REPAIR = ("DC", "MG", "R", "F", "DB", "T")
WORDS = {
    "BRIDGE": ("BR", "SB"), "RUDDER": ("RU",), "BOILER": ("BO",), "PROP": ("PR",), "RADAR": ("RA",), "SONAR": ("SO",),
    "FC": ("FC",), "GUNS": ("A", "B", "C", "D"), "TORP": ("TL",), "ASW": ("AS",), "PDF": ("PD",), "ADF": ("AD",), "SB": ("SB",),
}  # fmt: skip
FIRST_REPAIRED = (
    *("HOLE", "RUDDER", "FC", "BOILER", "PROP", "MAIN", "RADAR", "SB"),
    *("GUNS", "TORP", "SONAR", "ASW", "PDF", "ADF"),
)


class Hulls(Log):
    """Control sheets."""

    # ------------------------------------------------------------ boxes, fuel, fires, systems

    def mark(self, ship: Craft, points: int, cause: str) -> None:
        """WT-8.6."""
        points = min(points, ship.left)
        if points <= 0:
            return
        before, ship.marked = ship.marked, ship.marked + points
        end, rows = 0, []
        for boxes, number in ship.printed.rows[:-1]:
            end += boxes
            if before < end <= ship.marked:
                rows.append(number)
        ship.queue += rows
        self.due(damage.BoxesMarked(ship.id, points, ship.marked, rows, cause))

    def lose_fuel(self, ship: Craft, boxes: int, cause: str) -> None:
        """WT-3.9."""
        empty = min(boxes, ship.empty)
        full = min(boxes - empty, ship.printed.fuel - ship.empty - ship.empty_holed - ship.fuel_lost)
        if empty + full:
            ship.empty, ship.empty_holed, ship.fuel_lost = ship.empty - empty, ship.empty_holed + empty, ship.fuel_lost + full
            self.due(damage.FuelLost(ship.id, empty + full, ship.empty, ship.fuel_lost, cause))

    def burn(self, ship: Craft, cause: str) -> None:
        """WT-16.10."""
        ship.fires += 1
        self.due(damage.FireStarted(ship.id, ship.fires, cause))

    def lose_system(self, ship: Craft, system: str, cause: str) -> None:
        if system in ship.lost:
            return
        self.due(damage.SystemLost(ship.id, system, cause))
        ship.lost.append(system)
        ship.controls_lost += kind(system) == "FC"
        self._hand_over(ship, system)

    def _hand_over(self, ship: Craft, system: str) -> None:
        """WT-15.4."""
        if system in ("BR", "SB"):
            ship.takes_over = self.turn + 2 if "BR" in ship.lost and ship.working("SB") else 0

    def lose(self, ship: Craft, how: str) -> None:
        """WT-22.1, WT-23.4, WT-11.14."""
        self.due(damage.Lost(ship.id, how, [*ship.at]))
        ship.fate = "lost"
        if not ship.visible and ship.named(self.turn):
            self.due(damage.ContactDestroyed(self.enemy(ship.side), ship.contact, [*ship.at]))
        for wing in self.wings.values():
            if wing.home == ship.id and wing.place in ("aboard", "alongside"):
                self.deck_lost(wing)

    def deck_lost(self, wing: Wing) -> None:
        self.due(flying.DeckLost(wing.id))
        wing.place, wing.aircraft, wing.lost = "gone", 0, True

    def founder(self, ship: Craft) -> bool:
        """WT-8.6, WT-10.12."""
        if ship.broken or not ship.left:
            self.lose(ship, "broken" if ship.broken else "boxes")
        return not ship.afloat

    # ------------------------------------------------------------ the d20

    def extra(self, ship: Craft, table: str, arc: str = "") -> None:
        """T20 and B20 of chapter 2.6; WT-10.11, WT-13.9."""
        bombs = table == "B20"
        die = self.roll(f"{'bomb' if bombs else 'torp'}_extra {ship.id}", 1, 20)[0]
        told, cause = self.take(damage.ExtraDamage), "bomb" if bombs else "torpedo"
        self.check((told.ship, told.table, told.die) == (ship.id, table, die), f"{table} {die} of {ship.id}: {told}")
        spared = arc == "bow" and die in (11, 12, 14)
        self._strike(ship, "" if spared else self._wanted(bombs, die), told.result, cause)
        boxes, fires, fuel = EXTRA.get(die, (0, 0, 0))
        dice = {15: 1, 16: 2}.get(die, 1 if die == 12 and not bombs and not spared else 0)
        boxes += sum(self.roll(f"extra_damage {ship.id}", dice)) + 6 * (die == 16)
        self.mark(ship, boxes, "extra")
        if fires or (bombs and die in (15, 16)):
            self.burn(ship, cause)
        self.lose_fuel(ship, fuel, cause)
        if die in HOLES:
            flow, patches, _ = HOLES[die]
            id = f"HO{len(ship.holes) + 1}"
            self.due(damage.Holed(ship.id, id, die, flow, patches))
            ship.holes[id] = Wound(die, patches)
        if die == 20:
            self.due(damage.BrokenInTwo(ship.id))
            ship.broken = True

    def _wanted(self, bombs: bool, die: int) -> str:
        """What a line of the tables strikes."""
        return ({11: "GUN", 12: "BRIDGE", 14: "RA"} if bombs else {11: "RU", 12: "BO", 14: "PR"}).get(die, "")

    def _strike(self, ship: Craft, what: str, told: str, cause: str) -> None:
        """Of several alike the highest-numbered; turrets by the owner's LOSE list."""
        gone = {system for hit, system, _ in self.struck if hit is ship}
        kinds = {"GUN": "ABCD", "BRIDGE": ("BR", "SB"), "": ()}.get(what, (what,))
        able = [each for each in ship.working(*kinds) if each not in gone]
        if what == "GUN":
            able = [gun for gun in able if gun[0] == min(able)[0]]
            lists = [line[5:].split(", ") for line in self.standing.get(ship.id, []) if line.startswith("LOSE ")]
            first = next((gun for gun in (lists[-1] if lists else []) if gun in able), "")
            able = [first] if first else able
        if able:
            system = able[0] if what == "BRIDGE" else max(able, key=lambda each: int(each.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")))
            self.check(f"({system})" in told, f"{system} of {ship.id} is struck: {told}")
            self.struck.append((ship, system, cause))
        elif what:
            self.check("none" in told, f"{ship.id} has no {what} to lose: {told}")

    def after_fire(self) -> None:
        """Step 5.4."""
        for ship, system, cause in self.struck:
            self.lose_system(ship, system, cause)
        self.struck = []
        for ship in self.afloat():
            self.founder(ship)

    # ------------------------------------------------------------ WT-9, WT-17: checks

    def checks(self) -> None:
        """WT-9.1."""
        for ship in self.afloat():
            while ship.afloat and ship.queue:
                self._check(ship, ship.queue.pop(0))

    def _check(self, ship: Craft, number: int) -> None:
        """WT-9.2 to 9.6."""
        self.due(damage.CheckMade(ship.id, number))
        self.lose_fuel(ship, 1, "check")
        magazines = ship.working("MG")
        for boiler in ship.working("BO"):
            if ship.afloat and self._tested(ship, number, [boiler]):
                self._boiler(ship, boiler)
        if not ship.afloat:
            return
        rest = [each for each in ship.printed.systems if each not in ship.lost and kind(each) not in ("BO", "MG")]
        for system in self._tested(ship, number, rest):
            wing = self.wings.get(f"{ship.id}-{system}")
            if wing and wing.place == "aboard" and wing.home == ship.id:
                self.deck_lost(wing)
        blown = 0
        for magazine in magazines:
            if ship.afloat and self._tested(ship, number, [magazine]):
                blown += 1
                self._magazine(ship, magazine, blown)

    def _tested(self, ship: Craft, number: int, systems: Sequence[str]) -> list[str]:
        """WT-9.4; WT-17.1: Hood's second magazine adds 1."""
        faces = self.roll(f"threshold {ship.id} {number} {' '.join(systems)}", len(systems))
        lost = [each for each, face in zip(systems, faces, strict=True) if face + (each == "MG2") >= number]
        for system in lost:
            self.lose_system(ship, system, "check")
        return lost

    def _boiler(self, ship: Craft, boiler: str) -> None:
        """WT-3.4."""
        boxes = self.roll(f"boiler_hits {ship.id} {boiler}", 1)[0]
        if boxes > 4:
            self.due(damage.BoilerHarmless(ship.id, boiler, "boxes"))
            return
        self.mark(ship, boxes, "boiler")
        if self.founder(ship):
            return
        if self.roll(f"boiler_fire {ship.id} {boiler}", 1)[0] > 6 - self.options["hit_faces"]:
            self.burn(ship, "boiler")
        else:
            self.due(damage.BoilerHarmless(ship.id, boiler, "fire"))

    def _magazine(self, ship: Craft, magazine: str, blown: int) -> None:
        """WT-17.2, WT-17.3."""
        if blown == 2:
            self.lose(ship, "explosion")
            return
        self.mark(ship, sum(self.roll(f"magazine {ship.id} {magazine}", 2)) + 6, "magazine")
        if not self.founder(ship):
            self.burn(ship, "magazine")

    # ------------------------------------------------------------ WT-16: fires, repairs, flooding

    def damage_control(self) -> None:
        """Step 7."""
        for ship in self.afloat():
            teams = len(ship.working("DC"))
            if teams:
                self._repairs(ship, teams - self._fires(ship, teams))
            if ship.fires >= ship.printed.fire_boxes:
                self.lose(ship, "hulk")

    def _fires(self, ship: Craft, teams: int) -> int:
        """WT-16.3; WT-16.4: the parties that are busy with it."""
        shared = self.options["dc_teams_shared"] == "on"
        fought = min(ship.fires, teams) if shared else ship.fires
        faces = self.roll(f"fire_fight {ship.id}", fought)
        if faces:
            out, spread = sum(face >= 4 for face in faces), sum(face == 1 for face in faces)
            ship.fires += spread - out
            self.due(damage.FiresFought(ship.id, out, spread, ship.fires))
        return fought if shared else 0

    def _repairs(self, ship: Craft, teams: int) -> None:
        """WT-16.4, WT-16.5."""
        for item in list(self._in_turn(ship)):
            if teams and self._repairable(ship, item):
                teams -= 1
                self._repair(ship, item)

    def _in_turn(self, ship: Craft) -> Iterator[str]:
        """The owner's list if she takes orders this turn, then the default."""
        lists = [line[3:].split(", ") for line in self.standing.get(ship.id, []) if line.startswith("DC ")]
        commanded = ship.commanded(self.turn)
        words = [*(lists[-1] if lists and ship.id in self.in_command else []), *([] if commanded else ["BR"]), *FIRST_REPAIRED]
        done: set[str] = set()
        for item in (item for word in words for item in self._meant(ship, word)):
            if item not in done and self._repairable(ship, item):
                done.add(item)
                yield from [item] * (2 if item in ship.holes and ship.holes[item].kind == 18 else 1)

    in_command: set[str]
    """WT-15: ships that took orders when the turn began."""

    def _meant(self, ship: Craft, word: str) -> list[str]:
        if word == "HOLE":
            return sorted(ship.holes, key=lambda id: -ship.holes[id].kind)
        if word == "MAIN":
            return [each for each in ship.printed.systems if kind(each) == ship.printed.main]
        kinds = WORDS.get(word)
        return [each for name in kinds for each in ship.printed.systems if kind(each) == name] if kinds else [word]

    def _repairable(self, ship: Craft, item: str) -> bool:
        """WT-16.7."""
        if item in ship.holes:
            return ship.holes[item].open and ship.holes[item].kind != 19 and item not in ship.beyond
        return item in ship.lost and item not in ship.beyond and kind(item) not in BEYOND_REPAIR

    def _repair(self, ship: Craft, item: str) -> None:
        """WT-16.6, WT-16.9."""
        die = self.roll(f"repair {ship.id} {item}", 1)[0]
        result = {1: "beyond repair", 5: "repaired", 6: "repaired"}.get(die, "nothing")
        self.due(damage.RepairTried(ship.id, item, die, result))
        if die == 1:
            self.due(damage.GivenUp(ship.id, item))
            ship.beyond.append(item)
            if self.roll(f"repair_mishap {ship.id} {item}", 1)[0] <= 2:
                self.burn(ship, "mishap")
        elif die >= 5 and item in ship.holes:
            hole = ship.holes[item]
            hole.left -= 1
            hole.open = hole.left > 0
            self.due(damage.HolePatched(ship.id, item, hole.left))
        elif die >= 5:
            self.mended.append((ship, item))

    def flooding(self) -> None:
        """WT-16.9."""
        for ship in self.afloat():
            for hole in ship.holes.values():
                if hole.open and ship.afloat:
                    self.mark(ship, HOLES[hole.kind][0], "flooding")
                    self.founder(ship)

    def mend(self) -> None:
        """WT-3.12, WT-16.6: from the next turn."""
        for ship, system in self.mended:
            if ship.afloat:
                self.due(damage.SystemRepaired(ship.id, system))
                ship.lost.remove(system)
                self._hand_over(ship, system)
        self.mended = []

    def fires_seen(self) -> None:
        """WT-23.1."""
        for ship in self.afloat():
            if ship.visible and ship.fires != ship.seen_fires:
                ship.seen_fires = ship.fires
                self.due(damage.FiresSeen(ship.id, ship.fires))
