"""Section 7 over whole games: what an enemy or a spectator gets is made without what is hidden from them.

Things are hidden in three ways: logs behind `hidden_logs`, orders always, the British of a convoy until the set-up is over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from functools import cache

import pytest

from events.base import Draft, visible
from events.platform import Rolled
from events.sovereign_seas import battle, opening, sailing
from pbem.core.game.protocol import Chance
from pbem.core.texts.envelope import OrderSheet
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.model.state import Ship, State
from tests.kit.playing import AnyGame, Played, by_bot, chance_from, open_play, play, play_turn, turns_of
from tests.rulebook.sovereign_seas.builders.fleet import ADVANTAGE_BRITISH, only, pool, state_with, turn_of
from tests.rulebook.sovereign_seas.builders.known import known

PUBLIC = {
    *(opening.SeaSet, opening.ShipEntered, opening.ShipPlaced, opening.StageClosed),
    *(sailing.TurnBegan, sailing.Advantage, sailing.SpeedSet, sailing.AutoDecel, sailing.Stepped, sailing.Held),
    *(sailing.LeftMap, sailing.RamPicked, sailing.RamRolled, sailing.RamEffect, sailing.RamStopped, sailing.RamShoved),
    *(battle.Passed, battle.OpenedFire, battle.SalvoFired, battle.SalvoWasted, battle.Located, battle.Sunk, battle.Removed),
    *(battle.Silent, battle.Conceded, battle.TurnEnded, battle.GameDecided),
}
"""What everybody may see whatever is hidden."""
OF_A_LOG = {
    *(battle.Designated, battle.NoEffect, battle.PassedOn, battle.GunLost, battle.HullMarked, battle.FactorsLost),
    *(battle.Critical, battle.SevereAgain, battle.OutOfCommand, battle.RudderJammed, battle.SevereDamage),
    *(battle.MagazineExploded, battle.ConditionEnded),
}
"""With hidden logs for her own side only."""
OF_ORDERS = {opening.OrdersStood, opening.PlacingVoid, sailing.WhenFired, sailing.TurnRefused, sailing.StepDiverted}
"""For her own side only, always."""
ROLLED = ("ADV", "RAM_PICK", "RAM_HIT", "RAM_EFFECT", "TO_HIT", "LOC")
"""Dice on the table."""
SIDES = {"gb": "british", "fr": "french", "gb2": "british", "fr2": "french"}


def reader(seat: str | None) -> frozenset[str]:
    """What a seat, or a spectator, answers to."""
    return frozenset() if seat is None else frozenset((seat, SIDES[seat]))


@cache
def hidden(scenario: str, bot: str, admirals: str = "one") -> Played:
    """A whole game with hidden logs."""
    orders = by_bot(dict.fromkeys(SIDES, bot))
    return play(SOVEREIGN_SEAS, scenario, {"hidden_logs": "on", "admirals": admirals}, orders, f"leaks {bot}", 60)


games = pytest.mark.parametrize(
    "game", [("fleet-engagement", "random", "two"), ("blockade-breakout", "random", "one"), ("cruisers", "ram", "one")], ids=str
)

# ---------------------------------------------------------------- events


@games
def test_what_an_enemy_sees_of_a_hidden_log(game: tuple[str, str, str]) -> None:
    """SSL-Y.5: places, salvos, location letters, rams and sinkings: no circle, factor, gun, condition, nor their clauses."""
    played = hidden(*game)
    for seat in (*played.state.seats, None):
        own = SIDES[seat] if seat else ""
        seen = [draft for draft in played.drafts if visible(draft.audience, reader(seat))]
        foreign = [draft for draft in seen if ship_of(played.state, draft) != own]
        assert {type(draft.event) for draft in foreign} - {Rolled} <= PUBLIC
        assert {draft.event.purpose.split()[0] for draft in foreign if isinstance(draft.event, Rolled)} <= set(ROLLED)
        fields = {name for draft in foreign for name in vars(draft.event)}
        assert not fields & {"marked", "lost", "maximum", "gone", "battery", "until", "lines"}
        assert not [draft.rule for draft in foreign if draft.rule.startswith("SSL-L")]
    assert {type(draft.event) for draft in played.drafts} & OF_A_LOG >= {battle.HullMarked, battle.GunLost}


def ship_of(state: State, draft: Draft) -> str:
    """The side of the ship that an event is of: who is hit, or whose dice or orders they are."""
    if isinstance(draft.event, Rolled):
        words = [word for word in draft.event.purpose.split() if word in state.ships]
        return state.ships[words[0]].side if len(words) == 1 else ""
    ship = getattr(draft.event, "ship", None)
    side = getattr(draft.event, "side", "")
    return state.ships[ship].side if ship in state.ships else SIDES.get(getattr(draft.event, "seat", ""), str(side))


@pytest.mark.parametrize("hidden_logs", ["on", "off"])
def test_orders_carried_out_tell_nobody_else(hidden_logs: str) -> None:
    """SSL-X.1, SSL-Y.2: standing lines, WHEN lines, refused and diverted letters are for the own side."""
    options = {"hidden_logs": hidden_logs, "admirals": "two"}
    played = play(SOVEREIGN_SEAS, "fleet-engagement", options, by_bot(dict.fromkeys(SIDES, "random")), "secret", 12)
    secret = [draft for draft in played.drafts if type(draft.event) in OF_ORDERS]
    assert {type(draft.event) for draft in secret} >= {opening.OrdersStood, sailing.WhenFired, sailing.StepDiverted}
    for draft in secret:
        assert draft.audience == ship_of(played.state, draft) in SIDES.values()


# ---------------------------------------------------------------- pages


def made(state: State, seat: str | None, texts: list[str], drafts: list[Draft]) -> dict[str, str]:
    """All that is made for a reader: pages, pictures, sentences, a bot's orders, receipts of `texts` with their problems."""
    game, mine = SOVEREIGN_SEAS, known(state, seat)
    seen = [draft.event for draft in drafts if not isinstance(draft.event, Rolled) and visible(draft.audience, reader(seat))]
    found: dict[str, object] = {
        "known": mine,
        "panels": game.report.panels(mine),
        "map": list(game.report.draw(mine)),
        "told": [game.report.tell(event, mine) for event in seen],
    }
    if seat in game.rules.due(mine):
        sheet = game.orders.sheet(mine, seat)
        found |= {"asked": game.rules.due(mine)[seat], "sheet": sheet, "template": game.report.template(mine)}
        found |= {f"receipt {text}": game.orders.read(mine, seat, text, sheet) for text in texts}
        found |= {name: bot(mine, chance_from("b")) for name, bot in game.planning.bots.items() if name != "line"}
    return {name: repr(made) for name, made in found.items()}


