"""What is around the words of a mail and no part of them: a firm's banner, a salutation, closing words and names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.gateway.extract.lines import closing
from pbem.gateway.extract.lines.languages import words
from pbem.gateway.extract.lines.mail_lines import Span

STOPS = ",.!;:。，！、 "
MAX_LINE = 200
MAX_TAIL = 8
"""Lines below closing words: name, work, address, telephone."""
MAX_BANNER = 6
MAX_CALLED = 3
"""Words of whom a salutation calls."""
MAX_NAME = 5
WORDS = re.compile(r"\w+")
PARTED = re.compile(r"[, ]+")
WHERE = re.compile(
    r"\S@\S|://|www\.|(?:^|\W)(?:tel|tél|fax|phone|mob|mobile?|cell)\b|^\s*[tmpfew] ?\.?:|^[\s\d+()/.-]{6,}$"
    r"|(?<!\d)\d{5}(?!\d)",
    re.I,
)
"""What tells where somebody can be found: address, telephone, place."""
BANNER = re.compile(
    r"[^\w]{0,4}(?:caution|warning|external|attention|notice|achtung|warnung|vorsicht|extern\w*|avertissement|atención|"
    r"precaución|aviso|attenzione|avviso|waarschuwing|let op|varning|advarsel|uwaga|ostrzeżenie|внимание|увага|upozornění)\b",
    re.I,
)
FOREIGN = re.compile(
    r"extern|outside|außerhalb|extérieur|esterno|esterna|externo|externa|buiten|zewn|внешн|зовнішн|mimo|utanför|udefra", re.I
)


def frame(lines: Sequence[str], writer: str = "") -> list[Span]:
    """The lines of a mail's own text that say nothing to the order parser; `writer` is the name in its From."""
    filled = [n for n, line in enumerate(lines) if line.strip()]
    top = _banner(lines, filled[0]) if filled else 0
    spans = [Span(filled[0], top, "legal")] if filled and top > filled[0] else []
    rest = [n for n in filled if n >= top]
    if rest and salutes(lines[rest[0]], called=True):
        spans.append(Span(rest[0], rest[0] + 1, "signature"))
    last = _closed(lines, rest, writer)
    return spans if last < 0 else [*spans, Span(last, len(lines), "signature")]


def salutes(line: str, called: bool = False) -> bool:
    """Whether a line is a bare salutation, such as "Hello,"; if `called`, also one that names somebody, "Dear Wardroom,"."""
    small = closing.folded(line[:MAX_LINE]).rstrip(STOPS)
    if small in words().greeting:
        return True
    opened, _, name = small.partition(" ")
    apart = line.rstrip()[-1:] in (",", "!") and not closing.may_order(line)
    return (
        called and apart and opened in words().calling and len(name.split()) <= MAX_CALLED and name.replace(" ", "").isalpha()
    )


def _banner(lines: Sequence[str], at: int) -> int:
    """The line after the warning that a firm's server puts above mails from outside, or `at`."""
    end = next((n for n in range(at + 1, len(lines)) if not lines[n].strip() or closing.may_order(lines[n])), len(lines))
    warned = BANNER.match(lines[at]) and FOREIGN.search(" ".join(line[:MAX_LINE] for line in lines[at:end]))
    return end if warned and end - at <= MAX_BANNER else at


def _closed(lines: Sequence[str], filled: Sequence[int], writer: str) -> int:
    """Where the closing words begin, with all below them, or -1: `Thanks, Tom`, `Kind regards` above a name and its address."""
    for n in filled[-MAX_TAIL:]:
        below = [line for line in lines[n + 1 :] if line.strip()]
        if _is_formula(lines[n][:MAX_LINE]) and (closing.names(below) or _is_card(below)) and (n != filled[0] or below):
            return n
    last = filled[-1] if len(filled) > 1 else -1
    named = set(WORDS.findall(writer.casefold()))
    said = set(WORDS.findall(lines[last].casefold())) if last > 0 else set()
    return last if said and said <= named and not lines[last - 1].strip() else -1


def _is_formula(line: str) -> bool:
    """Whether a line is closing words, alone or with a name behind them."""
    formulas, small = words().closing | words().short, closing.folded(line).rstrip(STOPS)
    if small in formulas:
        return True
    ends = [found.start() for found in PARTED.finditer(small)]
    return any(small[:at].rstrip(STOPS) in formulas and closing.is_name(line.strip()[at:].strip(STOPS)) for at in ends)


def _is_card(below: Sequence[str]) -> bool:
    """Whether lines below closing words are a name, and where to find its bearer."""
    orders = any(closing.may_order(line) for line in below if not WHERE.search(line))
    name = bool(below) and len(below[0].split()) <= MAX_NAME and not any(c.isdigit() for c in below[0])
    return name and not orders and any(WHERE.search(line) for line in below)
