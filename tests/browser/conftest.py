"""A real Chromium, and the pages served over HTTP by the server that serves them in earnest."""

from __future__ import annotations

import logging
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from waitress.server import create_server

from tests.browser.seeing import PATIENCE
from tests.web.builders.serving import free_port
from tests.web.builders.sites import WebSite, site_in

CHROMIUM = shutil.which("chromium")

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser; without one these tests are skipped, where CI=true they fail."""
    if CHROMIUM is None:
        assert os.environ.get("CI") != "true", "there is no chromium; tools/browser.sh installs it"
        pytest.skip("there is no chromium; tools/browser.sh installs it")
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebSite]:
    """A site that is served on loopback, forms' keys and all; `site.base` is where."""
    yield from served(tmp_path_factory.mktemp("site"))


def served(folder: Path) -> Iterator[WebSite]:
    """The site as long as it is wanted."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a page with many pictures is no cause for a warning
    port = free_port()
    with site_in(folder, f"http://127.0.0.1:{port}") as made:
        made.web.config.update(WTF_CSRF_ENABLED=True)
        server: Any = create_server(made.web, host="127.0.0.1", port=port, threads=4)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        yield made
        # By the thread that waits for its sockets: it must not find them closed. Under the lock, because a page that is done at
        # this moment wakes it, too, and the pipe must not be closed before it is written to.
        with server.trigger.lock:
            server.trigger.thunks.append(server.close)
            server.trigger._physical_pull()
        thread.join()
