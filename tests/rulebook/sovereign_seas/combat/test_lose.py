"""SSL-X.14, SSL-L1.2, SSL-L2.1: which turret or battery is hit."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from pbem.games.sovereign_seas.model.orders import ShipOrders
from pbem.games.sovereign_seas.rules.combat.attack import Attack
from pbem.games.sovereign_seas.rules.combat.lose import battery, reachable, turret
from tests.rulebook.sovereign_seas.builders.gunnery import GunneryStep, struck


def chosen(
    ship: str,
    letter: str | None,
    step: int | None,
    lose: tuple[str, ...] = (),
    policy: Literal["ARMOUR", "CHEAP"] = "ARMOUR",
    gone: tuple[str, ...] = (),
) -> str:
    """The battery given up to one blow."""
    played = GunneryStep({ship: ("1010", "N", 6)}, orders={ship: ShipOrders(lose=lose, policy=policy)})
    played[ship].log.gone = list(gone)
    attack = Attack(ship, ship, letter, step)
    return battery(played.scratch, played[ship], attack, reachable(played[ship], attack, "B")).id


def test_lose_list_first() -> None:
    """SSL-X.14: the first eligible battery of the LOSE list, whatever its worth and armour."""
    assert chosen("FC1", "B", 3, lose=("P1", "S2", "M3")) == "S2"
    assert chosen("FC1", "B", 3, lose=("S2", "M3"), gone=("S2",)) == "M3"


def test_lose_list_used_up() -> None:
    """SSL-X.14: with nothing eligible on the list, the policy."""
    assert chosen("FC1", "G", 3, lose=("P1",)) == "M1"


@pytest.mark.parametrize(("policy", "id"), [("ARMOUR", "S1"), ("CHEAP", "M1")])
def test_policies(policy: Literal["ARMOUR", "CHEAP"], id: str) -> None:
    """SSL-X.14, SSL-L2.3: ARMOUR offers a battery that keeps a B out, CHEAP the least gun at once."""
    assert chosen("FC1", "B", 3, policy=policy) == id


def test_no_armour_keeps_it_out() -> None:
    """SSL-X.14: under ARMOUR too the cheapest goes when nothing holds; SSL-J1.8: nothing holds a ram."""
    assert chosen("FC1", "C", 3) == "M1"
    assert chosen("FC1", None, 3) == "M1"


def test_least_firepower_first() -> None:
    """SSL-X.14: on Inconsistent a [B] before a [D]; on Bellerophon from the quarter A1 before the [D] guns."""
    assert chosen("BF1", "G", 3) == "M6"
    assert chosen("BC1", "G", 4) == "A1"


def test_weakest_gun_of_like_firepower() -> None:
    """E4, SSL-X.14: Magenta from port: [AA] before [BB], both 0.5; Eclipse: [A] before [B]."""
    assert chosen("FB1", "D", 8) == "P1"
    assert chosen("BV1", "D", 8) == "M2"


def test_fewest_half_steps() -> None:
    """SSL-X.14: Limier's M1 (six half-steps) is worth more than F1 (five), both [AA]."""
    assert chosen("FV1", "D", 2) == "F1"


def test_natural_id_last() -> None:
    """SSL-X.14: M2 goes before M10."""
    assert chosen("FF1", "A", 3, gone=("M1",)) == "M2"


def test_reach() -> None:
    """SSL-L2.1: living casemates whose arc bears on the attacker; SSL-L1.1: barbettes likewise; in the same hex all."""
    played = GunneryStep({"FC1": ("1010", "N", 6)})
    ship = played["FC1"]
    ship.log.gone = ["S1"]

    def ids(step: int | None, location: Literal["T", "B"]) -> list[str]:
        return [each.id for each in reachable(ship, Attack("BC1", "FC1", "G", step), location)]

    assert ids(3, "B") == ["M1", "M2", "M3", "S2"]
    assert ids(9, "B") == ["M1", "M2", "M3", "P1", "P2"]
    assert ids(0, "B") == []
    assert ids(None, "B") == ["M1", "M2", "M3", "P1", "P2", "S2"]
    assert ids(3, "T") == ["TSA", "TSF"]
    assert ids(None, "T") == ["TPA", "TPF", "TSA", "TSF"]


def test_like_turrets_by_the_owners_choice() -> None:
    """SSL-L1.2: of like barbettes the LOSE list's first, else natural id order."""
    assert struck("FC1", 1, "4/5", "G", 3)["FC1"].log.gone == ["TSA"]
    assert struck("FC1", 1, "4/5", "G", 3, orders=ShipOrders(lose=("M1", "TSF")))["FC1"].log.gone == ["TSF"]


def test_unlike_turrets_the_weakest() -> None:
    """SSL-L1.2: lower armour first, then lower firepower; the LOSE list has no say between unlike ones."""
    played = GunneryStep({"FC1": ("1010", "N", 6)}, orders={"FC1": ShipOrders(lose=("TSA", "TSF"))})
    guns = played["FC1"].printed.guns
    thick, thin = guns["TSA"], replace(guns["TSF"], armour="A")
    assert turret(played.scratch, played["FC1"], [thick, thin]) == thin
    strong, weak = guns["TSA"], replace(guns["TSF"], code="AA")
    assert turret(played.scratch, played["FC1"], [strong, weak]) == weak
    thin_strong = replace(guns["TSA"], armour="")
    assert turret(played.scratch, played["FC1"], [weak, thin_strong]) == thin_strong
