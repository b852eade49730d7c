"""What a turn of Wet Thrust costs: "Two carriers" in the middle of an air battle, beside `diplomacy`.

Five ships and nineteen squadrons and planes: strikes, escorts and patrols in the air, flak, bombs and torpedoes, thresholds.
"""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256

from fixed_start import TimedTurn, compare

from pbem.core.dice.fair_dice import FairDice
from pbem.core.game.turn import Turn
from pbem.core.state.codec import dump
from pbem.games.wet_thrust import WET_THRUST

LIMIT = 2.0
"""A turn has eight steps, each with its dice; a phase of diplomacy is one."""
SCENARIO = "two-carriers"
BEFORE = 3
"""Turns that the bots play until the strikes of both sides meet."""


def position() -> str:
    """The state that every turn starts from, as JSON."""
    game = WET_THRUST
    state, seed = game.rules.blank(), sha256(b"two carriers").digest()
    game.rules.setup(Turn(game.rules.apply, state, FairDice(seed, 0, ""), 0), SCENARIO, game.scenarios.options(SCENARIO, {}))
    bot = next(iter(game.planning.bots.values()))
    for number in range(1, BEFORE + 1):
        sheets = {}
        for seat in game.rules.due(state):
            known = replace(state, reader=seat)
            text = bot(known, number.__mod__)
            sheets[seat] = game.orders.read(known, seat, text, game.orders.sheet(known, seat)).sheet
        game.rules.resolve(Turn(game.rules.apply, state, FairDice(seed, number, ""), number), sheets)
    return json.dumps(dump(state))


def main() -> None:
    start = position()
    data = json.loads(start)
    units = len(data["ships"]) + len(data["squadrons"])
    compare(TimedTurn(WET_THRUST, start, units, "a turn of Two carriers, in the air battle", "turn", LIMIT), __doc__ or "")


if __name__ == "__main__":
    main()
