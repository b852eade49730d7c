"""The contract kit: what every game in GAMES must keep, whatever its rules are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events import codec
from events.base import EVERYONE, Draft, Event, visible
from events.platform import Rolled
from events.store import EMPTY, Store
from pbem.core.dice import seeded
from pbem.core.game import Turn
from pbem.core.orders import OrderSheet
from pbem.games import GAMES
from pbem.gateway.addresses import read_address, seat_address
from pbem.present.svg import to_svg
from tests.kit.playing import (
    AnyGame,
    Played,
    by_bot,
    chance_from,
    known_audiences,
    no_orders,
    open_play,
    play,
    play_turn,
    readers,
    seated,
    turns_of,
)

MAX_TURNS = 400
TABLES = [(key, scenario) for key, game in GAMES.items() for scenario in game.scenarios]


def mixed_bots(game: AnyGame, scenario: str) -> dict[str, str]:
    """Every bot of the game at some seat."""
    names = list(game.bots)
    seats = game.seats(scenario, game.options(scenario, {}))
    return {seat.id: names[number % len(names)] for number, seat in enumerate(seats)}


@pytest.fixture(scope="session")
def played() -> dict[tuple[str, str], Played]:
    """One whole bot game of every scenario."""
    return {
        (key, scenario): play(GAMES[key], scenario, {}, by_bot(mixed_bots(GAMES[key], scenario)), "kit", MAX_TURNS)
        for key, scenario in TABLES
    }


tables = pytest.mark.parametrize("table", TABLES, ids="-".join)


def dumped(game: AnyGame, state: Any) -> str:
    return json.dumps(game.dump(state))


@tables
def test_seats_have_mail_addresses(table: tuple[str, str]) -> None:
    """Every seat's id fits into the address that its orders are mailed to, and is found in it again."""
    for seat in GAMES[table[0]].seats(table[1], GAMES[table[0]].options(table[1], {})):
        address = seat_address(b"secret", "wardroom.example", "g1", seat.id, 1, "p1")
        claim = read_address(address, "wardroom.example")
        assert claim is not None and claim.seat == seat.id


@tables
def test_bot_games_end(played: dict[tuple[str, str], Played], table: tuple[str, str]) -> None:
    """Bots play to a verdict within the limit, and nobody owes orders after it."""
    game, state = played[table].game, played[table].state
    assert game.verdict(state) is not None
    assert not game.due(state)


@tables
def test_bots_write_orders_that_parse(played: dict[tuple[str, str], Played], table: tuple[str, str]) -> None:
    """A bot's text goes through a player's parser without a single problem."""
    assert played[table].problems == []


@tables
def test_only_declared_events_happen(played: dict[tuple[str, str], Played], table: tuple[str, str]) -> None:
    """Rules emit the event types that the game declares, for known audiences, and roll dice for one that has keys."""
    key, scenario = table
    allowed = {*GAMES[key].events, Rolled}
    known = known_audiences(GAMES[key], scenario)
    for draft in played[table].drafts:
        assert type(draft.event) in allowed
        several = set() if isinstance(draft.event, Rolled) else set(draft.audience.split(","))
        assert draft.audience in known or (several and several <= set(known))
        assert "\n" not in draft.phase + draft.rule + draft.audience


@tables
def test_a_crew_is_of_one_side_and_has_a_name_of_its_own(table: tuple[str, str]) -> None:
    """What is for a crew reaches its seats and nobody else: its id is not that of a side or of a seat outside of it."""
    ledger = seated(*_game_of(table))
    for seat, crew in ledger.crews.items():
        members = {seat, *ledger.crewmates(seat)}
        assert {other for other in ledger.seats if crew in ledger.reader(other)} == members
        assert {ledger.seats[member] for member in members} == {ledger.seats[seat]} != {crew}


@tables
def test_remarks_are_about_the_own_crew(table: tuple[str, str]) -> None:
    """What a seat's receipt says of its crew's orders is not moved by what a seat outside of the crew orders."""
    ledger = seated(*_game_of(table))
    for at in stages(table, 6):
        sheets = _bots_sheets(at, mixed_bots(*_game_of(table)))
        for seat in sheets.keys() & ledger.crews.keys():
            crew = (seat, *ledger.crewmates(seat))
            others = {other: sheet if other in crew else OrderSheet() for other, sheet in sheets.items()}
            said = at.game.remarks(at.state, sheets, seat)
            assert said == at.game.remarks(at.state, others, seat)
            assert all(sentence.strip() and "\n" not in sentence for sentence in said)


def _bots_sheets(at: Played, bots: dict[str, str]) -> dict[str, OrderSheet]:
    """What stands for every seat after the bots have ordered."""
    sheets = {seat: at.game.sheet(at.state, seat) for seat in bots}
    for seat in at.game.due(at.state):
        text = by_bot(bots)(at.game, at.state, seat, chance_from(seat))
        sheets[seat] = at.game.parse(at.state, seat, text, sheets[seat]).sheet
    return sheets