def mails(state: State) -> list[str]:
    """British orders about every French ship, and mistakes."""
    ships = [ship.id for ship in state.active("british")]
    foes = [ship.id for ship in state.ships.values() if ship.side == "french"]
    lines = (
        "FIRE ALL AT {foe}, WEAKEST; RAM {foe}; WHEN SUNK {foe} DO CLOSE {foe}",
        "FIRE P1 AT {foe} ONLY; KEEP 3 {foe}; WHEN RANGE {foe} <= 4 DO CIRCLE L; LOSE P1; SPEED MATCH {foe}",
        "FOLLOW {foe}; MOVE RLRLRLRL; SPEED 99",
    )
    texts = ["\n".join(f"{ship}: {line.format(foe=foe)}" for ship in ships) for foe in foes for line in lines]
    return [*texts, *(f"{foe}: SPEED MAX; EXIT ON" for foe in foes), "FLEET: FIRE ALL AT WEAKEST; SEQ FB1"]


def spoil_log(ship: Ship) -> None:
    """Another log than hers."""
    ship.log.marked, ship.log.lost, ship.log.gone = (
        ship.printed.circles - 1,
        len(ship.printed.speed_track),
        list(ship.printed.guns)[:-1],
    )
    ship.log.tower_lost, ship.log.command_until, ship.log.jam, ship.log.jam_until = True, 99, "L", 99


def spoil_orders(ship: Ship) -> None:
    """Other standing orders than hers."""
    ship.standing_if_known = ["FOLLOW FB1 GAP 3", "WHEN IMP 2 DO CIRCLE L", "AVOID NONE", "EXIT ON", "FIRE ALL AT BC1 ONLY"]


@pytest.mark.parametrize(("spoil", "hidden_logs"), [(spoil_log, "on"), (spoil_orders, "off")])
def test_nothing_made_for_others_hangs_on_what_is_hidden(spoil: Callable[[Ship], None], hidden_logs: str) -> None:
    """SSL-Y.2, SSL-Y.5: another log, or other orders, of French ships change no page of the British or of a spectator."""
    played = open_play(SOVEREIGN_SEAS, "cruisers", {"hidden_logs": hidden_logs, "nmr_limit": 0}, "hidden")
    changed = 0
    for number, drafts in turns_of(played, by_bot(dict.fromkeys(SIDES, "ram")), "hidden", 12):
        if played.over or number % 2:
            continue
        for id in [ship.id for ship in played.state.active("french")]:
            other = deepcopy(played.state)
            spoil(other.ships[id])
            other.fleet["fr"] = ["AVOID NONE"] if spoil is spoil_orders else other.fleet.get("fr", [])
            for seat in ("gb", None):
                texts = mails(played.state)
                assert made(other, seat, texts, drafts) == made(played.state, seat, texts, drafts), (number, id, seat)
            changed += made(other, "fr", [], drafts) != made(played.state, "fr", [], drafts)
    assert changed >= 3


def test_a_hidden_log_steers_no_enemy_gun() -> None:
    """SSL-X.11, SSL-Y.5: WEAKEST counts the hits that were seen, ANY only what is printed: not the hidden circles."""
    ships = {"BC1": ("1010", "N", 0), "FB1": ("1310", "N", 0), "FB2": ("1311", "N", 0)}
    for order in ("WEAKEST", "ANY"):
        first = state_with(ships, hidden_logs="on")
        other = deepcopy(first)
        other.ships["FB2"].log.marked, other.ships["FB2"].log.gone = 12, ["P1", "P2"]
        assert aims(first, order) == aims(other, order) == {"FB1"}
        other.ships["FB2"].hits = {"H": 1}
        assert aims(other, order) == ({"FB2"} if order == "WEAKEST" else {"FB1"})
    open_log = state_with(ships)
    open_log.ships["FB2"].log.marked = 1
    assert aims(open_log, "WEAKEST") == {"FB2"}


