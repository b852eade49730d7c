"""Scenario files, whatever they hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pbem.core.game.data_file import BrokenData
from pbem.core.game.options import Choice, NoScenario
from pbem.core.game.scenarios import Scenarios, read_opening, read_openings
from pbem.core.game.validation import Fault, hex_faults


@dataclass(frozen=True)
class Pond:
    """A scenario of one hex."""

    key: str
    code: str
    hex: str
    title: str = "Pond"
    summary: str = "A hex of water."
    aliases: list[str] = field(default_factory=list)


def faults(pond: Pond) -> Iterator[Fault]:
    yield from hex_faults("hex", pond.hex, 5, 4)


def read(path: Path) -> Pond:
    return read_opening(path, Pond, faults)


def write(folder: Path, **pond: object) -> Path:
    path = folder / f"{pond['key']}.json"
    path.write_text(json.dumps(pond))
    return path


def test_a_scenario_goes_by_key_code_and_alias(tmp_path: Path) -> None:
    """In any case; scenarios are in the order of their codes, and one that is not there is answered with them."""
    write(tmp_path, key="alder", code="TY-S2", hex="0101", aliases=["2"])
    write(tmp_path, key="willow", code="TY-S1", hex="0504")
    ponds = Scenarios(read_openings(tmp_path, read), lambda pond: {"depth": Choice(3)})
    assert list(ponds) == ["willow", "alder"]
    assert {ponds.find(name).key for name in ("alder", " Alder", "ty-s2", "TY-S2", "2")} == {"alder"}
    with pytest.raises(NoScenario) as caught:
        ponds.find("oak")
    assert str(caught.value) == "no scenario 'oak'; there are willow, alder"
    assert ponds.options("2", {"depth": "5"}) == {"depth": 5} and len(ponds) == 2


@pytest.mark.parametrize(
    ("hex", "why"),
    [
        ("0601", "hex: 0601 is off the map of 5 columns and 4 rows"),
        ("0105", "hex: 0105 is off the map of 5 columns and 4 rows"),
        ("0001", "hex: 0001 is off the map of 5 columns and 4 rows"),
        ("101", "hex: '101' is no hex label; write four digits, column and row, like 0507"),
    ],
)
def test_a_file_that_cannot_be_used(tmp_path: Path, hex: str, why: str) -> None:
    """It is refused by name, path and reason."""
    path = write(tmp_path, key="oak", code="TY-S3", hex=hex)
    with pytest.raises(BrokenData) as caught:
        read(path)
    assert str(caught.value) == f"oak.json: {why}"
