"""Stingray, Stingray (Jim Wallman, 2001): Stingrays and mechanical fish under the sea. This page is the table of contents.

| chapter | module |
| --- | --- |
| STG-GEN general, section 8 scenarios, options | `rules/setup.py`, `model/scenario.py`, `scenarios/*.json` |
| STG-HEX grid, arcs, line of sight; tables | `model/geometry.py`, `tables.py`, `data/*.json` |
| STG-SEQ sequence | `rules/sequence.py`, `rules/turn_scratch.py` (one move being played) |
| STG-MOV movement, STG-MEG MegaFish, STG-SUP SuperSub | `model/plan.py`, `rules/move.py` |
| STG-LEP leaping, STG-OBS obstacles | `rules/move.py` |
| STG-RAM ramming | `rules/encounter.py` |
| STG-LAU launching, STG-DEC decoys, STG-MIN mines | `rules/weapons/launch.py`, `conditions.py`, `decoys.py`, `mines.py` |
| STG-MK7 sonar homing, STG-M61 Sting Mk61 | `rules/weapons/missiles.py`, `homing.py`, `mk61.py` |
| STG-DMG damage, STG-SPH special hits, STG-CRW crew | `rules/weapons/damage.py` |
| STG-REP repair | `rules/systems/repair.py` |
| STG-FUE fuel | `rules/housekeep.py`, `running.py` |
| STG-POW power | `rules/systems/power.py`, `rules/housekeep.py` |
| STG-SCN scanning, STG-NAV navigation | `rules/systems/sensors.py`, `scan.py` |
| STG-COM communications | `rules/systems/scan.py`, `messages.py` |
| STG-SPY spies | `rules/spies.py` |
| STG-SEA two seats | `rules/lock.py` |
| STG-VIC ending | `rules/victory.py` |
| STG-CAM campaigns | `fleets/` |
| orders, each with the words that it is written in | `model/orders.py`, `order_parts.py` |
| orders by mail: words to orders and back; hints | `language/lines.py`; `hints.py` |
| ... what a mail files, and what is wrong with it | `orders/`: `parse.py`, `filing.py`, `checks.py` |
| the state; who knows what of it (section 7) | `model/state.py`, `vessel.py`, `audiences.py`, `sightings.py` |
| a state from outside | `state_json.py` |
| reports: sentences, panels, summary, score, order template | `report/` |
| ... maps and record sheets | `report/pictures/` |
| suggested orders and the dry run | `planning/` |
| seats without a player | `bots/` |
"""

from __future__ import annotations

from pbem.core.game.protocol import Fleets, Game, Planning, Report, Rules
from pbem.games.stingray.bots.roster import BOTS
from pbem.games.stingray.fleets.deeds import DEED_EVENTS, deeds
from pbem.games.stingray.fleets.deployment import berths, deploy
from pbem.games.stingray.fleets.musters import muster
from pbem.games.stingray.fleets.sheets import classes
from pbem.games.stingray.model.apply import HANDLERS, TELLING, apply
from pbem.games.stingray.model.audiences import event_audience, roll_audience
from pbem.games.stingray.model.scenario import SCENARIOS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.turns import turns
from pbem.games.stingray.orders.parse import ORDERS
from pbem.games.stingray.planning.guess import guess
from pbem.games.stingray.planning.preview import preview
from pbem.games.stingray.planning.stakes import stake
from pbem.games.stingray.planning.suggestions import suggest
from pbem.games.stingray.planning.toward import toward
from pbem.games.stingray.report.names import lost, names
from pbem.games.stingray.report.panels import panels
from pbem.games.stingray.report.pictures.draw import draw
from pbem.games.stingray.report.summary import summary
from pbem.games.stingray.report.tell import tell
from pbem.games.stingray.report.template import template
from pbem.games.stingray.rules import sequence, setup, victory
from pbem.games.stingray.state_json import load

STINGRAY = Game(
    key="stingray",
    title="Stingray, Stingray",
    clauses="STG",
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
        audience=event_audience,
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
        off_map=TELLING,
        lost=lost,
    ),
    planning=Planning(suggest=suggest, preview=preview, bots=BOTS, toward=toward, guess=guess, stake=stake),
    fleets=Fleets(classes, berths, deploy, muster, DEED_EVENTS, deeds),
)
