"""CMP-2.7: the end of a battle that was fought at a table, from a game master's text; every problem is told by its line.

```
BATTLE 3
WINNER blue            or DRAW, NOT PLAYED, REFUSED BY red
SR1: hull 3, torpedoes 2
TF2: LOST
POINTS blue 20, red 5
KILL SR1 TF2
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from events.campaign.battles import Outcome
from pbem.campaign.language.result_lines import (
    LINES,
    UNIT_LINES,
    Drawn,
    Hit,
    Kill,
    Line,
    NotPlayed,
    Now,
    Of,
    Points,
    RefusedBy,
    Won,
)
from pbem.campaign.model.classes import classes
from pbem.campaign.model.order_parts import Words
from pbem.campaign.model.state import Battle, State
from pbem.core.fleets.fleet_units import Deed, Fate, Lacks, Muster, Unit, UnitClass, UnitEnd, counted
from pbem.core.texts.envelope import OrderError, Piece, Problem, UnreadableOrder, shortened, suggest
from pbem.core.texts.marks import clean

HOW: dict[Fate, str] = {"present": "there at the end", "left": "left the battle", "captured": "captured", "lost": "lost"}
FATES: dict[str, Fate] = {"LOST": "lost", "CAPTURED": "captured", "LEFT": "left"}
Ending = Won | Drawn | NotPlayed | RefusedBy
WRITE = "FIT, UNTOUCHED, LOST, CAPTURED, LEFT, or what she lacks"


@dataclass(frozen=True)
class Result:
    """How a battle ended, by the scenario's sides. It can be taken over only if there are no `problems`."""

    outcome: Outcome
    winners: list[str]
    muster: Muster
    deeds: list[Deed]
    problems: list[Problem]


def read_result(state: State, battle: Battle, text: str) -> Result:
    """What a game master wrote of a battle, which is read by the whole state. Any text is fine."""
    reader = _Reader(state, battle)
    for piece in _pieces(text):
        try:
            reader.take(piece)
        except OrderError as why:
            reader.problems.append(Problem(piece.line, "", shortened(piece.text), why.reason, why.legal, why.kind))
    return reader.result()


def template(state: State, battle: Battle) -> str:
    """The text to begin with: each unit as it was, with the items of its sheet behind it."""
    sides = list(battle.sides)
    lines = [f"BATTLE {battle.number}", f"WINNER {sides[0]}", f"POINTS {', '.join(f'{side} 0' for side in sides)}"]
    book = state.node_of(battle).book
    for force in battle.forces.values():
        lines += [f"{unit.id}: UNTOUCHED  # {_sheet(classes(book)[unit.unit_class])}" for unit in force]
    return "\n".join(lines)


def _sheet(of: UnitClass) -> str:
    return f"{of.title}: {', '.join(f'{item} {printed.most}' for item, printed in of.items.items())}"


def _pieces(text: str) -> Iterator[Piece]:
    """What newlines and semicolons separate, without comments."""
    for number, line in enumerate(clean(text).splitlines(), 1):
        for part in line.partition("#")[0].split(";"):
            if words := " ".join(part.split()):
                yield Piece(number, words)


