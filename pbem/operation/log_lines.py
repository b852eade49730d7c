"""The lines that the program writes of itself: as text or JSON, with the request or mail they are about, and nobody's data.

What was going on is known where it began (`about`), and a line is written where something went wrong; so the ids are put into
each line here. Mail addresses are taken out of every line, also of what other servers said. What an error says in its own words
may be a player's orders: above the level `debug` only its kind and the places in the code are written.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType

from pbem.settings.operation_settings import OperationSettings

ADDRESS = re.compile(r"[^\s<>\"'(),;:@\[\]]+@[^\s<>\"'(),;:@]+")
NO_ADDRESS = "(address)"
IDS = ("request", "mail", "game", "turn", "kind", "status", "ms")
"""What a line may be about, beside its words: given to `about`, or as `extra` of one line."""
QUIET = {
    "apscheduler": logging.ERROR,  # a heartbeat that takes longer than the interval is not an error
    "httpx": logging.WARNING,  # it tells of every call, with the keys and people in its address
    "mail.log": logging.WARNING,
    "waitress.queue": logging.ERROR,  # a page with many pictures is no cause for a warning
}

_about: ContextVar[dict[str, object]] = ContextVar("about")

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


@contextmanager
def about(**ids: object) -> Iterator[None]:
    """All lines that this thread writes within are about this request or mail."""
    token = _about.set({**_about.get({}), **ids})
    try:
        yield
    finally:
        _about.reset(token)


def configure(settings: OperationSettings, brief: bool = False) -> None:
    """Write lines to stderr as the settings say, unless the process writes them somewhere already.

    `brief`: a command that ends, as cron calls it, tells of what is wrong, and not of what it did.
    """
    handler = logging.StreamHandler(sys.stderr)
    words = settings.log_level == "debug"
    handler.setFormatter(JsonLine(words) if settings.log == "json" else TextLine(words))
    level = "warning" if brief and settings.log_level == "info" else settings.log_level
    logging.basicConfig(level=level.upper(), handlers=[handler])
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(least)


def without_addresses(text: str) -> str:
    """The text, with every mail address taken out."""
    return ADDRESS.sub(NO_ADDRESS, text) if "@" in text else text


class TextLine(logging.Formatter):
    """One line for people: `2026-11-28 07:41:29,123 WARNING pbem.clock: words [mail=…]`. `words`: also those of errors."""

    def __init__(self, words: bool = False) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self.words = words

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The line without what comes of an error."""
        record.message = without_addresses(record.message)
        ids = ", ".join(f"{name}={value}" for name, value in _ids(record).items())
        return super().formatMessage(record) + (f" [{ids}]" if ids else "")

    def formatException(self, ei: ExcInfo) -> str:
        """Where the error came from."""
        return _error(ei, self.words)


class JsonLine(logging.Formatter):
    """One JSON object a line, for programs."""

    def __init__(self, words: bool = False) -> None:
        super().__init__()
        self.words = words

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "words": without_addresses(record.getMessage()),
            **_ids(record),
        }
        if record.exc_info:
            line["error"] = _error(record.exc_info, self.words)
        return json.dumps(line, ensure_ascii=False, default=str)


def _ids(record: logging.LogRecord) -> dict[str, object]:
    given = {name: getattr(record, name) for name in IDS if hasattr(record, name)}
    return {**_about.get({}), **given}


def _error(found: ExcInfo, words: bool) -> str:
    """The error with what caused it: kinds and places, and its own words if they are wanted."""
    if found[1] is None:
        return ""
    said = traceback.TracebackException.from_exception(found[1])
    return without_addresses("".join(said.format()) if words else "".join(_places(said))).rstrip()


def _places(said: traceback.TracebackException) -> Iterator[str]:
    """As a traceback, oldest first, without the words of the errors."""
    before = said.__cause__ or (None if said.__suppress_context__ else said.__context__)
    if before is not None:
        yield from _places(before)
        yield "and after that:\n"
    yield from said.stack.format()
    yield f"{said.exc_type_str}\n" if hasattr(said, "exc_type_str") else f"{said.exc_type.__name__ if said.exc_type else ''}\n"
