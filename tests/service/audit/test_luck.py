"""Was it luck? Stakes of real turns of each game, worked out by hand; loaded dice; undone turns; what stays hidden."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace

import pytest

from events.base import EVERYONE, Draft
from events.platform import Rolled
from pbem.core.dice.fair_dice import FairDice
from pbem.core.dice.stakes import no_stake
from pbem.core.dice.statistics import of_dice
from pbem.games import GAMES
from pbem.service.audit.luck import luck, luck_of_all, luck_of_person
from pbem.service.audit.luck_table import ALL, Cast, Judged, LuckRow, luck_table
from pbem.service.audit.luck_words import share, told, told_of_rows
from pbem.service.context import ActRefused, NoSuchSeat, ServiceContext, stamp
from pbem.service.games import game_master, opening
from pbem.service.repository import load
from pbem.service.turns.rollback import roll_back
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.case_game import CASES, case_game
from tests.service.builders.duel import duel, play_turn

Hand = dict[tuple[str, str], tuple[int, float, float]]
"""By seat and purpose: what it came to, what was to be expected, and the two-sided p-value."""

HAND: dict[str, Hand] = {
    # Three torpedoes at speed 3: 1/2 each.
    "star_navy/x07-torpedoes": {("blue", "torpedoes to hit"): (2, 3 / 2, 1.0)},
    # Two cannons with wear 2: max(0, 2d6 - 4), 112/36 on average, 0 in 6 of 36 ways.
    "star_navy/sn-07-cannon-floor": {("blue", "damage of cannons"): (0, 112 / 36, 12 / 36)},
    # A die above two shields, then three marines at 1/3 each.
    "star_navy/sn-09-retreat": {
        ("blue", "getting aboard"): (1, 4 / 6, 1.0),
        ("red", "marines defending"): (1, 1.0, 1.0),
    },
    # Ten dice, five strikes needed, two hits for each from then on: 4 or more hits in 386 + 386 of 2 * 1024 ways.
    "sovereign_seas/e04-salvo": {("gb", "salvos"): (4, 2 * 1268 / 1024, 2 * 386 / 1024)},
    # Nine dice, four strikes hit (382 of 512). Five dice at speed 8: 1, 1, 2, 2, 3, 4 times 8 by strikes.
    "sovereign_seas/e13-ram": {
        ("gb", "rams that hit"): (1, 382 / 512, 1.0),
        ("gb", "effect of rams"): (16, 8 * (1 * 6 + 2 * 20 + 3 * 5 + 4 * 1) / 32, 1.0),
    },
    # The victim's crew rolls, the launcher's crew hits: 3 or more. And the set-up: ten for each pip of three dice.
    "stingray/w02-mk61": {
        ("captain", "Mk61 to hit"): (1, 4 / 6, 1.0),
        ("aquaphibian", "fuel at the start"): (100, 105.0, 1.0),
    },
    # A leap at speed 5, and the points of the rock that it did not clear.
    "stingray/w16-over-fails": {
        ("aquaphibian", "leaps"): (0, 5 / 6, 2 / 6),
        ("aquaphibian", "damage by obstacles"): (4, 3.5, 1.0),
    },
    # Two salvos of three and four hit dice, a half each: 7/8 and 15/16; both miss in 1 of 128.
    "wet_thrust/t07-first-salvo": {("de", "gun salvos to hit"): (0, 7 / 8 + 15 / 16, 2 / 128)},
    # Six torpedoes up to 4. Four damage dice less 3: 1 on average each.
    "wet_thrust/t11-torpedo-number": {
        ("gb", "torpedoes to hit"): (4, 4.0, 1.0),
        ("gb", "damage of torpedoes"): (3, 4.0, 2 * 579 / 1296),
    },
    # 4 boilers and 26 systems at 1/6, the first magazine too, the second with one more.
    "wet_thrust/t22-explosion": {("de", "gun salvos to hit"): (1, 3 / 4, 1.0)},
    # A repair at 5 or 6, twice; a fire at 4 or more.
    "wet_thrust/t30-damage-control": {
        ("gb", "repairs"): (1, 2 / 3, 1.0),
        ("gb", "fighting fires"): (0, 1 / 2, 1.0),
    },
}


@pytest.mark.parametrize("case", sorted(HAND))
def test_what_was_to_be_expected_is_as_by_hand(context: ServiceContext, case: str) -> None:
    """A turn that was resolved with a case's dice: result, expectation and p-value are those worked out on paper."""
    rows = luck(context, case_game(context, *case.split("/")), EVERYONE).table.rows
    found = {(row.seat, row.purpose): (row.scored, row.expected, row.p) for row in rows if row.judged}
    for key, wanted in HAND[case].items():
        assert found[key] == pytest.approx(wanted), key


