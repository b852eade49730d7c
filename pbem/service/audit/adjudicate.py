"""The stateless adjudicator: a case file in (scenario, state, orders, dice), events and state out. Rules' test vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from events.schema import InvalidData, load
from pbem.core.dice.fair_dice import Dice, DiceMisuse, ScriptedDice, seeded
from pbem.core.game.nearest_names import known_names
from pbem.core.game.options import NoScenario
from pbem.core.game.protocol import Game
from pbem.core.game.turn import Turn
from pbem.core.state.codec import dump
from pbem.core.state.game_state import Unknown
from pbem.core.state.record import Games
from pbem.core.texts.envelope import OrderSheet


class BadCase(ValueError):
    """The case itself is wrong: where and why, in a sentence. The command prints it."""


@dataclass(frozen=True)
class Case:
    """A case file. `state` is an RFC 7396 merge patch over the scenario's opening state; `orders` one mapping or one a turn."""

    game: str
    scenario: str
    options: dict[str, Any] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    orders: Any = field(default_factory=dict)
    dice: list[int] | None = None
    seed: str | None = None
    turns: int = 1
    about: str = ""
    expect: dict[str, Any] = field(default_factory=dict)


def adjudicate(games: Games, data: Any) -> dict[str, Any]:
    """Resolve a case: `{"events": [...], "state": {...}, "problems": {seat: [...]}, "dice_unused": n}`.

    Raises:
        BadCase: the case is malformed, names what does not exist, or its dice do not fit the rolls made.
    """
    try:
        _check_game(games, data)
        case = load(Case, data)
        game = games[case.game]
        dice: Dice = seeded(case.seed) if case.seed is not None else ScriptedDice(case.dice or [])
        state = _opening(game, case)
        turn = Turn(game.rules.apply, state, dice, 1)
        problems: dict[str, list[str]] = {}
        for number, orders in enumerate(_orders_by_turn(case), 1):
            turn.number = number
            _play(game, turn, orders, problems)
    except (InvalidData, NoScenario, DiceMisuse) as e:
        raise BadCase(str(e)) from e
    except Unknown as e:  # the rules know everything, so a part is missing in the case's own state
        raise BadCase(f"state: {e}") from e
    unused = len(dice.left) if isinstance(dice, ScriptedDice) else 0
    return {"events": _events(turn), "state": dump(state), "problems": problems, "dice_unused": unused}


def _check_game(games: Games, data: Any) -> None:
    """The game is looked at first: of an unknown one nothing else can be told right or wrong. Raises BadCase."""
    key = data.get("game") if isinstance(data, Mapping) else None
    if isinstance(key, str) and key not in games:
        raise BadCase(f"game: no game {key!r}; {known_names(key, games)}")


def _opening(game: Game[Any], case: Case) -> Any:
    """The scenario's opening state with the case's patch merged in. Set-up rolls, where a game has them, are seeded."""
    opening = Turn(game.rules.apply, game.rules.blank(), seeded(f"set-up {case.seed or ''}"), 0)
    game.rules.setup(opening, case.scenario, game.scenarios.options(case.scenario, case.options))
    return game.rules.load(merge(dump(opening.state), case.state)) if case.state else opening.state


def merge(target: Any, patch: Any) -> Any:
    """RFC 7396: objects merge key by key, null removes, everything else replaces."""
    if not isinstance(patch, Mapping):
        return patch
    merged = dict(target) if isinstance(target, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge(merged.get(key), value)
    return merged


def _orders_by_turn(case: Case) -> list[dict[str, str]]:
    given = case.orders if isinstance(case.orders, list) else [case.orders]
    given = given + [{}] * (case.turns - len(given))
    for number, orders in enumerate(given, 1):
        if not isinstance(orders, dict) or not all(isinstance(text, str) for text in orders.values()):
            raise BadCase(f"orders of turn {number}: must map seats to order text")
    return given


def _play(game: Game[Any], turn: Turn[Any], orders: dict[str, str], problems: dict[str, list[str]]) -> None:
    asked = game.rules.due(turn.state)
    strangers = sorted(set(orders) - set(asked))
    if strangers:
        raise BadCase(
            f"orders: {', '.join(strangers)} owes no orders; these do: {', '.join(asked) or 'none, the game is over'}"
        )
    sheets: dict[str, OrderSheet] = {}
    for seat in asked:
        sheet = game.orders.sheet(turn.state, seat)
        if orders.get(seat):
            parsed = game.orders.read(replace(turn.state, reader=seat), seat, orders[seat], sheet)
            sheet = parsed.sheet
            if parsed.problems:
                problems.setdefault(seat, []).extend(str(problem) for problem in parsed.problems)
        sheets[seat] = sheet
    if asked:
        game.rules.resolve(turn, sheets)


def _events(turn: Turn[Any]) -> list[dict[str, Any]]:
    return [
        {"type": d.event.type, "turn": d.turn, "phase": d.phase, "rule": d.rule, "audience": d.audience, "data": vars(d.event)}
        for d in turn.drafts
    ]


def mismatches(expect: Mapping[str, Any], result: Mapping[str, Any]) -> list[str]:
    """Where a result differs from a case's `expect`: state, problems and dice_unused by subset, events in order."""
    wrong = []
    for key in expect:
        if key == "events":
            wrong += _missing_events(expect["events"], result["events"])
        elif key == "problems" and set(expect["problems"]) != set(result["problems"]):
            wrong.append(f"problems: expected of {sorted(expect['problems'])}, found {result['problems']}")
        elif key in result:
            wrong += _differences(key, expect[key], result[key])
        else:
            wrong.append(f"{key}: a result has only {', '.join(result)}")
    return wrong


def _differences(path: str, wanted: Any, found: Any) -> list[str]:
    if isinstance(wanted, dict) and isinstance(found, dict):
        return [line for key in wanted for line in _differences(f"{path}.{key}", wanted[key], found.get(key))]
    return [] if wanted == found else [f"{path}: expected {wanted!r}, found {found!r}"]


def _missing_events(wanted: list[dict[str, Any]], found: list[dict[str, Any]]) -> list[str]:
    """Each wanted event must occur, in this order; others may lie between."""
    rest = iter(found)
    for number, want in enumerate(wanted, 1):
        payload = {key: value for key, value in want.items() if key != "type"}
        hits = (e for e in rest if e["type"] == want["type"] and not _differences("", payload, e["data"]))
        if next(hits, None) is None:
            seen = [encode_data(e) for e in found if e["type"] == want["type"]]
            return [f"events: no. {number} {want} did not happen in this order; of that type: {'; '.join(seen) or 'none'}"]
    return []


def encode_data(event: Mapping[str, Any]) -> str:
    """An event's payload in one line, for messages."""
    return ", ".join(f"{key}={value}" for key, value in event["data"].items())