@tables
def test_every_event_survives_the_log(played: dict[tuple[str, str], Played], table: tuple[str, str]) -> None:
    """Each payload fits its own schema, unknown fields refused, and reads back equal."""
    for draft in played[table].drafts:
        event = draft.event
        data = codec.encode(event)
        assert codec.check(event.type, event.schema, json.loads(data)) == event
        assert codec.decode(event.type, event.schema, data) == event


@tables
def test_folding_the_log_gives_the_resolvers_state(
    played: dict[tuple[str, str], Played], table: tuple[str, str], tmp_path: Path
) -> None:
    """Written to a real store and folded back, the events give the very state the rules ended with."""
    game = played[table].game
    store = Store(tmp_path / "log.db")
    store.append("g1", played[table].drafts, EMPTY, "2026-01-01T00:00:00.000000Z")
    state = game.blank()
    for entry in store.read("g1"):
        if not isinstance(entry.event, Rolled):
            game.apply(state, entry.event)
    assert dumped(game, state) == dumped(game, played[table].state)
    store.db.close()


@tables
def test_the_same_dice_and_orders_give_the_same_events(table: tuple[str, str]) -> None:
    """Nothing but dice and orders decides."""
    key, scenario = table
    game = GAMES[key]
    orders = by_bot(mixed_bots(game, scenario))
    assert play(game, scenario, {}, orders, "same", 8).drafts == play(game, scenario, {}, orders, "same", 8).drafts


@tables
def test_nobody_orders_anything(table: tuple[str, str]) -> None:
    """A game in which no mail ever comes plays on by its defaults to its end."""
    key, scenario = table
    assert play(GAMES[key], scenario, {}, no_orders, "silence", MAX_TURNS).over


def stages(table: tuple[str, str], turns: int = 12) -> Iterator[Played]:
    """The same game at its opening and after each turn."""
    key, scenario = table
    game = GAMES[key]
    at = open_play(game, scenario, {}, "stages")
    yield at
    for _ in turns_of(at, by_bot(mixed_bots(game, scenario)), "stages", turns):
        yield at


@tables
def test_the_state_survives_its_json(table: tuple[str, str]) -> None:
    """load(dump(state)) is the same state, through real JSON, and plays on the same."""
    for at in stages(table):
        again = at.game.load(json.loads(dumped(at.game, at.state)))
        assert again == at.state
        assert dumped(at.game, again) == dumped(at.game, at.state)


@tables
def test_templates_parse_as_they_stand(table: tuple[str, str]) -> None:
    """Sending the report's template back unchanged is without problems, at every turn, for every seat."""
    for at in stages(table):
        for seat in at.game.due(at.state):
            template = at.game.template(at.game.view(at.state, seat))
            parsed = at.game.parse(at.state, seat, template, at.game.sheet(at.state, seat))
            assert parsed.problems == [], (seat, template)


@tables
def test_sheets_are_their_own_orders(table: tuple[str, str]) -> None:
    """A sheet's canonical text, sent as a mail over an empty sheet, gives the same sheet."""
    key, scenario = table
    game = GAMES[key]
    at = open_play(game, scenario, {}, "sheets")
    for number in range(1, 10):
        if at.over:
            break
        for seat in game.due(at.state):
            text = by_bot(mixed_bots(game, scenario))(game, at.state, seat, chance_from(f"{number}"))
            sheet = game.parse(at.state, seat, text, game.sheet(at.state, seat)).sheet
            again = game.parse(at.state, seat, sheet.text(), OrderSheet())
            assert again.problems == []
            assert again.sheet.text() == sheet.text()
        play_turn(at, by_bot(mixed_bots(game, scenario)), "sheets", number)


@tables
def test_drawings_are_valid_and_speak(table: tuple[str, str]) -> None:
    """Every scene of every reader is well-formed SVG with title and description; the map comes first."""
    svg = "{http://www.w3.org/2000/svg}"
    for at in list(stages(table, 4)):
        for seat in readers(*_game_of(table)):
            scenes = at.game.draw(at.game.view(at.state, seat))
            assert scenes
            for scene in scenes:
                root = ElementTree.fromstring(to_svg(scene))
                assert root.tag == f"{svg}svg"
                assert root.findtext(f"{svg}title") == scene.title
                assert root.findtext(f"{svg}desc") == scene.description != ""


def _game_of(table: tuple[str, str]) -> tuple[AnyGame, str]:
    return GAMES[table[0]], table[1]


@tables
def test_every_reader_can_be_told_everything_he_may_see(table: tuple[str, str]) -> None:
    """tell and panels work for every reader and every visible event, within 128 columns and without hexdump leftovers."""
    key, scenario = table
    game = GAMES[key]
    at = open_play(game, scenario, {}, "tell")
    for _, drafts in turns_of(at, by_bot(mixed_bots(game, scenario)), "tell", 12):
        for seat, reader in readers(game, scenario).items():
            view = game.view(at.state, seat)
            for draft in drafts:
                if not isinstance(draft.event, Rolled) and visible(draft.audience, reader):
                    told = game.tell(draft.event, view)
                    assert told is None or told.strip()
            for panel in game.panels(view):
                assert panel.title and all("\n" not in line for line in panel.lines)


