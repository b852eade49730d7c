"""Lines of the log: what they are about, as text and as JSON, and that they hold nobody's address or orders."""

from __future__ import annotations

import json
import logging
import sys

import pytest

from pbem.operation.log_lines import JsonLine, TextLine, about, without_addresses

ORDERS = "BIS: TURN L"


def record(words: str, *given: object, **extra: object) -> logging.LogRecord:
    made = logging.LogRecord("pbem.gateway.outbox", logging.WARNING, "outbox.py", 1, words, given, None)
    vars(made).update(extra)
    return made


def failed() -> logging.LogRecord:
    """An error whose words are a player's orders, caused by another one."""
    try:
        try:
            int(ORDERS)
        except ValueError as e:
            raise LookupError(f"{ORDERS} of blue@example.org") from e
    except LookupError:
        made = record("it failed")
        made.exc_info = sys.exc_info()
    return made


def test_a_line_says_which_request_and_mail_it_is_about() -> None:
    """Ids come from what goes on, and from the line itself; what has ended is not named any more."""
    with about(request="r1"), about(mail="m1"):
        inner = json.loads(JsonLine().format(record("put %s", "off", kind="report")))
    outer = json.loads(JsonLine().format(record("put off")))
    assert (inner["request"], inner["mail"], inner["kind"], inner["words"]) == ("r1", "m1", "report", "put off")
    assert (inner["level"], inner["logger"]) == ("warning", "pbem.gateway.outbox") and inner["at"].endswith("Z")
    assert not {"request", "mail", "kind"} & set(outer)


def test_text_has_the_same_ids() -> None:
    """A line for people ends with them."""
    with about(mail="<m1@wargames.example>"):
        assert TextLine().format(record("put off")).endswith("pbem.gateway.outbox: put off [mail=<m1@wargames.example>]")


@pytest.mark.parametrize(
    "said",
    [
        "550 5.1.1 <blue@example.org>: Recipient address rejected",
        "mailbox blue.o'brien+x@mail.example.org is full",
        "blue@example.org,red@example.org",
        "orders+g17-blue-3-abcdefghijklmnop@wargames.example",
        "müller@exämple.org",
    ],
)
def test_addresses_are_taken_out(said: str) -> None:
    """Whatever another server said, and however it wrote the address."""
    assert "@" not in without_addresses(said) and "(address)" in without_addresses(said)


@pytest.mark.parametrize("shape", [TextLine, JsonLine])
def test_what_an_error_says_is_written_for_debugging_only(shape: type[TextLine] | type[JsonLine]) -> None:
    """An error may repeat orders: its kind and its places are written, its words only when they are asked for; no address."""
    plain, with_words = shape().format(failed()), shape(words=True).format(failed())
    assert ORDERS not in plain.replace(__file__, "") and "LookupError" in plain and "ValueError" in plain
    assert "test_log_lines.py" in plain
    assert ORDERS in with_words and "blue@example.org" not in with_words
    if shape is JsonLine:
        assert "\n" not in plain
