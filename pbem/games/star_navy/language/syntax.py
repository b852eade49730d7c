"""The orders of the language, each with an example, what it does and its clause: for help, hints and the order desk."""

from __future__ import annotations

from pbem.core.game.report_parts import OrderSyntax

FORMS = (
    OrderSyntax("TURN", "TURN L", "turn 60 degrees to the left (L) or right (R)", "SN-5.3"),
    OrderSyntax("FIRE", "FIRE F AT DET WITHIN 6", "fire the weapons of one section, or of the best (ANY), at a ship", "SN-5.6"),
    OrderSyntax("MINE", "MINE", "lay a mine two hexes straight astern", "SN-5.12"),
    OrderSyntax("BOARD", "BOARD DET RETREAT BELOW 2 LEAVE 1", "send all marines to a ship within 3 hexes", "SN-5.14"),
    OrderSyntax("NOTHING", "NOTHING", "do nothing: no command, or in E1 and E2 not even the default", "SN-5.1"),
    OrderSyntax("SHIELDS", "SHIELDS F 2 RF 1", "raise shields: ALL, EVEN, MIN 2 or so many in sections", "SN-10.5"),
    OrderSyntax("ISD", "ISD ALL", "activate interstellar drives for a JUMP", "SN-10.6"),
    OrderSyntax("SPEED", "SPEED +1", "change the marked speed, 0 to 6, in the Engine phase", "SN-10.9"),
    OrderSyntax("KEEP", "KEEP 5", "hold so much energy back in this opportunity", "SN-10.4"),
    OrderSyntax("JUMP", "JUMP LEAVE IF INTEGRITY <= 1", "leave the battle, or come out in another hex", "SN-11.1"),
    OrderSyntax("STANDING", "STANDING FIRE ANY ELSE TURN R", "a command for every turn that has none of its own", "SN-15.10"),
    OrderSyntax("POLICY", "POLICY TARGETS DET, ANY", "TARGETS, RETREAT or LEAVE, where an order does not say it", "SN-15.12"),
    OrderSyntax("SETUP", "SETUP SPEED 3", "WEAPONS, SPEED or PLACE, before turn 1", "SN-2.1"),
    OrderSyntax("CLEAR", "CLEAR", "forget all turn, engine and jump orders of the ship", "SN-15.2"),
    OrderSyntax("T1", "T1 TURN L ELSE NOTHING", "the command of turn 1; T1 to T6 are the turns of a cycle", "SN-15.2"),
    OrderSyntax("E1", "E1 SHIELDS F 2", "engine orders paid from the old energy, before the engines are filled", "SN-10.3"),
    OrderSyntax("E2", "E2 SPEED 3; SHIELDS EVEN", "engine orders paid from the new energy", "SN-10.3"),
)
"""One for each order, by the word that the page on orders calls it."""

SYNONYMS = {
    **dict.fromkeys(("LEFT", "RIGHT", "TL", "TR", "PORT", "STARBOARD", "STBD"), "TURN"),
    **dict.fromkeys(("DROP", "LAY"), "MINE"),
    **dict.fromkeys(("NONE", "HOLD", "PASS"), "NOTHING"),
    **dict.fromkeys(("T2", "T3", "T4", "T5", "T6"), "T1"),
    **dict.fromkeys(("IST", "DISENGAGE"), "JUMP"),
    "SHIELD": "SHIELDS",
    "ISDS": "ISD",
}
"""Other first words -> the word of the order they mean."""

HEADS = (*(form.word for form in FORMS), *SYNONYMS)
"""Every word that an order may begin with."""


def forms() -> tuple[OrderSyntax, ...]:
    """Every order of the language."""
    return FORMS
