"""The report's fixed-width parts: the score, what can be done now, battles, the nodes, fleets, the roll of honour."""

from __future__ import annotations

from pbem.campaign.model.campaign_file import Refits
from pbem.campaign.model.state import State
from pbem.campaign.report.battle_panels import ended_panel, outcome_panels, waiting_panel
from pbem.campaign.report.fleet_panels import lost_units, other_fleets, own_fleets
from pbem.campaign.report.graph_panel import graph_panel
from pbem.campaign.report.phrases import node_title, points
from pbem.campaign.report.roll_of_honour import honour_panel
from pbem.campaign.report.score_panel import score_panel
from pbem.campaign.rules.sequence import turns
from pbem.core.game.panels import filled, panel_of, prose
from pbem.core.game.report_parts import Panel


def panels(known: State) -> list[Panel]:
    """Panels without lines are left out."""
    found = [
        score_panel(known),
        *outcome_panels(known),
        next_panel(known),
        waiting_panel(known),
        _story(known),
        graph_panel(known),
        *own_fleets(known),
        other_fleets(known),
        lost_units(known),
        ended_panel(known),
        honour_panel(known),
        _costs(known),
    ]
    return filled(found)


def next_panel(known: State) -> Panel:
    """What is open, and what can be done until when. The deadline itself is beside the report."""
    if known.over:
        return panel_of("WHAT NEXT", *prose(["The campaign is over; everything is open (CMP-9.3)."]))
    said = []
    nodes = ", ".join(node_title(known, node.id) for node in known.file.nodes if node.id in known.open_nodes)
    if known.fighting:
        said.append("Nobody owes orders while battles are being fought; this turn ends when one of them is over.")
        said += [f"Open for the next round: {nodes}."] if nodes else []
    elif known.refitted:
        said.append(f"Orders for {turns(known).next} are wanted from all sides until the deadline of this turn: {_may(known)}.")
        said += [f"Then a battle is set at every open node: {nodes}."] if nodes else []
    return panel_of("WHAT NEXT", *prose(said))


def _may(known: State) -> str:
    refits = known.file.refits or Refits()
    may = ["REPAIR and REPLACE", "TRANSFER", "ASSIGN or REFUSE", *(["SCOUT"] if refits.scouts else [])]
    return ", ".join(may)


def _story(known: State) -> Panel:
    """What the campaign is about, until its first turn is played."""
    if known.played[0]:
        return panel_of("THE CAMPAIGN")
    briefing = known.file.side(known.side).briefing if known.side else ""
    told = [f"{known.file.title}. {known.file.summary}", known.file.story, briefing]
    return panel_of("THE CAMPAIGN", *prose(told))


def _costs(known: State) -> Panel:
    """CMP-5: what refits cost, and where points come from; while nobody may order any, nothing."""
    refits = known.file.refits
    if refits is None or known.over or known.fighting:
        return panel_of("COSTS OF REFITS")
    boxes = ", ".join(f"{item} {cost:g}" for item, cost in refits.costs.items() if item != "*")
    other = f"{', any other item ' if boxes else 'any item '}{refits.costs['*']:g}" if "*" in refits.costs else ""
    said = [f"Points a box: {boxes}{other}."]
    said += [f"A lost unit is replaced for {refits.new:g} times the points of its class."] if refits.new else []
    gains = {"a round": refits.income, "for each battle won": refits.won, "for each point of the rule book": refits.earned}
    earned = [f"{points(gain)} {why}" for why, gain in gains.items() if gain]
    said += [f"Each side gets {', '.join(earned)}."] if earned else []
    said += [f"Scouts cost {points(refits.scouts)} and find the enemy on {refits.found} or more."] if refits.scouts else []
    return panel_of("COSTS OF REFITS", *prose(said))
