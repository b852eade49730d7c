"""What the tests ask of campaigns."""

from __future__ import annotations

from collections.abc import Iterator

from events.campaign.battles import NodeOpened
from events.campaign.opening import CampaignBegun, PointsSet, UnitJoined
from pbem.campaign.model.apply import apply
from pbem.campaign.model.campaign_file import Brings, CampaignFile, FileUnit, Node, Refits, Side
from pbem.campaign.model.state import State
from pbem.core.state import codec
from tests.kit.pages import page, samples
from tests.kit.samples import SampleMail, Samples


def _unit(id: str, unit_class: str, fleet: str, commander: str = "", **lacks: int) -> FileUnit:
    return FileUnit(id, unit_class, "star_navy", "", fleet, commander, {item.replace("_", "."): n for item, n in lacks.items()})


CHI = _unit("CHI", "DN", "1ST", "the commodore", f_shields=3, engines=4, mines=2)
STL = _unit("STL", "FF", "1ST", "", r_shields=2, engines=2, mines=1)
BIS = _unit("BIS", "FF", "SCOUTS", "the captain")
RED = [_unit("CLE", "DN", "1ST"), _unit("SR1", "FF", "1ST")]
FRIGATES = Brings("BLUE", most=1, classes=["FF"])
PICKETS = Node("PICKETS", "The Pickets", "star_navy", "first-blood", {"blue": FRIGATES, "red": Brings("RED", most=1)})
BELT = Node("BELT", "The Belt", "star_navy", "harrow-belt-balanced", {"blue": Brings("BLUE"), "red": Brings("RED")})
SIDES = [Side("blue", "Blue Navy", points=12, units=[CHI, STL, BIS]), Side("red", "Red Navy", units=RED)]
FILE = CampaignFile("sample", "CMP-S9", "A sample", "", SIDES, [PICKETS, BELT], ["PICKETS", "BELT"], 3, refits=Refits(scouts=1))


def known() -> State:
    """What Blue knows in a refit turn, with damage to repair and two battles to come."""
    state = State("blue")
    apply(state, CampaignBegun(FILE.key, {}, {"blue": "blue", "red": "red"}, codec.dump(FILE)))
    for side in FILE.sides:
        for each in side.units:
            joined = (each.id, side.id, each.fleet, each.book, each.unit_class, each.name, each.commander)
            apply(state, UnitJoined(*joined, dict(each.lacks), "file"))
    apply(state, PointsSet("blue", 12, "from the file"))
    for node in FILE.start:
        apply(state, NodeOpened(node, ""))
    return state


def mails() -> Iterator[SampleMail]:
    """Those of the page of orders."""
    for number, text in enumerate(samples(page("orders/campaign"))):
        yield SampleMail(f"mail {number}", known(), "blue", text)


SAMPLES = Samples(
    mails=mails,
    # CMP-9.1: what others repair and move, and whom they send, nobody is told; with fog (CMP-9.2) nor what they have won.
    remembered=(
        r"units\.[^.]+\.(lacks(\..*)?|fleet|commander|commanders(\..*)?|where)",
        r"(scores|open_nodes|fought)(\..*)?",
    ),
)
