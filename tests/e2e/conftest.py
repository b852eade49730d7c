"""One site for all tests of a worker: postfix, dovecot, and the service as a process behind them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from tests.e2e.programs import require
from tests.e2e.site import Site

LAST = 40
"""Lines of a log."""


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    """Short, because sockets are in it, and open to the servers' own users: pytest's own folders are neither."""
    require()
    made = Path(tempfile.mkdtemp(prefix="wr-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="session")
def site(folder: Path) -> Iterator[Site]:
    made = Site(folder)
    try:
        made.start()
        yield made
    finally:
        made.end()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What the programs wrote last stands below a test that failed: a mail that did not come has its reason there."""
    report = yield
    site = item.funcargs.get("site")
    if report.failed and isinstance(site, Site):
        report.sections += [(path.name, "\n".join(path.read_text().splitlines()[-LAST:])) for path in site.logs()]
    return report
