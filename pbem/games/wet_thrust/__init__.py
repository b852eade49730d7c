"""Wet Thrust (version 1): naval actions of 1939-45 on the open table, after Full Thrust. This page is the table of contents.

| chapter | module |
| --- | --- |
| WT-1 measuring and arcs | `pbem.core.table`; `tables.py` (the printed tables), `action.py` (one turn being played) |
| 2.1 to 2.3 ships | `data/ships/*.json`, `scs.py`, `ship_class.py`, `ship_faults.py`; `sheet.py` (as it stands) |
| section 8 scenarios, 2.9 options | `scenarios/*.json`, `scenario.py`, `setup.py` |
| section 3 sequence, section 6 defaults | `sequence.py`, `freeze.py` (orders in force) |
| WT-15 bridge | `command.py` (and WT-4.3: who does not answer the helm) |
| WT-2 movement, WT-3 propulsion, WT-4 rudder | `helm.py`, `move.py` |
| WT-5 collision and ram | `ram.py` |
| WT-6 and WT-11 aircraft | `launch.py`, `flights.py`, `deck.py` |
| WT-7, WT-8 gunnery | `fire.py`, `aim.py`, `gunnery.py` |
| WT-9 threshold checks, WT-17 magazines | `threshold.py` |
| WT-10 torpedoes | `torpedo.py`, `extra.py` (the d20 of torpedoes and bombs) |
| WT-12, WT-13, WT-14 combat in the air, bombs, flak | `fighters.py`, `bombing.py`, `flak.py` |
| WT-16 damage control | `repair.py`; `hits.py` (boxes, fuel, fires, systems) |
| WT-18, WT-19 submarines and destroyers | `dives.py`, `sonar.py`, `charges.py` |
| WT-20 smoke, WT-21 disengagement | `smoke.py`, `disengage.py` |
| WT-22 loss and end | `sinking.py`, `victory.py` |
| WT-23 information | `view.py` |
| section 5 orders by mail | `language.py`, `filing.py`, `desk.py` (whose mail it is), `receipt.py`, `template.py` |
| ... from words to orders | `lexer.py`, `grammar.py`, `gun_grammar.py`, `plot_grammar.py`, `air_grammar.py`; `orders.py` |
| ... and back to words | `words.py` |
| ... what is wrong with them | `checks.py`, `gun_checks.py`, `plot_checks.py`, `air_checks.py`; `forms.py` (hints) |
| the state | `state.py`; as JSON `plain.py`, `plain_shape.py`, `plain_faults.py` |
| ... and what events do to it | `apply.py`, `apply_fire.py`, `apply_damage.py`, `apply_air.py`, `apply_common.py` |
| section 9, report: sentences | `tell.py`, `sea_words.py`, `fire_words.py`, `air_words.py`, `damage_words.py`, `phrases.py` |
| section 9, report: panels and sheets in text | `panels.py`, `sheet_text.py`; `fixed.py` (how wide) |
| section 9, report: first lines, score and victory in words | `summary.py`; `score.py`, `victory_words.py` |
| section 9: the map | `draw.py`; `map_scene.py`, `map_arcs.py`, `map_marks.py`, `map_fire.py`, `window.py`; `legend.py` |
| section 9, report: pictures of sheets | `sheet_scene.py`, `sheet_symbols.py` |
| what the order desk asks | `forms.py`; `picks.py`; `trial.py`, `trial_scene.py`, `dry_run.py`, `supposed.py`, `odds.py` |
| admirals without a player | `bots.py`, `admiral.py`, `captain.py`, `wolf.py`, `airboss.py`, `signals.py`, `haphazard.py` |
| ... what each ship is for | `roles.py`, `task.py`, `chase.py` |
| ... what they reckon with | `side.py`, `tactics.py`, `tracks.py` |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from events.base import Event
from pbem.core.game import Ask, Bot, Form, GameTurns, Losses, Options, Panel, Pick, Scenario, Seat, Trial, Turn, Verdict
from pbem.core.options import Choice
from pbem.core.orders import OrderSheet, Parsed
from pbem.core.scene import Scene
from pbem.games.wet_thrust import plain, sequence, setup, victory
from pbem.games.wet_thrust import scenario as openings
from pbem.games.wet_thrust.apply import HANDLERS
from pbem.games.wet_thrust.bots import BOTS
from pbem.games.wet_thrust.draw import draw
from pbem.games.wet_thrust.forms import forms
from pbem.games.wet_thrust.language import parse, sheet
from pbem.games.wet_thrust.panels import panels
from pbem.games.wet_thrust.phrases import AIRCRAFT
from pbem.games.wet_thrust.picks import picks
from pbem.games.wet_thrust.state import State
from pbem.games.wet_thrust.summary import summary
from pbem.games.wet_thrust.tell import tell
from pbem.games.wet_thrust.template import template
from pbem.games.wet_thrust.trial import trial
from pbem.games.wet_thrust.view import View, view


class WetThrust:
    """The rule book as `pbem.core.game.Game[State, View]`."""

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
        return sequence.turns(state)

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

    def lay_open(self, state: State) -> None:
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

    def forms(self) -> Sequence[Form]:
        return forms()

    def picks(self, view: View) -> Sequence[Pick]:
        return picks(view)

    def trial(self, view: View, sheet: OrderSheet) -> Trial:
        return trial(self, view, sheet)

    def draw(self, view: View) -> Iterator[Scene]:
        return draw(view)

    def dump(self, state: State) -> dict[str, Any]:
        return plain.dump(state)

    def load(self, data: Mapping[str, Any]) -> State:
        return plain.load(data)


WET_THRUST = WetThrust()
