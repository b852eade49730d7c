"""The orders of the language: what each says, how it is read and written (section 5)."""

from __future__ import annotations

from typing import Annotated, Literal

from pbem.core.geometry.hexes import Hex
from pbem.core.orders.language import Language, order
from pbem.core.orders.order_words import Words
from pbem.core.orders.parts import Draw, Either, Listed, Number, OneOf, OneWord, Part, Signed, heading, hex_label, name, one_of
from pbem.core.orders.usage import Usage
from pbem.games.star_navy.model.reserved_words import LEFTS, NOTHINGS, RESERVED, RIGHTS
from pbem.games.star_navy.model.tables import MAX_RANGE, SECTIONS, WEAPONS

ANY = "ANY"
TOP_SPEED = 6

# ---------------------------------------------------------------- parts

ENDS = {"FRONT": "F", "REAR": "R"}
SIDES = {"LEFT": "L", "PORT": "L", "RIGHT": "R", "STARBOARD": "R", "STBD": "R"}
CORNERS = {f"{side}{mark}{end}": SIDES[side] + ENDS[end] for side in SIDES for end in ENDS for mark in ("", " ", " - ")}
NO_SECTION = '"{}" is no section; use F, RF, RR, R, LR or LF'
SECTION = one_of(*SECTIONS, also=ENDS | CORNERS, why=NO_SECTION)
ANY_SECTION = one_of(*SECTIONS, ANY, also=ENDS | CORNERS, why=NO_SECTION)
COUNT: Part[int] = Number(1)


class Retreat(Part[str]):
    """SN-15.12: a retreat policy; the number of the last is how many marines must be left."""

    drawn = ("NEVER", "FIGHT ON", "OUTNUMBERED", "BELOW 2")

    def fits(self, words: Words) -> bool:
        return words.peek() in ("NEVER", "FIGHT", "OUTNUMBERED", "BELOW")

    def read(self, words: Words) -> str:
        if words.phrase(2) == "FIGHT ON":
            words.take(2)
            return "NEVER"
        word = words.accept("NEVER", "OUTNUMBERED", "BELOW")
        number = words.maybe_number() if word == "BELOW" else None
        if not word or (word == "BELOW" and number is None):
            raise words.refusal("RETREAT must be NEVER, OUTNUMBERED or BELOW n")
        return word if number is None else f"BELOW {number}"


class MoreShields(Part[tuple[str, int]]):
    """`F`, `F 2`, `F +2`, `F=2` or `F2`: a section, and how many more (0: all)."""

    drawn = ("F", "RF 1", "LEFT REAR +2", "R=3", "F2")

    def fits(self, words: Words) -> bool:
        return SECTION.fits(words) or self._glued(words.peek())

    def read(self, words: Words) -> tuple[str, int]:
        if self._glued(words.peek()):
            words.put([words.peek()[:-1], words.take()[-1]])
        section = SECTION.read(words)
        if words.peek() in ("+", "=") and words.peek(1).isdigit():
            words.take()
        more = COUNT.read(words) if COUNT.fits(words) else 0
        if words.next_number() is not None:
            raise words.refusal()
        return section, more

    def write(self, value: tuple[str, int]) -> str:
        section, more = value
        return f"{section} {more}" if more else section

    @staticmethod
    def _glued(word: str) -> bool:
        return word[:-1] in SECTIONS and word[-1:] in "123456789"


class Loadout(Part[tuple[tuple[str, str], ...]]):
    """SN-2.2: four weapons (front, sides of the front, sides of the rear, rear), or sections with theirs."""

    LEGAL = "Write SETUP WEAPONS L T L C (F, LF and RF, LR and RR, R) or SETUP WEAPONS F=L RF=T RR=L R=C LR=L LF=T."
    GROUPS = (("F",), ("RF", "LF"), ("RR", "LR"), ("R",))
    weapon = one_of(
        *WEAPONS,
        also={f"{word.upper()}{s}": letter for letter, word in WEAPONS.items() for s in ("", "S")},
        why='weapon types are C, L, P, T, not "{}"',
        legal=LEGAL,
    )

    def fits(self, words: Words) -> bool:
        return True

    def read(self, words: Words) -> tuple[tuple[str, str], ...]:
        found: list[tuple[str, str]] = []
        while words.peek() and (SECTION.fits(words) or found):
            section = SECTION.read(words)
            words.accept("=")
            found.append((section, self._weapon(words)))
        if found:
            return tuple(found)
        if len(words.peek()) == len(self.GROUPS) and set(words.peek()) <= set(WEAPONS):
            words.put(list(words.take()))
        letters = [self._weapon(words) for _ in self.GROUPS]
        return tuple((s, letter) for group, letter in zip(self.GROUPS, letters, strict=True) for s in group)

    def _weapon(self, words: Words) -> str:
        if not words.peek():
            raise words.refusal("WEAPONS needs a type for each section", self.LEGAL)
        found = self.weapon.read(words)
        words.accept(",")
        return found

    def write(self, value: tuple[tuple[str, str], ...]) -> str:
        return " ".join(f"{section}={letter}" for section, letter in value)

    def draw(self, draw: Draw) -> str:
        return " ".join(self.weapon.draw(draw) for _ in self.GROUPS)


