"""What many tests share: a service context with a clock that tests move, and secrets that repeat."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from pbem.campaign.played import PLAYED
from pbem.service.context import ServiceContext
from tests.kit.knowledge.checked_turns import checked_turns
from tests.stores import KINDS, chosen, new_database

HERE = Path(__file__).parent
START = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)

# `quick` tries a property with the same examples in every run. `make test-all` tries all properties again with `deep`, which
# draws other examples each time and prints how to repeat a failure. All that differs is said here, whatever CI is set to.
settings.register_profile(
    "quick",
    max_examples=25,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("deep", settings.get_profile("quick"), max_examples=300, derandomize=False, print_blob=True)
settings.load_profile("quick")


class HandClock:
    """Time that only tests move."""

    def __init__(self) -> None:
        self.time = START
        self.passed = 0.0

    def __call__(self) -> datetime:
        return self.time

    def advance(self, hours: float) -> None:
        self.time += timedelta(hours=hours)
        self.passed += hours * 3600

    def jump(self, hours: float) -> None:
        """The clock is set, and no time passes."""
        self.time += timedelta(hours=hours)

    def monotonic(self) -> float:
        """The seconds that have passed, whatever the clock says."""
        return self.passed


def repeated_entropy() -> Callable[[int], bytes]:
    """Secrets that are the same in every run."""
    drawn = 0

    def entropy(n: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.sha256(f"secret {drawn}".encode()).digest()[:n]

    return entropy


@pytest.fixture(autouse=True, scope="session")
def audiences() -> Iterator[None]:
    """No test plays a turn in which somebody is told what the rule book hides from them."""
    with checked_turns():
        yield


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def context(tmp_path: Path, clock: HandClock) -> Iterator[ServiceContext]:
    """A service context over a real SQLite file."""
    database = new_database(tmp_path / "wardroom.db")
    yield ServiceContext(database, PLAYED, clock, repeated_entropy(), b"a secret for tests", clock.monotonic)
    database.close()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-playthroughs", action="store_true", help="write the golden games anew")
    parser.addoption("--database", choices=KINDS, default=chosen.kind, help="what tests keep everything in that do not say it")
    parser.addoption("--update-snapshots", action="store_true", help="draw the pictures of the main pages anew")


def pytest_configure(config: pytest.Config) -> None:
    chosen.kind = config.getoption("--database")


DEEP = (
    "e2e/",
    "browser/",
    "cli/test_serve.py",
    "cli/test_cli.py::test_progress_is_for_terminals_only",
    "kit/forgery/test_forgery.py::test_every_forgery_is_found[star_navy-insertions",
    "kit/forgery/test_forgery.py::test_every_forgery_is_found[star_navy-orders",
    "kit/forgery/test_forgery.py::test_every_forgery_is_found[star_navy-other rows",
    "kit/forgery/test_forgery.py::test_every_forgery_is_found[star_navy-turns",
    "kit/forgery/test_forgery.py::test_every_forgery_is_found[star_navy-whole logs",
    "present/test_png.py::test_a_busy_picture_is_drawn_narrower",
    "storm/",
    "tools/test_mail_game.py::test_options_reach_the_game",
    "tools/test_pages.py::test_a_documented_game_is_played_as_the_page_says",
    "tools/test_readme.py::test_run_it_for_your_group",
    "tools/test_season.py",
    "web/infra/test_demo_mailbox.py::test_it_stops_when_told_and_goes_on_when_started_again",
)
"""Real mail programs, browsers, kills, whole games: `make test-all` has them, `make test` has all else."""
ONE_GAME = (
    "kit/knowledge/test_knowledge.py::test_every_audience_that_is_widened_is_noticed",
    "kit/offers/",
    "service/audit/test_luck.py",
    "service/orders/test_questions.py",
    "service/sandboxes/test_compare.py",
    "service/sandboxes/test_fork.py",
    "tools/checkers/test_verify_log.py",
    "web/infra/test_hidden.py",
)
"""What takes long for each game: `make test` has it for the first one, which is the quickest."""
OTHER_GAMES = tuple(PLAYED)[1:]
SLOW = (
    "kit/forgery/",
    "web/infra/test_demo_mailbox.py",
    "kit/test_contract.py",
    "e2e/",
    "browser/",
    "storm/",
    "cli/",
    "tools/",
    "service/turns/test_races.py",
    "kit/",
    "gateway/forums/",
    "gateway/test_round_trip.py",
)
"""What takes longest, and what waits for processes and browsers. It begins first, so that no core waits for it at the end."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """The mark by which `make test` leaves them to `make test-all`.

    So it does whole games of a balanced scenario: the scenario that it was made from is played with the same rules.
    """
    path = _path(item.path)
    whole_games = path.startswith("kit/") or "/bots/" in path
    others = any(key in item.name for key in OTHER_GAMES)
    test = f"{path}::{item.name}"
    if test.startswith(DEEP) or (test.startswith(ONE_GAME) and others) or (whole_games and "-balanced" in item.name):
        item.add_marker(pytest.mark.deep)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow files to the front, whatever order the others were shuffled into; `--no-loadscope-reorder` keeps them there."""
    items.sort(key=lambda item: _place(item.path))


@cache
def _place(file: Path) -> int:
    return next((number for number, slow in enumerate(SLOW) if _path(file).startswith(slow)), len(SLOW))


@cache
def _path(file: Path) -> str:
    return file.relative_to(HERE).as_posix()


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Where all tests are run, each worker first imports a part of them that is its own.

    All workers import all tests. Compiling them, with what their assertions show when they fail, is most of that work the first
    time: so each is compiled by one worker, and the others find it done.
    """
    gc.disable()  # all modules and tests stay until the end, so that Python need not look for what is no longer used
    worker = getattr(session.config, "workerinput", None)
    if worker and session.config.args == session.config.getini("testpaths"):
        mine = slice(int(worker["workerid"].removeprefix("gw")), None, worker["workercount"])
        for file in sorted(HERE.rglob("test_*.py"))[mine]:
            with suppress(Exception):  # what is wrong with it is told when its tests are collected
                import_module(".".join(file.relative_to(HERE.parent).with_suffix("").parts))


def pytest_collection_finish(session: pytest.Session) -> None:
    """From here on Python looks for what is no longer used, but not among modules and tests."""
    gc.freeze()
    gc.enable()
