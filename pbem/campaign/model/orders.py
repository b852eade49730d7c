"""The orders of a refit turn: what each says, how it is read and written (CMP-5, CMP-6). All stand in one block, FLEET.

Names are as the reader wrote them, in upper case (items in lower case): what they name is found by `language/names.py`.
"""

from __future__ import annotations

from typing import Annotated, get_args

from pbem.campaign.model.order_parts import BOXES, FLEET_NAME, FORCE, ITEM, PLACE, STORES, UNIT, UNITS, Words
from pbem.core.orders.language import Language, order
from pbem.core.orders.usage import Usage

FLEET = "FLEET"
"""The one block of a side, which need not be named."""


@order(
    Usage(
        "REPAIR {unit} [{boxes}] [{item}]",
        "REPAIR SR1 3 hull",
        "make good so many boxes (all, if no number is given), of one item or the worst",
        "CMP-5.1",
    ),
    rest="Write REPAIR unit, then as you like a number or ALL, and an item.",
)
class Repair:
    """`boxes` None: all that it lacks; `item` "": the item first of which the greatest part is lacking."""

    unit: Annotated[str, UNIT]
    boxes: Annotated[int | None, BOXES] = None
    item: Annotated[str, ITEM] = ""


@order(
    Usage("REPLACE {unit} everything=ALL", "REPLACE SR1 ALL", "take all stores aboard and repair everything", "CMP-5.2"),
    Usage(
        "REPLACE {unit} [{item}] [{number}]",
        "REPLACE SR1 torpedoes 4",
        "take stores aboard (all, if none are named); of a lost unit: bring a new one",
        "CMP-5.2",
    ),
    rest="Write REPLACE unit, then nothing, ALL, or an item and a number.",
)
class Replace:
    """`item` "": all stores; `number` None: as many as it lacks; `everything`: repairs, too. A lost unit is bought anew."""

    unit: Annotated[str, UNIT]
    item: Annotated[str, ITEM] = ""
    number: Annotated[int | None, STORES] = None
    everything: bool = False


@order(
    Usage("TRANSFER {units} TO {fleet}", "TRANSFER SR1 TO 2ND", "move units to another fleet of your side", "CMP-5.4"),
    rest="Write TRANSFER units TO fleet.",
)
class Transfer:
    """Units join a fleet of their side."""

    units: Annotated[tuple[str, ...], UNITS]
    fleet: Annotated[str, FLEET_NAME]


@order(
    Usage(
        "TRANSFER COMMANDER {unit} TO {other}",
        *("TRANSFER COMMANDER SR1 TO SR2", "her commander takes another unit; the one there takes hers", "CMP-5.4"),
    ),
    rest="Write TRANSFER COMMANDER unit TO unit.",
)
class TransferCommander:
    """The commanders of two units change places; one of them may have none."""

    unit: Annotated[str, UNIT]
    other: Annotated[str, UNIT]


@order(
    Usage("ASSIGN {force} TO [BATTLE] {battle}", "ASSIGN 1ST, SR5 TO 3", "send fleets and units to a battle", "CMP-5.5"),
    rest="Write ASSIGN units or fleets TO battle.",
)
class Assign:
    """`force` are units and fleets, `battle` is its number or its node."""

    force: Annotated[tuple[str, ...], FORCE]
    battle: Annotated[str, PLACE]


@order(Usage("REFUSE [BATTLE] {battle}", "REFUSE 3", "send nothing to a battle, which the other side then wins", "CMP-5.6"))
class Refuse:
    """`battle` is its number or its node."""

    battle: Annotated[str, PLACE]


@order(Usage("SCOUT [BATTLE] {battle}", "SCOUT 3", "look what is sent against you to a battle", "CMP-6.1"))
class Scout:
    """`battle` is its number or its node."""

    battle: Annotated[str, PLACE]


Order = Repair | Replace | Transfer | TransferCommander | Assign | Refuse | Scout
LANGUAGE: Language[Order] = Language(
    *get_args(Order),
    words=Words,
    why='"{}" is no order of a campaign',
    legal="Write REPAIR, REPLACE, TRANSFER, ASSIGN, REFUSE or SCOUT.",
)
