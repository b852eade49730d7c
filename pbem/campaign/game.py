"""Campaigns as a game, put together of their parts. It is imported only when a campaign is asked for: see `played.py`."""

from __future__ import annotations

from pbem.campaign.bots.roster import BOTS
from pbem.campaign.model.apply import HANDLERS, apply
from pbem.campaign.model.audiences import audience, roll_audience
from pbem.campaign.model.scenario import SCENARIOS
from pbem.campaign.model.state import State
from pbem.campaign.orders.parse import ORDERS
from pbem.campaign.planning.guess import guess
from pbem.campaign.planning.preview import preview
from pbem.campaign.planning.stakes import stake
from pbem.campaign.planning.suggestions import suggest
from pbem.campaign.planning.toward import toward
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
    title="Campaign",
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
    planning=Planning(suggest=suggest, preview=preview, bots=BOTS, toward=toward, guess=guess, stake=stake),
)
