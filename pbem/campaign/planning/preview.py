"""A dry run of a side's orders, by the rules' own functions: what they make of its fleets and points, and who goes where."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.campaign.model.state import CampaignUnit, State
from pbem.campaign.orders.parse import no_orders_now
from pbem.campaign.orders.remarks import going_words, points
from pbem.campaign.orders.trial import Trial, tried
from pbem.campaign.report.phrases import changes, lacking, sheet_of
from pbem.campaign.report.pictures.draw import draw
from pbem.core.game.panels import filled, outline, panel_of, prose
from pbem.core.game.phrases import sentence
from pbem.core.game.report_parts import Columns, Panel, Preview
from pbem.core.texts.envelope import OrderSheet


def preview(known: State, sheet: OrderSheet) -> Preview:
    """The map of the campaign, and tables of what this sheet alone would do. Nobody else's orders change any of it."""
    scene = next(draw(known))
    if known.over or not known.side or no_orders_now(known):
        return Preview(scene, [])
    trial = tried(known, known.side, {known.reader or "": sheet})
    panels = [_purse(trial), _units(trial), _moves(trial), _lapsed(trial), _battles(trial)]
    return Preview(scene, filled(panels))


def _purse(trial: Trial) -> Panel:
    """CMP-5.7."""
    after = trial.after.purses[trial.side]
    return panel_of("POINTS", *prose([f"{points(trial.purse)} -> {after:g}: these orders cost {trial.spent:g}"]))


def _units(trial: Trial) -> Panel:
    """Each unit that is refitted: what it has of each item, before -> after, and what it lacks still."""
    return panel_of("REFITS", *outline(_refit(before, after) for before, after in _pairs(trial)))


def _refit(before: CampaignUnit, after: CampaignUnit) -> str:
    changed = changes(before.lacks, after.lacks, sheet_of(before))
    if before.where == "lost" and after.where != "lost":
        return f"{before.id}: lost -> a new {sheet_of(before).title}"
    return f"{before.id}: {changed}; {lacking(after)}" if changed else ""


def _pairs(trial: Trial) -> Iterator[tuple[CampaignUnit, CampaignUnit]]:
    for before in trial.before.units.values():
        after = trial.after.units[before.id]
        if before.side == trial.side and (before.lacks != after.lacks or (before.where == "lost") != (after.where == "lost")):
            yield before, after


def _moves(trial: Trial) -> Panel:
    """CMP-5.4."""
    rows = []
    for before in trial.before.units.values():
        after = trial.after.units[before.id]
        if (before.fleet, before.commander) != (after.fleet, after.commander):
            rows.append((before.id, _change(before.fleet, after.fleet), _change(before.commander, after.commander)))
    return panel_of("FLEETS AND COMMANDERS", Columns(("unit", "fleet", "commander"), rows))


def _change(before: str, after: str) -> str:
    return (before or "-") if before == after else f"{before or '-'} -> {after or '-'}"


def _lapsed(trial: Trial) -> Panel:
    return panel_of("NOT DONE", *prose(f"{event.order}: {event.why}" for event in trial.lapsed))


def _battles(trial: Trial) -> Panel:
    """CMP-2.4, CMP-5.5, CMP-5.10."""
    return panel_of("BATTLES", *prose(sentence(going_words(trial.before, going)) for going in trial.going))
