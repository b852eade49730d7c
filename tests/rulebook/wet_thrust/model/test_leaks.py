"""Section 7 over whole games: what an enemy or a spectator gets is made without what is hidden from them.

Hidden are control sheets (but with `open_sheets`), orders, and submarines below the surface.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache

import pytest

from events.base import EVERYONE, Draft, visible
from events.platform import Rolled
from events.wet_thrust import damage, firing, flying, opening, sailing
from pbem.core.texts.envelope import OrderSheet
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model.control_sheet import Hole, Sheet
from pbem.games.wet_thrust.model.scs import CLASS_OF
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import Mode, Squadron, Vessel
from tests.kit.playing import Played, by_bot, chance_from, open_play, play, turns_of
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.ships import airborne, held, state_with, told
from tests.rulebook.wet_thrust.builders.ships import play as play_with

PUBLIC = {
    *(opening.SeaSet, opening.VesselEntered, opening.TurnBegan, opening.TurnEnded, opening.GameDecided),
    *(sailing.LeftSight, sailing.Sighted, sailing.Moved, sailing.SmokeMade, sailing.ScreenLaid, sailing.Collided),
    *(sailing.DisengageTried, sailing.Disengaged),
    *(firing.GunsFired, firing.TorpedoesFired, firing.TorpedoesStruck, firing.DepthCharged),
    *(
        flying.TookOff,
        flying.Flew,
        flying.Engaged,
        flying.Dogfight,
        flying.FightersFired,
        flying.GunnersFired,
        flying.FlakFired,
    ),
    *(flying.AircraftLost, flying.Bombed, flying.Alongside, flying.Recovered, flying.CastOff, flying.Landed, flying.FlewHome),
    *(damage.FiresSeen, damage.Lost),
}
"""What everybody may see of what is not theirs."""
OF_A_SHEET = {
    *(opening.SheetOpened, opening.DamageCarried, opening.SquadronFormed, sailing.MainGunsBarred),
    *(firing.GermanControl, firing.LauncherEmptied),
    *(damage.BoxesMarked, damage.FuelLost, damage.ExtraDamage, damage.BrokenInTwo, damage.CheckMade, damage.SystemLost),
    damage.BoilerHarmless,
    *(damage.FireStarted, damage.FiresFought, damage.Holed, damage.RepairTried, damage.SystemRepaired, damage.HolePatched),
    *(damage.GivenUp, flying.EnduranceLeft, flying.Spent, flying.DeckLost, flying.Rearming, flying.Merged),
}
"""For her own side, and for all with open sheets (but never of a submarine)."""
OF_ORDERS = {
    *(
        opening.OrderBooksOpened,
        opening.OrdersStood,
        opening.OrdersKept,
        opening.HelmKept,
        sailing.OrderLapsed,
        sailing.PlotCut,
        sailing.DisengageBarred,
    ),
    *(sailing.NerveTested, sailing.RamRefused, sailing.CrashDived, sailing.ModeChanged, sailing.RanSilent),
    *(sailing.ContactHeld, sailing.ContactMade, damage.ContactDestroyed),
}
"""For one side only, always."""
ON_THE_TABLE = {
    *("collision", "hit_dice", "gun_damage", "torp_hit", "torp_damage", "as_hit", "as_damage", "fighter_fire", "air_return"),
    *("aa_fire", "bomb_hit", "bomb_damage", "disengage"),
}
"""Dice that all see (WT-23.2)."""
SECRET_FIELDS = {
    *("marked", "numbers", "lost", "empty", "beyond", "loads", "ready", "modifier", "system", "item", "hole", "lines", "plot"),
    *("why", "turns", "flow", "patches", "out", "spread", "cause"),
}
SIDES = {"de": "german", "gb": "british", "de2": "german", "gb2": "british"}
CONVOY = "convoy"


def reader(seat: str | None) -> frozenset[str]:
    """What a seat, or a spectator, answers to."""
    return frozenset() if seat is None else frozenset((seat, SIDES[seat]))


@cache
def whole(scenario: str, bot: str, admirals: str = "one", open_sheets: str = "off") -> Played:
    """A game from beginning to end."""
    options = {"admirals": admirals, "open_sheets": open_sheets}
    return play(WET_THRUST, scenario, options, by_bot(dict.fromkeys(SIDES, bot)), f"leaks {bot}", 60)


games = pytest.mark.parametrize(
    "game", [("convoy", "random", "two"), ("two-carriers", "random", "one"), ("acasta", "random", "one")], ids=str
)

# ---------------------------------------------------------------- events


@games
def test_what_an_enemy_sees_of_a_control_sheet(game: tuple[str, str, str]) -> None:
    """WT-23.1 to 23.3: places, fire, flights, fires burning, losses: no box, system, load, fuel or order, nor their dice."""
    played = whole(*game)
    for seat in (*played.state.seats, None):
        own = SIDES[seat] if seat else ""
        foreign = [draft for draft in seen(played, seat) if side_of(played.state, draft) != own]
        assert {type(draft.event) for draft in foreign} - {Rolled} <= PUBLIC
        assert {draft.event.purpose.split()[0] for draft in foreign if isinstance(draft.event, Rolled)} <= ON_THE_TABLE
    assert type(played.drafts[-1].event) is opening.GameDecided


def test_no_public_event_has_a_field_of_a_control_sheet() -> None:
    """WT-23.3: but the flak system that all see firing, and what brings an aircraft down."""
    found = {(event, each.name) for event in PUBLIC for each in fields(event) if each.name in SECRET_FIELDS}
    assert found == {(flying.FlakFired, "system"), (flying.AircraftLost, "cause")}
    assert {each.name for event in OF_A_SHEET | OF_ORDERS for each in fields(event)} >= SECRET_FIELDS


@games
def test_the_audiences_are_sides_and_all(game: tuple[str, str, str]) -> None:
    """WT-23.3: what concerns a control sheet or orders goes to the side of its ship or squadron, whatever it is."""
    played = whole(*game)
    for draft in played.drafts:
        kind = type(draft.event)
        if kind in OF_A_SHEET | OF_ORDERS:
            assert draft.audience == side_of(played.state, draft), draft
        elif kind is not Rolled and draft.audience != EVERYONE:
            assert below(draft) or kind is opening.VesselEntered, draft
    assert set(WET_THRUST.events) == PUBLIC | OF_A_SHEET | OF_ORDERS


def below(draft: Draft) -> bool:
    """May this be of a boat below the surface, and so for her own side?"""
    event = draft.event
    hidden = isinstance(event, firing.TorpedoesFired) and not event.seen
    return hidden or (isinstance(event, sailing.Moved | damage.Lost) and event.ship.startswith("U"))


def seen(played: Played, seat: str | None) -> list[Draft]:
    """The events of a reader, up to the end of the game."""
    return [draft for draft in played.drafts if visible(draft.audience, reader(seat))]


def side_of(state: State, draft: Draft) -> str:
    """Whose ship, squadron, dice or orders an event is of."""
    event = draft.event
    told_side = getattr(event, "side", "")
    words = (
        event.purpose.split()[1:]
        if isinstance(event, Rolled)
        else [vars(event).get(k, "") for k in ("ship", "squadron", "unit", "by")]
    )
    units: Mapping[str, Vessel | Squadron] = {**state.squadrons, **state.ships}
    return str(told_side) or next((units[word].side for word in words if word in units), "")


def test_clauses_and_places_in_the_log_tell_nothing_hidden() -> None:
    """WT-23.1: fires in sight always come under one clause and at the end of the turn, whatever kindled them."""
    for game in (("convoy", "random", "two"), ("acasta", "random", "one")):
        public = [draft for draft in whole(*game).drafts if draft.audience == EVERYONE]
        fires = {(draft.rule, draft.phase) for draft in public if isinstance(draft.event, damage.FiresSeen)}
        assert fires <= {("WT-23.1", "End of turn")}
        rules = {(type(draft.event), draft.rule) for draft in public if not isinstance(draft.event, Rolled)}
        sheets = ("WT-3.4", "WT-3.10", "WT-9", "WT-15", "WT-16.3", "WT-16.6", "WT-16.9", "WT-17.2")
        assert not [pair for pair in rules if pair[1].startswith(sheets)]


def test_open_sheets_never_open_a_submarine() -> None:
    """WT-23.3, ruling W5, option `open_sheets`: surface ships' sheets are for all, a boat's and all orders for her side."""
    played = whole("convoy", "steady", "one", "on")
    sheets = [draft for draft in played.drafts if type(draft.event) in OF_A_SHEET]
    assert {draft.audience for draft in sheets if "U47" not in str(draft.event) and "U99" not in str(draft.event)} == {EVERYONE}
    assert {draft.audience for draft in sheets if re.search("U47|U99", str(draft.event))} <= {"german"}
    assert {draft.audience for draft in played.drafts if type(draft.event) in OF_ORDERS} <= {"german", "british"}


@pytest.mark.parametrize("bot", ["random", "steady"])
def test_no_word_of_a_boat_below_the_surface(bot: str) -> None:
    """WT-23.4, WT-18.2: as long as she is below, no event, die or clause that an enemy or spectator sees names her.

    But for their own orders: who has seen her dive may read that what they ordered has lapsed.
    """
    played = whole("convoy", bot, "one")
    for seat in ("gb", None):
        up: set[str] = set()
        for draft in seen(played, seat)[:-1]:
            event = draft.event
            if isinstance(event, sailing.Sighted):
                up.add(event.ship)
            told = replace(event, order="") if isinstance(event, sailing.OrderLapsed) else event
            assert set(re.findall(r"\bU(?:47|99)\b", f"{told} {draft.rule}")) <= up, draft
            if isinstance(event, sailing.LeftSight):
                up.discard(event.ship)
    assert [draft for draft in played.drafts if re.search("U47|U99", str(draft.event)) and draft.audience == "german"]


# ---------------------------------------------------------------- pages


def made(state: State, seat: str | None, texts: list[str], drafts: list[Draft]) -> dict[str, str]:
    """All that is made for a reader: pages, pictures, sentences, bots' orders, receipts of `texts` with their problems."""
    seen = known(state, seat)
    report, orders = WET_THRUST.report, WET_THRUST.orders
    found = {"panels": repr(list(report.panels(seen))), "map": repr(list(report.draw(seen)))}
    if seat is not None:
        sheet = orders.sheet(seen, seat)
        found |= {"sheet": repr(sheet), "template": report.template(seen)}
        found |= {f"receipt {number}": repr(orders.read(seen, seat, text, sheet)) for number, text in enumerate(texts)}
    events = [draft.event for draft in drafts if not isinstance(draft.event, Rolled) and visible(draft.audience, reader(seat))]
    found["told"] = repr([report.tell(event, seen) for event in events])
    if seat in WET_THRUST.rules.due(state):
        found |= {f"bot {name}": bot(seen, chance_from("b")) for name, bot in WET_THRUST.planning.bots.items()}
    return found


