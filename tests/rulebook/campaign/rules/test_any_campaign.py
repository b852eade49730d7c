"""Campaigns of all kinds, with orders and ends of battles by lot: what must hold whatever happens in them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.campaign.battles import BattleReported
from events.codec import encode_json
from pbem.campaign.conservation import Count, gained_or_lost
from pbem.campaign.game import CAMPAIGN
from pbem.campaign.model.campaign_file import Brings, CampaignFile, Edge
from pbem.campaign.model.state import State
from pbem.core.dice.fair_dice import seeded
from pbem.core.state import codec
from pbem.core.state.ledger import Ledger
from tests.kit.differences import falsehoods
from tests.kit.playing import Played, WatchedTurn, by_bot, turns_of
from tests.rulebook.campaign.rules.playing import BLUE, RED, REFITS, file, node
from tests.rulebook.campaign.rules.test_knowledge import FOGGED
from tests.rulebook.campaign.rules.test_pairings import paired

PRINTED = Brings("RED", printed=True)
LOOPS = [
    node("GATE", Edge("GATE", "drawn"), Edge("HOME", "blue"), Edge("MOOR", "red"), Edge("HOME", "not played"), share=0.1),
    node("HOME", Edge("GATE"), red=PRINTED, value=2),
    node("MOOR", Edge("GATE"), Edge("HOME"), blue=Brings("BLUE", most=2, classes=["FF"])),
]
FILES = {
    "loops": file(*LOOPS, rounds=6, refits=replace(REFITS, income=3, won=2, earned=0.1)),
    "fog": replace(FOGGED, rounds=5),
    "two seats": file(*LOOPS, sides=[replace(BLUE, seats=2), replace(RED, seats=3)], rounds=5),
    "no refits": file(*LOOPS, refits=None, rounds=5),
    "nodes": file(*LOOPS, won_by="nodes", level=2, rounds=5),
    "last battle": file(*LOOPS, won_by="last battle", rounds=3),
    "swiss": paired("swiss", "ann", "bob", "cid", "dan", "eve", rounds=4, share=0.1),
    "round robin": paired("round robin", "ann", "bob", "cid", "dan", rounds=9),
    "ladder": paired("ladder", "ann", "bob", "cid", rounds=5),
}
TOLD_LAST = ("lacks", "fleet", "commander", "commanders", "where")
"""What a reader knows of others' units as they were told last (CMP-9.1)."""
TURNS = 60


@pytest.mark.parametrize("bot", list(CAMPAIGN.planning.bots))
@pytest.mark.parametrize("name", list(FILES))
def test_it_ends_and_nothing_is_gained_or_lost(name: str, bot: str) -> None:
    """CMP-3.1, CMP-4.1, CMP-5.7: turn by turn; the state reads back from its JSON, and what readers know is true."""
    for seed in ("one", "two", "three"):
        at = opened(FILES[name], seed)
        before = Count.of(at.state)
        for number, drafts in turns_of(at, by_bot(dict.fromkeys(at.state.seats, bot)), f"{name} {seed}", TURNS):
            reports = [draft.event for draft in drafts if isinstance(draft.event, BattleReported)]
            assert gained_or_lost(before, at.state, reports[0] if reports else None) == [], f"{seed}, turn {number}"
            assert CAMPAIGN.rules.load(codec.dump(at.state)) == at.state
            assert at.state.over or at.state.fighting == bool(at.state.waiting)
            check_readers(at)
            before = Count.of(at.state)
        assert at.over and at.problems == []


def opened(of: CampaignFile, seed: str) -> Played:
    """The opening of a campaign of the made-up rule book, which no check of files knows."""
    options = {"file": encode_json(codec.dump(of))}
    turn = WatchedTurn(CAMPAIGN.rules.apply, State(), seeded(f"{seed} set-up"), 0)
    CAMPAIGN.rules.setup(turn, "own", options)
    seats = CAMPAIGN.rules.seats("own", options)
    ledger = Ledger(seats={seat.id: seat.side for seat in seats}, crews={seat.id: seat.crew for seat in seats if seat.crew})
    readers = {seat: ledger.reader(seat) for seat in (*ledger.seats, None)}
    return Played(CAMPAIGN, turn.state, readers, drafts=turn.drafts, written=turn.written)


def check_readers(at: Played) -> None:
    """What everybody knows is so, but for what they were told last."""
    whole = codec.dump(at.state)
    for seat in at.readers:
        wrong = [path for path in falsehoods(codec.dump(at.known(seat)), whole) if not set(TOLD_LAST) & set(path.split("."))]
        assert at.state.fogged or wrong == [], seat
