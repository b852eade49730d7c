"""What the documents of every game must have, because mails and pages show them: a failure says what to write where."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from events.base import visible
from events.platform import Rolled
from pbem.core.state.codec import dump
from tests.kit.pages import DOCS, SPAN, chapter, rows
from tests.kit.playing import GAMES, Played, by_bot, mixed_bots, open_play, play, readers
from tests.kit.samples import mails_of
from tools.pages.game_pages import pages

CLAUSE = re.compile(r"^- \*\*([A-Z]+)-[A-Z0-9]+\.[0-9]+\*\* \S", re.M)
TITLES = {key: game.title for key, game in GAMES.items()}
FORMS = {key: game.orders.forms() for key, game in GAMES.items()}
PREFIXES = {key: game.clauses for key, game in GAMES.items()}
TURNS = 4

games = pytest.mark.parametrize("key", list(GAMES))


def text_of(name: str) -> str:
    """A page, without its code blocks."""
    file = DOCS / f"{name}.md"
    assert file.is_file(), f"docs/{name}.md is missing: write it; docs/{name.partition('/')[0]}/README.md says how"
    return re.sub(r"^```.*?^```$", "", file.read_text(encoding="utf-8"), flags=re.M | re.S)


def headings(text: str) -> list[str]:
    return re.findall(r"^## (.+)$", text, re.M)


# ---------------------------------------------------------------- docs/rules/<game>.md


@games
def test_the_rule_book_has_clauses_and_headings(key: str) -> None:
    """One title, levels without gaps, and clauses with the game's prefix, each an item of a list."""
    text = text_of(f"rules/{key}")
    levels = [len(marks) for marks in re.findall(r"^(#+) ", text, re.M)]
    assert levels.count(1) == 1, f"docs/rules/{key}.md: write one title, `# {GAMES[key].title}`"
    assert all(after <= before + 1 for before, after in pairwise(levels)), f"docs/rules/{key}.md: a heading skips a level"
    how = f"docs/rules/{key}.md: write each clause as a line `- **{GAMES[key].clauses}-1.1** What is so.`"
    assert set(CLAUSE.findall(text)) == {GAMES[key].clauses}, how


@games
def test_the_rule_book_has_its_rulings(key: str) -> None:
    """The page about the game leads to them: what the implementation decides where the printed rules are silent."""
    how = f"docs/rules/{key}.md: write a section `## Rulings` (it may have a number) with a table of number, clause, ruling"
    (ruled,) = [heading for heading in headings(text_of(f"rules/{key}")) if heading.endswith("Rulings")] or [""]
    assert ruled and rows(chapter(text_of(f"rules/{key}"), ruled)), how


@games
def test_the_rule_book_tells_the_states_json(key: str) -> None:
    """Case files hold such states: each field at the top is in the section on it."""
    text, game = text_of(f"rules/{key}"), GAMES[key]
    how = f"docs/rules/{key}.md: write a section `## State JSON` (it may have a number) with a row `| `field` | what it is |`"
    (told,) = [heading for heading in headings(text) if heading.endswith("State JSON")] or [""]
    assert told, how
    fields = set(dump(open_play(game, game.scenarios.practice, {}, "pages").state))
    assert fields - set(SPAN.findall(chapter(text, told))) == set(), how


# ---------------------------------------------------------------- docs/orders/<game>.md


@games
def test_the_page_of_orders_says_how_a_mail_is_written(key: str) -> None:
    """`help` answers with this section."""
    how = f"docs/orders/{key}.md: write a section `## Writing a mail`: how a block is opened, what a later mail replaces"
    assert "Writing a mail" in headings(text_of(f"orders/{key}")), how


@games
def test_the_page_of_orders_has_the_lines_of_every_game(key: str) -> None:
    """They are in docs/orders/README.md, and are copied from there."""
    text_of(f"orders/{key}")
    written = pages(DOCS.parent, TITLES, PREFIXES, FORMS)[DOCS / "orders" / f"{key}.md"]
    assert written == (DOCS / "orders" / f"{key}.md").read_text(encoding="utf-8"), "run `make pages`, which writes them"