def aims(state: State, order: str) -> set[str]:
    """Whom BC1's starboard guns are aimed at in the turn that follows; all shots miss."""
    turn = turn_of(deepcopy(state), ADVANTAGE_BRITISH + pool(200, 0))
    orders = {"gb": f"BC1: FIRE STBD AT {order}; OPEN ANY", "fr": "FB1: HOLD FIRE\nFB2: HOLD FIRE"}
    SOVEREIGN_SEAS.rules.resolve(turn, parsed(turn.state, orders))
    targets = only(turn.drafts, battle.Designated).targets
    return {target for gun, target in targets.items() if gun[0] == "S"}


# ---------------------------------------------------------------- before resolution


@pytest.mark.parametrize("scenario", ["fleet-engagement", "convoy-attack", "design-your-own"])
def test_filed_orders_are_nowhere_before_they_are_resolved(scenario: str) -> None:
    """SSL-X.1: reading a mail changes nothing of the state all pages are made from, and no remark depends on another's mail."""
    played = open_play(SOVEREIGN_SEAS, scenario, {}, "sealed")
    for _ in turns_of(played, by_bot(dict.fromkeys(SIDES, "random")), "sealed", 4):
        before = deepcopy(played.state)
        bot = SOVEREIGN_SEAS.planning.bots["random"]
        texts = {seat: bot(played.known(seat), chance_from(seat)) for seat in SOVEREIGN_SEAS.rules.due(played.state)}
        sheets = parsed(played.state, texts)
        assert played.state == before
        for seat, sheet in sheets.items():
            assert SOVEREIGN_SEAS.orders.remarks(played.state, sheets, seat) == SOVEREIGN_SEAS.orders.remarks(
                before, {seat: sheet}, seat
            )


def parsed(state: State, texts: Mapping[str, str]) -> dict[str, OrderSheet]:
    """Mails of some seats as sheets."""
    sheets = {seat: SOVEREIGN_SEAS.orders.sheet(state, seat) for seat in texts}
    return {seat: SOVEREIGN_SEAS.orders.read(state, seat, text, sheets[seat]).sheet for seat, text in texts.items()}


def test_where_a_convoy_is_attacked_from() -> None:
    """SSL-O3.1, SSL-Y.3: until the set-up is over the French and spectators see no British ship, edge or number of them."""
    edges = {"N": "BV1: PLACE 4819 S SPEED 3", "E": "BV1: PLACE 8030 NW SPEED 3", "W": ""}
    convoys = {edge: convoy(f"FLEET: ENTER {edge}", places) for edge, places in edges.items()}
    for stage in (0, 1):
        for seat in ("fr", None):
            seen = [public(at[stage], seat) for at in convoys.values()]
            assert seen[0] == seen[1] == seen[2]
            assert not re.search(r"B[FV]\d", "".join(seen[0].values()))
        assert len({repr(public(at[stage], "gb")) for at in convoys.values()}) == (3 if stage else 1)
    for edge, at in convoys.items():
        assert [known(at[2].state, seat).entry for seat in ("fr", None)] == [edge, edge]
        assert "BF1" in known(at[2].state, None).ships


def public(at: Played, seat: str | None) -> dict[str, str]:
    """Pages and events of a reader."""
    drafts = [draft for draft in at.drafts if visible(draft.audience, reader(seat))]
    return made(at.state, seat, ["FF1: PLACE 5040 N"], at.drafts) | {"events": repr(drafts)}


def convoy(*mails: str) -> list[Played]:
    """The game as it is opened, and after each set-up deadline, with these mails of the British."""
    played = open_play(SOVEREIGN_SEAS, "convoy-attack", {}, "convoy")
    found = [deepcopy(played)]
    for number, mail in enumerate(mails):

        def orders(game: AnyGame, state: State, seat: str, chance: Chance, mail: str = mail) -> str:
            return mail if seat == "gb" else "FLEET: CARRY ON"

        play_turn(played, orders, "convoy", number)
        found.append(deepcopy(played))
    assert played.problems == []
    return found


# ---------------------------------------------------------------- two admirals


def test_the_second_admiral_knows_what_the_first_knows() -> None:
    """SSL-A.1, SSL-Y.1: the admirals of a side know the same, but for whose ships are whose to order."""
    played = open_play(SOVEREIGN_SEAS, "fleet-engagement", {"admirals": "two", "hidden_logs": "on"}, "two")
    for _ in turns_of(played, by_bot(dict.fromkeys(SIDES, "random")), "two", 10):
        for first, second in (("gb", "gb2"), ("fr", "fr2")):
            assert played.known(second) == replace(played.known(first), reader=second)
            assert not [draft for draft in played.drafts if draft.audience in (first, second)]