@tables
def test_a_view_holds_only_what_its_reader_was_told(table: tuple[str, str]) -> None:
    """No leak: leave out every event that a reader may not see, and his view and his maps stay the same, byte for byte.

    So no number, order or size in anything made from the view can be moved by something hidden.
    """
    key, scenario = table
    game = GAMES[key]
    at = open_play(game, scenario, {}, "leak")
    for _ in turns_of(at, by_bot(mixed_bots(game, scenario)), "leak", 60):
        if at.over:
            break
        for seat, reader in readers(game, scenario).items():
            known = told_state(game, at.drafts, reader)
            full, partial = game.view(at.state, seat), game.view(known, seat)
            assert partial == full, (seat, difference(partial, full))
            assert [to_svg(s) for s in game.draw(partial)] == [to_svg(s) for s in game.draw(full)]


def told_state(game: AnyGame, drafts: list[Draft], reader: frozenset[str]) -> Any:
    """The state folded from only what the reader may see."""
    state = game.blank()
    for draft in drafts:
        if not isinstance(draft.event, Rolled) and visible(draft.audience, reader):
            game.apply(state, draft.event)
    return state


def difference(a: Any, b: Any) -> str:
    """Where two views part, for the failure message."""
    one, two = repr(a), repr(b)
    at = next((i for i, (x, y) in enumerate(zip(one, two, strict=False)) if x != y), min(len(one), len(two)))
    return f"...{one[max(0, at - 80) : at + 80]}... against ...{two[max(0, at - 80) : at + 80]}..."


@pytest.mark.parametrize("key", list(GAMES))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=st.text(max_size=400))
def test_no_text_makes_parse_raise(key: str, text: str) -> None:
    """Whatever a mail holds, parsing gives orders and problems."""
    _parse_anything(key, text)


@pytest.mark.parametrize("key", list(GAMES))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_shuffled_orders_make_parse_raise(key: str, data: st.DataObject) -> None:
    """The same for texts made of the game's own words in any order."""
    game = GAMES[key]
    at = open_play(game, next(iter(game.scenarios)), {}, "words")
    seat = next(iter(game.due(at.state)))
    words = sorted({word for bot in game.bots.values() for word in bot(game.view(at.state, seat), chance_from("w")).split()})
    words += ["\n", ";", ":", "#", "ELSE", "IF", "AND", "-1", "99999", "END", "\u00a0", "\u2212"]
    _parse_anything(key, " ".join(data.draw(st.lists(st.sampled_from(words), max_size=40))))


def _parse_anything(key: str, text: str) -> None:
    game = GAMES[key]
    at = open_play(game, next(iter(game.scenarios)), {}, "any")
    for seat in game.due(at.state):
        parsed = game.parse(at.state, seat, text, game.sheet(at.state, seat))
        again = game.parse(at.state, seat, parsed.sheet.text(), OrderSheet())
        assert again.problems == [] and again.sheet.text() == parsed.sheet.text()


@tables
def test_rolls_are_numbered_by_audience(table: tuple[str, str]) -> None:
    """Within a turn the rolls of one audience are numbered 0, 1, 2 … whatever others are rolled between."""
    key, scenario = table
    game = GAMES[key]
    at = open_play(game, scenario, {}, "numbers")
    for _, drafts in turns_of(at, by_bot(mixed_bots(game, scenario)), "numbers", 12):
        counted: dict[str, int] = {}
        for draft in drafts:
            if isinstance(draft.event, Rolled):
                assert draft.event.number == counted.get(draft.audience, 0)
                counted[draft.audience] = draft.event.number + 1


def test_zero_dice_are_not_rolled() -> None:
    """A roll of no dice leaves no trace."""
    game = next(iter(GAMES.values()))
    turn = Turn(game, game.blank(), seeded("none"), 1)
    assert turn.roll(0, 6, "nothing") == []
    assert turn.drafts == []


@dataclass
class WatchedTurn(Turn[Any]):
    """A turn that remembers each event's payload as it was emitted."""

    written: list[str] = field(default_factory=list)

    def emit(self, event: Event, rule: str = "", audience: str = EVERYONE) -> None:
        super().emit(event, rule, audience)
        self.written.append(codec.encode(event))


@tables
def test_applying_events_changes_no_event(table: tuple[str, str]) -> None:
    """State never shares a list or dict with an event: what was emitted is what is written at the turn's end."""
    for at in stages(table):
        state = at.game.load(json.loads(dumped(at.game, at.state)))
        orders = by_bot(mixed_bots(*_game_of(table)))
        texts = {seat: orders(at.game, state, seat, chance_from(seat)) for seat in at.game.due(state)}
        sheets = {seat: at.game.parse(state, seat, text, at.game.sheet(state, seat)).sheet for seat, text in texts.items()}
        turn = WatchedTurn(at.game, state, seeded("watched"), 1)
        if sheets:
            at.game.resolve(turn, sheets)
        emitted = [draft.event for draft in turn.drafts if not isinstance(draft.event, Rolled)]
        assert [codec.encode(event) for event in emitted] == turn.written
