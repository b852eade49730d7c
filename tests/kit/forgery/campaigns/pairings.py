"""A tournament of three players, and ways to falsify who meets whom."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from pbem.campaign.model.tournament import tournament
from pbem.campaign.played import KEY
from pbem.core.state.codec import dump
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.repository import load
from tests.kit.forgery.log import places
from tests.kit.forgery.methods import edits
from tests.kit.forgery.tables import MOST_BEATS, SCENARIOS, Table, folder, new_table
from tests.kit.forgery.ways import Crime, Sample, Way

KINDS = ("game.rolled", "campaign.sat_out", "campaign.battle_set", "campaign.battle_decided")
"""What is only so in a pairing."""


@cache
def pairing() -> Table:
    """Three bots that meet in two rounds; one of them sits out in each."""
    file = tournament("star_navy", "first-blood", 3, "swiss", 2)
    table = new_table(KEY, folder() / "pairing.db", "a tournament", {"file": json.dumps(dump(file))})
    players = {seat: f"bot:{table.bot}" for seat in table.seats}
    open_game(table.context, KEY, SCENARIOS[KEY], setup=GameSetup(players, options=table.options))
    for _ in range(MOST_BEATS):
        table.beat(24.0)
        if load(table.context, table.stream).ledger.ended:
            break
    return table


def ways() -> Iterator[Way]:
    """Everything that can be done with one of its events of each kind."""
    table = pairing()
    crime = Crime(table)
    last = [places(crime.log, kind)[-1] for kind in KINDS]
    samples = [Sample(place, crime.log[place], "") for place in last]
    for way in edits.of_samples(crime, samples):
        yield replace(way, name=f"pairing: {way.name}", forge=lambda forge=way.forge: replace(forge(), of=table))
