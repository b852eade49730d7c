"""From a mail to what the player wrote: the steps in their order, and what each of them found."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import Message
from typing import NamedTuple

from pbem.core.texts.text_limits import MAX_ALL_LINES, TooLong, check_bounds
from pbem.gateway.extract.lines import closing, embedded, our_quotes
from pbem.gateway.extract.lines.attribution import says_who
from pbem.gateway.extract.lines.frame import frame, salutes
from pbem.gateway.extract.lines.mail_lines import MailLine, Span, label, read, segments
from pbem.gateway.extract.lines.marker import marker_line
from pbem.gateway.extract.lines.order_form import edited_form, forms
from pbem.gateway.extract.lines.own_lines import typed_by_hand, without_own_header, writer_of
from pbem.gateway.extract.lines.plain_unicode import BREAKS, for_orders
from pbem.gateway.extract.lines.subject import subject_note
from pbem.gateway.extract.parts.attachments import Ignored
from pbem.gateway.extract.parts.body import Body, attached_note, attached_text, body_of
from pbem.gateway.extract.parts.mail_tree import UnreadableMail

MAX_SAMPLE = 80
FOREIGN = ("quoted", "report", "header", "form")
APART = ">"
"""Stands between two lines of the player's that others' lines were between."""
KINDS = ("quoted", "report", "header", "signature", "device", "legal", "footer")


class ExtractStep(NamedTuple):
    """One step of the pipeline and what it found, in words."""

    name: str
    found: str


class Extract(NamedTuple):
    """What a mail says.

    `text` is what the player wrote, as they wrote it, with another's quoted lines that their answers are below; `orders` is
    the same for the order parser: without quotations and salutations, in plain signs, and with the lines of an edited form.
    `said` are the words for others to read: as they were written, without quotations, salutations and signatures.
    """

    text: str
    orders: str
    said: str
    inline: bool
    ignored: tuple[Ignored, ...]
    notes: tuple[str, ...]
    steps: tuple[ExtractStep, ...]


class Cut(NamedTuple):
    """The lines of a text, labelled, and what the steps found."""

    lines: list[MailLine]
    form: list[str]
    steps: list[ExtractStep]


def extract(message: Message, sent: Sequence[str] = ()) -> Extract:
    """What the player wrote newest; `sent` are the texts of our mails that this one answers. Raises `UnreadableMail`."""
    body = body_of(message)
    writer = writer_of(message)
    found = from_text(without_own_header(body.text, message), sent, body.signed_in_the_open, writer.name)
    if not sent and (typed := typed_by_hand(body.text, message)):
        own = from_text(typed, (), False, writer.name)
        found = found._replace(orders=own.orders, said=own.said)
    extra = [*body.notes]
    attached: Body | None = None
    if not found.orders.strip():
        attached = attached_text(message)
        if attached:
            found = from_text(attached.text, sent, writer=writer.name)
            extra += attached.notes
        else:
            extra.append(subject_note(str(message.get("Subject", ""))))
    else:
        extra.append(attached_note(message))
    steps = (ExtractStep("part", (attached or body).kind), *found.steps)
    ignored = (*found.ignored, *(attached or body).ignored)
    return found._replace(ignored=ignored, notes=(*filter(None, extra), *found.notes), steps=steps)


def from_text(text: str, sent: Sequence[str] = (), signed_in_the_open: bool = False, writer: str = "") -> Extract:
    """The same of a text that is decoded and unwrapped already. A signature `signed_in_the_open` is shown, never obeyed."""
    if text.count("\n") > MAX_ALL_LINES:
        raise UnreadableMail("too_many_lines")
    cut = cut_text(text, sent)
    written = any(not (line.kind or line.blank) for line in cut.lines)
    orders = _orders(cut, writer)
    try:
        check_bounds(orders)
    except TooLong as e:
        raise UnreadableMail(f"too_many_{e.what}") from e
    return Extract(
        text=_text(cut.lines, not sent, signed_in_the_open) if written else _without_typed_lines(cut, sent),
        orders=orders,
        said="\n".join("" if line == APART else line for line in _framed(cut, writer)).strip("\n"),
        inline=_inline(cut.lines),
        ignored=_ignored(cut.lines),
        notes=_notes(cut.lines),
        steps=tuple(cut.steps),
    )


def cut_text(text: str, sent: Sequence[str] = ()) -> Cut:
    """The steps one after the other."""
    lines = read(text.translate(BREAKS))
    steps: list[ExtractStep] = []
    index = our_quotes.OurMails(sent) if sent else None

    form = edited_form(lines, lambda before, line: index is not None and our_quotes.is_tail(before, line, index))
    lines = label(lines, [Span(first, after, "form") for first, after in forms(lines)])
    steps.append(ExtractStep("form", f"{len(form)} lines of an edited order form" if form else "no edited order form"))

    marker = marker_line(lines)
    steps.append(
        ExtractStep("marker", f"our first line is line {marker + 1}" if marker >= 0 else "our first line is not there")
    )

    lines = embedded.embed(lines, index, marker)
    steps.append(ExtractStep("embedded mail", _counted(lines, ("header", "quoted", "report"))))

    spans = [
        Span(first + a, first + b, kind)
        for first, after in segments(lines)
        for a, b, kind in closing.closing([line.text for line in lines[first:after]])
    ]
    lines = label(lines, spans)
    steps.append(ExtractStep("closing", _counted(lines, ("signature", "device", "legal", "footer"))))
    return Cut(lines, form, steps)


# ---------------------------------------------------------------- what comes out


def _orders(cut: Cut, writer: str) -> str:
    """The player's lines for the order parser. Salutations become empty lines, so that the others keep their numbers."""
    typed = "\n".join(_framed(cut, writer)).rstrip()
    form = "\n".join(cut.form).rstrip()
    return for_orders(f"{typed}\n{form}" if typed and form else typed or form)


