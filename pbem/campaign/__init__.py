"""Campaigns: battles of the rule books that follow from each other. A campaign is a game; this page is the table of contents.

| chapter | module |
| --- | --- |
| CMP-1.1, CMP-1.2 campaign files | `model/campaign_file.py`, `scenario.py`, `file_faults.py`, `scenarios/*.json` |
| CMP-1 set-up, turns and rounds | `rules/set_up.py`, `sequence.py`, `rounds.py` |
| CMP-2 the battles of a round | `rules/battles.py`, `forces.py`, `language/places.py` |
| CMP-3 what a battle makes of the units | `rules/taking_over.py`; its value, pay and edges in `battles.py` |
| CMP-4 victory | `rules/victory.py` |
| CMP-5 refit turns | `rules/refit.py`, `commands.py`, `repairs.py` |
| CMP-6 scouts | `rules/scouting.py` |
| CMP-7 pairings | `rules/pairings.py` |
| CMP-8.1 acts of a game master | `rules/masters.py` |
| CMP-9 who may know what | `model/audiences.py` |
| a state from JSON | `state_json.py` |
| orders by mail: words to orders and back | `language/`, `model/orders.py` |
| ... what a mail files, and what is wrong with it | `orders/` |
| reports: sentences, panels, summary, score, roll of honour | `report/` |
| ... the graph and the record sheets | `report/pictures/` |
| whole campaigns by bots, and what they may not gain or lose | `simulate.py`, `conservation.py` |
| all that the service plays, campaigns among them | `played.py` |
"""

from __future__ import annotations

from pbem.campaign import plain_report as plain
from pbem.campaign.model.apply import HANDLERS, apply
from pbem.campaign.model.audiences import audience, roll_audience
from pbem.campaign.model.scenario import SCENARIOS
from pbem.campaign.model.state import State
from pbem.campaign.orders.parse import ORDERS
from pbem.campaign.report.panels import panels
from pbem.campaign.report.pictures.draw import draw
from pbem.campaign.report.summary import summary
from pbem.campaign.report.tell import tell
from pbem.campaign.report.template import template
from pbem.campaign.report.unit_names import lost, names
from pbem.campaign.rules import sequence, set_up, victory
from pbem.campaign.state_json import load
from pbem.core.game.protocol import Game, Planning, Report, Rules

CAMPAIGN = Game(
    key="campaign",
    title="Campaigns",
    clauses="CMP",
    rules_version=1,
    state_version=1,
    events=tuple(HANDLERS),
    scenarios=SCENARIOS,
    rules=Rules(
        seats=set_up.seats,
        blank=State,
        setup=set_up.set_up,
        apply=apply,
        due=sequence.due,
        turns=sequence.turns,
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
    planning=Planning(suggest=plain.suggest, preview=plain.preview, bots={"steady": plain.bot}),
)