def mails(state: State, side: str) -> list[str]:
    """Orders of one side about every enemy, mistakes among them."""
    ships = [ship.id for ship in state.afloat(side)]
    foes = [ship.id for ship in state.ships.values() if ship.side != side][-3:]
    aircraft = [each.id for each in state.squadrons.values() if each.side != side]
    lines = (
        "FIRE ALL AT {foe}; TORP {foe} WITHIN 5; ASW {foe}; RAM {foe}",
        "FIRE AT WILL WEAKEST; MAXA; ASW SUB1; RAM SUB1; FIRE ALL AT SUB1 ELSE {foe}; DISENGAGE",
    )
    texts = ["\n".join(f"{ship}: {line.format(foe=foe)}" for ship in ships) for foe in foes for line in lines]
    wings = [each for each in state.squadrons.values() if each.side == side and each.place != "gone"][::3]
    texts += ["\n".join(f"{wing.id}: ATTACK {foe}; SPOT {foe}" for wing in wings) for foe in foes]
    texts += ["\n".join(f"{wing.id}: INTERCEPT {prey}" for wing in wings) for prey in aircraft[:3]]
    return [*texts, *(f"{foe}: MAXA" for foe in foes), "FLEET: FIREORDER " + ", ".join(foes)]


def spoil_sheet(ship: Vessel) -> None:
    """Another sheet than hers: damage, fuel, loads, German fire control, helm."""
    lost = [system for system in ship.printed.all_systems if system[-1] == "1"]
    ship.sheet_if_known = Sheet(
        ship_class=ship.sheet.ship_class, marked=ship.printed.boxes - 1, checks=[5], lost=lost, beyond=lost[:1], wounds=["RU"],
        empty=1, fuel_lost=1, fires=1, holes={"HO1": Hole(18, 1)}, used=dict.fromkeys(ship.printed.launchers, 1),
        ready=dict.fromkeys(ship.printed.launchers, 99), german=-1, controls_lost=1, controls_lost_before=1, takes_over=9,
        silent=False,
    )  # fmt: skip
    if ship.book_if_known:
        ship.book.helm, ship.book.last = "1P", ["PLOT 1P"]


