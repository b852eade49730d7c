"""The first lines of a report: what matters of a turn, from the events that its reader may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from events.base import Event
from events.campaign import battles, masters, opening, refit, rounds
from pbem.campaign.model.state import State
from pbem.campaign.report.phrases import against, battle_title, called, ended, node_title, points
from pbem.campaign.report.score_panel import how_won, score_line
from pbem.campaign.report.tell import tell
from pbem.core.game.panels import SUMMARY_LINES
from pbem.core.game.phrases import count, join_words, sentence

LONGEST = 240
"""Letters of a sentence at most."""
MOST_NAMED = 6
"""Units that a sentence calls by their names; the others are counted."""
ACTS = (masters.UnitTaken, masters.ScoreSet, rounds.SatOut, refit.Refused, refit.Scouted, refit.OrderLapsed)
"""Events that have their own sentence in the summary, as in the report."""


def summary(events: Sequence[Event], known: State) -> list[str]:
    """At most eight sentences, the most important first; always one at least."""
    if any(isinstance(event, opening.CampaignBegun) for event in events):
        told = [*how_won(known), *_fleets(known), *_set(events, known), *_opened(events, known)]
        return [_shorter(line) for line in told[:SUMMARY_LINES]]
    told = [
        *(event.verdict for event in events if isinstance(event, battles.Ended)),
        *_battles(events, known),
        *_fates(events, known),
        *_told(events, known),
        *_work(events, known),
        *_set(events, known),
        *_opened(events, known),
    ]
    if not told:
        told = ["Nothing has happened that you know of."]
    return [_shorter(line) for line in (*told[: SUMMARY_LINES - 1], score_line(known))]


def _shorter(words: str) -> str:
    """A sentence of two lines or three; the report has all of it."""
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 4].rstrip()} ..."


def _fleets(known: State) -> list[str]:
    """What each side begins with."""
    units = {side: len(known.of_side(side)) for side in known.sides}
    said = [f"{known.title_of(side)} has {count(number, 'unit')}" for side, number in units.items() if number]
    return [f"{join_words(said)}."] if said else []


def _battles(events: Sequence[Event], known: State) -> Iterator[str]:
    """The ends of battles: those that were reported, and those that were decided without a fight (CMP-2.4)."""
    reported = {event.battle for event in events if isinstance(event, battles.BattleReported)}
    for event in events:
        unreported = isinstance(event, battles.BattleDecided) and event.battle not in reported
        if isinstance(event, battles.BattleReported) or (isinstance(event, battles.BattleDecided) and unreported):
            how = ended(known, event.outcome, event.winners)
            yield sentence(f"{battle_title(known, event.battle)} is over: {how}.")


def _fates(events: Iterable[Event], known: State) -> Iterator[str]:
    """Units that are lost or captured, those that came back damaged, and honours."""
    returned = [event for event in events if isinstance(event, battles.UnitReturned)]
    gone = [called(known, event.unit) for event in returned if event.fate == "lost"]
    if gone:
        yield f"Lost: {_named(gone)}."
    for side in known.sides:
        taken = [called(known, event.unit) for event in returned if event.fate == "captured" and event.side == side]
        if taken:
            yield f"{known.title_of(side)} captures {_named(taken)}."
    damaged = [called(known, event.unit) for event in returned if event.fate != "lost" and event.lacks]
    if damaged:
        yield f"Back with something lacking: {_named(damaged)}."
    honoured = [called(known, event.unit) for event in events if isinstance(event, battles.Honoured)]
    if honoured:
        yield f"Mentioned in dispatches: {_named(honoured)}."


def _named(units: Sequence[str]) -> str:
    """The first few by name."""
    return join_words(units) if len(units) <= MOST_NAMED else f"{', '.join(units[:MOST_NAMED])}{_more(units)}"


def _more(names: Sequence[str]) -> str:
    return f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""


def _told(events: Iterable[Event], known: State) -> Iterator[str]:
    """What game masters did, who refused, and what scouts brought, in the report's own words."""
    for event in events:
        joined = isinstance(event, opening.UnitJoined) and event.cause != "file"
        if joined or isinstance(event, ACTS):
            yield sentence(f"{tell(event, known)}.")


def _work(events: Iterable[Event], known: State) -> Iterator[str]:
    """What the refits came to, of the reader's side."""
    done = [event for event in events if isinstance(event, refit.Repaired)]
    if done:
        units = _named(list(dict.fromkeys(called(known, event.unit) for event in done)))
        spent = sum(event.points for event in done)
        yield f"Made good on {units}: {count(sum(event.boxes for event in done), 'box', 'boxes')}, for {points(spent)}."


def _set(events: Iterable[Event], known: State) -> list[str]:
    """Battles that are to be fought now."""
    found = [event for event in events if isinstance(event, refit.BattleSet) and not known.battles[event.battle].over]
    said = [f"battle {event.battle} at {node_title(known, event.node)}, {against(known, event.sides)}" for event in found]
    return [f"To be fought: {'; '.join(said[:MOST_NAMED])}{_more(said)}."] if said else []


def _opened(events: Iterable[Event], known: State) -> list[str]:
    """Where battles can be set next."""
    found = [event.node for event in events if isinstance(event, battles.NodeOpened)]
    nodes = [node_title(known, node) for node in found if node in known.open_nodes]
    return [f"Next can be fought for: {_named(nodes)}."] if nodes else []
