"""The part of the auditor that fights in the air (WT-12, WT-13.1, WT-14)."""

from __future__ import annotations

from collections import Counter

from events.wet_thrust import flying
from tests.rulebook.wet_thrust.audit.audit_air import Air
from tests.rulebook.wet_thrust.audit.audit_tables import Craft, Wing, apart, near

KILLS = {4: 1, 5: 1, 6: 2}
COVERED = ("CV", "BB", "BC", "CA", "CL", "MM", "DD", "SS")
STRENGTH_TIES = ("T", "DB", "B", "R", "F")


class Combat(Air):
    """Steps 5.1 to 5.3."""

    # ------------------------------------------------------------ step 5.1

    def combat(self) -> None:
        """WT-12.7 to 12.10."""
        order = [each.id for each in self.flying()]
        hunts: dict[str, list[str]] = {}
        for fighter, prey in [*self._cap(), *self.engaged.items()]:
            hunts.setdefault(prey, []).append(fighter)
        duels: list[tuple[str, str]] = []
        for prey, fighters in hunts.items():
            fighters.sort(key=order.index)
            escorts = [each.id for each in self._escorts(self.wings[prey])]
            against = [prey] * len(fighters) if self.wings[prey].kind == "F" else escorts
            duels += zip(fighters, against, strict=False)
        duels.sort(key=lambda pair: order.index(pair[0]))
        for prey in order:
            for fighter in hunts.get(prey, []):
                self.due(flying.Engaged(fighter, prey, [*self.met.get(fighter, self.wings[prey].at)]))
        fired = self._dogfights(duels)
        busy = fired | {one for one, _ in duels}
        for prey in order:
            hunters = [self.wings[id] for id in hunts.get(prey, []) if id not in busy]
            self._pounce([each for each in hunters if each.place == "air"], self.wings[prey])

    def _cap(self) -> list[tuple[str, str]]:
        """WT-12.4, WT-12.7 a."""
        found: list[tuple[str, str]] = []
        for carrier in self.afloat():
            mates = [each for each in self.flying(carrier.side) if each.carrier == carrier.id and self._word(each) == "CAP"]
            friends = [ship for ship in self.afloat(carrier.side) if near(ship.at, carrier.at, 6) and ship.working("AD")]
            safe = {carrier.id} | {ship.id for ship in friends if ship.visible}
            threats = [wing for wing, target in self._attacks() if target.id in safe]
            given: Counter[str] = Counter()
            for fighter in mates:
                if threats and apart(fighter.at, carrier.at) < 1:
                    words = "".join(self._task(fighter)[2:]).split(",") if len(self._task(fighter)) > 1 else ["T", "DB", "B"]
                    rank = {each.id: words.index(each.kind) if each.kind in words else 9 for each in threats}
                    prey = min(threats, key=lambda each: (given[each.id], rank[each.id]))
                    given[prey.id] += 1
                    found.append((fighter.id, prey.id))
        return found

    def _dogfights(self, duels: list[tuple[str, str]]) -> set[str]:
        """WT-12.8."""
        fired: set[str] = set()
        losses: Counter[str] = Counter()
        for one, other in duels:
            free = [id for id in (one, other) if id not in fired]
            if free:
                dealt = {by: self._fighters(by, at) if by in free else 0 for by, at in ((one, other), (other, one))}
                shot = [min(dealt[by], max(0, self.wings[at].aircraft - losses[at])) for by, at in ((one, other), (other, one))]
                self.due(flying.Dogfight(one, other, dealt[one], dealt[other], *shot))
                losses[other] += dealt[one]
                losses[one] += dealt[other]
                fired |= {one, other}
        for wing in self.flying():
            self._shot_down(wing, losses[wing.id])
        return fired

    def _fighters(self, by: str, at: str) -> int:
        return sum(KILLS.get(face, 0) for face in self.roll(f"fighter_fire {by} at {at}", self.wings[by].aircraft))

    def _pounce(self, hunters: list[Wing], prey: Wing) -> None:
        """WT-12.9."""
        kills = 0
        for hunter in hunters:
            down = self._fighters(hunter.id, prey.id)
            self.due(flying.FightersFired(hunter.id, prey.id, down, min(down, max(0, prey.aircraft - kills))))
            kills += down
        self._shot_down(prey, kills)
        if hunters and prey.aircraft and prey.kind != "R":
            first = hunters[0]
            back = sum(face >= 5 for face in self.roll(f"air_return {prey.id} at {first.id}", prey.aircraft))
            self.due(flying.GunnersFired(prey.id, first.id, back, min(back, first.aircraft)))
            self._shot_down(first, back)

    # ------------------------------------------------------------ step 5.2

    def flak(self) -> None:
        """WT-14."""
        coming = {wing.id: target for wing, target in self._attacks()}
        for ship in self.afloat():
            if ship.visible and ship.working("FC"):
                for system in ship.working("PD", "AD"):
                    self._flak(ship, system, coming)

    def _flak(self, ship: Craft, system: str, coming: dict[str, Craft]) -> None:
        wing = self._aimed_at(ship, self._threatened(ship, system[0] == "A", coming))
        if wing is None:
            return
        die = self.roll(f"aa_fire {ship.id} {system} at {wing.id}", 1)[0] - 2 * (wing.kind in ("B", "R"))
        kills = KILLS.get(die, 0)
        self.due(flying.FlakFired(ship.id, system, wing.id, die, kills, min(kills, wing.aircraft)))
        self._shot_down(wing, kills)

    def _threatened(self, ship: Craft, area: bool, coming: dict[str, Craft]) -> dict[str, list[Craft]]:
        """WT-14.2, WT-14.3: whom it may fire at, and the ships that are threatened."""
        enemies = self.flying(self.enemy(ship.side))
        if not area:
            able = [each for each in enemies if each.kind not in ("B", "R") and near(each.at, ship.at, 6)]
            return {each.id: [ship] for each in able if coming.get(each.id) is ship}
        friends = [each for each in self.afloat(ship.side) if each.visible and near(each.at, ship.at, 6)]
        found = {}
        for each in enemies:
            of_plane = [friend for friend in friends if near(each.at, friend.at, 6)]
            of_strike = [friend for friend in friends if friend is coming.get(each.id)]
            if threatened := of_plane if each.kind == "R" else of_strike:
                found[each.id] = threatened
        return found

    def _aimed_at(self, ship: Craft, targets: dict[str, list[Craft]]) -> Wing | None:
        """WT-14.4."""
        lines = self.standing.get(ship.id, [])
        wanted = [id for line in lines if line.startswith("AA ") for id in line[3:].split(", ") if id in targets]
        if wanted:
            return self.wings[wanted[0]]
        cover = next((line[6:] for line in lines if line.startswith("COVER ")), "")
        friends = {each.id: each for ships in targets.values() for each in ships}

        def rank(each: Craft) -> tuple[bool, bool, int, float, int]:
            return each.id != cover, each is not ship, COVERED.index(each.printed.type), apart(ship.at, each.at), each.index

        first = min(friends.values(), key=rank, default=None)
        group = [each for each in self.flying() if first in targets.get(each.id, [])]
        return min(group, key=lambda each: (-each.aircraft, STRENGTH_TIES.index(each.kind)), default=None)

    # ------------------------------------------------------------ step 5.3

    def strikes(self) -> None:
        """WT-13.1, WT-11.10."""
        for wing, target in self._attacks():
            if target.broken or not target.left:
                continue
            if wing.kind == "T":
                self.torpedo_salvo(wing, target, [], wing.aircraft, True)
            else:
                self.bombs(wing, target)
            for each in [wing, *self._escorts(wing)]:
                if not each.spent:
                    self.due(flying.Spent(each.id))
                    each.spent = True
