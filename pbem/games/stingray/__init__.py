"""Stingray, Stingray (Jim Wallman, 2001): Stingrays and mechanical fish under the sea. This page is the table of contents.

| chapter | module |
| --- | --- |
| STG-GEN general, section 8 scenarios, options | `rules/setup.py`, `model/scenario.py`, `scenarios/*.json` |
| STG-HEX grid, arcs, line of sight; tables | `model/geometry.py`, `tables.py`, `data/*.json` |
| STG-SEQ sequence | `rules/sequence.py`, `turn_scratch.py` |
| STG-MOV movement, STG-MEG MegaFish, STG-SUP SuperSub | `model/plan.py`, `rules/move.py` |
| STG-LEP leaping, STG-OBS obstacles | `rules/move.py` |
| STG-RAM ramming | `rules/encounter.py` |
| STG-LAU launching, STG-DEC decoys, STG-MIN mines | `rules/weapons/launch.py`, `conditions.py`, `decoys.py`, `mines.py` |
| STG-MK7 sonar homing, STG-M61 Sting Mk61 | `rules/weapons/missiles.py`, `homing.py`, `mk61.py` |
| STG-DMG damage, STG-SPH special hits, STG-CRW crew | `rules/weapons/damage.py` |
| STG-REP repair | `rules/repair.py` |
| STG-FUE fuel | `rules/housekeep.py`, `running.py` |
| STG-POW power | `rules/power.py`, `housekeep.py` |
| STG-SCN scanning, STG-NAV navigation | `rules/sensors/sensors.py`, `scan.py` |
| STG-COM communications | `rules/sensors/scan.py`, `messages.py` |
| STG-SPY spies | `rules/spies.py` |
| STG-SEA two seats | `rules/lock.py` |
| STG-VIC ending | `rules/victory.py` |
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
from pbem.games.stingray.bots.roster import BOTS
from pbem.games.stingray.language.syntax import forms
from pbem.games.stingray.model import scenario as openings
from pbem.games.stingray.model.apply import HANDLERS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.turns import turns
from pbem.games.stingray.model.view import View, view
from pbem.games.stingray.orders.parse import parse, sheet
from pbem.games.stingray.planning.preview import preview
from pbem.games.stingray.planning.suggestions import suggest
from pbem.games.stingray.report.panels import panels
from pbem.games.stingray.report.pictures.draw import draw
from pbem.games.stingray.report.summary import summary
from pbem.games.stingray.report.tell import tell
from pbem.games.stingray.report.template import template
from pbem.games.stingray.rules import lock, sequence, setup, victory
from pbem.games.stingray.state_json import state_json


class Stingray:
    """The rule book as `pbem.core.game.protocol.Game[State, View]`."""

    key = "stingray"
    title = "Stingray, Stingray"
    clauses = "STG"
    rules_version = 2
    state_version = 2
    events: tuple[type[Event], ...] = tuple(HANDLERS)
    scenarios: Mapping[str, Scenario] = {
        key: Scenario(key, opening.title, opening.summary) for key, opening in openings.OPENINGS.items()
    }
    bots: Mapping[str, Bot[View]] = BOTS
    replacing = (
        "A block with new orders for a vessel replaces all that you ordered it for this move; its standing orders stay until"
        " CANCEL STANDING, vessels (and SIDE) that you do not name keep theirs, and the other officer's orders are his own."
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
        return lock.remarks(state, sheets, seat)

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
        return {vessel.id: vessel.printed.title for vessel in view.vessels.values()}

    def tell(self, event: Event, view: View) -> str | None:
        return tell(event, view)

    def summary(self, events: Sequence[Event], view: View) -> list[str]:
        return summary(events, view)

    def panels(self, view: View) -> Sequence[Panel]:
        return panels(view)

    def template(self, view: View) -> str:
        return template(view)

    def forms(self) -> Sequence[OrderSyntax]:
        return forms()

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


STINGRAY = Stingray()
