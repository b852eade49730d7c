"""How wide texts are and may be: prose is wrapped, order templates are broken where they are too wide for a mail."""

from __future__ import annotations

import textwrap

WIDTH = 72
"""Prose: what a mail program still quotes without wrapping it."""
FORM = 70
"""Orders that come back behind `> `: a mail program that wraps them would make words of a comment an order."""
ESCAPE = "\x1b"


def display_width(line: str) -> int:
    """The columns that a line takes in a fixed-width font: two for an East Asian sign, none for a combining one."""
    if line.isascii():
        return len(line)
    import wcwidth  # noqa: PLC0415 (takes 0.05 s, and most texts do not need it)

    return wcwidth.width(line, control_codes="ignore")


def wrap(text: str, width: int, indent: str = "", hanging: str = "", break_words: bool = True) -> list[str]:
    """A text in lines of at most `width` columns. `break_words`: also at hyphens, and within words that are too wide."""
    if text.isascii() or ESCAPE in text:  # wcwidth would complete a terminal's sequences, with random ids
        wrapper = textwrap.TextWrapper(width)
    else:
        from wcwidth.textwrap import SequenceTextWrapper  # noqa: PLC0415 (as above)

        wrapper = SequenceTextWrapper(width, control_codes="ignore")
    wrapper.initial_indent, wrapper.subsequent_indent = indent, hanging
    wrapper.break_long_words = wrapper.break_on_hyphens = break_words
    return wrapper.wrap(text)


def wrapped(text: str, indent: int = 0, hang: int = 0, width: int = WIDTH) -> str:
    """Prose in lines of at most `width` columns; lines after the first are indented by `hang` more."""
    return "\n".join(wrap(text, width, " " * indent, " " * (indent + hang)))


def section(title: str) -> str:
    """An underlined headline."""
    lines = wrapped(title).splitlines()
    return "\n".join([*lines, "-" * max(map(display_width, lines), default=0)])


def spread(left: str, right: str) -> str:
    """Words at the left and at the right end of a line; the right ones go to a line of their own if there is no room."""
    *above, last = wrapped(left).splitlines() or [""]
    return "\n".join([*above, *flush(last, right)])


def flush(line: str, right: str) -> list[str]:
    """`line` with `right` at its right end, or below it."""
    if not right:
        return [line]
    room = WIDTH - display_width(line) - display_width(right)
    return [line + " " * room + right] if room >= 2 else [line, " " * (WIDTH - display_width(right)) + right]


def fitted_orders(template: str) -> list[str]:
    """The lines of an order template without its own END, no wider than a form may be. What they order stays the same."""
    lines = [line.rstrip() for line in template.strip("\n").splitlines()]
    while lines and lines[-1].upper() in {"", "END"}:
        lines.pop()
    return [part for line in lines for part in _order(line)]


def _order(line: str) -> list[str]:
    """One line of a template: orders one below the other (as `;` does), a comment in as many lines as it takes."""
    if display_width(line) <= FORM:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    orders, mark, comment = line.strip().partition("#")
    parts = _stacked(orders.strip(), len(indent)) if orders.strip() else []
    note = wrap(comment.strip(), FORM - len(indent) - 2, break_words=False)
    return [indent + part for part in [*(f"# {words}" for words in note if mark), *parts]]


def _stacked(orders: str, indent: int) -> list[str]:
    """Orders between semicolons, as many in a line as there is room for."""
    stack: list[str] = []
    for part in (piece.strip() for piece in orders.split(";")):
        if stack and display_width(f"{stack[-1]}; {part}") + indent <= FORM:
            stack[-1] += f"; {part}"
        else:
            stack.append(part)
    return stack
