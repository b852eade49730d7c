"""Wet Thrust (version 1): naval actions of 1939-45 on the open table, after Full Thrust. This page is the table of contents.

| chapter | module |
| --- | --- |
| WT-1 measuring and arcs | `model/tables.py`, `rules/turn_scratch.py` (one turn being played) |
| 2.1 to 2.3 ships | `data/ships/*.json`, `model/scs.py`, `ship_class.py`, `ship_faults.py`; `control_sheet.py` (as it stands) |
| section 8 scenarios, 2.9 options | `scenarios/*.json`, `model/scenario.py`, `rules/setup.py` |
| section 3 sequence, section 6 defaults | `rules/sequence.py`, `lock.py` (orders in force) |
| WT-15 bridge | `rules/command.py` (and WT-4.3: who does not answer the helm) |
| WT-2 movement, WT-3 propulsion, WT-4 rudder | `rules/helm.py`, `move.py` |
| WT-5 collision and ram | `rules/ram.py` |
| WT-6 and WT-11 aircraft | `rules/air/launch.py`, `flights.py`, `deck.py` |
| WT-7, WT-8 gunnery | `rules/combat/fire.py`, `aim.py`, `gunnery.py` |
| WT-9 threshold checks, WT-17 magazines | `rules/combat/threshold.py` |
| WT-10 torpedoes | `rules/combat/torpedo.py`, `d20_effects.py` (the d20 of torpedoes and bombs) |
| WT-12, WT-13, WT-14 combat in the air, bombs, flak | `rules/air/fighters.py`, `bombing.py`, `flak.py` |
| WT-16 damage control | `rules/combat/repair.py`; `hits.py` (boxes, fuel, fires, systems) |
| WT-18, WT-19 submarines and destroyers | `rules/dives.py`, `sonar.py`, `rules/combat/charges.py` |
| WT-20 smoke, WT-21 disengagement | `rules/smoke.py`, `disengage.py` |
| WT-22 loss and end | `rules/sinking.py`, `victory.py` |
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
from pbem.games.wet_thrust.bots.roster import BOTS
from pbem.games.wet_thrust.language.syntax import forms
from pbem.games.wet_thrust.model import scenario as openings
from pbem.games.wet_thrust.model.apply.apply import HANDLERS
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.turns import turns
from pbem.games.wet_thrust.model.view import View, view
from pbem.games.wet_thrust.orders.parse import parse, sheet
from pbem.games.wet_thrust.planning.preview import preview
from pbem.games.wet_thrust.planning.suggestions import suggest
from pbem.games.wet_thrust.report.panels import panels
from pbem.games.wet_thrust.report.phrases import AIRCRAFT
from pbem.games.wet_thrust.report.pictures.draw import draw
from pbem.games.wet_thrust.report.summary import summary
from pbem.games.wet_thrust.report.tell import tell
from pbem.games.wet_thrust.report.template import template
from pbem.games.wet_thrust.rules import sequence, setup, victory
from pbem.games.wet_thrust.state_json import state_json


class WetThrust:
    """The rule book as `pbem.core.game.protocol.Game[State, View]`."""

    key = "wet_thrust"
    title = "Wet Thrust"
    clauses = "WT"
    rules_version = 2
    state_version = 2
    events: tuple[type[Event], ...] = tuple(HANDLERS)
    scenarios: Mapping[str, Scenario] = {
        key: Scenario(key, opening.title, opening.summary) for key, opening in openings.OPENINGS.items()
    }
    bots: Mapping[str, Bot[View]] = BOTS
    replacing = (
        "A new block for a ship, squadron or FLEET replaces all that your earlier mails of this turn ordered for it; what stood"
        " before this turn stays unless the block changes it, and units that you do not name keep what they have."
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
        return []  # each admiral commands his own units

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
        squadrons = {squadron.id: f"{AIRCRAFT[squadron.kind]}s" for squadron in view.squadrons.values()}
        return {ship.id: ship.name for ship in view.ships.values()} | squadrons

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


WET_THRUST = WetThrust()
