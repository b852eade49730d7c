"""Sovereign Seas Lite (Howard & Biskup, 1994-96): ironclads, guns and rams, 1860-1870. This page is the table of contents.

| chapter | module |
| --- | --- |
| SSL-B and SSL-C conventions and dice | `model/tables.py`, `turn_scratch.py` (one turn being played) |
| SSL-D control logs and arcs, SSL-P and SSL-Q logs and tables | `model/tables.py`, `geometry.py`, `data/*.json` |
| SSL-A and SSL-E set-up, SSL-O scenarios, options | `rules/setup.py`, `model/formation.py`, `scenario.py`, `scenarios/*.json` |
| SSL-F sequence, SSL-G advantage, SSL-M end phase | `rules/sequence.py` |
| SSL-H speed | `rules/sailing/speed.py` |
| SSL-I movement | `rules/sailing/move.py`, `language/letters.py` (those of a MOVE, and the turn rate) |
| SSL-J1 ramming | `rules/sailing/ram.py` |
| SSL-J2 gunnery | `rules/combat/gunnery.py`, `ready.py`, `unfired.py` (why a ship did not fire); `language/targets.py` |
| SSL-K where hits fall | `rules/combat/hits.py`, `lose.py` (which part is given up) |
| SSL-L damage, critical hits | `rules/combat/attack.py`, `critical.py` |
| SSL-CAM campaigns: ships between battles | `fleets.py`, `model/condition.py` |
| SSL-N winning | `rules/victory.py` |
| SSL-X orders in force | `rules/lock.py`, `rules/sailing/when.py`, `helm.py`, `homing.py`, `sea_room.py` |
| orders by mail: what there is to order | `model/orders.py`, `order_parts.py` |
| ... words to orders and back, hints | `language/lines.py`, `syntax.py` |
| ... what a mail files, and what is wrong with it | `orders/`: `parse.py`, `filing.py`, `checks.py` |
| who may see what (section 7), the state and its JSON | `model/audiences.py`, `state.py`; `state_json.py` |
| reports: sentences, panels, summary, score, order template | `report/` |
| ... maps and record sheets | `report/pictures/` |
| suggested orders and the dry run | `planning/` |
| seats without a player | `bots/` |
"""

from __future__ import annotations

from pbem.core.game.protocol import Game, Planning, Report, Rules
from pbem.games.sovereign_seas import state_json
from pbem.games.sovereign_seas.bots.roster import BOTS
from pbem.games.sovereign_seas.fleets import FLEETS
from pbem.games.sovereign_seas.model.apply import HANDLERS, apply
from pbem.games.sovereign_seas.model.audiences import audience, roll_audience
from pbem.games.sovereign_seas.model.scenario import SCENARIOS
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.turns import turns
from pbem.games.sovereign_seas.orders.parse import ORDERS
from pbem.games.sovereign_seas.planning.assume import guess
from pbem.games.sovereign_seas.planning.preview import preview
from pbem.games.sovereign_seas.planning.stakes import stake
from pbem.games.sovereign_seas.planning.suggestions import suggest
from pbem.games.sovereign_seas.planning.toward import toward
from pbem.games.sovereign_seas.report.names import lost, names
from pbem.games.sovereign_seas.report.panels import panels
from pbem.games.sovereign_seas.report.pictures.draw import OFF_MAP, draw
from pbem.games.sovereign_seas.report.summary import summary
from pbem.games.sovereign_seas.report.tell import tell
from pbem.games.sovereign_seas.report.template import template
from pbem.games.sovereign_seas.rules import sequence, setup, victory

SOVEREIGN_SEAS = Game(
    key="sovereign_seas",
    title="Sovereign Seas Lite",
    clauses="SSL",
    rules_version=2,
    state_version=3,
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
        audience=audience,
        roll_audience=roll_audience,
        load=state_json.load,
    ),
    orders=ORDERS,
    report=Report(
        names=names,
        tell=tell,
        summary=summary,
        panels=panels,
        template=template,
        draw=draw,
        off_map=OFF_MAP,
        lost=lost,
    ),
    planning=Planning(suggest=suggest, preview=preview, bots=BOTS, toward=toward, guess=guess, stake=stake),
    fleets=FLEETS,
)
