"""Stand-in until the codec lands."""

from __future__ import annotations

import copy as copying
import typing
from dataclasses import asdict, is_dataclass
from typing import Any, TypeVar

T = TypeVar("T")


def dump(value: Any) -> Any:
    return asdict(value)


def read(cls: type[T], data: Any) -> T:
    hints = typing.get_type_hints(cls)
    return cls(**{name: _read(hints[name], value) for name, value in data.items()})


def _read(hint: Any, value: Any) -> Any:
    args = typing.get_args(hint)
    if typing.get_origin(hint) is dict and is_dataclass(args[1]):
        return {k: read(typing.cast(type, args[1]), v) for k, v in value.items()}
    return value


def copy(value: T) -> T:
    return copying.deepcopy(value)