TARGETS = Listed(
    Either(OneOf({ANY: ANY}), name("foe", but=RESERVED, why='a ship or ANY must follow the comma, not "{}"')),
    once=False,
    why="{before} needs a ship or ANY",
    legal="Write {before} SR1, ANY.",
)
LEAVE = OneWord(
    "[0-9]{1,4}|HALF|ALL|NONE",
    ("2", "HALF", "ALL", "NONE"),
    lambda word: str(int(word)) if word.isdigit() else word,
    why="LEAVE must be a number, HALF, ALL or NONE",
)
SPEED = Either(OneOf({"MAX": TOP_SPEED, "STOP": 0}), Number(0, TOP_SPEED, why="speed must be 0 to 6, not {}"))

# ---------------------------------------------------------------- conditions

CONDITION_LEGAL = "Write RANGE SR1 <= 3, ARC F SR1, ENERGY >= 4, INTEGRITY < 3, SHIELDS F > 1, HEX 1020 or FACING SE."


@order(
    Usage("kind=RANGE {unit} {op} {number}"),
    Usage("kind=ARC {section} {unit}"),
    Usage("kind=ENERGY {op} {number}"),
    Usage("kind=INTEGRITY {op} {number}"),
    Usage("kind=SHIELDS {section} {op} {number}"),
    Usage("kind=HEX {hex}"),
    Usage("kind=FACING {facing}"),
)
class Condition:
    """SN-15.5."""

    kind: Literal["RANGE", "ARC", "ENERGY", "INTEGRITY", "SHIELDS", "HEX", "FACING"]
    unit: Annotated[str, name("foe", but=RESERVED, why='"{}" is no ship', legal=CONDITION_LEGAL)] = ""
    section: Annotated[str, SECTION] = ""
    op: Annotated[
        str,
        one_of(
            *("<=", ">=", "<", ">", "="),
            also={"=<": "<=", "=>": ">=", "==": "="},
            why='"{}" is no comparison; use <=, >=, <, > or =',
            legal=CONDITION_LEGAL,
        ),
    ] = ""
    number: Annotated[int, Number(why='a number must follow {before}, not "{}"', legal=CONDITION_LEGAL)] = 0
    hex: Annotated[Hex, hex_label(why='"{}" is no hex; write four digits, column and row', legal=CONDITION_LEGAL)] = (0, 0)
    facing: Annotated[int, heading(why='"{}" is no facing; use N, NE, SE, S, SW or NW', legal=CONDITION_LEGAL)] = 0


CONDITION: Language[Condition] = Language(
    Condition, why='unknown condition "{}"; use RANGE, ARC, ENERGY, INTEGRITY, SHIELDS, HEX or FACING'
)
CONDITIONS = Listed(CONDITION, "AND", once=False)

# ---------------------------------------------------------------- commands

PLAIN = "Alternatives begin with ELSE, conditions with IF."


@order(
    Usage(
        *("TURN {change}", "TURN L", "turn 60 degrees to the left (L) or right (R)", "SN-5.3"),
        also={word: f"TURN {word}" for word in (*LEFTS, *RIGHTS) if len(word) > 1},
    ),
    rest=PLAIN,
)
class TurnShip:
    """A turn to the left (-1) or right (1)."""

    change: Annotated[
        Literal[-1, 1],
        OneOf({**dict.fromkeys(LEFTS, -1), **dict.fromkeys(RIGHTS, 1)}, 'TURN needs L or R, not "{}"'),
    ]


