"""Wet Thrust (version 1): naval actions of 1939-45 on the open table, after Full Thrust. This page is the table of contents.

| chapter | module |
| --- | --- |
| WT-1 measuring and arcs | `model/tables.py`, `turn_scratch.py` (one turn being played) |
| 2.1 to 2.3 ships | `data/ships/*.json`, `model/scs.py`, `ship_class.py`, `ship_faults.py`; `control_sheet.py` (as it is) |
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
| WT-20 smoke, WT-21 disengagement | `rules/combat/smoke.py`, `rules/disengage.py` |
| WT-22 loss and end | `rules/combat/sinking.py`, `rules/victory.py` |
| WT-24 campaigns | `fleets/`: `sheets.py` (items), `berths.py` (places, deployment), `muster.py`, `deeds.py` |
| orders by mail: words to orders and back | `model/orders.py`, `order_parts.py`; `language/`: `words.py`, `syntax.py` (hints) |
| ... what a mail files, and what is wrong with it | `orders/`: `parse.py`, `filing.py`, `checks.py` |
| who knows what | `model/state.py`, `units.py` (one reader's state is of the same type), `audiences.py` (who is told of what) |
| the state as JSON from outside | `state_json.py` |
| reports: sentences, panels, summary, score, order template | `report/` |
| ... maps and record sheets | `report/pictures/` |
| suggested orders and the dry run | `planning/`; `assume.py`: what is guessed for it |
| seats without a player | `bots/` |
"""

from __future__ import annotations

from pbem.core.game.protocol import Fleets, Game, Planning, Report, Rules
from pbem.games.wet_thrust.bots.roster import BOTS
from pbem.games.wet_thrust.fleets.berths import berths, deploy
from pbem.games.wet_thrust.fleets.deeds import DEED_EVENTS, deeds
from pbem.games.wet_thrust.fleets.muster import muster
from pbem.games.wet_thrust.fleets.sheets import classes
from pbem.games.wet_thrust.model.apply.apply import HANDLERS, apply
from pbem.games.wet_thrust.model.audiences import audience, roll_audience
from pbem.games.wet_thrust.model.scenario import SCENARIOS
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.turns import turns
from pbem.games.wet_thrust.orders.parse import ORDERS
from pbem.games.wet_thrust.planning.guess import guess
from pbem.games.wet_thrust.planning.preview import preview
from pbem.games.wet_thrust.planning.stakes import stake
from pbem.games.wet_thrust.planning.suggestions import suggest
from pbem.games.wet_thrust.planning.toward import toward
from pbem.games.wet_thrust.report.names import lost, names
from pbem.games.wet_thrust.report.panels import panels
from pbem.games.wet_thrust.report.pictures.draw import draw
from pbem.games.wet_thrust.report.summary import summary
from pbem.games.wet_thrust.report.tell import tell
from pbem.games.wet_thrust.report.template import template
from pbem.games.wet_thrust.rules import sequence, setup, victory
from pbem.games.wet_thrust.state_json import load

WET_THRUST = Game(
    key="wet_thrust",
    title="Wet Thrust",
    clauses="WT",
    rules_version=2,
    state_version=4,
    events=tuple(HANDLERS),
    scenarios=SCENARIOS,
    rules=Rules(
        seats=setup.seats,
        blank=State,
        setup=setup.set_up,
        apply=apply,
        due=sequence.due,
        turns=turns,
        resolve=sequence.resolve,
        verdict=sequence.verdict,
        losses=victory.losses,
        load=load,
        audience=audience,
        roll_audience=roll_audience,
    ),
    orders=ORDERS,
    report=Report(
        names=names,
        tell=tell,
        summary=summary,
        panels=panels,
        template=template,
        draw=draw,
        lost=lost,
    ),
    planning=Planning(suggest=suggest, preview=preview, bots=BOTS, toward=toward, guess=guess, stake=stake),
    fleets=Fleets(
        classes=classes,
        berths=berths,
        deploy=deploy,
        muster=muster,
        deed_events=DEED_EVENTS,
        deeds=deeds,
    ),
)
