"""Sovereign Seas Lite (Howard & Biskup, 1994-96): ironclads, guns and rams, 1860-1870. This page is the table of contents.

| chapter | module |
| --- | --- |
| SSL-B and SSL-C conventions and dice | `model/tables.py`, `rules/turn_scratch.py` (one turn being played) |
| SSL-D control logs and arcs, SSL-P and SSL-Q logs and tables | `model/tables.py`, `geometry.py`, `data/*.json` |
| SSL-A and SSL-E set-up, SSL-O scenarios, options | `rules/setup.py`, `model/formation.py`, `scenario.py`, `scenarios/*.json` |
| SSL-F sequence, SSL-G advantage, SSL-M end phase | `rules/sequence.py` |
| SSL-H speed | `rules/sailing/speed.py` |
| SSL-I movement | `rules/sailing/move.py`, `language/letters.py` (those of a MOVE, and the turn rate) |
| SSL-J1 ramming | `rules/sailing/ram.py` |
| SSL-J2 gunnery | `rules/combat/gunnery.py`, `ready.py`, `unfired.py` (why a ship did not fire); `language/targets.py` |
| SSL-K where hits fall | `rules/combat/hits.py`, `lose.py` (which part is given up) |
| SSL-L damage, critical hits | `rules/combat/attack.py`, `critical.py` |
| SSL-N winning | `rules/victory.py` |
| SSL-X orders in force | `rules/lock.py`, `rules/sailing/when.py`, `helm.py`, `homing.py`, `sea_room.py` |
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
from pbem.games.sovereign_seas.bots.roster import BOTS
from pbem.games.sovereign_seas.language.syntax import forms
from pbem.games.sovereign_seas.model import scenario as openings
from pbem.games.sovereign_seas.model.apply import HANDLERS
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.turns import turns
from pbem.games.sovereign_seas.model.view import View, view
from pbem.games.sovereign_seas.orders.parse import parse, sheet
from pbem.games.sovereign_seas.planning.preview import preview
from pbem.games.sovereign_seas.planning.suggestions import suggest
from pbem.games.sovereign_seas.report.panels import panels
from pbem.games.sovereign_seas.report.phrases import name_of
from pbem.games.sovereign_seas.report.pictures.draw import draw
from pbem.games.sovereign_seas.report.summary import summary
from pbem.games.sovereign_seas.report.tell import tell
from pbem.games.sovereign_seas.report.template import template
from pbem.games.sovereign_seas.rules import sequence, setup, victory
from pbem.games.sovereign_seas.state_json import state_json


class SovereignSeas:
    """The rule book as `pbem.core.game.protocol.Game[State, View]`."""

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
        return turns(state)

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

    def reveal_all(self, state: State) -> None:
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


SOVEREIGN_SEAS = SovereignSeas()
