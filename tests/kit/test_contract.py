"""The contract kit: what every game in GAMES must keep, whatever its rules are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import codec
from events.base import EVERYONE, Event, visible
from events.platform import Rolled
from events.store import EMPTY, open_store
from pbem.core.dice.fair_dice import seeded
from pbem.core.game.turn import Turn
from pbem.core.state.codec import dump
from pbem.core.texts.envelope import OrderSheet
from pbem.core.texts.plain_form import plain_form
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.mailboxes.addresses import SeatClaim
from pbem.present.svg import to_svg
from tests.kit.differences import kept
from tests.kit.playing import (
    GAMES,
    AnyGame,
    Played,
    by_bot,
    chance_from,
    known_audiences,
    mixed_bots,
    no_orders,
    open_play,
    play,
    readers,
    seated,
)
from tests.kit.vocabulary import vocabulary

MAX_TURNS = 400
TABLES = [(key, scenario) for key, game in GAMES.items() for scenario in game.scenarios]


SEED, STAGES = "kit", 12


@cache
def bot_game(table: tuple[str, str]) -> Played:
    """One whole bot game of a scenario, played when it is first asked for."""
    game, scenario = _game_of(table)
    return play(game, scenario, {}, by_bot(mixed_bots(game, scenario)), SEED, MAX_TURNS)


tables = pytest.mark.parametrize("table", TABLES, ids="-".join)


def dumped(game: AnyGame, state: Any) -> str:
    return json.dumps(dump(state))


@tables
def test_seats_have_mail_addresses(table: tuple[str, str]) -> None:
    """Every seat's id fits into the address that its orders are mailed to, and is found in it again."""
    for seat in GAMES[table[0]].rules.seats(table[1], GAMES[table[0]].scenarios.options(table[1], {})):
        signer = AddressSigner("wardroom.example", (b"secret",))
        claim = signer.read(signer.seat_address("g1", seat.id, 1, "p1"))
        assert isinstance(claim, SeatClaim) and claim.seat == seat.id


@tables
def test_bot_games_end(table: tuple[str, str]) -> None:
    """Bots play to a verdict within the limit, and nobody owes orders after it."""
    game, state = bot_game(table).game, bot_game(table).state
    assert game.rules.verdict(state) is not None
    assert not game.rules.due(state)


@tables
def test_the_end_is_a_whole_sentence(table: tuple[str, str]) -> None:
    """It says why the game ended before it says who has won."""
    verdict = bot_game(table).game.rules.verdict(bot_game(table).state)
    assert verdict is not None
    assert verdict.text[0].isupper() and verdict.text.endswith("."), verdict.text
    reason, _, result = verdict.text.partition(":")
    assert len(reason.split()) >= 4 and result.strip(), verdict.text
    assert all(winner.lower() in result.lower() for winner in verdict.winners), verdict.text


@tables
def test_bots_write_orders_that_parse(table: tuple[str, str]) -> None:
    """A bot's text goes through a player's parser without a single problem."""
    assert bot_game(table).problems == []


@tables
def test_only_declared_events_happen(table: tuple[str, str]) -> None:
    """Rules emit the event types that the game declares, for known audiences, and roll dice for one that has keys."""
    key, scenario = table
    allowed = {*GAMES[key].events, Rolled}
    known = known_audiences(GAMES[key], scenario)
    for draft in bot_game(table).drafts:
        assert type(draft.event) in allowed
        several = set() if isinstance(draft.event, Rolled) else set(draft.audience.split(","))
        assert draft.audience in known or (several and several <= set(known))
        assert "\n" not in draft.phase + draft.rule + draft.audience


@pytest.mark.parametrize("key", list(GAMES))
def test_a_game_knows_its_whole_vocabulary(key: str) -> None:
    """Every event type that a chapter declares is the game's: so a log of it can be read wherever the game is known."""
    assert set(GAMES[key].events) == vocabulary(key)
    assert all(cls.type.startswith(f"{key}.") for cls in vocabulary(key))


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
    for number, at in enumerate(stages(table, 6)):
        sheets = _bots_sheets(table, number, at)
        for seat in sheets.keys() & ledger.crews.keys():
            crew = (seat, *ledger.crewmates(seat))
            others = {other: sheet if other in crew else OrderSheet() for other, sheet in sheets.items()}
            said = at.game.orders.remarks(at.known(seat), sheets, seat)
            assert said == at.game.orders.remarks(at.known(seat), others, seat)
            assert all(sentence.strip() and "\n" not in sentence for sentence in said)


