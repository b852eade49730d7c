"""tools/pages/game_pages.py: what the documents say of every game is written from one place."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.core.orders.usage import OrderSyntax
from tools.pages.game_pages import EVERY_HEAD, pages

TABLE = "| line | does |\n|---|---|\n| `ready` | done |\n"
SECTION = f"## Beside orders\n\nAll games:\n\n{TABLE}"
TITLES = {"chess": "Chess", "go": "Go, the game"}
CLAUSES = {"chess": "CH", "go": "GO"}
ORDERS = {
    "chess": [
        OrderSyntax("MOVE", "MOVE E4", "move | take", "CH-1", "MOVE square [WITH piece]", ("GO",)),
        OrderSyntax("END", "END", "end"),
    ],
    "go": [],
}
CHESS = (
    EVERY_HEAD + "| `MOVE square [WITH piece]`, also `GO` | `MOVE E4` | move \\| take | CH-1 |\n| `END` | `END` | end |  |\n"
)
HEADING = "| game | rule book | orders | clauses |\n|---|---|---|---|\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Documents that know Chess, with an older table."""
    old = TABLE.replace("done", "what?")
    (tmp_path / "docs/orders").mkdir(parents=True)
    (tmp_path / "docs/orders/README.md").write_text(f"# Orders\n\n{SECTION}")
    (tmp_path / "docs/orders/chess.md").write_text(f"# Chess\n\n## Beside orders\n\n{old}\n## Moves\n\nMove.\n")
    (tmp_path / "docs/orders/go.md").write_text("# Go\n\n## Writing a mail\n\nWrite.\n\n## Stones\n\nPut.\n")
    (tmp_path / "docs/rules").mkdir()
    (tmp_path / "docs/rules/README.md").write_text(f"# Books\n\n{HEADING}| Chess | old | old | `C-` |\n\nMore.\n")
    (tmp_path / "docs/playing.md").write_text(f"Games: [Chess](orders/chess.md).\n\n{old}\nEnd.\n")
    (tmp_path / "README.md").write_text("| page |\n| Chess: [orders](docs/orders/chess.md) | all |\n| more |\n")
    return tmp_path


def test_each_page_has_the_section_and_each_list_the_game(root: Path) -> None:
    """An old section is replaced where it is, a new one comes before the second section; a game comes after the last."""
    made = {page.relative_to(root).as_posix(): text for page, text in pages(root, TITLES, CLAUSES, ORDERS).items()}
    assert made == {
        "docs/orders/chess.md": f"# Chess\n\n{SECTION}\n{CHESS}\n## Moves\n\nMove.\n",
        "docs/orders/go.md": f"# Go\n\n## Writing a mail\n\nWrite.\n\n{EVERY_HEAD}\n{SECTION}\n## Stones\n\nPut.\n",
        "docs/playing.md": f"Games: [Chess](orders/chess.md), [Go, the game](orders/go.md).\n\n{TABLE}\nEnd.\n",
        "docs/rules/README.md": f"# Books\n\n{HEADING}"
        "| Chess | [chess.md](chess.md) | [docs/orders/chess.md](../orders/chess.md) | `CH-` |\n"
        "| Go, the game | [go.md](go.md) | [docs/orders/go.md](../orders/go.md) | `GO-` |\n\nMore.\n",
        "README.md": "| page |\n| Chess: [orders](docs/orders/chess.md) | all |\n"
        "| Go, the game: [orders](docs/orders/go.md), [rules](docs/rules/go.md) | the same |\n| more |\n",
    }


def test_what_is_written_stays(root: Path) -> None:
    """Written once, nothing is to be written again."""
    for page, text in pages(root, TITLES, CLAUSES, ORDERS).items():
        page.write_text(text)
    assert pages(root, TITLES, CLAUSES, ORDERS) == {page: page.read_text() for page in pages(root, TITLES, CLAUSES, ORDERS)}


def test_a_source_without_the_section_is_an_error(root: Path) -> None:
    """It says which page lacks what."""
    (root / "docs/orders/README.md").write_text("# Orders\n")
    with pytest.raises(ValueError, match=r"README\.md: no match for .*Beside orders"):
        pages(root, TITLES, CLAUSES, ORDERS)
