"""The part of the auditor that reckons fire: guns, torpedoes, depth charges, bombs (WT-7, WT-8, WT-10, WT-13, WT-19)."""

from __future__ import annotations

from collections.abc import Sequence

from events.platform import Rolled
from events.wet_thrust import firing, flying
from tests.rulebook.wet_thrust.audit.audit_damage import Hulls
from tests.rulebook.wet_thrust.audit.audit_tables import (
    GUN_DICE,
    POINTS,
    SKY,
    Craft,
    Place,
    Salvo,
    Wing,
    apart,
    near,
    relative,
    screened,
)

GUNS, TORPEDOES, CHARGES = range(3)


class Fire(Hulls):
    """Step 4, and the salvos of aircraft."""

    raiders: set[str]
    """WT-5.6: who fired at a merchantman or carrier last turn, and this turn."""
    raiding: set[str]

    def ships_fire(self) -> None:
        """WT-7.1: one ship after the other, each with guns, torpedoes and depth charges; boats below the surface last."""
        done: list[str] = []
        stage = GUNS
        at_will: dict[str, dict[str, list[str]] | None] = {}
        aimed: dict[str, list[tuple[str, list[str]]]] = {}
        ready_to_run = {ship.id: self._run(ship) for ship in self.afloat()}
        while head := self._head():
            ship, what = head
            if not done or done[-1] != ship.id:
                self.check(ship.id not in done, f"{ship.id} has fired already")
                self.check(not done or self.ships[done[-1]].visible or not ship.visible, "boats below the surface fire last")
                done.append(ship.id)
                stage, at_will[ship.id] = GUNS, self._at_will(ship)
            self.check(what >= stage, f"{ship.id} fires out of order")
            stage = what
            if what == GUNS:
                aimed.setdefault(ship.id, []).append(self._guns(ship, aimed.get(ship.id, [])))
            elif what == TORPEDOES:
                self._torpedoes(ship)
            else:
                stage += 1
                self._charges(ship)
                ready_to_run.pop(ship.id)
        silent = {ship.id: self._at_will(ship) for ship in self.afloat() if ship.id not in done}
        for id, wanted in {**at_will, **silent}.items():
            if wanted is not None:
                self.check(dict(aimed.get(id, [])) == wanted, f"{id} at will fires {wanted}, not {aimed.get(id)}")
        left = [id for id, boat in ready_to_run.items() if boat and boat.left]
        self.check(not left, f"no depth charges of {left}")

    def _head(self) -> tuple[Craft, int] | None:
        """Who fires next, and with what."""
        event = self.peek()
        if isinstance(event, Rolled):
            name, ship = event.purpose.split()[:2]
            stages = {"german_fc": GUNS, "hit_dice": GUNS, "as_hit": CHARGES}
            return (self.ships[ship], stages[name]) if name in stages else None
        if isinstance(event, firing.GunsFired):
            return self.ships[event.ship], GUNS
        return (self.ships[event.ship], TORPEDOES) if isinstance(event, firing.LauncherEmptied) else None

    # ------------------------------------------------------------ guns

    def _guns(self, ship: Craft, before: Sequence[tuple[str, list[str]]]) -> tuple[str, list[str]]:
        """WT-7.2 to 7.19, WT-8.1 to 8.7. `before`: her salvos of this turn."""
        if ship.printed.nation == "DE" and not ship.german:
            ship.german = 1 if self.roll(f"german_fc {ship.id}", 1)[0] >= 4 else -1
            self.due(firing.GermanControl(ship.id, ship.german))
        told = self.upcoming(firing.GunsFired)
        guns = told.batteries
        target = self.known(told.target, ship.side)
        self.check(told.ship == ship.id and target is not None, f"{told.target} is no target of {ship.id}")
        assert target
        reach = apart(ship.at, target.at)
        used = [gun for _, group in before for gun in group]
        self.check(bool(guns) and not set(guns) & set(used), f"guns of {ship.id} fire twice")
        self.check(set(guns) <= set(self._reaching(ship, target)), f"not all of {guns} of {ship.id} reach {told.target}")
        self.check(guns == [gun for gun in ship.printed.systems if gun in guns], "sheet order")
        self.check(told.target not in dict(before) and len(before) < len(ship.working("FC")), f"targets of {ship.id}")
        level, modifiers = self._hit_dice(ship, target, guns)
        words, dice = f"{ship.id} at {told.target}", max(0, level + sum(modifiers.values()))
        symbols = sum(face > 6 - self.options["hit_faces"] for face in self.roll(f"hit_dice {words}", dice))
        armour, grade = self._armour(ship, target)
        band = self._band(reach)
        faces = self.roll(f"gun_damage {words}", sum(int(GUN_DICE[gun[0]][band]) for gun in guns)) if symbols else []
        points = sum(POINTS[grade].get(face, 0) for face in faces)
        self.due(
            firing.GunsFired(
                ship.id, told.target, guns, round(reach), level, modifiers, dice, symbols, armour, grade, points,
                [*ship.at], [*target.at],
            )
        )  # fmt: skip
        ship.ladder.pop(told.target, None)
        ship.ladder[told.target] = Salvo(level, self.turn, symbols > 0)
        self._raid(ship, target)
        self.mark(target, points, "gunfire")
        self.lose_fuel(target, points // 5, "salvo")
        return told.target, guns

    def _band(self, mils: float) -> int:
        """WT-1.3; 4 is out of range."""
        return next((k for k in range(4) if mils <= (k + 1) * 12000 + 0.001), 4)

    def _targets(self, ship: Craft) -> list[Craft]:
        """WT-7.4."""
        foes = [foe for foe in self.afloat(self.enemy(ship.side)) if foe.left and foe.named(self.turn)]
        return [foe for foe in foes if foe.mode != "deep"]

    def _reaching(self, ship: Craft, target: Craft) -> list[str]:
        """WT-7.4: working, not barred, bearing, with a die at the range."""
        band = self._band(apart(ship.at, target.at))
        if band > 3 or not ship.visible:
            return []
        guns = [gun for gun in ship.working("A", "B", "C", "D") if not (ship.barred and gun[0] == ship.printed.main)]
        return [gun for gun in guns if GUN_DICE[gun[0]][band] != "0" and ship.bears(gun, target.at)]

    def _hit_dice(self, ship: Craft, target: Craft, guns: Sequence[str]) -> tuple[int, dict[str, int]]:
        """WT-7.6 to 7.17."""
        name = target.named(self.turn)
        last = ship.ladder.get(name)
        main = ship.working(ship.printed.main)
        cumulative = sum(system.startswith("FC") for system in ship.lost)
        planes = [each for each in self.flying() if each.kind == "R" and each.carrier == ship.id]
        found = {
            "broadside": int(len(main) >= 2 and set(main) <= set(guns)),
            "german_control": ship.german,
            "radar": int(bool(ship.working("RA"))),
            "hit_last_turn": int(bool(last and last.hit and last.turn == self.turn - 1)),
            "reconnaissance": int(any(near(plane.at, target.at, 6) for plane in planes)),
            "controls_lost": -(cumulative if self.options["fc_loss_penalty"] == "cumulative" else ship.controls_lost_before),
            "weather": -SKY[self.weather][0],
            "target_smoke": -self._hidden_by_smoke(target),
            "own_smoke": -self._hidden_by_smoke(ship),
            "smoke_screen": -self._screened(ship.at, target.at),
            "salvo_chasing": -int(target.chasing),
        }
        return self._level(last), {cause: number for cause, number in found.items() if number}

    def _level(self, last: Salvo | None) -> int:
        """WT-7.6, WT-7.7."""
        if last is None:
            return 1
        silent = self.turn - last.turn - 1
        level = last.level
        for _ in range(silent):
            level = max(1, level - 1)
        return min(3, level + 1) if not silent or self.options["ladder_resume"] == "advanced" else level

    def _hidden_by_smoke(self, ship: Craft) -> int:
        """WT-20.3."""
        counts = self.options["capital_smoke_hides"] == "on" or ship.printed.type not in ("BB", "BC", "CV", "CA")
        return int(ship.smoking and counts)

    def _screened(self, a: Place, b: Place) -> int:
        """WT-20.7."""
        return int(any(screened(a, b, path) for path, _ in self.screens))

    def _armour(self, ship: Craft, target: Craft) -> tuple[str, int]:
        """WT-8.3 to 8.5."""
        if not target.visible:
            return "none", 0
        if target.evasive and target.printed.evasive == "escort":
            return "evasive", 3
        return ("belt", target.printed.belt) if near(ship.at, target.at, 24) else ("deck", target.printed.deck)

    def _raid(self, ship: Craft, target: Craft) -> None:
        """WT-5.6."""
        if target.printed.type in ("MM", "CV"):
            self.raiding.add(ship.id)

    def _at_will(self, ship: Craft) -> dict[str, list[str]] | None:
        """6.1: the salvos of a ship that has no other order than FIRE AT WILL without a priority; None if she has."""
        if any(line.startswith(("FIRE", "HOLD")) for line in self.kept.get(ship.id, [])):
            return None
        if not ship.working("FC"):
            return {}
        reach = {foe.named(self.turn): self._reaching(ship, foe) for foe in self._targets(ship)}
        names = {foe.named(self.turn): foe for foe in self._targets(ship)}
        able = sorted((name for name in reach if reach[name]), key=lambda name: apart(ship.at, names[name].at))
        if not able:
            return {}
        last = next((name for name, salvo in ship.ladder.items() if salvo.turn == self.turn - 1), "")
        primary = last if last in able else able[0]
        found = {primary: reach[primary]}
        for gun in ship.working("A", "B", "C", "D"):
            second = next((name for name in able if gun in reach[name]), primary)
            if gun not in reach[primary] and second != primary and (second in found or len(found) < len(ship.working("FC"))):
                found.setdefault(second, []).append(gun)
        return found

    # ------------------------------------------------------------ torpedoes

    def _torpedoes(self, ship: Craft) -> None:
        """WT-10.1 to 10.4."""
        told = self.upcoming(firing.TorpedoesFired)
        self.check(told.by == ship.id and bool(ship.working("FC")) and ship.mode != "deep", f"torpedoes of {ship.id}")
        for launcher in told.launchers:
            mount = ship.printed.mounts[launcher]
            used = ship.used.get(launcher, 0)
            ready = launcher in ship.working("TL") and used < mount.loads and ship.ready.get(launcher, 0) <= self.turn
            self.check(ready and ship.bears(launcher, self.ships[told.target].at), f"{launcher} of {ship.id} cannot fire")
            ship.used[launcher] = used + 1
            ship.ready[launcher] = self.turn + self.options["torpedo_reload_turns"] + 1
            self.due(firing.LauncherEmptied(ship.id, launcher, mount.loads - used - 1, ship.ready[launcher]))
        target = self.known(told.target, ship.side)
        self.check(bool(told.launchers and target and target.visible and target.left), f"{told.target} is no target")
        assert target
        self._raid(ship, target)
        tubes = sum(ship.printed.mounts[launcher].tubes for launcher in told.launchers)
        self.torpedo_salvo(ship, target, told.launchers, tubes, ship.visible)

    def torpedo_salvo(self, by: Craft | Wing, target: Craft, launchers: list[str], number: int, seen: bool) -> None:
        """WT-10.5 to 10.10."""
        self.check(near(by.at, target.at, 8), f"{by.id} is too far from {target.id}")
        arc = self._arc(target, by.at)
        found = {
            "range": 0 if near(by.at, target.at, 4) else -2,
            "stationary": 4 * (target.speed == 0),
            "evasive": -2 * target.evasive,
            "end_on": -2 * (arc != "beam"),
            "obscured": -2 * max(self._hidden_by_smoke(target), self._screened(by.at, target.at)),
        }
        modifiers = {cause: number for cause, number in found.items() if number}
        needed = number + sum(modifiers.values())
        hits = sum(face <= needed for face in self.roll(f"torp_hit {by.id} at {target.id}", number))
        faces = self.roll(f"torp_damage {by.id} at {target.id}" if seen else f"torp_damage at {target.id}", hits)
        points = sum(max(0, face - self._protection(target, target.printed.belt) + 4 * (target.speed == 0)) for face in faces)
        reach, aim = round(apart(by.at, target.at)), [*target.at]
        self.due(
            firing.TorpedoesFired(
                by.id, target.id, launchers, number, reach, arc, needed, modifiers, hits, points, [*by.at], aim, seen
            )
        )
        if hits and not seen:
            self.due(firing.TorpedoesStruck(target.id, arc, hits, points, aim))
        if points:
            self.mark(target, points, "torpedoes")
            self.lose_fuel(target, points // 5, "salvo")
            self.extra(target, "T20", arc)

    def _arc(self, target: Craft, at: Place) -> str:
        """WT-1.5."""
        beta = relative(target.at, target.course, at)
        off = min(beta, 360 - beta)
        if apart(target.at, at) < 1 or 45 - 0.001 <= off <= 135 + 0.001:
            return "beam"
        return "bow" if off < 45 else "stern"

    def _protection(self, target: Craft, level: int) -> int:
        """WT-2.11: the printed armour, but by the option 3 of an escort that evades."""
        scope = self.options["evasive_armour_scope"] == "all"
        return 3 if scope and target.evasive and target.printed.evasive == "escort" else level

    # ------------------------------------------------------------ depth charges

    def _mounts(self, ship: Craft, boat: Craft) -> list[str]:
        """WT-19.5, WT-19.6."""
        inches = int(apart(ship.at, boat.at) / 1000 + 0.5)
        return [mount for mount in ship.working("AS") if not inches or ship.bears(mount, boat.at)]

    def _run(self, ship: Craft) -> Craft | None:
        """The boat at which she must make an attack run by ASW ANY, or by 6.1 without an order."""
        if not ship.working("FC") or any(line.startswith("ASW") for line in self.kept.get(ship.id, [])):
            return None
        boats = [foe for foe in self.afloat(self.enemy(ship.side)) if not foe.visible and foe.named(self.turn) and foe.left]
        able = [boat for boat in boats if near(ship.at, boat.at, 3) and self._mounts(ship, boat)]
        return min(able, key=lambda boat: apart(ship.at, boat.at), default=None)

    def _charges(self, ship: Craft) -> None:
        """WT-19.5 to 19.7."""
        told = self.upcoming(firing.DepthCharged)
        boat = self.known(told.target, ship.side)
        self.check(boat is not None and not boat.visible and boat.left > 0, f"{told.target} is no submarine that is held")
        assert boat
        mounts = self._mounts(ship, boat)
        fits = told.ship == ship.id and near(ship.at, boat.at, 3) and bool(mounts and ship.working("FC"))
        self.check(fits and self._run(ship) in (None, boat), f"attack run of {ship.id}")
        inches, needed = int(apart(ship.at, boat.at) / 1000 + 0.5), len(mounts) - 2 * boat.silent
        words = f"{ship.id} at {told.target}"
        hits = sum(face <= needed for face in self.roll(f"as_hit {words}", len(mounts)))
        points = sum(max(0, face - inches) for face in self.roll(f"as_damage {words}", hits))
        charged = firing.DepthCharged(
            ship.id, told.target, mounts, len(mounts), inches, boat.silent, needed, hits, points, [*ship.at], [*boat.at]
        )
        self.due(charged)
        self.mark(boat, points, "depth charges")

    # ------------------------------------------------------------ bombs

    def bombs(self, wing: Wing, target: Craft) -> None:
        """WT-13.3, WT-13.4, WT-13.6, WT-13.9."""
        level = wing.kind == "B"
        still, sides = (3, 8) if level else (4, 6)
        found = {"stationary": still * (target.speed == 0), "evasive": (-3 if level else -2) * target.evasive}
        modifiers = {cause: number for cause, number in found.items() if number}
        needed = wing.aircraft + sum(modifiers.values())
        words = f"{wing.id} at {target.id}"
        hits = sum(face <= needed for face in self.roll(f"bomb_hit {words}", wing.aircraft))
        armour = self._protection(target, target.printed.deck)
        faces = self.roll(f"bomb_damage {words}", hits, sides)
        points = sum(max(0, face - armour + still * (target.speed == 0)) for face in faces)
        aim = [*target.at]
        self.due(flying.Bombed(wing.id, target.id, wing.kind, wing.aircraft, needed, modifiers, hits, points, aim))
        self.mark(target, points, "bombs")
        self.lose_fuel(target, points // 5, "salvo")
        if points:
            self.extra(target, "B20")