def _framed(cut: Cut, writer: str) -> list[str]:
    """The player's lines, with empty ones in the place of salutations and of what the mail is signed with."""
    written = _apart(cut.lines)
    for first, after, _ in frame(written, writer):
        written[first:after] = [""] * (after - first)
    return written


def _apart(lines: Sequence[MailLine]) -> list[str]:
    """The player's lines. Where another's stood between two of them `APART` does: they are no one order."""
    written: list[str] = []
    for n, line in enumerate(lines):
        if not line.kind:
            between = n > 0 and lines[n - 1].kind in FOREIGN and written and written[-1].strip() and not line.blank
            written += [APART, line.text] if between else [line.text]
    return written


def _without_typed_lines(cut: Cut, sent: Sequence[str]) -> str:
    """Where no line is the player's own: those of their form; else, for show, quoted ones which no line says the writer of."""
    form = "\n".join(cut.form).strip("\n")
    shown = [line for line in cut.lines if not line.blank]
    bare = not sent and all(line.kind == "quoted" and line.depth and not says_who(line.bare, True) for line in shown)
    return "\n".join(line.text for line in cut.lines).strip("\n") if bare and not form else form


def _text(lines: Sequence[MailLine], context: bool, signed_in_the_open: bool = False) -> str:
    """The player's lines; with `context` also the quoted ones that they answered: those that words of theirs follow.

    A quotation that the mail begins with is no context if a line says who wrote it: they answered below the whole.
    """
    typed_kinds = ("", "signature", "device") if signed_in_the_open else ("",)
    last = max((n for n, line in enumerate(lines) if line.kind in typed_kinds and not line.blank), default=-1)
    kept: list[str] = []
    opened = led = False
    for line in lines[: last + 1]:
        opened = opened or not (line.kind or line.blank)
        led = led or line.kind in ("header", "report") or (not opened and line.depth > 0 and says_who(line.bare, True))
        if line.kind in typed_kinds or (context and line.kind == "quoted" and line.depth and (opened or not led)):
            kept.append(line.text)
    return "\n".join(_without_salutation(kept, lines)).strip("\n")


def _without_salutation(kept: list[str], lines: Sequence[MailLine]) -> list[str]:
    """A bare "Hej," above an answer goes; above a text of its own it stays."""
    first = next((n for n, text in enumerate(kept) if text.strip()), 0)
    answer = any(line.kind for line in lines)
    bare = kept[first : first + 1] and kept[first].rstrip().endswith(",") and salutes(kept[first])
    if answer and bare and kept[first + 1 : first + 2] == [""] and any(kept[first + 2 :]):
        return kept[first + 1 :]
    return kept


def _inline(lines: Sequence[MailLine]) -> bool:
    """Whether words of the player are between quoted lines."""
    seen = [bool(line.kind) for line in lines if not line.blank and (not line.kind or line.depth or line.kind == "report")]
    first = seen.index(True) if True in seen else len(seen)
    last = len(seen) - 1 - seen[::-1].index(True) if True in seen else -1
    return False in seen[first:last]


def _ignored(lines: Sequence[MailLine]) -> tuple[Ignored, ...]:
    """What was left out, by kinds: how many lines, and the first of them."""
    found: list[Ignored] = []
    for kind in KINDS:
        of_kind = [line for line in lines if line.kind == kind and not line.blank]
        if of_kind:
            found.append(Ignored(kind, len(of_kind), of_kind[0].bare.strip()[:MAX_SAMPLE]))
    return tuple(found)


def _notes(lines: Sequence[MailLine]) -> tuple[str, ...]:
    """Sentences for the receipt about what a player might miss."""
    below = [n for n, line in enumerate(lines) if line.kind == "device" and not closing.is_device(line.text) and not line.blank]
    if below:
        return (f'What stands below "{_device_above(lines, below[0])}" was not read.',)
    return ()


def _device_above(lines: Sequence[MailLine], at: int) -> str:
    return next((line.text.strip()[:MAX_SAMPLE] for line in reversed(lines[:at]) if closing.is_device(line.text)), "")


def _counted(lines: Sequence[MailLine], kinds: Sequence[str]) -> str:
    """How many lines there are of each kind, in words."""
    numbers = [(kind, sum(1 for line in lines if line.kind == kind)) for kind in kinds]
    return ", ".join(f"{count} {kind}" for kind, count in numbers if count) or "nothing"
