"""Nothing outside `events/` touches a table of the log: it asks the store."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.database import Connections
from events.store import MIGRATIONS

ROOT = Path(__file__).parents[2]
PROGRAM = [path for folder in ("pbem", "tools") for path in sorted((ROOT / folder).rglob("*.py"))] + [ROOT / "app.py"]
SQL = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|DROP)\b")
STORES = ("store", "_store")
CONNECTIONS = ("db", "_db", "con")
SUSPECT = re.compile(rf"\.({'|'.join(CONNECTIONS)})\b|\b(FROM|JOIN|INTO|UPDATE|TABLE|EXISTS)\s")


def log_tables(folder: Path) -> list[str]:
    """The tables that the log's migrations make."""
    database = Connections(folder / "log.db", MIGRATIONS)
    rows = database.con.execute("SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE '\\_%' ESCAPE '\\'")
    names = [name for (name,) in rows if not name.startswith("sqlite_")]
    database.close()
    return names


def reaches(tree: ast.AST) -> Iterator[int]:
    """The lines that reach through a store to its database."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in CONNECTIONS:
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
            if name in STORES:
                yield node.lineno


def statements(tree: ast.AST, tables: list[str]) -> Iterator[int]:
    """The lines of SQL that name one of these tables.

    A trigger may: it is how a table of another module follows the log within the transaction.
    """
    named = re.compile(rf"\b(FROM|JOIN|INTO|UPDATE|TABLE|EXISTS)\s+({'|'.join(tables)})\b")
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and not node.value.startswith("CREATE TRIGGER"):
            text = " ".join(node.value.split())
            if named.search(text) and (SQL.search(text) or text.startswith(("FROM", "JOIN"))):
                yield node.lineno


@pytest.fixture
def tables(tmp_path: Path) -> list[str]:
    return log_tables(tmp_path)


def test_the_tables_of_the_log(tables: list[str]) -> None:
    assert set(tables) == {
        "events",
        "game_forums",
        "snapshots",
        "games",
        "seats",
        "presses",
        "watches",
        "publications",
        "sandboxes",
        "co_masters",
        "turns_kept",
        "results",
        "battles",
        "last_numbers",
    }


def test_nothing_reaches_past_the_port(tables: list[str]) -> None:
    """No module outside `events/` opens the store's database, or writes SQL over the log's tables."""
    found = []
    for path in PROGRAM:
        text = path.read_text(encoding="utf-8")
        if not SUSPECT.search(text):
            continue  # most modules: to parse them all takes seconds
        tree = ast.parse(text)
        found += [f"{path.relative_to(ROOT)}:{line}" for line in [*reaches(tree), *statements(tree, tables)]]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "context.store.db.con.execute('x')",
        "at.context.store._db.close()",
        "store.db.write()",
        'con.execute("SELECT turn FROM games WHERE stream=?")',
        'con.execute(f"SELECT w.* FROM forum_posts w JOIN games g USING (stream) WHERE {where}")',
        'con.execute("SELECT a" " FROM seats")',
        'con.execute(f"SELECT {COLUMNS} FROM events")',
        'con.execute("INSERT INTO publications VALUES(1)")',
        'con.execute("""UPDATE\n games SET turn=1""")',
    ],
)
def test_the_check_sees_it(text: str, tables: list[str]) -> None:
    tree = ast.parse(text)
    assert list(reaches(tree)) or list(statements(tree, tables))


@pytest.mark.parametrize(
    "text",
    [
        "context.store.game(stream)",
        "context.database.con.execute('SELECT text FROM drafts')",
        "self.db.write()",
        '"who took orders FROM seats that are free"',
        '"""CREATE TRIGGER drafts_close AFTER UPDATE OF turn, status ON games BEGIN SELECT 1; END"""',
    ],
)
def test_the_check_lets_the_rest_be(text: str, tables: list[str]) -> None:
    tree = ast.parse(text)
    assert not list(reaches(tree)) and not list(statements(tree, tables))
