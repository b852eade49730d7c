"""The lines of a turn as one reads them: phase by phase, and in a long phase by who moved, and who fired at whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from pbem.service.reports.replay import Step

SHORT = 6
"""A phase of no more lines is read as it is."""


@dataclass
class LineGroup:
    """Lines about the same: `CIN at MIL` for fire and what it did, `CIN` for what a unit did itself, "" for all else."""

    name: str
    lines: list[Step] = field(default_factory=list)

    @property
    def units(self) -> list[str]:
        """Whom its lines are about, each once."""
        return list(dict.fromkeys(unit for line in self.lines for unit in line.units))


@dataclass(frozen=True)
class PhaseLines:
    """A phase of a turn with its lines, in groups: one without a name where there are few."""

    phase: str
    groups: list[LineGroup]
    count: int


def by_phase(steps: Sequence[Step]) -> list[PhaseLines]:
    """The numbered lines of a turn (its steps but the first)."""
    phases = [(phase, list(lines)) for phase, lines in groupby(steps, key=lambda step: step.phase)]
    return [PhaseLines(phase, _groups(lines), len(lines)) for phase, lines in phases]


def _groups(lines: Sequence[Step]) -> list[LineGroup]:
    """In the order of their first lines. What follows from fire (its target alone is named) goes with the fire."""
    if len(lines) <= SHORT:
        return [LineGroup("", list(lines))]
    found: dict[str, LineGroup] = {}
    target, last = "", ""
    for line in lines:
        name = _name(line)
        if target and name == target:
            name = last
        else:
            target, last = line.target, name
        found.setdefault(name, LineGroup(name)).lines.append(line)
    return list(found.values())


def _name(line: Step) -> str:
    if not line.units:
        return ""
    return f"{line.units[0]} at {line.target}" if line.target else line.units[0]
