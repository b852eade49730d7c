"""The synthetic campaign: its facts as typed events and as plain dicts, both ways of folding it, and raw SQLite to hold it."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import common as c  # noqa: F401 - puts the project on the path

from events.base import Draft, Event, event
from events.platform import GameOpened
from pbem.core.state.game_state import GameState

BATCH = 200
"""Events of one resolved turn."""
UNITS = 500
"""Pieces on the map of the synthetic campaign."""
AT = "2026-01-01T00:00:00Z"
STREAM = "campaign"

Fact = tuple[str, dict[str, Any]]
Fold = dict[str, Any]


# ---------------------------------------------------------------- the campaign's facts, about 250 bytes of JSON each


@event("bench.order_accepted")
class OrderAccepted(Event):
    unit: str
    turn: int
    phase: str
    rule: str
    cause: str
    ref: str
    player: str
    verb: str
    params: dict[str, Any]
    mail: str


@event("bench.die_rolled")
class DieRolled(Event):
    unit: str
    turn: int
    phase: str
    rule: str
    cause: str
    ref: str
    sides: int
    n: int
    rolled: list[int]
    drbg: int
    mods: dict[str, int]
    need: int
    table: str


@event("bench.unit_moved")
class UnitMoved(Event):
    unit: str
    turn: int
    phase: str
    rule: str
    cause: str
    ref: str
    frm: list[int]
    to: list[int]
    facing: int
    cost: int
    path: list[list[int]]


@event("bench.shot_fired")
class ShotFired(Event):
    unit: str
    turn: int
    phase: str
    rule: str
    cause: str
    ref: str
    target: str
    weapon: str
    range: int
    arc: str
    ammo: int
    roll: int
    hit: bool
    note: str


@event("bench.damage_taken")
class DamageTaken(Event):
    unit: str
    turn: int
    phase: str
    rule: str
    cause: str
    ref: str
    source: str
    points: int
    location: str
    critical: bool
    effect: str
    hull: int
    crew: int
    fires: int


@event("bench.status_changed")
class StatusChanged(Event):
    unit: str
    turn: int
    phase: str
    rule: str
    cause: str
    ref: str
    status: str
    until: int
    reason: str
    player: str
    level: int


KINDS: dict[str, type[Event]] = {
    "order_accepted": OrderAccepted,
    "die_rolled": DieRolled,
    "unit_moved": UnitMoved,
    "shot_fired": ShotFired,
    "damage_taken": DamageTaken,
    "status_changed": StatusChanged,
}
WEIGHTS = (20, 30, 20, 15, 10, 5)


def point(rnd: random.Random) -> list[int]:
    return [rnd.randrange(200), rnd.randrange(200)]


def particulars(kind: str, rnd: random.Random, turn: int) -> dict[str, Any]:
    """The fields that only this kind of fact has."""
    below = rnd.randrange
    if kind == "order_accepted":
        params = {"to": point(rnd), "speed": below(9), "stance": "hold"}
        return {"player": f"p{below(8):02}", "verb": "move", "params": params, "mail": f"{rnd.getrandbits(96):024x}"}
    if kind == "die_rolled":
        mods = {"range": -1, "cover": -2, "crew": 1}
        faces = [1 + below(10), 1 + below(10)]
        rest = {"drbg": below(10**9), "mods": mods, "need": 2 + below(18), "table": "gunnery.long.broadside"}
        return {"sides": 10, "n": 2, "rolled": faces, **rest}
    if kind == "unit_moved":
        path = [point(rnd) for _ in range(4)]
        return {"frm": point(rnd), "to": point(rnd), "facing": below(6), "cost": below(12), "path": path}
    if kind == "shot_fired":
        what = {"target": f"u{below(UNITS):05}", "weapon": "main-battery-2", "range": below(30), "arc": "port"}
        return {**what, "ammo": below(40), "roll": below(100), "hit": bool(below(2)), "note": "salvo at extreme range"}
    if kind == "damage_taken":
        what = {"source": f"u{below(UNITS):05}", "points": 1 + below(8), "location": "engine-room", "critical": bool(below(2))}
        return {**what, "effect": "speed-1", "hull": below(60), "crew": below(200), "fires": below(3)}
    status = rnd.choice(("anchored", "pinned", "routed", "ready"))
    why = "morale check failed after second loss"
    return {"status": status, "until": turn + below(4), "reason": why, "player": f"p{below(8):02}", "level": below(5)}


def facts(seed: int, turn: int, n: int = BATCH) -> list[Fact]:
    """The facts of one turn as (kind, plain dict): always the same for the same seed and turn."""
    rnd = random.Random(seed * 1_000_003 + turn)
    made = []
    for kind in rnd.choices(list(KINDS), WEIGHTS, k=n):
        where = {"unit": f"u{rnd.randrange(UNITS):05}", "turn": turn, "phase": rnd.choice(("move", "fire", "end"))}
        why = {"rule": f"combat.{rnd.randrange(20)}.{rnd.randrange(9)}", "cause": f"{rnd.getrandbits(128):032x}"}
        payload = {**where, **why, "ref": f"{rnd.getrandbits(80):020x}", **particulars(kind, rnd, turn)}
        made.append((kind, payload))
    return made


def drafts(batch: Iterable[Fact], turn: int) -> list[Draft]:
    """The same facts as typed events in their envelopes, which is what the log takes."""
    return [Draft(KINDS[kind](**d), turn, d["phase"], "SN-6.4") for kind, d in batch]


def opened(rhythm_hours: float = 24.0) -> GameOpened:
    seats = {"blue": "north", "red": "south"}
    return GameOpened("bench", 1, "synthetic", "A synthetic campaign", {}, seats, {}, "0" * 64, rhythm_hours)


# ---------------------------------------------------------------- folding plain dicts: the raw limit


def new_state() -> Fold:
    return {"units": {}, "turn": 0, "rolls": 0, "orders": {}, "shots": 0, "hits": 0}


def unit_of(state: Fold, name: str) -> Fold:
    unit: Fold | None = state["units"].get(name)
    if unit is None:
        unit = {"pos": [0, 0], "facing": 0, "hull": 60, "crew": 200, "ammo": 40}
        unit.update(status="ready", until=0, fires=0, moved=0, hits=0)
        state["units"][name] = unit
    return unit


def raw_order(state: Fold, d: Fold) -> None:
    state["orders"][d["player"]] = d["mail"]
    state["turn"] = d["turn"]


def raw_roll(state: Fold, d: Fold) -> None:
    state["rolls"] += d["n"]


def raw_move(state: Fold, d: Fold) -> None:
    unit = unit_of(state, d["unit"])
    unit["pos"] = d["to"]
    unit["facing"] = d["facing"]
    unit["moved"] += d["cost"]


def raw_shot(state: Fold, d: Fold) -> None:
    unit_of(state, d["unit"])["ammo"] = d["ammo"]
    state["shots"] += 1
    if d["hit"]:
        state["hits"] += 1
        unit_of(state, d["target"])["hits"] += 1


def raw_damage(state: Fold, d: Fold) -> None:
    unit = unit_of(state, d["unit"])
    unit["hull"] = d["hull"]
    unit["crew"] = d["crew"]
    unit["fires"] = d["fires"]


def raw_status(state: Fold, d: Fold) -> None:
    unit = unit_of(state, d["unit"])
    unit["status"] = d["status"]
    unit["until"] = d["until"]


RAW_APPLY: dict[str, Callable[[Fold, Fold], None]] = dict(
    zip(KINDS, (raw_order, raw_roll, raw_move, raw_shot, raw_damage, raw_status), strict=True)
)


# ---------------------------------------------------------------- folding typed events: the same campaign as a game


def on_order(state: Fold, e: OrderAccepted) -> None:
    state["orders"][e.player] = e.mail
    state["turn"] = e.turn


def on_roll(state: Fold, e: DieRolled) -> None:
    state["rolls"] += e.n


def on_move(state: Fold, e: UnitMoved) -> None:
    unit = unit_of(state, e.unit)
    unit["pos"] = e.to
    unit["facing"] = e.facing
    unit["moved"] += e.cost


def on_shot(state: Fold, e: ShotFired) -> None:
    unit_of(state, e.unit)["ammo"] = e.ammo
    state["shots"] += 1
    if e.hit:
        state["hits"] += 1
        unit_of(state, e.target)["hits"] += 1


def on_damage(state: Fold, e: DamageTaken) -> None:
    unit = unit_of(state, e.unit)
    unit["hull"] = e.hull
    unit["crew"] = e.crew
    unit["fires"] = e.fires


def on_status(state: Fold, e: StatusChanged) -> None:
    unit = unit_of(state, e.unit)
    unit["status"] = e.status
    unit["until"] = e.until


APPLY: dict[type[Event], Callable[[Fold, Any], None]] = {
    OrderAccepted: on_order,
    DieRolled: on_roll,
    UnitMoved: on_move,
    ShotFired: on_shot,
    DamageTaken: on_damage,
    StatusChanged: on_status,
}


@dataclass
class State(GameState):
    """The same plain dicts as the state of a game."""

    fold: Fold = field(default_factory=new_state)


def apply(state: State, event: Event) -> None:
    APPLY[type(event)](state.fold, event)


RULES = SimpleNamespace(blank=State, apply=apply)
GAMES: Any = {"bench": SimpleNamespace(key="bench", rules=RULES)}
"""The part of a game that a `Record` asks."""


# ---------------------------------------------------------------- raw SQLite

RAW_TABLE = """CREATE TABLE IF NOT EXISTS events(
    seq INTEGER PRIMARY KEY, game INTEGER NOT NULL, ver INTEGER NOT NULL, turn INTEGER NOT NULL,
    type TEXT NOT NULL, at TEXT NOT NULL, data TEXT NOT NULL, hash BLOB, UNIQUE(game, ver)) STRICT"""
RAW_INSERT = "INSERT INTO events(game,ver,turn,type,at,data,hash) VALUES(?,?,?,?,?,?,?)"
dumps = json.JSONEncoder(separators=(",", ":")).encode


def raw_connect(path: Path, synchronous: str = "FULL") -> sqlite3.Connection:
    """Bare SQLite as fast as it is durable: a rowid table, WAL, FULL."""
    con = sqlite3.connect(path, timeout=60, isolation_level=None)
    con.execute("PRAGMA journal_mode=WAL")
    con.execute(f"PRAGMA synchronous={synchronous}")
    con.execute(RAW_TABLE)
    return con
