"""Star Navy (v.7, Jim Swift, 2006): space battle between warships. This page is the table of contents.

| chapter | module |
| --- | --- |
| SN-1 map, SN-7.2 to SN-7.8 sweeps and orientation | `model/geometry.py`, `ships.py`, `state.py`, `tables.py` |
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
| SN-17 campaigns | `fleets.py`, `model/sheet.py` |
| orders by mail: words to orders and back | `language/`: `grammar.py`, `words.py` and what they import; `syntax.py` (hints) |
| ... what a mail files, and what is wrong with it | `orders/`: `parse.py`, `filing.py`, `checks.py` |
| who may know what | `model/ships.py`, `audiences.py` |
| a state from JSON | `state_json.py` |
| reports: sentences, panels, summary, score, order template | `report/` |
| ... maps and record sheets | `report/pictures/` |
| suggested orders and the dry run | `planning/` |
| seats without a player | `bots/` |
"""

from __future__ import annotations

from pbem.core.game.protocol import Game, Planning, Report, Rules
from pbem.games.star_navy.bots.roster import BOTS
from pbem.games.star_navy.fleets import FLEETS
from pbem.games.star_navy.model.apply import HANDLERS, TELLING, apply
from pbem.games.star_navy.model.audiences import audience, roll_audience
from pbem.games.star_navy.model.scenario import SCENARIOS
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.turns import turns
from pbem.games.star_navy.orders.parse import ORDERS
from pbem.games.star_navy.planning.assume import guess
from pbem.games.star_navy.planning.preview import preview
from pbem.games.star_navy.planning.stakes import stake
from pbem.games.star_navy.planning.suggestions import suggest
from pbem.games.star_navy.planning.toward import toward
from pbem.games.star_navy.report.names import lost, names
from pbem.games.star_navy.report.panels import panels
from pbem.games.star_navy.report.pictures.draw import draw
from pbem.games.star_navy.report.summary import summary
from pbem.games.star_navy.report.tell import tell
from pbem.games.star_navy.report.template import template
from pbem.games.star_navy.rules import sequence, setup, victory
from pbem.games.star_navy.state_json import load

STAR_NAVY = Game(
    key="star_navy",
    title="Star Navy",
    clauses="SN",
    rules_version=3,
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
        off_map=TELLING,
        lost=lost,
    ),
    planning=Planning(suggest=suggest, preview=preview, bots=BOTS, toward=toward, guess=guess, stake=stake),
    fleets=FLEETS,
)
