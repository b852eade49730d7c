"""The orders of the language, each with an example, what it does and its clause: for help, hints and the order desk."""

from __future__ import annotations

from pbem.core.orders.usage import OrderSyntax
from pbem.games.star_navy.model.orders import COMMANDS, ENGINE_ORDERS, JUMPS, POLICIES, SETUPS
from pbem.games.star_navy.model.reserved_words import ENGINE_SLOTS, TURN_SLOTS

SLOTS = (
    OrderSyntax("STANDING", "STANDING FIRE ANY ELSE TURN R", "a command for every turn that has none of its own", "SN-15.10"),
    OrderSyntax("CLEAR", "CLEAR", "forget all turn, engine and jump orders of the ship", "SN-15.2"),
    OrderSyntax("T1", "T1 TURN L ELSE NOTHING", "the command of turn 1; T1 to T6 are the turns of a cycle", "SN-15.2"),
    OrderSyntax("E1", "E1 SHIELDS F 2", "engine orders paid from the old energy, before the engines are filled", "SN-10.3"),
    OrderSyntax("E2", "E2 SPEED 3; SHIELDS EVEN", "engine orders paid from the new energy", "SN-10.3"),
)
LANGUAGES = (COMMANDS, ENGINE_ORDERS, JUMPS, POLICIES, SETUPS)
FORMS = (*dict.fromkeys(form for language in LANGUAGES for form in language.forms()), *SLOTS)
HEADS = tuple(
    dict.fromkeys((*(word for each in LANGUAGES for word in each.words), *TURN_SLOTS, *ENGINE_SLOTS, "STANDING", "CLEAR"))
)
"""Every word that an order may begin with."""


def forms() -> tuple[OrderSyntax, ...]:
    """Every order of the language."""
    return FORMS