@order(
    Usage(
        "FIRE {section} [{number}] [AT|ON|@ {targets}] [WITHIN|RANGE {within}]",
        *("FIRE F AT DET WITHIN 6", "fire the weapons of one section, or of the best (ANY), at a ship", "SN-5.6"),
    ),
    rest="Write FIRE section, then as you like a number or ALL, AT ships, WITHIN range, IF conditions.",
)
class Fire:
    """SN-15.6, SN-15.7: `number` None is ALL; no targets: POLICY TARGETS."""

    section: Annotated[str, ANY_SECTION]
    number: Annotated[int | None, Number(also={"ALL": None})] = None
    targets: Annotated[tuple[str, ...], TARGETS] = ()
    within: Annotated[int, Number(1, MAX_RANGE, why=f"WITHIN must be 1 to {MAX_RANGE}")] = MAX_RANGE


@order(
    Usage("MINE", "MINE", "lay a mine two hexes straight astern", "SN-5.12", also={"DROP MINE": "MINE", "DROP": "MINE"}),
    Usage("LAY MINE"),
    why="LAY needs MINE",
    legal="Write MINE or LAY MINE.",
    rest=PLAIN,
)
class LayMine:
    """A mine."""


@order(
    Usage(
        "BOARD [AT|ON|@] [{targets}] [RETREAT {retreat}] [LEAVE {leave}]",
        *("BOARD DET RETREAT BELOW 2 LEAVE 1", "send all marines to a ship within 3 hexes", "SN-5.14"),
    ),
    rest="Write BOARD, then as you like ships, RETREAT policy, LEAVE crew, IF conditions.",
)
class Board:
    """What is left out is by policy."""

    targets: Annotated[tuple[str, ...], TARGETS] = ()
    retreat: Annotated[str, Retreat()] = ""
    leave: Annotated[str, LEAVE] = ""


@order(
    Usage("|".join(NOTHINGS), "NOTHING", "do nothing: no command, or in E1 and E2 not even the default", "SN-5.1"), rest=PLAIN
)
class Nothing:
    """SN-15.11: in the Engine phase it switches the default off."""


Command = TurnShip | Fire | LayMine | Board | Nothing
NAMED = "TURN, FIRE, MINE, BOARD, NOTHING"
COMMANDS: Language[Command] = Language(
    TurnShip, Fire, LayMine, Board, Nothing, why=f'unknown order "{{}}"; commands are {NAMED}'
)


@order(Usage("{command} [IF {conditions}]"))
class Alternative:
    """A command with its conditions."""

    command: Annotated[Command, COMMANDS]
    conditions: Annotated[tuple[Condition, ...], CONDITIONS] = ()


Chain = tuple[Alternative, ...]
"""SN-15.4: alternatives in the order of trying, at most five."""
ALTERNATIVE: Language[Alternative] = Language(Alternative)

# ---------------------------------------------------------------- engine orders


@order(
    Usage(
        "SHIELDS|SHIELD {sections}",
        *("SHIELDS F 2 RF 1", "raise shields: ALL, EVEN, MIN 2 or so many in sections", "SN-10.5"),
    ),
    Usage("SHIELDS|SHIELD how=ALL"),
    Usage("SHIELDS|SHIELD how=EVEN [{number}]"),
    Usage("SHIELDS|SHIELD how=MIN {number}"),
    why="SHIELDS needs ALL, EVEN, MIN n or sections",
    legal="Write SHIELDS ALL, SHIELDS EVEN 4, SHIELDS MIN 2 or SHIELDS F 2 RF 1, with numbers from 1.",
)
class Shields:
    """How: ALL; EVEN (at most `number`, 0: no limit); MIN (`number` each); LIST of (section, more; 0: all)."""

    how: Literal["ALL", "EVEN", "MIN", "LIST"] = "LIST"
    number: Annotated[int, COUNT] = 0
    sections: Annotated[tuple[tuple[str, int], ...], Listed(MoreShields(), "", ",", loose=True, once=False)] = ()


@order(
    Usage("ISD|ISDS {number}", "ISD ALL", "activate interstellar drives for a JUMP", "SN-10.6"),
    why="ISD needs a number or ALL",
    legal="Write ISD 2 or ISD ALL.",
)
class Isd:
    """None is ALL."""

    number: Annotated[int | None, Number(also={"ALL": None})] = None


@order(Usage("SPEED [=] {value}"))
class Speed:
    """The speed marked."""

    value: Annotated[int, SPEED]


