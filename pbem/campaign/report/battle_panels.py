"""The battles: what is being fought by whom until when, what became of every unit in those of this round, and all ends."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.campaign.model.state import Battle, State
from pbem.campaign.report.fleet_panels import narrowed
from pbem.campaign.report.phrases import called, ended, lacks_words, number, scenario_words, sheet_of, versus
from pbem.campaign.report.tell import FATES, after_words, how_words
from pbem.core.fleets.fleet_units import Unit, UnitClass
from pbem.core.game.panels import INDENT, panel_of, prose
from pbem.core.game.phrases import count, sentence
from pbem.core.game.report_parts import Columns, Panel, Paragraph
from pbem.core.state import codec

UNPLAYED = {
    "no consequence": "then it is not played, and nothing follows from it",
    "refused": "then whoever missed more of its turns has refused it",
    "bots": "then bots play it to its end",
}


def waiting_panel(known: State) -> Panel:
    """CMP-2.5, CMP-2.6: the battles that are being fought; CMP-4.1: those that are void when the campaign is over."""
    if known.over:
        return panel_of("VOID BATTLES", *prose((_void(known, battle) for battle in known.waiting), INDENT))
    return panel_of("BATTLES NOW", *(part for battle in known.waiting for part in _waiting(known, battle)))


def _void(known: State, battle: Battle) -> str:
    node = known.node_of(battle)
    return f"battle {battle.number}  {node.title} ({node.id}): {versus(known, battle)}; the campaign is over without it"


def _waiting(known: State, battle: Battle) -> Iterator[Paragraph]:
    node = known.node_of(battle)
    where = f"game {battle.stream}" if battle.stream else "its game is about to be opened"
    yield Paragraph(f"battle {battle.number}  {node.title} ({node.id}): {versus(known, battle)}; {where}", INDENT)
    yield Paragraph(f"{INDENT}{scenario_words(node)}; {time_words(known)}", INDENT)
    for side in () if known.file.pairing else battle.sides:
        yield Paragraph(f"{INDENT}{known.title_of(side)}: {_force(known, battle, side)}", INDENT * 2)
    if node.story:
        yield Paragraph(f"{INDENT}{node.story}", INDENT)


def time_words(known: State) -> str:
    """CMP-2.6: until when a battle must be over, and what happens else."""
    days = known.file.battle_days
    if not days:
        return "it may take as long as it takes"
    return f"it may last {count(days, 'day')}, {UNPLAYED[known.file.unplayed]}"


def _force(known: State, battle: Battle, side: str) -> str:
    """What a side sends, as far as the reader knows: their own, or what scouts have found."""
    if known.brings(battle, side).printed:
        return "printed units"
    if side in battle.forces:
        return "; ".join(_unit(known, unit) for unit in battle.forces[side]) or "nothing"
    found = known.scouted.get(known.side, {}).get(battle.number)
    if found is not None and side != known.side:
        units = [_unit(known, codec.read(Unit, each)) for each in found]
        return f"scouts have found {'; '.join(units) or 'nothing'}"
    return "its force is not known"


def _unit(known: State, unit: Unit) -> str:
    own = known.units.get(unit.id)
    lacks = lacks_words(unit.lacks, sheet_of(own) if own else UnitClass("", 0, {}))
    return called(known, unit.id) + (f" lacking {lacks}" if lacks else "")


# ---------------------------------------------------------------- before -> after


def outcome_panels(known: State) -> list[Panel]:
    """Of each battle that is over of the round played last: what every unit had before -> has now."""
    over = [battle for battle in known.battles_of_round(known.played[0]) if battle.over]
    return [panel_of(f"AFTER BATTLE {battle.number}", *_outcome(known, battle)) for battle in over]


def _outcome(known: State, battle: Battle) -> Iterator[Paragraph]:
    node = known.node_of(battle)
    yield Paragraph(f"{node.title}: {ended(known, battle.outcome, battle.winners)}.")
    if battle.verdict:
        yield Paragraph(battle.verdict)
    for id, report in battle.units.items():
        if id in known.units:
            said = f"{called(known, id)} {FATES[report['fate']]}{how_words(report['fate'], report['how'])}"
            kept = "" if report["fate"] == "lost" else f": {after_words(known, battle.number, id, report['after'])}"
            yield Paragraph(f"{said}{kept}", INDENT)


# ---------------------------------------------------------------- all that are over


def ended_panel(known: State) -> Panel:
    """How each battle ended, in order."""
    head = ("battle", "round", "between" if known.file.pairing else "node", "how it ended", "points of victory")
    rows = []
    for battle in known.battles.values():
        if battle.over:
            where = versus(known, battle) if known.file.pairing else battle.node
            how = sentence(ended(known, battle.outcome, battle.winners))
            gained = ", ".join(f"{known.title_of(side)} {number(points)}" for side, points in battle.points.items() if points)
            rows.append((str(battle.number), str(battle.round), where, how, gained))
    return panel_of("BATTLES SO FAR", Columns(head, rows, narrow=narrowed([head, *rows])))
