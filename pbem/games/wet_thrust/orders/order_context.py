"""Whose orders are read, and what they know: their units, and the enemies in sight (WT-23)."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.core.texts.envelope import IllegalOrder
from pbem.games.wet_thrust.model.orders import FLEET
from pbem.games.wet_thrust.model.state import Contact, State
from pbem.games.wet_thrust.model.units import Squadron, Vessel


@dataclass(frozen=True)
class OrderContext:
    """An admiral with the state before them."""

    state: State
    seat: str

    @property
    def side(self) -> str:
        """The side they fight for."""
        return self.state.seats[self.seat]

    @property
    def senior(self) -> bool:
        """Ruling W1: does the FLEET block count from them?"""
        return self.state.senior(self.side) == self.seat

    @property
    def turn(self) -> int:
        """The turn that is ordered."""
        return self.state.next_turn

    def ships(self) -> dict[str, Vessel]:
        """Their vessels in play, in unit order."""
        return {ship.id: ship for ship in self.state.afloat(self.side) if ship.seat == self.seat}

    def squadrons(self) -> dict[str, Squadron]:
        """Their squadrons and planes that are not gone, in unit order (WT-11.15)."""
        mine = [each for each in self.state.squadrons.values() if each.seat == self.seat and each.place != "gone"]
        return {each.id: each for each in sorted(mine, key=lambda each: each.index)}

    def stood(self) -> dict[str, list[str]]:
        """Section 6: what is in force without a mail: of ships, squadrons and, if they are the senior, the fleet."""
        units: list[Vessel | Squadron] = [*self.ships().values(), *self.squadrons().values()]
        fleet = {FLEET: list(self.state.fleet.get(self.side, []))} if self.senior else {}
        return {unit.id: list(unit.standing) for unit in units} | fleet

    def friends(self) -> list[str]:
        """Vessels of their side in play."""
        return [ship.id for ship in self.state.afloat(self.side)]

    def foes(self) -> list[str]:
        """WT-23.1: enemy vessels in sight."""
        return [ship.id for ship in self.state.afloat(self.state.enemy(self.side)) if ship.visible]

    def contacts(self) -> dict[str, Contact]:
        """Ruling W4: contacts held in the last turn, by name."""
        return self.state.held()

    def enemy_squadrons(self) -> list[str]:
        """WT-23.1: enemy squadrons in the air."""
        return [each.id for each in self.state.flying(self.state.enemy(self.side))]

    def why_not(self, id: str) -> tuple[str, str]:
        """Why they give a unit no orders, and what is legal. WT-23.4: of boats below the surface nothing is told."""
        unit = self.state.ships.get(id) or self.state.squadrons.get(id)
        yours = f"Yours: {', '.join(self.ships()) or 'none'}."
        if id == FLEET:
            return f"only {self.state.senior(self.side)} orders the fleet", ""
        if unit is None or (unit.side != self.side and not _seen(unit)):
            namesakes = [squadron for squadron in self.squadrons() if squadron.endswith(f"-{id}")]
            return "no such unit", f"Did you mean {' or '.join(namesakes)}?" if namesakes else yours
        if unit.seat != self.seat:
            return "not yours" if unit.side != self.side else f"not yours; {unit.seat} gives it orders", yours
        return _fate(unit), yours

    # ------------------------------------------------------------ names in orders

    def check_foe(self, name: str, contacts: bool) -> None:
        """An enemy vessel in sight, or perhaps a contact that is held. Raises `IllegalOrder`."""
        there = [*self.foes(), *(self.contacts() if contacts else ())]
        if name not in there:
            raise IllegalOrder(f"no enemy {name} in sight", f"In sight: {', '.join(there) or 'none'}.")

    def check_enemy_squadron(self, name: str) -> None:
        """An enemy squadron in the air. Raises `IllegalOrder`."""
        there = self.enemy_squadrons()
        if name not in there:
            raise IllegalOrder(f"no enemy squadron {name} in the air", f"In the air: {', '.join(there) or 'none'}.")

    def check_friend(self, name: str) -> None:
        """A vessel of the own side. Raises `IllegalOrder`."""
        there = self.friends()
        if name not in there:
            raise IllegalOrder(f"no friend {name} in play", f"Friends: {', '.join(there)}.")


def _seen(unit: Vessel | Squadron) -> bool:
    """WT-23.1: do all know that there is this unit?"""
    return unit.airborne if isinstance(unit, Squadron) else not unit.printed.boat or (unit.visible and unit.afloat)


def _fate(unit: Vessel | Squadron) -> str:
    if isinstance(unit, Squadron):
        return "lost" if unit.lost else "gone home"
    fate = "has broken contact" if unit.fate == "away" else "sunk"
    return f"{fate} on game turn {unit.gone}" if unit.gone else fate
