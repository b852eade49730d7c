"""The conformance table of docs/forums.md has a row for each test of the suite and a column for each kind of place."""

from __future__ import annotations

from inspect import getsource

from pbem.gateway.forums.drivers.place_kinds import KINDS
from tests.gateway.forums import conformance
from tests.gateway.forums.test_conformance import BENCHES
from tools.pages.forum_table import PAGE, shown


def test_the_table_is_that_of_the_suite() -> None:
    head, _, *rows = shown(PAGE.read_text(encoding="utf-8"))
    assert head[1:] == [f"{kind.replace('_', ' ')} ({'real' if BENCHES[kind] else 'stub'})" for kind in sorted(BENCHES)]
    tests = {name.removeprefix("test_").replace("_", " ") for name in vars(conformance) if name.startswith("test_")}
    assert {row[0].partition(" (")[0] for row in rows} == tests
    assert all(cell in ("✓", "–") for row in rows for cell in row[1:])


def test_the_page_has_a_recipe_for_every_kind() -> None:
    """By the command that sets it up, or by its name."""
    page = PAGE.read_text(encoding="utf-8")
    recipes = page[page.index("## Recipes") :]
    assert [kind for kind in KINDS if kind not in recipes.lower()] == []


def test_the_suite_is_one_module() -> None:
    """What is a conformance test is in the suite, where every bench runs it."""
    assert getsource(conformance).count("\ndef test_") == len([name for name in vars(conformance) if name.startswith("test_")])
