"""Stingray, Stingray (Jim Wallman, 2001): Stingrays and mechanical fish under the sea. This page is the table of contents.

| chapter | module |
| --- | --- |
| STG-GEN general, section 8 scenarios, options | `setup.py`, `scenario.py`, `scenarios/*.json` |
| STG-HEX grid, arcs, line of sight; tables | `geometry.py`, `tables.py`, `data/*.json` |
| STG-SEQ sequence | `sequence.py`, `action.py` |
| STG-MOV movement, STG-MEG MegaFish, STG-SUP SuperSub | `plan.py`, `move.py` |
| STG-LEP leaping, STG-OBS obstacles | `move.py` |
| STG-RAM ramming | `encounter.py` |
| STG-LAU launching, STG-DEC decoys, STG-MIN mines | `launch.py`, `conditions.py`, `decoys.py`, `mines.py` |
| STG-MK7 sonar homing, STG-M61 Sting Mk61 | `missiles.py`, `homing.py`, `mk61.py` |
| STG-DMG damage, STG-SPH special hits, STG-CRW crew | `damage.py` |
| STG-REP repair | `repair.py` |
| STG-FUE fuel | `housekeep.py`, `running.py` |
| STG-POW power | `power.py`, `housekeep.py` |
| STG-SCN scanning, STG-NAV navigation | `sensors.py`, `scan.py` |
| STG-COM communications | `scan.py`, `messages.py` |
| STG-SPY spies | `spies.py` |
| STG-SEA two seats | `freeze.py` |
| STG-VIC ending | `victory.py` |
| section 5, orders by mail | `language.py`, `grammar.py`, `words.py` and what they import; `forms.py` |
| section 7, hidden information | `view.py`, `apply.py` |
| section 9, report | `summary.py`, `tell.py`, `panels.py`, `score.py`, `template.py`, `draw.py`; `turns.py` |
| the order desk | `picks.py`, `power_picks.py`; `trial.py` with `supposed.py`, `dry_run.py`, `odds.py` |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from events.base import Event
from pbem.core.game import Ask, Bot, Form, GameTurns, Losses, Options, Panel, Pick, Scenario, Seat, Trial, Turn, Verdict
from pbem.core.options import Choice
from pbem.core.orders import OrderSheet, Parsed
from pbem.core.scene import Scene
from pbem.games.stingray import freeze, plain, sequence, setup, victory
from pbem.games.stingray import scenario as openings
from pbem.games.stingray.apply import HANDLERS
from pbem.games.stingray.bots import BOTS
from pbem.games.stingray.draw import draw
from pbem.games.stingray.forms import forms
from pbem.games.stingray.language import parse, sheet
from pbem.games.stingray.panels import panels
from pbem.games.stingray.picks import picks
from pbem.games.stingray.state import State
from pbem.games.stingray.summary import summary
from pbem.games.stingray.tell import tell
from pbem.games.stingray.template import template
from pbem.games.stingray.trial import trial
from pbem.games.stingray.turns import turns
from pbem.games.stingray.view import View, view


class Stingray:
    """The rule book as `pbem.core.game.Game[State, View]`."""

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
        return freeze.remarks(state, sheets, seat)

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
        return {vessel.id: vessel.printed.title for vessel in view.vessels.values()}

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


STINGRAY = Stingray()
