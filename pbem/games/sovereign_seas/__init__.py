"""Sovereign Seas Lite (Howard & Biskup, 1994-96): ironclads, guns and rams, 1860-1870. This page is the table of contents.

| chapter | module |
| --- | --- |
| SSL-B and SSL-C conventions and dice | `tables.py`, `action.py` (one turn being played) |
| SSL-D control logs and arcs, SSL-P and SSL-Q logs and tables | `tables.py`, `geometry.py`, `data/*.json` |
| SSL-A and SSL-E set-up, SSL-O scenarios, options | `setup.py`, `formation.py`, `scenario.py`, `scenarios/*.json` |
| SSL-F sequence, SSL-G advantage, SSL-M end phase | `sequence.py` |
| SSL-H speed | `speed.py` |
| SSL-I movement | `move.py`, `letters.py` (those of a MOVE, and the turn rate) |
| SSL-J1 ramming | `ram.py` |
| SSL-J2 gunnery | `gunnery.py`, `ready.py`, `targets.py`; `unfired.py` (why a ship did not fire) |
| SSL-K where hits fall | `hits.py`, `lose.py` (which part is given up) |
| SSL-L damage, critical hits | `attack.py`, `critical.py` |
| SSL-N winning | `victory.py` |
| SSL-X orders in force | `freeze.py`, `when.py`, `helm.py`, `homing.py`, `sea_room.py` |
| SSL-X and SSL-Z orders by mail (section 5) | `language.py`, `filing.py`, `desk.py` (whose mail it is) |
| ... words to orders, and back | `lexer.py`, `grammar.py`, `steer_grammar.py`, `forms.py` (hints); `orders.py`; `words.py` |
| ... what is wrong with them | `checks.py`, `gun_checks.py`, `fleet_checks.py`, `plans.py`, `places.py`; `receipt.py` |
| the state | `state.py`, `apply.py`; `vessel.py` (ships and views of them alike); `plain.py`, `plain_shape.py` (JSON) |
| SSL-Y information (section 7) | `view.py` |
| section 9, report: sentences | `tell.py`, `battle_words.py`, `phrases.py` |
| section 9, report: summary, score | `summary.py`, `summary_damage.py`, `summary_set_up.py`; `score.py` |
| section 9, report: logs, tables, template | `panels.py`, `logsheet.py`, `log_layout.py`, `template.py` |
| section 9, report: pictures | `draw.py`; `map_scene.py`, `map_marks.py`, `legend.py`, `window.py`; `sheet_scene.py` |
| what the order desk asks | `forms.py`; `picks.py`; `trial.py`, `trial_scene.py`, `dry_run.py`, `supposed.py`, `odds.py` |
| admirals without a player | `bots.py`, `admiral.py`, `captain.py`, `tactics.py`, `tracks.py`, `haphazard.py` |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from events.base import Event
from pbem.core.game import Ask, Bot, Form, GameTurns, Losses, Options, Panel, Pick, Scenario, Seat, Trial, Turn, Verdict
from pbem.core.options import Choice
from pbem.core.orders import OrderSheet, Parsed
from pbem.core.scene import Scene
from pbem.games.sovereign_seas import plain, sequence, setup, victory
from pbem.games.sovereign_seas import scenario as openings
from pbem.games.sovereign_seas.apply import HANDLERS
from pbem.games.sovereign_seas.bots import BOTS
from pbem.games.sovereign_seas.draw import draw
from pbem.games.sovereign_seas.forms import forms
from pbem.games.sovereign_seas.language import parse, sheet
from pbem.games.sovereign_seas.panels import panels
from pbem.games.sovereign_seas.phrases import name_of
from pbem.games.sovereign_seas.picks import picks
from pbem.games.sovereign_seas.state import State
from pbem.games.sovereign_seas.summary import summary
from pbem.games.sovereign_seas.tell import tell
from pbem.games.sovereign_seas.template import template
from pbem.games.sovereign_seas.trial import trial
from pbem.games.sovereign_seas.view import View, view


class SovereignSeas:
    """The rule book as `pbem.core.game.Game[State, View]`."""

    key = "sovereign_seas"
    title = "Sovereign Seas Lite"
    clauses = "SSL"
    rules_version = 2
    state_version = 1
    events: tuple[type[Event], ...] = tuple(HANDLERS)
    scenarios: Mapping[str, Scenario] = {
        key: Scenario(key, opening.title, opening.summary) for key, opening in openings.OPENINGS.items()
    }
    bots: Mapping[str, Bot[View]] = BOTS
    replacing = (
        "A block for a ship, or for FLEET, replaces all that you have ordered for it this turn, and is read over what stood for"
        " it when the turn began; units that you do not name keep what stands above."
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
        return []  # each admiral commands his own ships

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
        return {ship.id: name_of(ship) for ship in view.ships.values()}

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


SOVEREIGN_SEAS = SovereignSeas()
