"""Orders at random: all that the language has, legal as it seems, whatever it may be good for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.core.game.protocol import Chance
from pbem.core.geometry.hexes import DIRECTIONS, Hex, distance, label, off_edge, step
from pbem.games.stingray.bots.tactics import courses
from pbem.games.stingray.model.orders import ITEMS, Plan
from pbem.games.stingray.model.plan import crosses_obstacle, cut_for_over, plan_text, speed_limits, straight, track
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import AQUAPHIBIANS, CODE_RANGE, DAMAGE, DECOY, MAX_ARMING, MINE, MK7, MK61, TERRAINIANS
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.orders.order_context import setup_open

LEAST_OVER = 5
"""STG-LEP.5: after the cut 3 hexes must be left."""


def random_orders(known: State, chance: Chance) -> str:
    """A bot that knows how orders are written, and nothing else."""
    if known.over:
        return ""
    blocks = [*_spies(known, chance)]
    for vessel in known.mine():
        bot = RandomBot(known, vessel, chance)
        lines = [line for line in bot.lines() if line]
        blocks.append("\n".join([f"{vessel.id}:", *(lines or ["PASS"])]))
    return "\n\n".join(blocks)


def _spies(known: State, chance: Chance) -> Iterator[str]:
    """STG-SPY: the cards of the scenario, and sabotage once an agent is aboard."""
    opening = OPENINGS.get(known.scenario)
    if known.side != AQUAPHIBIANS or not opening or not opening.grants_spies:
        return
    systems = list(DAMAGE.special_stingray.values())
    stingray = next(entry.id for entry in opening.vessels if entry.vessel_class == "SR")
    if known.setting_up:
        other = (f"SPY AGENT {stingray}", "SPY PLANS")[chance(2)]
        yield f"SIDE:\nSPY TRAP {stingray} {systems[chance(10)]} MOVE {1 + chance(known.limit)}\n{other}"
    elif chance(3) == 0 and known.agent_aboard:
        yield f"SIDE:\nSPY SABOTAGE {systems[chance(10)]}"


@dataclass
class RandomBot:
    """One vessel's orders of one seat."""

    known: State
    vessel: Vessel
    chance: Chance

    def lines(self) -> Iterator[str]:
        """Its block; some lines may be empty."""
        captain = self.known.reader == self.vessel.captain
        copilot = not self.vessel.copilot or not captain
        if captain:
            yield from self._set_up()
        yield self._standing()
        if self.known.setting_up or self.vessel.broken_off or self.vessel.crew_dead:
            return
        if captain:
            yield from self._helm()
            yield from self._weapons()
        if copilot and self.vessel.vessel_class == "SR":
            yield from self._tube_work()
            yield from self._power()
        if copilot or not self.vessel.copilot:
            yield from self._gear()
        yield self._message()

    # ------------------------------------------------------------ helpers

    def _pick(self, *words: str) -> str:
        return words[self.chance(len(words))]

    def _now_and_then(self, order: str, times: int = 3) -> str:
        """The order one time in so many."""
        return order if self.chance(times) == 0 else ""

    def _foe(self) -> str:
        """An enemy on the list, or any."""
        listed = [contact.id for contact in self.vessel.reported.contacts.values() if contact.side != self.vessel.side]
        return self._pick(*listed, "ANY")

    def _nearby(self) -> Hex:
        """Open water within two hexes."""
        hex = step(step(self.vessel.hex, self.chance(6)), self.chance(6))
        blocked = hex in self.known.obstacles or off_edge(hex, self.known.columns, self.known.rows)
        return self.vessel.hex if blocked else hex

    # ------------------------------------------------------------ set-up, standing orders

    def _set_up(self) -> Iterator[str]:
        if not setup_open(self.known) or self.vessel.vessel_class == "SS":
            return
        yield f"ARMING {self.chance(MAX_ARMING + 1)}"
        if self.vessel.vessel_class == "SR":
            one, two = self._pick(MK61, MK7, MINE), self._pick(MK61, MK7, MINE)
            yield f"LOADOUT TUBE 1 {one}, TUBE 2 {two if self.vessel.stores[one] > 1 else MK7}"

    def _standing(self) -> str:
        """Few, and given up again."""
        if self.vessel.standing.get(self.known.reader or ""):
            return self._now_and_then(f"CANCEL STANDING {self._pick('ALL', '1')}")
        captain = self.known.reader == self.vessel.captain
        orders = ["RAM ANY"] if captain else ["SCAN HALF ALL", "COMMS OFF"]
        return self._now_and_then(f"STANDING {self._pick(*orders)}", 8)

    # ------------------------------------------------------------ movement

    def _helm(self) -> Iterator[str]:
        over = self._over()
        if over and self.chance(2):
            yield from (f"MOVE {plan_text(over)}", "OVER")
            return
        found = courses(self.known, self.vessel)
        inside = [course for course in found if not course.edge] or found
        course = inside[self.chance(len(inside))]
        yield f"MOVE {plan_text(course.plan)}" if course.plan.items else "HALT"
        if course.speed and self.known.options["leap-evade"] == "on":
            yield self._now_and_then(self._pick("LEAP EVADE", f"LEAP IN PHASE {1 + self.chance(6)}"))
        if not course.speed:
            yield self._now_and_then("REPAIR " + ", ".join(self.vessel.printed.repairs))
        yield self._now_and_then("RAM ANY", 2)

    def _over(self) -> Plan | None:
        """STG-LEP.3: straight over a rock ahead, if it is fast enough."""
        most = speed_limits(self.vessel, self.known.next_move, self.known.options).most
        for speed in range(LEAST_OVER, most + 1):
            plan = straight(speed)
            if crosses_obstacle(self.vessel, plan, self.known):
                places = track(self.vessel, cut_for_over(self.vessel.vessel_class, plan))
                return plan if places[-1].hex not in self.known.obstacles else None
        return None

    # ------------------------------------------------------------ weapons

    def _weapons(self) -> Iterator[str]:
        if self.vessel.vessel_class == "SS":
            yield self._decoy(f" {self._open_side()}")
            return
        for name, tube in self._tubes():
            if tube and self.chance(2):
                yield f"LAUNCH {self._what(name, tube)}"
        if self.vessel.vessel_class == "SR":
            yield self._decoy("")

    def _tubes(self) -> Iterator[tuple[str, str]]:
        """Launchers and what they hold now, "" if nothing can be launched; before move 1 that is about to change."""
        for name, launcher in self.vessel.launchers.items():
            whole = self.vessel.whole(name) and not setup_open(self.known)
            unarmed = launcher.load == MK61 and not launcher.armed and not self.vessel.copilot
            yield name, launcher.load if whole and not unarmed else ""

    def _what(self, name: str, load: str) -> str:
        """Launcher, target and conditions."""
        fish = self.vessel.printed.fish
        where = {"LAUNCHER": "", "1": "STING 1", "2": "STING 2"}.get(name, name)
        mines, missiles = (self.vessel.stores.get(key, 0) for key in (MINE, "TERROR" if name == "LAUNCHER" else name))
        if load == MINE or (fish and mines and (not missiles or self.chance(6) == 0)):
            return f"{'MINE ' * fish}{where} {self._when()}"
        if load == MK61:
            return f"{where} AT ANY {self._now_and_then(f'VIA {label(self._nearby())}')}"
        if self.chance(5) == 0:
            return f"{where} {self._when()}"
        return f"{where} AT {self._foe()} WHEN {self._condition()} AND {self._condition()} {self._when()}"

    def _condition(self) -> str:
        near = 1 + self.chance(6)
        return self._pick(f"RANGE <= {near + 4}", f"RANGE {near}-{near + 6}", "IN ARC", "BEHIND", "AHEAD", "CLEAR")

    def _when(self) -> str:
        phase = 1 + self.chance(6)
        return self._pick("", "AT START", f"FROM PHASE {phase}", f"UNTIL PHASE {phase}", f"IN PHASE {phase}")

    def _decoy(self, where: str) -> str:
        if not self.vessel.stores.get(DECOY) or self.vessel.out(DECOY):
            return ""
        moment = self._pick("", f"IN PHASE {1 + self.chance(6)}", f"IF MISSILE WITHIN {1 + self.chance(6)}")
        return self._now_and_then(f"DECOY{where} {moment}".strip())

    def _open_side(self) -> str:
        """A direction without a rock."""
        sides = [d for n, d in enumerate(DIRECTIONS) if step(self.vessel.hex, n) not in self.known.obstacles]
        return self._pick(*sides)

    # ------------------------------------------------------------ the Co-Pilot's

    def _tube_work(self) -> Iterator[str]:
        """PREP, LOAD, STEER, mine codes."""
        left = dict(self.vessel.stores)
        for tube in self.vessel.launchers.values():
            left[tube.load] = left.get(tube.load, 0) - 1
        for name, tube in self.vessel.launchers.items():
            kinds = [kind for kind in (MK61, MK7, MINE) if left.get(kind, 0) > 0]
            if not self.vessel.whole(name) or setup_open(self.known):
                continue
            if tube.load == MK61 and not tube.armed:
                yield self._now_and_then(f"PREP STING {name}", 2)
            elif not tube.load and kinds:
                kind = self._pick(*kinds)
                left[kind] -= 1
                yield f"LOAD {name} WITH {kind}"
        for missile in self.known.guided(self.vessel):
            if missile.lock:
                yield self._now_and_then(f"STEER {missile.name} {self._pick('DIRECT', f'VIA {label(self._nearby())}')}")
        for mine in self.known.mines.values():
            if mine.side == TERRAINIANS and distance(mine.hex, self.vessel.hex) <= CODE_RANGE:
                yield self._now_and_then(f"MINE {mine.id} {self._pick('ON', 'OFF')}")

    def _power(self) -> Iterator[str]:
        """Settings, scan, suits, priorities."""
        yield self._now_and_then(f"POWER {self.chance(self.vessel.max_output + 1)}", 6)
        yield self._now_and_then(f"ENGINES {self.chance(7)}", 8)
        yield self._now_and_then(f"BATTERY {self.chance(11)}", 6)
        yield self._now_and_then(f"STORE {self._pick('ALL', 'NONE', '3')}", 6)
        yield self._now_and_then(f"PRIORITY {self._pick(*ITEMS)}", 8)
        yield self._now_and_then("SUITS OFF" if self.vessel.suited else "SUIT UP", 8)
        if self.vessel.suited:
            yield self._now_and_then("LIFE OFF")
        if not self.vessel.out("SONAR"):
            zone = 1 + self.chance(6)
            yield self._now_and_then(f"SCAN {self._pick('OFF', 'HALF ALL', '1 2 6', f'{zone}, HALF 1 4', str(zone))}", 2)

    def _gear(self) -> Iterator[str]:
        """Comms and nav aids; a MegaFish's nostrils."""
        if not self.vessel.printed.fish:
            yield from (self._now_and_then(f"{gear} ON") for gear in ("COMMS", "NAV") if not self.vessel.out(gear))
        for name, launcher in self.vessel.launchers.items():
            if self.vessel.vessel_class == "MF" and not launcher.load and not self.vessel.launcher_out(name):
                enough = self.vessel.stores.get(name, 0) + self.vessel.stores.get(MINE, 0)
                yield self._now_and_then(f"RELOAD {self._pick(name, 'OFF') if enough else 'OFF'}")

    def _message(self) -> str:
        """A word to a friend."""
        friends = [contact.id for contact in self.vessel.reported.contacts.values() if contact.side == self.vessel.side]
        mute = self.vessel.printed.fish and self.vessel.out("COMMS")
        return self._now_and_then(f"MSG {self._pick(*friends)}: all well here") if friends and not mute else ""