@dataclass
class _Reader:
    """What was read so far."""

    state: State
    battle: Battle
    ending: Ending | None = None
    named: set[str] = field(default_factory=set)
    """Units with a line of their own, whatever it says."""
    said: dict[str, Now] = field(default_factory=dict)
    points: dict[str, float] = field(default_factory=dict)
    deeds: list[Deed] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Which units were sent, by whom."""
        self.units: dict[str, Unit] = {unit.id: unit for force in self.battle.forces.values() for unit in force}
        self.side_of = {unit.id: side for side, force in self.battle.forces.items() for unit in force}
        self.classes = classes(self.state.node_of(self.battle).book)

    # ------------------------------------------------------------ lines

    def take(self, piece: Piece) -> None:
        """Read one line. Raises `OrderError`."""
        id, colon, rest = piece.text.partition(":")
        if colon and id.strip().upper() not in LINES.words:
            self._unit(id.strip(), rest.strip())
        else:
            self._line(LINES.whole(Words(piece.text)))

    def _line(self, line: Line) -> None:
        match line:
            case Of():
                self._about(line.battle)
            case Points():
                self.points |= {self._side(side): points for side, points in line.points}
            case Hit():
                self.deeds += [Deed(self._known(line.unit), "hit", target) for target in line.targets]
            case Kill():
                self.deeds += [Deed(self._known(line.unit), "kill", target) for target in line.targets]
            case _:
                self._end(line)

    def _about(self, battle: str) -> None:
        if battle not in (str(self.battle.number), self.battle.node.upper()):
            raise UnreadableOrder(f"this is about battle {self.battle.number}, not {battle}", kind="not allowed")

    def _end(self, line: Ending) -> None:
        if self.ending is not None:
            raise UnreadableOrder("how it ended was said above", kind="ambiguous")
        if isinstance(line, (Won, RefusedBy)):
            line = type(line)(tuple(map(self._side, line.sides)))
        self.ending = line

    def _unit(self, name: str, text: str) -> None:
        id = self._known(name.upper())
        self.named.add(id)
        if id in self.said:
            raise UnreadableOrder(f"of {id} something was said above", kind="ambiguous")
        if not text:
            raise UnreadableOrder(f"nothing is said of {id}", f"Write {WRITE}.")
        counts = Words(text).peek() not in UNIT_LINES.words and any(sign.isdigit() for sign in text)
        now = UNIT_LINES.whole(Words(f"LACKS {text}" if counts else text))
        self._check_items(id, now)
        self.said[id] = replace(now, by=self._captor(id, now.by)) if now.kind == "CAPTURED" else now

    def _check_items(self, id: str, now: Now) -> None:
        items = self.classes[self.units[id].unit_class].items
        for item, number in now.lacks:
            if item not in items:
                raise UnreadableOrder(f"{id} has no {item}", f"She has {', '.join(items)}.", "not allowed")
            if number > items[item].most:
                raise UnreadableOrder(f"{id} cannot lack {number} of {items[item].most} {item}", kind="not allowed")

    def _captor(self, id: str, by: str) -> str:
        """The side of the scenario that has captured a unit: the other one, where there are two."""
        own = self.battle.sides[self.side_of[id]]
        others = [side for side in self.battle.sides.values() if side != own]
        found = self._side(by) if by else others[0]
        if found == own or (not by and len(others) > 1):
            raise UnreadableOrder(
                f"it is not said who has captured {id}", f"Write CAPTURED BY {' or '.join(others)}.", "ambiguous"
            )
        return found

    def _known(self, name: str) -> str:
        """The id of a unit that was sent there. Raises `UnreadableOrder`."""
        found = next((id for id in self.units if id.upper() == name), "")
        if not found:
            legal = suggest(name, list(self.units)) or f"Sent were {', '.join(self.units) or 'none'}."
            raise UnreadableOrder(f"no unit {name} was sent to battle {self.battle.number}", legal, "not allowed")
        return found

    def _side(self, name: str) -> str:
        """The scenario's side that a side's name stands for. Raises `UnreadableOrder`."""
        for side, plays in self.battle.sides.items():
            if name.upper() in (side.upper(), plays.upper()):
                return plays
        legal = f"Sides are {', '.join(self.battle.sides)}."
        raise UnreadableOrder(f"no side {name} fights there", legal, "not allowed")

    # ------------------------------------------------------------ the whole

    def result(self) -> Result:
        """What it comes to, and what is missing."""
        fought = not isinstance(self.ending, (NotPlayed, RefusedBy))
        missing = [*self._missing(fought)]
        if not fought and self.said:
            missing.append("the battle was not fought, so no unit has come to harm: leave the units out")
        problems = [*self.problems, *(Problem(0, "", "", why) for why in missing)]
        ends = {id: self._after(id, self.said.get(id, Now("UNTOUCHED"))) for id in self.units}
        outcome, winners = self._outcome()
        points = {side: self.points.get(side, 0.0) for side in self.battle.sides.values()}
        return Result(outcome, winners, Muster(ends, points), self.deeds, problems)

    def _missing(self, fought: bool) -> Iterator[str]:
        if self.ending is None:
            yield "how did it end? Write WINNER and a side, DRAW, NOT PLAYED, or REFUSED BY and a side"
        wanted = [id for id in self.units if id not in self.named] if fought else []
        yield from (f"{id}: nothing is said of her; write {id}: {WRITE}" for id in wanted)
        node, refits = self.state.node_of(self.battle), self.state.file.refits
        if fought and not self.points and (node.share or (refits and refits.earned)):
            zeros = ", ".join(f"{side} 0" for side in self.battle.sides)
            yield f"the rule book's points count in this campaign: write POINTS {zeros}"

    def _outcome(self) -> tuple[Outcome, list[str]]:
        match self.ending:
            case Won():
                return "won", list(self.ending.sides)
            case RefusedBy():
                winners = self._others(self.ending.sides)
                return ("refused", winners) if winners else ("not played", [])
            case NotPlayed():
                return "not played", []
            case _:
                return "drawn", []

    def _others(self, sides: Sequence[str]) -> list[str]:
        return [side for side in self.battle.sides.values() if side not in sides]

    def _after(self, id: str, now: Now) -> UnitEnd:
        """CMP-3.1: absolutely. What is not named is as it was; of a unit that is FIT nothing lacks."""
        unit = self.units[id]
        of = self.classes[unit.unit_class]
        before: Lacks = {} if now.kind in ("FIT", "LOST") else unit.lacks
        fate = FATES.get(now.kind, "present")
        side = now.by if fate == "captured" else self.battle.sides[self.side_of[id]]
        return UnitEnd(unit.unit_class, side, fate, HOW[fate], counted({**before, **dict(now.lacks)}, of))
