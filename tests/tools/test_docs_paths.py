"""The documents name what there is: paths, links, rooms and dependencies."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games import GAMES
from tests.kit.pages import SPAN, chapter, rows

ROOT = Path(__file__).resolve().parents[2]
PAGES = [page.relative_to(ROOT).as_posix() for page in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))]
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
LONGEST = 150
FOLDERS = ("bench", "events", "pbem", "tests", "tools")
MODULES = {path.name for path in (*ROOT.glob("*.py"), *(found for top in FOLDERS for found in (ROOT / top).rglob("*.py")))}
FENCED = re.compile(r"^ *(`{3,}).*?^ *\1$", re.M | re.S)
PATH = re.compile(r"(?<![\w./-])(?:pbem|events|tests|tools|docs|bench|templates|deploy)/[\w./*<>-]*[\w*>/]")
WITHIN_GAMES = {"bots", "fleets", "planning", "report", "orders", "rules", "state_json", "language", "model"}


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def is_there(path: str) -> bool:
    """A path as pages write it: `<game>` and `GAME` are each game, `*` is any name."""
    if "<game>" in path or "GAME" in path:
        return all(is_there(path.replace("<game>", game).replace("GAME", game)) for game in GAMES)
    return any(ROOT.glob(path.rstrip("/")))


@pytest.mark.parametrize("page", PAGES)
def test_paths_and_links_lead_somewhere(page: str) -> None:
    """What a page names by its path can be opened there; a module that is named alone is somewhere.

    So is each relative link to a file, and to a headline of a page.
    """
    text = FENCED.sub("", text_of(page))
    spans = SPAN.findall(text)
    assert [path for span in spans for path in PATH.findall(span) if not is_there(path)] == []
    assert [span for span in spans if re.fullmatch(r"\w+\.py", span) and span not in MODULES] == []
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        path, _, headline = target.partition("#")
        found = ((ROOT / page).parent / path) if path else ROOT / page
        assert found.exists(), target
        if headline and found.suffix == ".md":
            assert headline in headlines(found.read_text(encoding="utf-8")), target


def headlines(page: str) -> set[str]:
    """What the headlines of a page are called in links."""
    titles = re.findall(r"^#+ (.*)$", page, re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def folders(path: Path) -> set[str]:
    """The packages in a folder."""
    return {module.parent.name for module in path.glob("*/__init__.py")}


def test_every_room_is_on_the_plan() -> None:
    """The picture shows all rooms of the program and what is in them, and none that there is not; it may leave out a game."""
    plan = chapter(ARCHITECTURE, "The rooms").split("\nWithin a game")[0]
    rooms = folders(ROOT / "pbem")
    assert set(re.findall(r"pbem/(\w+)(?![\w.])", plan)) == rooms
    inside = {room for top in ("core", "service", "gateway", "web") for room in folders(ROOT / "pbem" / top)}
    shown = set(re.findall(r"(?<![/\w])(\w+)/(?!\w)", plan))
    assert inside <= shown and shown - inside <= folders(ROOT / "pbem" / "games")


def test_every_room_of_a_game_has_its_task() -> None:
    """The table below the picture has the rooms of the games; a room may be a module, and a game may have fewer."""
    _, _, table = chapter(ARCHITECTURE, "The rooms").partition("\nWithin a game")
    told = {room for row in rows(table) for room in SPAN.findall(row[0])}
    assert told - {"data", "scenarios"} == WITHIN_GAMES
    homes = {game: ROOT / "pbem" / "games" / game for game in GAMES}
    rooms = {game: folders(home) | {module.stem for module in home.glob("[a-z]*.py")} for game, home in homes.items()}
    assert set().union(*rooms.values()) == WITHIN_GAMES, f"a game has only rooms of the table: {rooms}"


def test_the_architecture_is_short() -> None:
    """Why things are so has pages of its own."""
    assert len(ARCHITECTURE.splitlines()) <= LONGEST


def test_every_decision_has_its_number_and_three_parts() -> None:
    """Context, decision, what follows; no number comes twice."""
    pages = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    assert pages and len({page.name[:3] for page in pages}) == len(pages)
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert text.startswith(f"# {page.name[:3]} "), page.name
        assert re.findall(r"^## (.*)$", text, re.M) == ["Context", "Decision", "What follows"], page.name


def test_every_dependency_has_its_reason() -> None:
    """Each name in the requirements is in the chapter, and in its table if the program itself needs it."""
    text = chapter(ARCHITECTURE, "Dependencies")
    reasons = {name for row in rows(text) for name in row[0].split(", ")}
    for file, told in (("requirements.txt", reasons), ("requirements-dev.txt", set(re.findall(r"[\w.-]+\w", text)))):
        lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
        assert {line.split("==")[0] for line in lines if "==" in line} <= told
