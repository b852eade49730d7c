"""Orders that were broken for their length, put together again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pbem.core.texts.envelope import Piece
from pbem.core.texts.prose import nearly_begins
from pbem.core.texts.units import WORD
from pbem.core.texts.wording import Wording

MAX_LINES = 4
"""Lines of one order, beside those that can only go on with it."""
FEW = 3
"""So many words are no sentence."""
IsOrder = Callable[[str], bool]


def joined(pieces: Sequence[Piece], wording: Wording, is_order: IsOrder) -> Iterator[tuple[Piece, bool, bool]]:
    """The orders of a block, each whole, and the prose; whether it was more than one piece, and whether it is an order."""
    at = 0
    while at < len(pieces):
        piece, like = pieces[at], is_order(pieces[at].text)
        end = _end(pieces, at, wording, is_order) if like else at + 1
        if broken := end > at + 1:
            piece = Piece(piece.line, _text(pieces[at:end]))
            like = is_order(piece.text)
        yield piece, broken, like
        at = end


def _end(pieces: Sequence[Piece], at: int, wording: Wording, is_order: IsOrder) -> int:
    """Where the order ends that begins there: it takes what cannot begin one, and what it needs to be one."""
    end = at + 1
    while end < len(pieces):
        below = pieces[end].text
        if wording.goes_on.match(below) and (len(WORD.findall(below)) <= FEW or is_order(below)):
            end += 1
            continue
        for n in _ends(pieces, at, end, wording, is_order):
            if wording.reads(_text(pieces[at:n])):
                end = n
                break
        else:
            break
    return end


def _ends(pieces: Sequence[Piece], at: int, end: int, wording: Wording, is_order: IsOrder) -> Iterator[int]:
    """Where an order may end.

    One that is not finished takes the next line; one that is, only what looks like a part of an order. Further lines are taken
    if they do not begin like one. Before the next order's first word a number ends an order.
    """
    above, (line, below) = pieces[end - 1], pieces[end]
    begins = wording.begins(below)
    if line != above.line + 1 or (begins and above.text[-1:].isdigit()):
        return
    whole = _text(pieces[at:end])
    own = begins or wording.reads(below) or nearly_begins(below, wording)
    if finished(whole, wording) and (own or not is_order(below)):
        return
    for n in range(end + 1, min(end + MAX_LINES, len(pieces)) + 1):
        yield n
        if n == len(pieces) or pieces[n].line != pieces[n - 1].line + 1 or wording.begins(pieces[n].text):
            return


def finished(text: str, wording: Wording) -> bool:
    """Can an order end so?"""
    return not text.endswith(",") and wording.reads(text)


def _text(pieces: Sequence[Piece]) -> str:
    return " ".join(piece.text for piece in pieces)