def spoil_orders(ship: Vessel) -> None:
    """Other standing orders than hers."""
    ship.book.standing = ["HOLD FIRE", "ASW HOLD", "DC RUDDER", "CHALLENGE NO"]


def changed(state: State, side: str, spoil: Callable[[Vessel], None]) -> State:
    """The ships of a side spoilt, and its squadrons' hidden numbers (of a sheet) or aims (of orders)."""
    other = deepcopy(state)
    for ship in other.afloat(side):
        spoil(ship)
    for wing in other.squadrons.values():
        if wing.side == side and spoil is spoil_orders:
            wing.standing_if_known = ["ORBIT"]
        elif wing.side == side and wing.place in ("aboard", "air"):
            wing.deck.ready, wing.deck.endurance, wing.deck.spent = 99, 1, not wing.deck.spent
            wing.aircraft -= wing.aircraft > 1 and wing.place == "aboard"
    other.fleet[side] = ["HOLD FIRE"] if spoil is spoil_orders else other.fleet.get(side, [])
    return other


@pytest.mark.parametrize("spoil", [spoil_sheet, spoil_orders])
@pytest.mark.parametrize(("scenario", "turn"), [("acasta", 4), ("two-carriers", 4), ("convoy", 5)])
def test_nothing_made_for_others_hangs_on_what_is_hidden(scenario: str, turn: int, spoil: Callable[[Vessel], None]) -> None:
    """WT-23.3: other sheets, decks, orders or aims of one side change no page of the other or of a spectator."""
    played = open_play(WET_THRUST, scenario, {}, "hidden")
    for number, drafts in turns_of(played, by_bot(dict.fromkeys(SIDES, "random")), "hidden", turn):
        for seat in ("de", "gb") if number == turn else ():
            foe = played.state.enemy(SIDES[seat])
            other = changed(played.state, foe, spoil)
            for who in (seat, None):
                texts = mails(played.state, SIDES[seat])
                assert made(other, who, texts, drafts) == made(played.state, who, texts, drafts), (number, who)
            owner = played.state.senior(foe)
            assert made(other, owner, [], drafts) != made(played.state, owner, [], drafts)


