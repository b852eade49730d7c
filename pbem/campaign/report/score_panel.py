"""The SCORE panel: how the campaign is won, and how the sides stand, as far as the reader knows."""

from __future__ import annotations

from pbem.campaign.model.state import State
from pbem.campaign.report.phrases import number, points
from pbem.core.game.panels import panel_of, prose
from pbem.core.game.report_parts import Columns, Panel


def score_panel(known: State) -> Panel:
    """In words, then side by side."""
    said = [known.verdict, how_won(known)[0]] if known.over else how_won(known)
    said += _purse(known)
    return panel_of("SCORE", *prose(said), _table(known))


def how_won(known: State) -> list[str]:
    """CMP-4.1, CMP-4.2: who wins, and when the campaign is over."""
    file = known.file
    best = {
        "points": "The side with the most points of victory wins the campaign.",
        "nodes": "The side that holds the most nodes wins the campaign; who won the last battle at a node holds it.",
        "last battle": "The side that wins the last battle wins the campaign.",
    }[file.won_by]
    what = "points" if file.won_by == "points" else "nodes"
    soon = f", or as soon as a side has {file.level:g} {what}" if file.level else ""
    last = (
        f"after round {file.rounds}"
        if file.pairing
        else f"when no battle can be fought any more, after round {file.rounds} at the latest"
    )
    return [best, f"It is over {last}{soon}."]


def score_line(known: State) -> str:
    """How the sides stand, in one sentence."""
    if known.file.won_by == "nodes":
        held = {side: len(held_by(known, side)) for side in known.sides}
        return f"Nodes held: {', '.join(f'{known.title_of(side)} {nodes}' for side, nodes in held.items())}."
    scores = sorted(known.sides, key=lambda side: -known.scores.get(side, 0))
    told = ", ".join(f"{known.title_of(side)} {number(known.scores.get(side, 0))}" for side in scores[:8])
    return f"Points of victory: {told}{' ...' if len(scores) > 8 else ''}."


def held_by(known: State, side: str) -> list[str]:
    """CMP-4.2: the nodes at which a side won the last battle."""
    return [node for node, battle in known.fought.items() if side in known.battles[battle].winners]


def _purse(known: State) -> list[str]:
    """CMP-9.1: the points for refits are known to the side alone."""
    known_to_all = [side for side in known.sides if side in known.purses]
    return [f"{known.title_of(side)} has {points(known.purses[side])} for refits." for side in known_to_all]


def _table(known: State) -> Columns:
    """With a pairing the table of the sides, without what it does not have."""
    paired = bool(known.file.pairing)
    more = (*(("sat out",) if known.sat_out else ()), *(() if paired else ("nodes held", "units left")))
    head, rows = ("side", "points", "won", "drawn", "lost", *more), []
    for side in sorted(known.sides, key=lambda side: -known.scores.get(side, 0)) if paired else known.sides:
        counts = [*_results(known, side), *([known.sat_out.count(side)] if known.sat_out else [])]
        held = () if paired else (str(len(held_by(known, side))), _units(known, side))
        rows.append((known.title_of(side)[:28], number(known.scores.get(side, 0)), *map(str, counts), *held))
    return Columns(head, rows)


def _results(known: State, side: str) -> tuple[int, int, int]:
    """Battles won, drawn and lost."""
    fought = [battle for battle in known.battles.values() if battle.over and side in battle.sides]
    won = sum(side in battle.winners for battle in fought)
    lost = sum(bool(battle.winners) and side not in battle.winners for battle in fought)
    return won, sum(battle.outcome == "drawn" for battle in fought), lost


def _units(known: State, side: str) -> str:
    """`5 of 6`: of those that it has ever had."""
    whole = [unit for unit in known.units.values() if unit.side == side]
    return f"{len(known.of_side(side))} of {len(whole)}" if whole else "-"
