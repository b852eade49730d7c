"""CMP-1: the sides and their seats, the units, and the nodes where the campaign starts."""

from __future__ import annotations

from events.base import EVERYONE
from events.campaign.battles import NodeOpened
from events.campaign.opening import CampaignBegun, PointsSet, UnitJoined
from pbem.campaign.model.audiences import node_audience
from pbem.campaign.model.campaign_file import CampaignFile, FileUnit, Side
from pbem.campaign.model.scenario import file_of
from pbem.campaign.model.state import State
from pbem.campaign.rules.rounds import go_on
from pbem.core.game.options import Options
from pbem.core.game.protocol import Seat
from pbem.core.game.turn import Turn
from pbem.core.state import codec


def seats(scenario: str, options: Options) -> list[Seat]:
    """CMP-1.1: the seats of each side. Several of one side command the same units, and so are a crew."""
    return [seat for side in file_of(scenario, options).sides for seat in _seats(side)]


def _seats(side: Side) -> list[Seat]:
    if side.seats == 1:
        return [Seat(side.id, side.id, side.title)]
    numbers = range(1, side.seats + 1)
    return [Seat(f"{side.id}{number}", side.id, f"{side.title} {number}", f"{side.id}_staff") for number in numbers]


def set_up(turn: Turn[State], scenario: str, options: Options) -> None:
    """The opening. The log has the whole file, so that no later file can change a campaign."""
    file = file_of(scenario, options)
    turn.phase("Set-up")
    seated = {seat.id: seat.side for seat in seats(scenario, options)}
    turn.emit(CampaignBegun(scenario, dict(options), seated, codec.dump(file)), "CMP-1.1", EVERYONE)
    for side in file.sides:
        for unit in side.units:
            turn.emit(_joined(file, side.id, unit), "CMP-1.3", EVERYONE)
        if turn.state.refitted:
            turn.emit(PointsSet(side.id, side.points, "from the file"), "CMP-5.11", side.id)
    for node in file.start:
        turn.emit(NodeOpened(node, ""), "CMP-2.1", node_audience(turn.state, node))
    if not turn.state.refitted:
        go_on(turn)


def _joined(file: CampaignFile, side: str, unit: FileUnit) -> UnitJoined:
    """CMP-1.3: where nothing is said its rule book is that of the first node."""
    book = unit.book or file.nodes[0].book
    return UnitJoined(
        unit.id, side, unit.fleet, book, unit.unit_class, unit.name, unit.commander, dict(unit.lacks), cause="file"
    )