def _bots_sheets(table: tuple[str, str], number: int, at: Played) -> dict[str, OrderSheet]:
    """The current orders of every seat after the bots have ordered, at the stage of this number."""
    sheets = {seat: at.game.orders.sheet(at.state, seat) for seat in seated(*_game_of(table)).seats}
    texts = bot_game(table).texts
    for seat, text in (texts[number] if number < len(texts) else {}).items():
        sheets[seat] = at.game.orders.read(at.known(seat), seat, text, sheets[seat]).sheet
    return sheets


@tables
def test_every_event_survives_the_log(table: tuple[str, str]) -> None:
    """Each payload fits its own schema, unknown fields refused, and reads back equal."""
    for draft in bot_game(table).drafts:
        event = draft.event
        data = codec.encode(event)
        assert codec.check(event.type, event.schema, json.loads(data)) == event
        assert codec.decode(event.type, event.schema, data) == event


@tables
def test_folding_the_log_gives_the_resolvers_state(table: tuple[str, str], tmp_path: Path) -> None:
    """Written to a real store and folded back, the events give the very state the rules ended with."""
    game = bot_game(table).game
    store = open_store(tmp_path / "log.db")
    store.append("g1", bot_game(table).drafts, EMPTY, "2026-01-01T00:00:00.000000Z")
    state = game.rules.blank()
    for entry in store.read("g1"):
        if not isinstance(entry.event, Rolled):
            game.rules.apply(state, entry.event)
    assert dumped(game, state) == dumped(game, bot_game(table).state)
    store.close()


@tables
def test_the_same_dice_and_orders_give_the_same_events(table: tuple[str, str]) -> None:
    """Nothing but dice and orders decides: the orders that the bots gave, given again. Bots order the same again, too."""
    game, scenario = _game_of(table)
    first = bot_game(table)
    given = (texts[seat] for texts in first.texts for seat in texts)
    again = play(game, scenario, {}, lambda *asked: next(given), SEED, STAGES)
    assert again.texts == first.texts[:STAGES]
    assert play(game, scenario, {}, by_bot(mixed_bots(game, scenario)), SEED, 1).texts == first.texts[:1]
    assert again.drafts == [draft for draft in first.drafts if draft.turn <= STAGES]


@tables
def test_nobody_orders_anything(table: tuple[str, str]) -> None:
    """A game in which no mail ever comes plays on by its defaults to its end."""
    key, scenario = table
    assert play(GAMES[key], scenario, {}, no_orders, "silence", MAX_TURNS).over


def stages(table: tuple[str, str], turns: int = STAGES) -> Iterator[Played]:
    """The bot game at its opening and after each turn, folded from its events."""
    whole = bot_game(table)
    at = Played(whole.game, whole.game.rules.blank(), whole.readers)
    for number in range(min(turns, len(whole.texts)) + 1):
        new = [draft for draft in whole.drafts if draft.turn == number]
        for draft in new:
            if not isinstance(draft.event, Rolled):
                at.game.rules.apply(at.state, draft.event)
        at.drafts += new
        yield at


@tables
def test_the_state_survives_its_json(table: tuple[str, str]) -> None:
    """load(dump(state)) is the same state, through real JSON, and plays on the same."""
    for at in stages(table):
        again = at.game.rules.load(json.loads(dumped(at.game, at.state)))
        assert again == at.state
        assert dumped(at.game, again) == dumped(at.game, at.state)


@tables
def test_templates_parse_as_they_are(table: tuple[str, str]) -> None:
    """Sent back unchanged it is without problems, at every turn, for every seat; its plain form files the same."""
    for at in stages(table):
        for seat in at.game.rules.due(at.state):
            template = at.game.report.template(at.known(seat))
            parsed = at.game.orders.read(at.known(seat), seat, template, at.game.orders.sheet(at.state, seat))
            assert parsed.problems == [], (seat, template)
            plain = at.game.orders.read(at.known(seat), seat, plain_form(template), at.game.orders.sheet(at.state, seat))
            assert plain.problems == [] and plain.sheet == parsed.sheet, (seat, template)


@tables
def test_sheets_are_their_own_orders(table: tuple[str, str]) -> None:
    """A sheet's canonical text, sent as a mail over an empty sheet, gives the same sheet, line by line; no text gives none."""
    for number, at in enumerate(stages(table, 8)):
        sheets = _bots_sheets(table, number, at)
        for seat in at.game.rules.due(at.state):
            again = at.game.orders.read(at.known(seat), seat, sheets[seat].text(), OrderSheet())
            assert again.problems == []
            assert again.sheet.text() == sheets[seat].text()
            assert again.given == again.sheet.units
            assert not any(at.game.orders.read(at.known(seat), seat, "", sheets[seat]).given.values())