@order(Usage("SPEED {change}", "SPEED +1", "change the marked speed, 0 to 6, in the Engine phase", "SN-10.9"))
class SpeedBy:
    """Faster or slower by so much."""

    change: Annotated[
        int, Signed(why="speed must be 0 to 6, not {}", legal="Write SPEED +1 or SPEED -1 to change it by steps.")
    ]


@order(Usage("KEEP {number}", "KEEP 5", "hold so much energy back in this opportunity", "SN-10.4"), why="KEEP needs a number")
class Keep:
    """So much energy."""

    number: Annotated[int, Number()]


EngineOrder = Shields | Isd | Speed | SpeedBy | Keep | Nothing
ENGINE_ORDERS: Language[EngineOrder] = Language(
    *(Shields, Isd, SpeedBy, Speed, Keep, Nothing),
    why='unknown engine order "{}"; engine orders are SHIELDS, ISD, SPEED, KEEP, NOTHING',
)


@order(
    Usage("{order} [IF {conditions}]"),
    rest="Engine orders are SHIELDS, ISD, SPEED, KEEP and NOTHING, with IF conditions; E1 or E2 stands before the first.",
)
class EngineItem:
    """One engine order with its conditions."""

    order: Annotated[EngineOrder, ENGINE_ORDERS]
    conditions: Annotated[tuple[Condition, ...], CONDITIONS] = ()


ENGINE_ITEM: Language[EngineItem] = Language(EngineItem)

# ---------------------------------------------------------------- jump, set-up, policies


@order(
    Usage(
        "JUMP|IST|DISENGAGE LEAVE [IF {conditions}]",
        *("JUMP LEAVE IF INTEGRITY <= 1", "leave the battle, or come out in another hex", "SN-11.1"),
    ),
    Usage("JUMP|IST|DISENGAGE {hex} {facing} [SPEED] {speed} [IF {conditions}]"),
    Usage("DISENGAGE [IF {conditions}]"),
    why="JUMP needs LEAVE or hex, facing and speed 0-6",
    legal="Write JUMP LEAVE or JUMP 2012 SE 3.",
    rest="Write JUMP LEAVE or JUMP 2012 SE 3, with IF conditions after it.",
)
class Jump:
    """SN-11.3, SN-11.4: out of the battle (`hex` None), or to a hex with a facing and a speed."""

    hex: Annotated[Hex | None, hex_label()] = None
    facing: Annotated[int, heading()] = 0
    speed: Annotated[int, Number(0, TOP_SPEED)] = 0
    conditions: Annotated[tuple[Condition, ...], CONDITIONS] = ()


@order(
    Usage("SETUP SPEED [=] {speed}", "SETUP SPEED 3", "WEAPONS, SPEED or PLACE, before turn 1", "SN-2.1"),
    Usage("SETUP WEAPONS {weapons}"),
    Usage("SETUP PLACE {hex} {facing}"),
    why="SETUP needs WEAPONS, SPEED or PLACE",
)
class Setup:
    """SN-2.1, SN-2.2, SN-2.5: any of weapons by section, speed, place."""

    weapons: Annotated[tuple[tuple[str, str], ...], Loadout()] = ()
    speed: Annotated[int | None, SPEED] = None
    hex: Annotated[Hex | None, hex_label(why="PLACE needs a hex and a facing", legal="Write SETUP PLACE 5057 N.")] = None
    facing: Annotated[int, heading("PLACE needs a hex and a facing", "Write SETUP PLACE 5057 N.")] = 0


@order(
    Usage(
        "POLICY kind=TARGETS {targets}",
        *("POLICY TARGETS DET, ANY", "TARGETS, RETREAT or LEAVE, where an order does not say it", "SN-15.12"),
    ),
    Usage("POLICY kind=RETREAT {retreat}"),
    Usage("POLICY kind=LEAVE {leave}"),
    why="POLICY needs TARGETS, RETREAT or LEAVE",
)
class Policy:
    """SN-15.6, SN-15.12, SN-9.10."""

    kind: Literal["TARGETS", "RETREAT", "LEAVE"]
    targets: Annotated[tuple[str, ...], TARGETS] = ()
    retreat: Annotated[str, Retreat()] = ""
    leave: Annotated[str, LEAVE] = ""


JUMPS: Language[Jump] = Language(Jump)
SETUPS: Language[Setup] = Language(Setup)
POLICIES: Language[Policy] = Language(Policy)
