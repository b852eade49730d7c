"""Campaign files, their options, and campaigns that are played after somebody's own file.

A file that comes with the program has its place in `scenarios/`. A file of one's own is the option `file` of scenario `own`, so
that the log of the campaign has it whole; everybody gets either by `file_of`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

from events.schema import InvalidData, load
from pbem.campaign.model.campaign_file import CampaignFile, Unplayed
from pbem.campaign.model.file_faults import faults
from pbem.core.game import scenarios
from pbem.core.game.data_file import read_json
from pbem.core.game.options import Choice, NoScenario, Options, read_options
from pbem.core.game.validation import Fault

ON_OFF = ("off", "on")
MOST_DAYS = 365
MOST_FILE = 200_000
"""Characters of a file of one's own, at most."""
OWN = CampaignFile("own", "CMP-OWN", "A campaign file of one's own", "Open it with the text of the file.", [], [], [], 0)
"""The names of such a campaign in lists; the file itself is in the options."""


def choices(file: CampaignFile) -> dict[str, Choice]:
    """What may be chosen when a campaign is opened; the file says what it is otherwise."""
    return {
        "battle_days": Choice(file.battle_days, most=MOST_DAYS),
        "unplayed": Choice(file.unplayed, get_args(Unplayed)),
        "fog": Choice(ON_OFF[file.fog], ON_OFF),
    }


def chosen(file: CampaignFile, options: Options) -> CampaignFile:
    """The file with the options that were chosen; those not named are as it has them."""
    given = {name: value for name, value in options.items() if name in ("battle_days", "unplayed")}
    return replace(file, **given, fog=options.get("fog", ON_OFF[file.fog]) == "on")


class CampaignFiles(scenarios.Scenarios[CampaignFile]):
    """The campaign files by key. `own` is found as well, but is not listed: it is nothing without a file."""

    def find(self, name: str) -> CampaignFile:
        """Raises `NoScenario`."""
        return OWN if name.strip().lower() == OWN.key else super().find(name)

    def title(self, name: str, options: Options) -> str:
        """That of the file. Raises `NoScenario`."""
        return file_of(name, options).title

    def options(self, name: str, given: Options) -> dict[str, Any]:
        """The full set of options. Raises `NoScenario` naming what is legal, or what is wrong with a file of one's own."""
        if self.find(name) is not OWN:
            return super().options(name, given)
        text, others = given.get("file", ""), {option: value for option, value in given.items() if option != "file"}
        return {"file": text, **read_options(choices(checked(text)), others)}


def read_file(text: object) -> CampaignFile:
    """The text of a campaign file, as it is written, whether it can be played or not.

    Raises:
        NoScenario: it is none; with path and reason.
    """
    if not isinstance(text, str) or not text.strip():
        raise NoScenario("option file: write the JSON text of a campaign file into it")
    if len(text) > MOST_FILE:
        raise NoScenario(f"the campaign file has {len(text)} characters; {MOST_FILE} is the most")
    return _read(text)


@lru_cache(maxsize=16)
def _read(text: str) -> CampaignFile:
    try:
        return load(CampaignFile, json.loads(text))
    except json.JSONDecodeError as e:
        raise NoScenario(f"the campaign file is no JSON: line {e.lineno}, column {e.colno}: {e.msg}") from e
    except RecursionError as e:
        raise NoScenario("the campaign file has too many brackets within each other") from e
    except InvalidData as e:
        raise NoScenario(f"the campaign file: {e}") from e


def checked(text: object) -> CampaignFile:
    """A campaign file that can be played. Raises `NoScenario` with path and reason of everything that is wrong."""
    file = read_file(text)
    refuse(faults(file))
    return file


def refuse(found: Iterable[Fault]) -> None:
    """Raises `NoScenario` that names all of them, if there are any."""
    wrong = [f"{where}: {why}" for where, why in found]
    if wrong:
        raise NoScenario(f"the campaign file: {'; '.join(wrong)}")


def file_of(scenario: str, options: Options) -> CampaignFile:
    """What a campaign is played after: the file with the options that were chosen. Raises `NoScenario`."""
    found = SCENARIOS.find(scenario)
    return chosen(read_file(options.get("file")) if found is OWN else found, options)


def _files() -> Mapping[str, CampaignFile]:
    return scenarios.read_openings(Path(__file__).parents[1] / "scenarios", lambda path: read_json(path, CampaignFile))


SCENARIOS = CampaignFiles(_files(), choices)
