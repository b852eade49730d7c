"""The roll of honour: what each unit has done, and who commanded it (CMP-3.7)."""

from __future__ import annotations

from pbem.campaign.model.state import CampaignUnit, State
from pbem.campaign.report.phrases import at, record_words
from pbem.core.game.panels import INDENT, panel_of, prose
from pbem.core.game.phrases import join_words
from pbem.core.game.report_parts import Panel


def honour_panel(known: State) -> Panel:
    """Units that have something in it, those with most kills and honours first."""
    named = [unit for unit in known.units.values() if unit.honours or unit.kills or unit.hits]
    named.sort(key=lambda unit: (-len(unit.kills), -len(unit.honours), -unit.hits))
    return panel_of("ROLL OF HONOUR", *prose((entry(known, unit) for unit in named), INDENT))


def entry(known: State, unit: CampaignUnit) -> str:
    """`SR1 Stingray (Blue Navy): 2 battles, 5 hits, destroyed STL; mentioned in dispatches 2 times; lost`."""
    named = f" {unit.name}" if unit.name else ""
    said = [record_words(unit), *_honours(unit)]
    said += [f"commanded by {join_words(unit.commanders)}"] if unit.commanders else []
    said += [at(unit)] if unit.where in ("lost", "taken") else []
    return f"{unit.id}{named} ({known.title_of(unit.side)}): {'; '.join(said)}"


def _honours(unit: CampaignUnit) -> list[str]:
    counted = {honour: unit.honours.count(honour) for honour in unit.honours}
    return [f"{honour} {number} times" if number > 1 else honour for honour, number in counted.items()]
