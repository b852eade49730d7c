"""The lines in which a game master writes down how a battle ended that was fought at a table (CMP-2.7)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar, get_args

from pbem.campaign.model.order_parts import FORCE, ITEM, PLACE, UNIT, Words, called
from pbem.core.orders import order_words
from pbem.core.orders.language import Language, order
from pbem.core.orders.parts import Draw, Listed, Number, OneWord, Part
from pbem.core.orders.usage import Usage

T = TypeVar("T")
Kind = Literal["LOST", "CAPTURED", "LEFT", "FIT", "UNTOUCHED", "LACKS"]
SIDE = called("side", 'a side is called by its name, not "{}"')
SIDES: Listed[str] = Listed(SIDE, ",", "AND", loose=True)
COUNT = Number(why='a number must come here, not "{}"')
AMOUNT: OneWord[float] = OneWord(
    "[0-9]{1,6}(?:[.][0-9]{1,2})?", ("0", "2.5"), float, "{:g}".format, why='a number must come here, not "{}"'
)


class Counted(Part[tuple[str, T]]):
    """`hull 3`: a name and so many of it."""

    def __init__(self, of: Part[str], number: Part[T]) -> None:
        super().__init__()
        self._of, self._number = of, number

    def fits(self, words: order_words.Words) -> bool:
        return self._of.fits(words)

    def read(self, words: order_words.Words) -> tuple[str, T]:
        return self._of.read(words), self._number.read(words)

    def write(self, value: tuple[str, T]) -> str:
        return f"{self._of.write(value[0])} {self._number.write(value[1])}"

    def draw(self, draw: Draw) -> str:
        return f"{self._of.draw(draw)} {self._number.draw(draw)}"


@order(Usage("BATTLE {battle}", "BATTLE 3", "the battle that it is about", "CMP-2.7"))
class Of:
    """By number or node."""

    battle: Annotated[str, PLACE]


@order(Usage("WINNER|WINNERS|WON [BY] {sides}", "WINNER blue", "who has won", "CMP-3.5"))
class Won:
    """Sides of the campaign, or of the scenario."""

    sides: Annotated[tuple[str, ...], SIDES]


@order(Usage("DRAW|DRAWN", "DRAW", "nobody has won", "CMP-3.5"))
class Drawn:
    """A battle that was fought."""


@order(Usage("NOT PLAYED", "NOT PLAYED", "it was not fought, and counts for nobody", "CMP-2.4"))
class NotPlayed:
    """No unit has come to harm."""


@order(Usage("REFUSED (BY) {sides}", "REFUSED BY red", "a side did not fight, and the other has won", "CMP-2.4"))
class RefusedBy:
    """No unit has come to harm."""

    sides: Annotated[tuple[str, ...], SIDES]


@order(Usage("POINTS {points}", "POINTS blue 20, red 5", "the rule book's points of each side", "CMP-3.5"))
class Points:
    """Of a side not named: none."""

    points: Annotated[tuple[tuple[str, float], ...], Listed(Counted(SIDE, AMOUNT), ",", loose=True)]


@order(Usage("HIT {unit} [AT|ON] {targets}", "HIT SR1 AT TF2", "for the roll of honour", "CMP-3.7"))
class Hit:
    """A unit has hit others, each once."""

    unit: Annotated[str, UNIT]
    targets: Annotated[tuple[str, ...], FORCE]


@order(Usage("KILL {unit} [AT|ON] {targets}", "KILL SR1 TF2", "for the roll of honour: destroyed", "CMP-3.7"))
class Kill:
    """A unit has destroyed others."""

    unit: Annotated[str, UNIT]
    targets: Annotated[tuple[str, ...], FORCE]


@order(
    Usage("kind=LOST", "LOST", "she is out of the campaign", "CMP-3.3"),
    Usage("kind=FIT", "FIT", "she lacks nothing", "CMP-3.2"),
    Usage("kind=UNTOUCHED", "UNTOUCHED", "she lacks what she lacked before", "CMP-3.2"),
    Usage("kind=CAPTURED [BY {by}] [,] [{lacks}]", "CAPTURED BY red hull 3", "the other side has her", "CMP-3.4"),
    Usage("kind=LEFT [,] [{lacks}]", "LEFT hull 3", "she left the battle alive", "CMP-3.2"),
    Usage("kind=LACKS {lacks}", "hull 3, torpedoes 2", "what she lacks now; the rest is as it was", "CMP-3.2"),
    rest="LOST, FIT and UNTOUCHED stand alone.",
)
class Now:
    """What has become of a unit, behind its id and a colon. LACKS may be left out there."""

    kind: Kind = "LACKS"
    lacks: Annotated[tuple[tuple[str, int], ...], Listed(Counted(ITEM, COUNT), ",", loose=True)] = ()
    by: Annotated[str, SIDE] = ""


Line = Of | Won | Drawn | NotPlayed | RefusedBy | Points | Hit | Kill
LINES: Language[Line] = Language(
    *get_args(Line),
    words=Words,
    why='"{}" says nothing of a battle',
    legal="Write WINNER, DRAW, POINTS, or a unit and a colon.",
)
UNIT_LINES: Language[Now] = Language(
    Now,
    words=Words,
    why='"{}" says nothing of a unit',
    legal="Write FIT, UNTOUCHED, LOST, CAPTURED, LEFT, or items and numbers.",
)