def test_a_hidden_sheet_steers_no_enemy_gun() -> None:
    """WT-23.2, section 6.1: WEAKEST counts the points that were seen, not the boxes that are marked."""
    ships: dict[str, tuple[tuple[float, float], int, float]]
    ships = {"ACA": ((0, 0), 12, 4), "SCH": ((2, 5), 12, 4), "BIS": ((-2, 5.5), 12, 4)}
    first = state_with(ships)
    second = deepcopy(first)
    second.ships["BIS"].sheet.marked = 30
    third = deepcopy(second)
    third.ships["BIS"].scored = 30
    aims = [
        told(play_with(state, {"gb": "ACA: FIRE AT WILL WEAKEST", "de": "FLEET: HOLD FIRE"}, [1]), firing.GunsFired)
        for state in (first, second, third)
    ]
    assert [[salvo.target for salvo in each] for each in aims] == [["SCH"], ["SCH"], ["BIS"]]


# ---------------------------------------------------------------- submarines


def hunt(mode: Mode = "periscope", at: tuple[float, float] = (9, 9), course: int = 3, speed: float = 1) -> State:
    """Destroyers and a merchantman, a boat on the surface, and one below it; the enemy has never heard of the latter."""
    ships: dict[str, tuple[tuple[float, float], int, float | Fraction]]
    ships = {"U47": ((20, 20), 3, 2), "U99": (at, course, speed), "ANT": ((0, 0), 12, 6), "M01": ((3, 3), 12, 2)}
    return state_with(ships, 4, key=CONVOY, modes={"U99": mode})


def british(state: State) -> list[dict[str, str]]:
    """All that is made for the British and for a spectator."""
    return [made(state, seat, mails(state, "british"), []) for seat in ("gb", None)]


@pytest.mark.parametrize(
    "other",
    [hunt(at=(1, 1)), hunt(mode="deep"), hunt(course=7), hunt(speed=0), hunt("deep", (40, -40), 12, 2)],
    ids=["elsewhere", "deep", "course", "speed", "all"],
)
def test_where_and_how_deep_an_unheld_boat_is(other: State) -> None:
    """WT-23.4, WT-18.2: her place, mode, course and speed change nothing for the enemy and for spectators."""
    assert british(other) == british(hunt())
    assert made(other, "de", [], []) != made(hunt(), "de", [], [])


def test_a_boat_lost_unseen() -> None:
    """WT-23.4, WT-18.9: one sunk undetected is not reported to the enemy before the end."""
    sunk = hunt()
    sunk.ships["U99"].fate, sunk.ships["U99"].how = "lost", "boxes"
    assert british(sunk) == british(hunt())
    sunk.over = True
    assert known(sunk, "gb").ships["U99"].fate == "lost"


