"""The lines of a turn in groups: by phase, by who fired at whom, and what the fire did with it."""

from __future__ import annotations

from pbem.service.reports.line_groups import SHORT, by_phase
from pbem.service.reports.replay import Step

Line = tuple[str, list[str], str]
FIRE: list[Line] = [
    ("Fire", ["A", "X"], "X"),
    ("Fire", ["X"], ""),
    ("Fire", ["B", "Y"], "Y"),
    ("Fire", ["X"], ""),
    ("Fire", ["A", "X"], "X"),
    ("Fire", ["X"], ""),
    ("Fire", [], ""),
]


def steps(*lines: Line) -> list[Step]:
    return [Step(n, phase, f"line {n}", "", [], units, target) for n, (phase, units, target) in enumerate(lines, start=1)]


def numbers(*lines: Line) -> dict[str, list[int]]:
    """The groups of the first phase: name to the numbers of their lines."""
    return {group.name: [line.number for line in group.lines] for group in by_phase(steps(*lines))[0].groups}


def test_phases_follow_each_other() -> None:
    """In the order of the turn, with how many lines they have; one that comes back is told again."""
    told = by_phase(steps(("Move", ["A"], ""), ("Move", ["B"], ""), ("Fire", ["A", "X"], "X"), ("Move", ["A"], "")))
    assert [(each.phase, each.count) for each in told] == [("Move", 2), ("Fire", 1), ("Move", 1)]
    assert by_phase([]) == []


def test_a_short_phase_is_read_as_it_is() -> None:
    """One group without a name; one line more, and there are groups."""
    assert numbers(*FIRE[:SHORT]) == {"": list(range(1, SHORT + 1))}
    assert len(numbers(*FIRE[: SHORT + 1])) > 1


def test_fire_goes_by_attacker_and_target() -> None:
    """Salvoes of one ship at another are together, with what they did right after; each line is told once."""
    assert numbers(*FIRE) == {"A at X": [1, 2, 5, 6], "B at Y": [3], "X": [4], "": [7]}


def test_what_a_unit_did_itself_is_its_own_group() -> None:
    """Movement of many units: a group each."""
    moves: list[Line] = [("Move", [unit], "") for unit in "ABCABCA"]
    assert numbers(*moves) == {"A": [1, 4, 7], "B": [2, 5], "C": [3, 6]}


def test_a_group_knows_whom_it_is_about() -> None:
    """Each once, in the order in which they are named: the page lights them on the map."""
    groups = {group.name: group.units for group in by_phase(steps(*FIRE))[0].groups}
    assert groups == {"A at X": ["A", "X"], "B at Y": ["B", "Y"], "X": ["X"], "": []}