@tables
def test_drawings_are_valid_and_speak(table: tuple[str, str]) -> None:
    """Every scene of every reader is well-formed SVG with title and description; the map comes first."""
    svg = "{http://www.w3.org/2000/svg}"
    for at in islice(stages(table, 4), 0, None, 2):
        for seat in readers(*_game_of(table)):
            scenes = list(at.game.report.draw(at.known(seat)))
            assert scenes
            for scene in scenes:
                root = ElementTree.fromstring(to_svg(scene))
                assert root.tag == f"{svg}svg"
                assert root.findtext(f"{svg}title") == scene.title
                assert root.findtext(f"{svg}desc") == scene.description != ""


def _game_of(table: tuple[str, str]) -> tuple[AnyGame, str]:
    return GAMES[table[0]], table[1]


@tables
def test_every_reader_can_be_told_everything_they_may_see(table: tuple[str, str]) -> None:
    """tell and panels work for every reader and every visible event; a sentence has words, a panel a title and lines."""
    game, scenario = _game_of(table)
    for number, at in enumerate(stages(table)):
        new = [draft for draft in at.drafts if draft.turn == number and not isinstance(draft.event, Rolled)]
        for seat, reader in readers(game, scenario).items():
            known = at.known(seat)
            for draft in new:
                if visible(draft.audience, reader):
                    told = game.report.tell(draft.event, known)
                    assert told is None or told.strip()
            for panel in game.report.panels(known):
                assert panel.title and all("\n" not in line for line in panel.lines)
                assert panel.parts, f"{panel.title}: pages have no fixed-width lines"


@pytest.mark.parametrize("key", list(GAMES))
@given(text=st.text(max_size=400))
def test_no_text_makes_parse_raise(key: str, text: str) -> None:
    """Whatever a mail holds, parsing gives orders and problems."""
    _parse_anything(key, text)


@pytest.mark.parametrize("key", list(GAMES))
@given(data=st.data())
def test_no_shuffled_orders_make_parse_raise(key: str, data: st.DataObject) -> None:
    """The same for texts made of the game's own words in any order."""
    _parse_anything(key, " ".join(data.draw(st.lists(st.sampled_from(_words(key)), max_size=40))))


@cache
def _words(key: str) -> list[str]:
    """What its bots say at the opening, and what means something in every game."""
    game = GAMES[key]
    at = open_play(game, next(iter(game.scenarios)), {}, "words")
    seat = next(iter(game.rules.due(at.state)))
    words = sorted({word for bot in game.planning.bots.values() for word in bot(at.known(seat), chance_from("w")).split()})
    return [*words, "\n", ";", ":", "#", "ELSE", "IF", "AND", "-1", "99999", "END", "\u00a0", "\u2212"]


def _parse_anything(key: str, text: str) -> None:
    game = GAMES[key]
    at = open_play(game, next(iter(game.scenarios)), {}, "any")
    for seat in game.rules.due(at.state):
        parsed = game.orders.read(at.known(seat), seat, text, game.orders.sheet(at.state, seat))
        again = game.orders.read(at.known(seat), seat, parsed.sheet.text(), OrderSheet())
        assert again.problems == [] and again.sheet.text() == parsed.sheet.text()


@tables
def test_rolls_are_numbered_by_audience(table: tuple[str, str]) -> None:
    """Within a turn the rolls of one audience are numbered 0, 1, 2 … whatever others are rolled between."""
    counted: dict[tuple[int, str], int] = {}
    for draft in bot_game(table).drafts:
        if isinstance(draft.event, Rolled):
            rolls = draft.turn, draft.audience
            assert draft.event.number == counted.get(rolls, 0)
            counted[rolls] = draft.event.number + 1


def test_zero_dice_are_not_rolled() -> None:
    """A roll of no dice leaves no trace."""
    game = next(iter(GAMES.values()))
    turn = Turn(game.rules.apply, game.rules.blank(), seeded("none"), 1)
    assert turn.roll(0, 6, "nothing", "", EVERYONE) == []
    assert turn.drafts == []


@tables
def test_applying_events_changes_no_event(table: tuple[str, str]) -> None:
    """State never shares a list or dict with an event: what was emitted is what is there when the game is over."""
    emitted = [draft.event for draft in bot_game(table).drafts if not isinstance(draft.event, Rolled)]
    for number, (event, written) in enumerate(zip(emitted, bot_game(table).written, strict=True), 1):
        assert codec.encode(event) == written, kept(event, json.loads(written), _after(GAMES[table[0]], emitted[:number]))


def _after(game: AnyGame, events: list[Event]) -> Any:
    """The state when these have been applied."""
    state = game.rules.blank()
    for event in events:
        game.rules.apply(state, event)
    return state
