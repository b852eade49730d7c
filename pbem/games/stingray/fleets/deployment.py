"""STG-CAM.3, STG-CAM.4: the places of a scenario, and its opening position with the vessels of a campaign in them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.fleets.berths import Berth, Forces, manned
from pbem.core.game.options import Options
from pbem.core.game.turn import Turn
from pbem.games.stingray.fleets.sheets import entrant_of, printed_unit
from pbem.games.stingray.model.scenario import Entry, Opening, find
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import CLASSES
from pbem.games.stingray.rules.setup import Entrant, open_with


def berths(scenario: str, options: Options) -> Sequence[Berth]:
    """STG-CAM.3: in the order of the scenario; each takes a vessel of its own class."""
    opening = find(scenario)
    return [_berth(opening, entry) for entry in opening.vessels]


def _berth(opening: Opening, entry: Entry) -> Berth:
    """The scenario turns on a vessel that it names for leaving by an edge, for points of its own, or for spies."""
    leaves = any(way.vessel == entry.id for way in opening.exits)
    spied = opening.grants_spies and entry.vessel_class == "SR"
    prized = entry.id in opening.destroyed or any(special.vessel == entry.id for special in opening.intact)
    return Berth(
        side=CLASSES[entry.vessel_class].side,
        printed=printed_unit(entry),
        classes=(entry.vessel_class,),
        named=leaves or spied or prized,
        needed=leaves or spied,
    )


def deploy(turn: Turn[State], scenario: str, options: Options, forces: Forces) -> None:
    """The opening position."""
    places = {entry.id: entry for entry in find(scenario).vessels}
    found = berths(scenario, options)
    aboard = manned(found, forces)
    entrants = []
    for berth in found:
        if berth.id not in aboard:
            continue
        printed = berth.side not in forces or berth.id in forces[berth.side].keeps
        place = places[berth.id]
        entrants.append(Entrant(berth.id, place) if printed else entrant_of(aboard[berth.id], place))
    open_with(turn, scenario, options, entrants)
