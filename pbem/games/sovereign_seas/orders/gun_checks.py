"""Orders of gunnery against the logs of the ships they are for (5.3: OPEN, FIRE, LOSE)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.core.game.phrases import join_words
from pbem.core.texts.envelope import IllegalOrder
from pbem.games.sovereign_seas.language.targets import holds
from pbem.games.sovereign_seas.model.orders import Fire, Lose, Open, OpenCondition
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.tables import GUNS, MAX_RANGE, POSITIONS, ShipClass

MOST_BEARING = 20


def check_open(order: Open, impulses: int) -> None:
    """SSL-X.12: impulses and ranges that there are. Raises `IllegalOrder`."""
    for condition in order.conditions:
        if fault := _fault(condition, impulses):
            raise IllegalOrder(fault)


def _fault(condition: OpenCondition, impulses: int) -> str:
    number, last = condition.number, condition.last
    match condition.kind:
        case "IMP" if wrong := [n for n in (number, last or number) if not 1 <= n <= impulses]:
            return f"OPEN IMP {wrong[0]}: a turn has impulses 1..{impulses}"
        case "IMP" if 0 < last < number:
            return f"OPEN IMP {number}-{last}: name the earlier impulse first"
        case "RANGE" if not 1 <= number <= MAX_RANGE:
            return f"OPEN RANGE {number}: ranges are 1..{MAX_RANGE}"
        case "BEAR" if not 1 <= number <= MOST_BEARING:
            return f"OPEN BEAR {number}: batteries are 1..{MOST_BEARING}"
        case _:
            return ""


def check_fire(ships: Sequence[Ship], order: Fire) -> None:
    """SSL-X.11: a group that one of these ships has, and of a single ship not all destroyed. Raises `IllegalOrder`."""
    group = order.group
    if group[0] == "ALL" or group[0] in POSITIONS or group[0] in GUNS:
        _check_group(ships, group)
    else:
        _check_ids(ships, group)
        destroyed = [id for id in group if all(id in ship.log.gone for ship in ships)]
        if destroyed:
            raise IllegalOrder(f"battery {destroyed[0]} is destroyed")


def _check_group(ships: Sequence[Ship], group: tuple[str, ...]) -> None:
    word = f"[{group[0]}] " if group[0] in GUNS else "" if group[0] == "ALL" else f"{group[0]} "
    held = [(ship, gun) for ship in ships for gun in ship.printed.guns.values() if holds(group, gun)]
    if not held:
        raise IllegalOrder(_none(ships, word))
    if all(gun.id in ship.log.gone for ship, gun in held):
        raise IllegalOrder(f"every {word}battery is destroyed")


def _none(ships: Sequence[Ship], word: str) -> str:
    if len(ships) != 1:
        return f"no ship of yours has a {word}battery"
    printed = ships[0].printed
    return f"has no {word}battery; it mounts {mounts(printed)}" if printed.batteries else "has no batteries"


def check_lose(ships: Sequence[Ship], order: Lose) -> None:
    """SSL-X.14: batteries of the ship. Raises `IllegalOrder`."""
    _check_ids(ships, order.batteries)


def _check_ids(ships: Sequence[Ship], ids: Iterable[str]) -> None:
    for id in ids:
        if not any(id in ship.printed.guns for ship in ships):
            theirs = f"; batteries: {batteries(ships[0].printed)}" if len(ships) == 1 else " on any ship of yours"
            raise IllegalOrder(f"no battery {id}{theirs}")


def batteries(printed: ShipClass) -> str:
    """`F1, A1, S1-S5, P1-P5`."""
    return ", ".join(run(row.ids) for row in printed.batteries) or "none"


def mounts(printed: ShipClass) -> str:
    """`B (F1, A1) and D (S1-S5, P1-P5)`."""
    rows: dict[str, list[str]] = {}
    for row in printed.batteries:
        rows.setdefault(row.code, []).append(run(row.ids))
    return join_words([f"{code} ({', '.join(ids)})" for code, ids in rows.items()])


def run(ids: Sequence[str]) -> str:
    """One bracket of the log: `S1-S5`, or its only id."""
    return ids[0] if len(ids) == 1 else f"{ids[0]}-{ids[-1]}"