@pytest.mark.parametrize("name", ["README.md", "docs/playing.md", "docs/rules/README.md"])
def test_the_guides_name_every_game(name: str) -> None:
    """Where their pages are listed; the guide for players has the table of common lines, too."""
    file = DOCS.parent / name
    assert pages(DOCS.parent, TITLES, PREFIXES, FORMS)[file] == file.read_text(encoding="utf-8"), (
        "run `make pages`, which adds them"
    )


@games
def test_the_page_of_orders_has_every_order(key: str) -> None:
    """`help fire` finds the section that explains it: the first word of each order is there as code."""
    words = " ".join(SPAN.findall(text_of(f"orders/{key}"))).upper()
    missing = [form.word for form in GAMES[key].orders.forms() if not re.search(rf"\b{re.escape(form.word)}\b", words)]
    assert missing == [], (
        f"docs/orders/{key}.md: explain these orders, each in a table with the order as code in its first cell"
    )


@games
def test_sample_mails_have_no_problem(key: str) -> None:
    """They are sent through every mail program by the tests of the gateway."""
    found = mails_of(key)
    assert found, f"docs/orders/{key}.md: write a sample mail"
    for mail in found:
        orders = GAMES[key].orders
        problems = orders.read(mail.state, mail.seat, mail.text, orders.sheet(mail.state, mail.seat)).problems
        assert [str(problem) for problem in problems] == [], f"{mail.name}:\n{mail.text}"


# ---------------------------------------------------------------- what pages and mails find by a unit's id


@games
def test_each_asked_unit_stands_on_its_sheet(key: str) -> None:
    """The desk offers orders by the units of the sheet: one without orders is there with an empty list."""
    for at in openings(key):
        for seat, ask in at.game.rules.due(at.state).items():
            missing = set(ask.units) - set(at.game.orders.sheet(at.state, seat).units)
            assert not missing, f"{seat}: `Orders.sheet` leaves out {missing}; give each unit its orders, or []"


@games
def test_each_asked_unit_has_a_name(key: str) -> None:
    """Receipts and the desk call it so; a block that is no unit of the state, such as that of a side, needs none."""
    for at in openings(key):
        game = at.game
        for seat, ask in game.rules.due(at.state).items():
            missing = (set(ask.units) & in_the_state(at)) - set(game.report.names(at.known(seat)))
            assert not missing, f"{seat}: `Report.names` leaves out {missing}, which this seat orders"


def in_the_state(at: Played) -> set[str]:
    """The names by which the state keeps something."""
    return {name for part in dump(at.state).values() if isinstance(part, dict) for name in part}


def openings(key: str) -> list[Played]:
    """The opening of every scenario."""
    return [open_play(GAMES[key], scenario, {}, "pages") for scenario in GAMES[key].scenarios]


@games
def test_why_finds_a_units_orders_by_its_id(key: str) -> None:
    """`why` beside a line of the report shows the orders of the units that the event names, each by a value of its own."""
    game = GAMES[key]
    scenario = game.scenarios.practice
    played = play(game, scenario, {}, by_bot(mixed_bots(game, scenario)), "pages", TURNS)
    units = {unit for ask in game.rules.due(open_play(game, scenario, {}, "pages").state).values() for unit in ask.units}
    if not units & in_the_state(played):
        pytest.skip("orders are given to sides, which are no units")
    found = set()
    for draft in played.drafts:
        if draft.turn and not isinstance(draft.event, Rolled) and any(visible(draft.audience, ids) for ids in heard(key)):
            for value in vars(draft.event).values():
                found |= units & set(map(str, value if isinstance(value, (list, dict)) else [value]))
    assert found, (
        "no event of a turn has the id of a unit as a value, as in `unit: str`: a line of the report leads to no orders"
    )


def heard(key: str) -> list[frozenset[str]]:
    """The ids that each seat answers to."""
    return [ids for seat, ids in readers(GAMES[key], GAMES[key].scenarios.practice).items() if seat]
