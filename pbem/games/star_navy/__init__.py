"""Star Navy (v.7, Jim Swift, 2006): space battle between warships. This page is the table of contents.

| chapter | module |
| --- | --- |
| SN-1 map, SN-7.2 to SN-7.8 sweeps and orientation | `model/geometry.py`, `state.py`, `tables.py` |
| SN-2 set-up, scenarios, options | `rules/setup.py`, `model/scenario.py`, `scenarios/*.json` |
| SN-3 turn and cycle | `rules/sequence.py`, `lock.py`, `model/turns.py` |
| SN-4 move, SN-13 terrain | `rules/move.py` |
| SN-5 command | `rules/command.py`, `legal.py` |
| SN-6, SN-7 turn, fire | `rules/fire.py` |
| SN-8 damage | `rules/damage.py` |
| SN-9 board | `rules/boarding.py` |
| SN-10, SN-12 engine phase, status | `rules/engine.py` |
| SN-11 interstellar travel | `rules/jump.py` |
| SN-14 victory | `rules/victory.py`, `verdicts.py` |
| orders by mail: words to orders and back | `language/`: `grammar.py`, `words.py` and what they import; `syntax.py` (hints) |
| ... what a mail files, and what is wrong with it | `orders/`: `parse.py`, `filing.py`, `checks.py` |
| who knows what | `model/view.py` |
| reports: sentences, panels, summary, score, order template | `report/` |
| ... maps and record sheets | `report/pictures/` |
| suggested orders and the dry run | `planning/` |
| seats without a player | `bots/` |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from events.base import Event
from pbem.core.drawing.scene import Scene
from pbem.core.game.options import Choice
from pbem.core.game.protocol import (
    Ask,
    Bot,
    GameTurns,
    Losses,
    Options,
    OrderSyntax,
    Panel,
    Preview,
    Scenario,
    Seat,
    SuggestedOrder,
    Turn,
    Verdict,
)
from pbem.core.orders.envelope import OrderSheet, Parsed
from pbem.games.star_navy.bots.roster import BOTS
from pbem.games.star_navy.language.syntax import FORMS
from pbem.games.star_navy.model import scenario as openings
from pbem.games.star_navy.model.apply import HANDLERS
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.turns import turns
from pbem.games.star_navy.model.view import View, view
from pbem.games.star_navy.orders.parse import parse, sheet
from pbem.games.star_navy.planning.preview import preview
from pbem.games.star_navy.planning.suggestions import suggest
from pbem.games.star_navy.report.panels import panels
from pbem.games.star_navy.report.pictures.draw import draw
from pbem.games.star_navy.report.summary import summary
from pbem.games.star_navy.report.tell import tell
from pbem.games.star_navy.report.template import template
from pbem.games.star_navy.rules import sequence, setup, victory
from pbem.games.star_navy.state_json import state_json


class StarNavy:
    """The rule book as `pbem.core.game.protocol.Game[State, View]`."""

    key = "star_navy"
    title = "Star Navy"
    clauses = "SN"
    rules_version = 2
    state_version = 2
    events: tuple[type[Event], ...] = tuple(HANDLERS)
    scenarios: Mapping[str, Scenario] = {
        key: Scenario(key, opening.title, opening.summary) for key, opening in openings.OPENINGS.items()
    }
    bots: Mapping[str, Bot[View]] = BOTS
    replacing = (
        "New orders replace what stands for the same ship in the same slot (T1 to T6, JUMP, STANDING, each SETUP, each POLICY;"
        " all of E1 together, all of E2 together); other slots and ships keep theirs, and CLEAR empties a ship's T, E and JUMP."
    )

    def scenario(self, name: str) -> Scenario:
        return self.scenarios[openings.find(name).key]

    def choices(self, scenario: str) -> Mapping[str, Choice]:
        return openings.choices(openings.find(scenario))

    def options(self, scenario: str, given: Options) -> dict[str, Any]:
        return openings.options(scenario, given)

    def seats(self, scenario: str, options: Options) -> list[Seat]:
        return setup.seats(scenario, options)

    def blank(self) -> State:
        return State()

    def setup(self, turn: Turn[State], scenario: str, options: Options) -> None:
        setup.set_up(turn, scenario, options)

    def apply(self, state: State, event: Event) -> None:
        HANDLERS[type(event)](state, event)

    def due(self, state: State) -> Mapping[str, Ask]:
        return sequence.due(state)

    def turns(self, state: State) -> GameTurns:
        return turns(state)

    def sheet(self, state: State, seat: str) -> OrderSheet:
        return sheet(state, seat)

    def parse(self, state: State, seat: str, text: str, sheet: OrderSheet) -> Parsed:
        return parse(state, seat, text, sheet)

    def remarks(self, state: State, sheets: Mapping[str, OrderSheet], seat: str) -> list[str]:
        return []  # one seat commands all ships of its side

    def resolve(self, turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
        sequence.resolve(turn, sheets)

    def verdict(self, state: State) -> Verdict | None:
        return sequence.verdict(state)

    def losses(self, state: State) -> Mapping[str, Losses]:
        return victory.losses(state)

    def view(self, state: State, seat: str | None) -> View:
        return view(state, seat)

    def reveal_all(self, state: State) -> None:
        state.over = True

    def names(self, view: View) -> Mapping[str, str]:
        return {ship.id: ship.printed.name for ship in view.ships.values()}

    def tell(self, event: Event, view: View) -> str | None:
        return tell(event, view)

    def summary(self, events: Sequence[Event], view: View) -> list[str]:
        return summary(events, view)

    def panels(self, view: View) -> Sequence[Panel]:
        return panels(view)

    def template(self, view: View) -> str:
        return template(view)

    def forms(self) -> Sequence[OrderSyntax]:
        return FORMS

    def suggest(self, view: View) -> Sequence[SuggestedOrder]:
        return suggest(view)

    def preview(self, view: View, sheet: OrderSheet) -> Preview:
        return preview(self, view, sheet)

    def draw(self, view: View) -> Iterator[Scene]:
        return draw(view)

    def dump(self, state: State) -> dict[str, Any]:
        return state_json.dump(state)

    def load(self, data: Mapping[str, Any]) -> State:
        return state_json.load(data)


STAR_NAVY = StarNavy()
