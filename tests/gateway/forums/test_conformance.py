"""The conformance suite on every driver: on stubs each day, on real servers in the deep pass."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import cast

import pytest

from tests.gateway.forums.bench import Bench
from tests.gateway.forums.conformance import *  # noqa: F403

BENCHES: dict[str, bool] = {
    "board_mail": False,
    "discord": False,
    "discourse": False,
    "matrix": True,
    "mattermost": False,
    "nodebb": False,
    "slack": False,
    "webhook": False,
    "mail_list": True,
    "usenet": True,
}
"""The modules `benches/<kind>.py`, each with a function `open_bench()`, and whether it is a real server."""


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(
            kind,
            id=kind,
            marks=[pytest.mark.deep] if real else [],
        )
        for kind, real in BENCHES.items()
    ],
)
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A place of each kind. `open_bench` skips where the programs for a real server are missing."""
    module = importlib.import_module(f"tests.gateway.forums.benches.{request.param}")
    made = cast(Bench, module.open_bench())
    yield made
    made.close()