def test_less_is_better_of_systems_lost(context: ServiceContext) -> None:
    """Thirty-two systems of a ship at a check, 11/2 lost on average, two are: that is her owner's good luck."""
    found = luck(context, case_game(context, "wet_thrust", "t22-explosion"), EVERYONE).table
    row = next(row for row in found.rows if row.purpose == "threshold checks")
    assert (row.seat, row.scored, row.less) == ("gb", 2, True) and row.expected == pytest.approx(5.5)
    owner = next(seat for seat in found.seats if seat.seat == "gb")
    assert owner.better == pytest.approx(3.5) and owner.luckier < owner.unluckier


@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if game.planning.stake is not no_stake])
def test_every_roll_of_every_case_is_known_by_name(context: ServiceContext, game: str) -> None:
    """No purpose that the rules roll for is missing in the table of a game that has one: each has words of its own."""
    for file in sorted((CASES / game / "cases").glob("*.json")):
        case = json.loads(file.read_text())
        if case.get("turns", 1) != 1 or isinstance(case.get("orders"), list) or "seed" in case:
            continue
        stream = case_game(context, game, file.stem)
        rolled = [entry.event for entry in context.store.read(stream) if isinstance(entry.event, Rolled)]
        rows = [row for row in luck(context, stream, EVERYONE).table.rows if row.purpose != ALL]
        assert not {row.purpose for row in rows} & {roll.purpose.split()[0].replace("_", " ") for roll in rolled} - SAME_WORD


SAME_WORD = {"disengage", "repair", "collision", "magazine"}
"""Words that are no purpose by themselves in any table."""


# ---------------------------------------------------------------- loaded dice


def loaded(throw: Callable[..., list[int]]) -> Callable[..., list[int]]:
    """Dice that show a 6 for every 1."""

    def cheat(dice: FairDice, audience: str, number: int, purpose: str, n: int, sides: int) -> list[int]:
        return [6 if face == 1 and sides >= 6 else face for face in throw(dice, audience, number, purpose, n, sides)]

    return cheat


def bot_game(context: ServiceContext, clock: HandClock) -> str:
    """A game of bots to its end, with some hundred dice."""
    stream = opening.open_game(context, "wet_thrust", "two-carriers", players=dict.fromkeys(("gb", "de"), "bot:steady"))
    while not load(context, stream).ledger.ended:
        clock.advance(24)
        tick(context)
    return stream


