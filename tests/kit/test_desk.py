"""What every game tells the order desk: the orders there are, those that make sense now, and a dry run of a sheet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pbem.core.game.panels import PANEL_WIDTH
from pbem.core.game.report_parts import Preview
from pbem.core.texts.envelope import OrderSheet
from pbem.present.svg import to_svg
from tests.kit.playing import GAMES, Played, by_bot, chance_from, mixed_bots, open_play, play

RULES = Path(__file__).parents[2] / "docs" / "rules"

MOST_SUGGESTED = 48
"""Orders offered for one unit: more would hide those that matter."""
TRIED = 20
"""Picks parsed for one seat and position: fleets have more."""
TURNS = 2

games = pytest.mark.parametrize("key", list(GAMES))


@cache
def positions(key: str) -> tuple[Played, ...]:
    """The opening of every scenario, and the first one after some turns of bots."""
    game = GAMES[key]
    first = next(iter(game.scenarios))
    played = play(game, first, {}, by_bot(mixed_bots(game, first)), "desk", TURNS)
    return (*(open_play(game, scenario, {}, "desk") for scenario in game.scenarios), played)


def seats(key: str, few: bool = False) -> Iterator[tuple[Played, str]]:
    """The first and the last seat that owe orders in these positions, or in the last two of them."""
    for at in positions(key)[-2 if few else 0 :]:
        owing = list(at.game.rules.due(at.state))
        for seat in dict.fromkeys((*owing[:1], *owing[-1:])):
            yield at, seat


@games
def test_forms_are_told_once_with_a_clause_of_the_rule_book(key: str) -> None:
    """Each order has one form: its example begins with its word, it says what it does, and names a clause there is."""
    forms = GAMES[key].orders.forms()
    page = (RULES / f"{key}.md").read_text()
    assert len({(form.word, form.form) for form in forms}) == len(forms) > 0
    for form in forms:
        assert re.match(rf"{form.word}\b", form.example), form
        assert form.meaning.strip() and "\n" not in form.example + form.meaning
        assert f"**{form.rule}**" in page, form


@games
def test_examples_of_forms_are_understood(key: str) -> None:
    """Each example can be written as it is: in some position, some unit's block takes it, or says why not now."""
    for form in GAMES[key].orders.forms():
        assert any(understood(*seat, form.example) for seat in seats(key)), form


def understood(at: Played, seat: str, text: str) -> bool:
    """Does some block of the seat read these words?"""
    known = at.known(seat)
    sheet = at.game.orders.sheet(known, seat)
    parsed = (at.game.orders.read(known, seat, f"{unit}:\n{text}", sheet) for unit in sheet.units)
    return any(all(problem.kind != "not understood" for problem in each.problems) for each in parsed)


@games
def test_picks_parse_as_they_are(key: str) -> None:
    """What is offered for a unit can be written into its block at once, one by one, without a problem."""
    offered = 0
    for at, seat in seats(key):
        suggestions = list(at.game.planning.suggest(at.known(seat)))
        sheet = at.game.orders.sheet(at.known(seat), seat)
        offered += len(suggestions)
        for each in suggestions[:: max(1, len(suggestions) // TRIED)]:
            problems = at.game.orders.read(at.known(seat), seat, f"{each.unit}:\n{each.text}", sheet).problems
            assert problems == [], (seat, each)
            assert each.unit in sheet.units and each.group.strip() and "\n" not in each.text
    assert offered


@games
def test_suggestions_are_few_and_different(key: str) -> None:
    """A unit is offered no order twice, and no more than can be read."""
    for at, seat in seats(key):
        suggestions = at.game.planning.suggest(at.known(seat))
        assert max(Counter((each.unit, each.text) for each in suggestions).values(), default=1) == 1
        assert max(Counter(each.unit for each in suggestions).values(), default=0) <= MOST_SUGGESTED


@games
def test_nothing_is_offered_to_a_reader_without_orders(key: str) -> None:
    """A spectator has no orders to choose from, and their preview is the map."""
    for at in positions(key)[-2:]:
        known = at.known(None)
        assert list(at.game.planning.suggest(known)) == []
        assert at.game.planning.preview(known, OrderSheet()).scene.shapes


def sheets(at: Played, seat: str) -> Iterator[OrderSheet]:
    """Sheets that a seat may file: nothing, its template, a bot's orders, and their lines shuffled."""
    game, known, chance = at.game, at.known(seat), chance_from(seat)
    stands = game.orders.sheet(at.known(seat), seat)
    bot = list(game.planning.bots.values())[chance(len(game.planning.bots))]
    texts = [game.report.template(known), bot(known, chance)]
    lines = [line for text in texts for line in text.splitlines()]
    shuffled = "\n".join(lines[chance(len(lines))] for _ in lines)
    yield stands
    yield from (game.orders.read(at.known(seat), seat, text, stands).sheet for text in (*texts, shuffled))


@games
def test_trials_of_any_sheet_can_be_shown(key: str) -> None:
    """A dry run never fails: its tables fit the page, its picture is SVG with a title and a description."""
    for at, seat in seats(key, few=True):
        for sheet in sheets(at, seat):
            preview = at.game.planning.preview(at.known(seat), sheet)
            check_tables(preview)
        drawn = ElementTree.fromstring(to_svg(preview.scene))
        assert drawn.findtext("{http://www.w3.org/2000/svg}title") == preview.scene.title


def check_tables(preview: Preview) -> None:
    """Titles, and lines no longer than a mail's."""
    assert preview.scene.description
    for table in preview.tables:
        assert table.title and table.lines
        assert all("\n" not in line and len(line) <= PANEL_WIDTH for line in table.lines), (table.title, table.lines)


@games
def test_trials_are_made_of_what_is_known_alone(key: str) -> None:
    """Equal knowledge and sheets give the same preview and suggestions, byte for byte, and neither changes what is known."""
    for at, seat in seats(key, few=True):
        game, again = at.game, at.kept()
        before = repr(at.known(seat))
        sheet = game.orders.sheet(at.known(seat), seat)
        assert repr(game.planning.preview(at.known(seat), sheet)) == repr(game.planning.preview(again.known(seat), sheet))
        assert repr(game.planning.suggest(at.known(seat))) == repr(game.planning.suggest(again.known(seat)))
        assert repr(at.known(seat)) == before
