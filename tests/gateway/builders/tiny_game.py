"""A tiny game to send mail about: each side has one ship, which is told how far to move. All else is the real service."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from events.base import EVERYONE, Event, event
from events.schema import load
from pbem.core.drawing.scene import Circle, Scene
from pbem.core.game.options import Options
from pbem.core.game.protocol import Game, Orders, Planning, Report, Rules, Seat
from pbem.core.game.report_parts import Ask, GameTurns, Panel, Preview, Verdict
from pbem.core.game.scenarios import Scenarios
from pbem.core.game.turn import Turn
from pbem.core.orders.usage import OrderSyntax
from pbem.core.state.game_state import GameState
from pbem.core.texts.envelope import Envelope, OrderSheet, Parsed, Problem, changed_units

MOVE = re.compile(r"MOVE ([1-9])", re.I)


@dataclass
class State(GameState):
    """Everything is open."""

    places: dict[str, int] = field(default_factory=dict)
    """Unit -> how far it has moved."""


@event("drill.moved")
class Moved(Event):
    """A ship moved."""

    unit: str
    distance: int


@dataclass(frozen=True)
class Waters:
    """A scenario without options."""

    key: str
    title: str
    summary: str
    code: str = ""
    aliases: Sequence[str] = ()


class Drill:
    """Move as far as you like; turn 9 is the last."""

    key = "drill"
    title = "Drill"
    clauses = "DR"
    events: tuple[type[Event], ...] = (Moved,)
    waters = Waters("open-sea", "Open Sea", "Two ships.")
    bots: Mapping[str, Any] = {}
    units: Mapping[str, str] = {"blue": "B1", "red": "R1"}

    def seats(self, scenario: str, options: Options) -> list[Seat]:
        return [Seat(seat, seat, seat.title()) for seat in self.units]

    def blank(self, reader: str | None = None, /) -> State:
        return State(reader, places=dict.fromkeys(self.units.values(), 0))

    def setup(self, turn: Turn[State], scenario: str, options: Options) -> None:
        turn.emit(Moved("B1", 1), "DR-1", EVERYONE)

    def apply(self, state: State, event: Event) -> None:
        assert isinstance(event, Moved)
        state.places[event.unit] += event.distance

    def due(self, state: State) -> Mapping[str, Ask]:
        return {seat: Ask("one move for each ship", [unit]) for seat, unit in self.units.items()}

    def turns(self, state: State) -> GameTurns:
        return GameTurns("a move", "a move")

    def sheet(self, state: State, seat: str) -> OrderSheet:
        return OrderSheet()

    def parse(self, state: State, seat: str, envelope: Envelope, sheet: OrderSheet) -> Parsed:
        units, problems, accepted = dict(sheet.units), [], 0
        for block in envelope.blocks:
            pieces = block.pieces
            found = MOVE.fullmatch(pieces[-1].text) if pieces else None
            if block.unit != self.units[seat]:
                first = pieces[0] if pieces else None
                words = first.text if first else block.unit
                problems.append(
                    Problem(first.line if first else block.line, block.unit, words, "not your ship", "Yours: B1 or R1.")
                )
            elif found:
                units[block.unit], accepted = [f"move {found[1]}"], accepted + 1
            elif pieces:
                problems.append(Problem(pieces[0].line, block.unit, pieces[0].text, "not understood", "Say: move 1 to 9."))
        after = OrderSheet(units)
        given = after.units if accepted else {}
        return Parsed(after, problems, [], accepted, changed_units(sheet, after, given), given)

    def forms(self) -> Sequence[OrderSyntax]:
        return [OrderSyntax("MOVE", "move 4", "move so far")]

    def remarks(self, state: State, sheets: Mapping[str, OrderSheet], seat: str) -> list[str]:
        return []

    def resolve(self, turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
        turn.phase("Movement")
        for seat, unit in self.units.items():
            for line in sheets[seat].units.get(unit, []):
                turn.emit(Moved(unit, int(line[-1])), "DR-1", EVERYONE)

    def verdict(self, state: State) -> Verdict | None:
        return Verdict(["blue"], "Blue is far away.") if state.places["B1"] > 9 else None

    def names(self, known: State) -> Mapping[str, str]:
        return {"B1": "Bluebell"}

    def tell(self, event: Event, known: State) -> str | None:
        return f"{event.unit} moves {event.distance}." if isinstance(event, Moved) else None

    def summary(self, events: Sequence[Event], known: State) -> list[str]:
        return [f"{len(events)} moves were made."]

    def panels(self, known: State) -> Sequence[Panel]:
        return [Panel("Ships", [f"{unit}  {place}" for unit, place in known.places.items()])]

    def template(self, known: State) -> str:
        return f"{self.units[known.reader or 'blue']}:\n  move 1\n"

    def draw(self, known: State) -> Iterator[Scene]:
        ships = [Circle((10.0 * place, 50.0), 5.0, "mine", unit) for unit, place in known.places.items()]
        sheet = Scene("sheet", "Record sheet", "An undamaged ship.", (0, 0, 100, 100), [Circle((50.0, 50.0), 20.0, "box")])
        yield Scene("map", "Map", "Two ships on a line.", (0, 0, 200, 100), ships)
        yield sheet

    def preview(self, known: State, sheet: OrderSheet) -> Preview:
        return Preview(next(self.draw(known)), [])

    def load(self, data: Mapping[str, Any]) -> State:
        return load(State, dict(data))

    def game(self) -> Game[State]:
        """These functions as a game."""
        return Game(
            key=self.key,
            title=self.title,
            clauses=self.clauses,
            rules_version=1,
            state_version=1,
            events=self.events,
            scenarios=Scenarios({self.waters.key: self.waters}, lambda waters: {}),
            rules=Rules(
                seats=self.seats,
                blank=self.blank,
                setup=self.setup,
                apply=self.apply,
                due=self.due,
                turns=self.turns,
                resolve=self.resolve,
                verdict=self.verdict,
                losses=lambda state: {},
                audience=lambda state, event: EVERYONE,
                roll_audience=lambda state, clause, audience: True,
                load=self.load,
            ),
            orders=Orders(
                replacing="A block replaces the orders of its ship.",
                sheet=self.sheet,
                parse=self.parse,
                forms=self.forms,
                remarks=self.remarks,
            ),
            report=Report(
                names=self.names,
                tell=self.tell,
                summary=self.summary,
                panels=self.panels,
                template=self.template,
                draw=self.draw,
            ),
            planning=Planning(suggest=lambda known: [], preview=self.preview, bots=self.bots),
        )


GAMES: Mapping[str, Game[Any]] = {"drill": Drill().game()}