def test_loaded_dice_are_found(context: ServiceContext, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with dice that never show a 1 is told apart from one with fair dice, after correction and in words."""
    fair = luck(context, bot_game(context, clock), None).table
    assert not [row for row in fair.rows if (row.faces_corrected or 1) < 0.05]
    assert list(told_of_rows(fair)) == [
        f"No row is unusual by itself: {fair.questions} questions, each held against all the others."
    ]
    monkeypatch.setattr(FairDice, "throw", loaded(FairDice.throw))
    found = luck(context, bot_game(context, clock), None).table
    everybody = next(row for row in found.rows if row.seat == "everybody" and row.sides == 6)
    assert everybody.faces[0] == 0 and everybody.faces_corrected is not None and everybody.faces_corrected < 0.001
    assert "Unusual: the faces of everybody, all d6, are uneven (p < 0.001 after correction)." in list(told_of_rows(found))


# ---------------------------------------------------------------- whose, and which turns


def dice_of(context: ServiceContext, stream: str) -> int:
    """The dice that are counted."""
    rows = luck(context, stream, EVERYONE).table.rows
    return sum(sum(row.faces) for row in rows if row.seat == "everybody")


def test_undone_turns_count_for_nobody(context: ServiceContext) -> None:
    """After a roll-back only the dice are counted that lead to the present position; those of the turn played again are."""
    stream = duel(context, rhythm_hours=24)
    play_turn(context, stream, "BIS: FIRE F AT SR1", "SR1: FIRE F AT BIS")
    before = dice_of(context, stream)
    assert before
    play_turn(context, stream)
    roll_back(context, stream, 0, "a wrong scenario")
    assert dice_of(context, stream) == 0


def test_a_crew_s_roll_counts_for_each_of_its_seats_and_once_for_all() -> None:
    """What captain and copilot have rolled together stands in both their rows; everybody together has rolled it once."""
    spread = of_dice(1, (0, 0, 0, 1, 1, 1))
    shot = Cast(
        1, ("captain", "copilot"), ("p1", "p2"), Rolled("mk61-hit TF1", 6, [5], 0), "Mk61", Judged("hits", False, spread, 1)
    )
    table = luck_table([shot], ["captain", "copilot"])
    assert [(row.seat, row.rolls, row.scored) for row in table.rows] == [
        ("captain", 1, 1),
        ("copilot", 1, 1),
        ("everybody", 1, 0),
    ]


def test_hits_and_points_are_added_up_by_how_far_they_scatter() -> None:
    """In several units a roll counts by its own standard deviation: one hit at 1/2 (0.5) as much as 3.5 pips of a die (1.7)."""
    hit = Judged("hits", False, of_dice(1, (0, 0, 0, 1, 1, 1)), 1)
    points = Judged("points", False, of_dice(1, (1, 2, 3, 4, 5, 6)), 6)
    casts = [Cast(1, ("a",), ("p",), Rolled("x", 6, [6], 0), "x", each) for each in (hit, points)]
    (seat,) = luck_table(casts, ["a"]).seats
    assert (seat.unit, seat.rolls) == ("", 2)
    assert seat.better == pytest.approx((16 * 0.5 + 5 * 2.5) / 8)  # 8 / 0.5 = 16, 8 / 1.71 = 4.7
    assert seat.luckier == pytest.approx(1 / 12) and seat.p == pytest.approx(1 / 6)


def test_persons_and_all_games(context: ServiceContext, clock: HandClock) -> None:
    """Over all games by who held the seat when the dice fell; a table by game and seat is corrected as one."""
    stream = bot_game(context, clock)
    theirs, whole = luck_of_person(context, "bot:steady").rows, luck(context, stream, None).table.rows
    assert sum(row.rolls for row in theirs if row.purpose != ALL) == sum(row.rolls for row in whole if row.seat == "everybody")
    games, persons = luck_of_all(context)
    assert [each.seat for each in persons] == ["bot:steady"]
    least = min((*games[stream], *persons), key=lambda each: each.p)
    assert least.p_corrected == pytest.approx(min(1.0, least.p * (len(games[stream]) + 1)))
    assert not luck_of_person(context, "p9").rows


def test_words_do_not_make_more_of_chance_than_there_is(context: ServiceContext) -> None:
    """The one sentence: one-sided and rounded; unusual alone, and no more so in a table with many questions."""
    table = luck(context, case_game(context, "wet_thrust", "t07-first-salvo"), EVERYONE).table
    (seat,) = table.seats
    rare = replace(seat, p_corrected=seat.p)
    assert told(rare, 1) == "About 1 in 130 players is at least this unlucky; unusual (p 0.016)."
    assert told(seat, table.questions) == "About 1 in 130 players is at least this unlucky; nothing unusual among 5 questions."
    assert [share(chance) for chance in (0.9, 1 / 3, 0.1449, 1e-9)] == [
        "about half of all players are",
        "about 1 in 3 players is",
        "about 1 in 7 players is",
        "fewer than 1 in a million players is",
    ]


# ---------------------------------------------------------------- what stays hidden


def test_who_may_ask_while_the_game_goes_on(context: ServiceContext) -> None:
    """A player is told of their own rolls; a spectator is refused, a seat that is not there too; the end lays all open."""
    stream = duel(context)
    play_turn(context, stream, "BIS: FIRE F AT SR1", "SR1: FIRE F AT BIS")
    with pytest.raises(ActRefused, match="goes on"):
        luck(context, stream, None)
    with pytest.raises(NoSuchSeat, match="blue, red"):
        luck(context, stream, "green")
    own = luck(context, stream, "blue")
    assert not own.whole and {row.seat for row in own.table.rows} <= {"blue"}
    game_master.end(context, stream, "enough")
    whole = luck(context, stream, None)
    assert whole.whole and {row.seat for row in whole.table.rows} >= {"blue", "red", "everybody"}


def test_a_hidden_modifier_shows_when_the_game_is_over(context: ServiceContext) -> None:
    """The speed of a torpedoes' target is behind its screen: its faces are told at once, what was expected at the end."""
    stream = case_game(context, "star_navy", "x07-torpedoes", {"blue": {"ships": {"SR1": {"console": None}}}})
    (going,) = _torpedoes(luck(context, stream, "blue").table.rows)
    assert (going.faces, going.judged, going.p) == ([0, 0, 1, 1, 0, 1], 0, None)
    (whole,) = _torpedoes(luck(context, stream, EVERYONE).table.rows)
    assert (whole.judged, whole.expected) == (1, 1.5)


def _torpedoes(rows: list[LuckRow]) -> list[LuckRow]:
    return [row for row in rows if row.purpose == "torpedoes to hit"]


def changed(context: ServiceContext, stream: str, name: str, hidden: frozenset[str]) -> str:
    """A copy of the game in which all dice for these audiences fell otherwise, and more of them, for all purposes there are."""
    drafts = []
    for entry in context.store.read(stream):
        draft = Draft(entry.event, entry.turn, entry.phase, entry.rule, entry.audience)
        drafts.append(draft)
        if isinstance(entry.event, Rolled):
            roll = entry.event
            other = Rolled(roll.purpose, roll.sides, [roll.sides + 1 - face for face in roll.faces], roll.number)
            unseen = replace(draft, event=other, audience=min(hidden))
            drafts[-1:] = [unseen, unseen] if entry.audience in hidden else [draft, unseen]
    context.store.append(name, drafts, context.store.head(name), stamp(context.now()))
    return name


@pytest.mark.parametrize(
    ("game", "scenario", "turns"),
    [("stingray", "tanker-run", 10), ("wet_thrust", "two-carriers", 8), ("star_navy", "wolf-pack", 25)],
)
def test_other_hidden_dice_change_nothing(
    context: ServiceContext, clock: HandClock, game: str, scenario: str, turns: int
) -> None:
    """While the game goes on the luck of a seat is the same to the byte, however many hidden dice of others fell, and how."""
    bot = next(name for name in GAMES[game].planning.bots if name != "random")
    seats = [seat.id for seat in GAMES[game].rules.seats(scenario, GAMES[game].scenarios.options(scenario, {}))]
    stream = opening.open_game(context, game, scenario, players=dict.fromkeys(seats, f"bot:{bot}"))
    for _ in range(turns):
        clock.advance(24)
        tick(context)
    row = context.store.game(stream)
    assert row is not None and row.status != "ended"
    audiences = {entry.audience for entry in context.store.read(stream) if isinstance(entry.event, Rolled)}
    assert len(audiences) > 1
    for seat in seats:
        hidden = frozenset(audiences) - {EVERYONE} - load(context, stream).ledger.reader(seat)
        other = changed(context, stream, f"copy-{seat}", hidden)
        one, two = (asdict(luck(context, name, seat)) for name in (stream, other))
        assert json.dumps(one | {"stream": ""}) == json.dumps(two | {"stream": ""})
        _check_own(luck(context, stream, seat).table.rows, luck(context, stream, EVERYONE).table.rows)
    assert any(luck(context, stream, seat).table.rows for seat in seats)


def _check_own(own: list[LuckRow], whole: list[LuckRow]) -> None:
    """What a seat is shown is some of what was rolled for it, nothing of anybody else's, and with the very chances."""
    counted = {(row.seat, row.purpose, row.sides): row for row in whole}
    for row in own:
        all_of_it = counted[row.seat, row.purpose, row.sides]
        assert row.rolls <= all_of_it.rolls and row.judged <= all_of_it.judged
        assert all(few <= many for few, many in zip(row.faces, all_of_it.faces, strict=True))
        if row.judged == all_of_it.judged:
            assert (row.scored, row.expected) == (all_of_it.scored, pytest.approx(all_of_it.expected))