def test_a_hidden_boat_is_an_unknown_word() -> None:
    """WT-23.4: the parser answers to her id as to any other word; as to a sister that is on the surface it does not."""
    for line in ("FIRE ALL AT {}", "TORP {}", "ASW {}", "RAM {}", "AA {}", "COVER {}"):
        hers, other = ([str(problem) for problem in parse(hunt(), f"ANT: {line.format(id)}")] for id in ("U99", "U98"))
        assert hers and hers == [text.replace("U98", "U99") for text in other]
    assert parse(hunt(), "ANT: RAM U47") == []
    assert [str(problem).replace("U99", "U98") for problem in parse(hunt(), "U99: MAXA")] == [
        str(problem) for problem in parse(hunt(), "U98: MAXA")
    ]


def parse(state: State, text: str) -> list[object]:
    """What the parser finds fault with, for the British."""
    seen = known(state, "gb")
    return list(WET_THRUST.orders.read(seen, "gb", text, WET_THRUST.orders.sheet(seen, "gb")).problems)


def test_a_contact_tells_place_and_mode_only() -> None:
    """WT-23.4: of a boat that is held the enemy learns neither id, course, speed, sheet nor orders."""
    found = []
    for course, speed in ((3, 1), (9, 0)):
        state = hunt(course=course, speed=speed)
        held(state, "U99")
        spoil_sheet(state.ships["U99"])
        state.ships["U99"].sheet.marked = course
        spoil_orders(state.ships["U99"])
        found.append(british(state))
    plain = hunt()
    held(plain, "U99")
    assert found[0] == found[1] == british(plain)
    assert "U99" not in "".join(text for page in found[0] for name, text in page.items() if not name.startswith("receipt"))
    deep = hunt("deep")
    held(deep, "U99")
    assert british(deep)[0] != british(plain)[0] and british(deep)[1] == british(plain)[1]


def test_held_contacts_are_one_sides() -> None:
    """WT-23.4: a spectator sees no contacts; her own side learns as which contact she is known."""
    state = hunt()
    held(state, "U99")
    german, british, spectator = (known(state, seat) for seat in ("de", "gb", None))
    assert [list(each.known_contacts()) for each in (german, british, spectator)] == [[], ["SUB1"], []]
    assert german.held_as(german.ships["U99"]) == "SUB1"


# ---------------------------------------------------------------- before resolution


@pytest.mark.parametrize("scenario", ["convoy", "two-carriers"])
def test_filed_orders_are_nowhere_before_they_are_resolved(scenario: str) -> None:
    """WT-2.1: reading a mail changes nothing of the state all pages are made from, and no remark depends on another's mail."""
    played = open_play(WET_THRUST, scenario, {"admirals": "two"}, "sealed")
    bot = WET_THRUST.planning.bots["random"]
    for _ in turns_of(played, by_bot(dict.fromkeys(SIDES, "random")), "sealed", 3):
        before = deepcopy(played.state)
        sheets: dict[str, OrderSheet] = {}
        for seat in WET_THRUST.rules.due(played.state):
            seen = played.known(seat)
            knew, text = deepcopy(seen), bot(seen, chance_from(seat))
            sheets[seat] = WET_THRUST.orders.read(seen, seat, text, WET_THRUST.orders.sheet(seen, seat)).sheet
            assert seen == knew
        assert played.state == before
        for seat, sheet in sheets.items():
            remarks = WET_THRUST.orders.remarks
            assert remarks(played.known(seat), sheets, seat) == remarks(played.known(seat), {seat: sheet}, seat)


# ---------------------------------------------------------------- two admirals


def test_the_second_admiral_knows_what_the_first_knows() -> None:
    """Ruling W1: the admirals of a side know the same, but for whose units are whose to order; no event is one admiral's."""
    played = open_play(WET_THRUST, "convoy", {"admirals": "two"}, "two")
    for _ in turns_of(played, by_bot(dict.fromkeys(SIDES, "random")), "two", 8):
        for first, second in (("gb", "gb2"), ("de", "de2")):
            assert played.known(second) == replace(played.known(first), reader=second)
    assert {draft.audience for draft in played.drafts} <= {EVERYONE, "german", "british"}


def test_the_units_of_this_page_are_those_of_the_rules() -> None:
    """Section 8: the boats that are looked for are the boats that there are."""
    assert [id for id, printed in CLASS_OF.items() if printed.boat] == ["U47", "U99"]
    state = state_with({"ARK": ((0, 0), 12, 0)})
    airborne(state, "ARK-F1", (1, 1))
    assert known(state, None).squadrons.keys() == {"ARK-F1"}
