"""What is below the words of a mail: signatures, the lines of telephones, legal notes, the footers of lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.core.texts.commands import COMMANDS
from pbem.gateway.extract.lines.attribution import HIDDEN
from pbem.gateway.extract.lines.languages import words
from pbem.gateway.extract.lines.mail_lines import Span

MAX_SIGNATURE = 12
MAX_NAMES = 4
MAX_NOTE = 12
MAX_NAME_LINES = 3
MAX_NAME_WORDS = 5
MAX_PARTICLE = 3
STOPS = ",.!;。，！、 "
MAX_TAIL = 16
MAX_LINE = 500
MAX_DEVICE = 160
SOON = 40
MAX_OWN_WORDS = 6
MAX_SENT_WORDS = 7

MARK = re.compile(r"\s{0,3}(?:--|__|—|–|––|—-)\s*")
RULE = re.compile(r"\s{0,3}(?:_{3,}|-{3,}|—{2,}|\*{3,}|={4,}|~{4,}|#{4,}|\+{4,})\s*")
UNDERLINE = re.compile(r"\s{0,3}(?:_{3,}|-{3,}|—{2,})\s*")
TRAILING = re.compile(r"[\s_*=~#+\-—–\u1427\u2500\u200b]*")
LIST_RULE = re.compile(r"\s*(?:_{20,}|-{20,}|__[._,-]{2,12}_?_?)\s*")
LIST = re.compile(
    r"mailing list|mailinglist|listinfo|\blist(?:s|serv)?[-.@]|@lists?\.|unsubscribe|groups?\.google|https?://\S*/lists?/|postorius",
    re.I,
)
DASHED = re.compile(r"\s{0,3}-{2,}[^\W\d_][^\W\d_'’.-]{0,20}(?: [^\W\d_][^\W\d_'’.-]{0,20}){0,2}\s*")
NAME = re.compile(r"\s{0,3}(?:-|/|~)[^\W\d_][^\W\d_'’.-]{0,20}(?: [^\W\d_][^\W\d_'’.-]{0,20}){0,2}\s*")
ORDER = re.compile(r"\s*[A-Za-z][A-Za-z0-9_-]{0,11} ?:(?!/)")
LAW = re.compile(
    r"confiden|konfiden|vertraul|privileg|destinat|riservat|intended|recipient|virus|virenfrei|vírus|empfänger|proprietary|disclos|vertrouwelijk|"
    r"geadresseerde|mottag|modtager|fortroli|luottamuk|poufn|důvěrn|dôvern|bizalmas|povjerljiv|zaupn|конфиден|поверит|довірч|απόρρητ|"
    r"gizli|機密|机密|保密|기밀|bảo mật|rahasia|ความลับ|חסוי|سري|umwelt|environment|"
    r"milieu|miljö|miljø|ambiente|środowisk|avg\b|avast|scanned|checked",
    re.I,
)
COMMAND = re.compile(rf"\s*(?:not )?(?:{'|'.join(COMMANDS)})\b", re.I)
CALL = re.compile(r"[\s\d+()/.-]*")
CONTACT = re.compile(
    r"\s*(?:t|m|p|f|e|w|tel|telefon|phone|mobile?|mob|cell|fax|web|www|e-?mail|mail|skype|twitter|site|website|office|address|http|https)"
    r" ?\.?:",
    re.I,
)
LINK = re.compile(r"\s*[<(\[]\s*https?://[^\s<>()\[\]]{1,300}\s*[>)\]]$", re.I)
LINKED = re.compile(r"\s*<https?://[^<>\s]*>\s*", re.I)
ASIDE = re.compile(r" ?\([^()]{1,60}\)")
ADVERT = re.compile(r"-{60,}\s*")
MAX_ADVERT = 8
PRODUCT = re.compile(
    r"i ?phon|i ?pad|i ?pod|android|samsung|galaxy|black ?berry|outlook|mail|yahoo|proton|tutanota|huawei|xiaomi|redmi|nokia|"
    r"windows|surface|motorola|xperia|one ?plus|lumia|verizon|t-mobile|mobil|smartphone|tablet|telefo|téléphone|cellul|celular|"
    r"móvil|puhelim|мобильн|телефон|thunderbird|zimbra|typeapp|sparrow|newton|superhuman|postbox|boomerang|em client|web\.de|"
    r"cloudmagic|boxer|phone|kindle|laptop|device|https?://|手机|手機|휴대폰|스마트폰|携帯|"
    r"\b(?:ios|aol|tuta|honor|pixel|htc|moto|sony|oppo|vivo|at&t|handy|mac|macbook|nine|spark|front|k-9|zoho|gmx|edison|hey|canary|lg|zte)\b",
    re.I,
)
MY = re.compile(
    r"\b(?:my|meinem|mon|mi|meu|mio|mijn|min|mit|mojego|mojego|mojeho|môjho|mojega|mog|moj|moga|моего|моя|мого|мог|minu)\b",
    re.I,
)


def closing(lines: Sequence[str]) -> list[Span]:
    """The closing parts of a run of the player's lines, each with its kind; what comes before them is theirs."""
    end = len(lines)
    spans: list[Span] = []
    for kind, find in STEPS:
        at = find(lines[:end])
        if 0 <= at < end:
            spans.append(Span(at, end, kind))
            end = at
    spans += [Span(n, n + 1, "device") for n in range(end) if is_device(lines[n])]
    return spans


# ---------------------------------------------------------------- footers and legal notes


def footer(lines: Sequence[str]) -> int:
    """Where the footer of a mailing list begins, or -1: a rule with an address or link of a list below it, or its words."""
    for n, line in enumerate(lines):
        if LIST_RULE.fullmatch(line) and _of_list(lines[n + 1 : n + 4]):
            return _with_advert(lines, n)
        if len(line) <= MAX_LINE and words().footer.fullmatch(folded(line)):
            return -1 if _orders(lines[n:]) else _with_rule(lines, n)
    return -1


def _of_list(below: Sequence[str]) -> bool:
    """Whether the lines below a rule name a list, before any order or other rule."""
    named = next((n for n, line in enumerate(below) if LIST.search(line[:MAX_LINE])), -1)
    return named >= 0 and not _orders(below[:named]) and not any(LIST_RULE.fullmatch(line) for line in below[:named])


def _with_advert(lines: Sequence[str], at: int) -> int:
    """The place of a long rule above a list's footer if an advertisement is in between: a few lines with a link."""
    first = next((n for n in range(at - 1, max(at - MAX_ADVERT - 2, -1), -1) if ADVERT.fullmatch(lines[n][:MAX_LINE])), at)
    between = lines[first + 1 : at]
    return first if any("://" in line for line in between) and all(between) and not _orders(between) else at


def legal(lines: Sequence[str]) -> int:
    """Where a legal note or a virus scanner's begins, or -1: a paragraph below others that begins with its words."""
    text = False
    for n, line in enumerate(lines):
        starts = text and _apart(lines[n - 1][:MAX_LINE])
        if starts and _is_legal(folded(line[:MAX_LINE]), lines[n : n + MAX_NOTE]):
            return -1 if _orders(lines[n:]) else _with_rule(lines, n)
        text = text or bool(line.strip())
    return -1


def _is_legal(small: str, below: Sequence[str]) -> bool:
    """Whether a line begins a legal note: it is a heading of one, or the words of the law are in its paragraph."""
    if words().heading.fullmatch(small.split(":", maxsplit=1)[0].strip(" *_.")):
        return True
    end = next((n for n, line in enumerate(below) if not line.strip()), len(below))
    told = ASIDE.sub("", small).replace(".www.", ". www.")
    return bool(words().legal.fullmatch(told)) and any(LAW.search(line[:MAX_LINE]) for line in below[:end])


def _apart(above: str) -> bool:
    """Whether a paragraph begins below a line: an empty one, a rule, or only the link of a picture."""
    return not above.strip() or any(pattern.fullmatch(above) for pattern in (RULE, MARK, LINKED))


def _with_rule(lines: Sequence[str], at: int) -> int:
    """The place of the rule above a line, if there is one; else the line's own."""
    above = at - 1
    while above > at - 3 and above > 0 and not lines[above].strip():
        above -= 1
    return above if above >= 0 and lines[above].strip() and _apart(lines[above][:MAX_LINE]) else at


# ---------------------------------------------------------------- signatures


def signature(lines: Sequence[str]) -> int:
    """Where the signature begins, or -1.

    After `-- ` nothing counts. A bare `--`, or a dash, must be the only one of its kind and near the end; a longer rule must
    be directly above a few lines that are no orders, `----Anna` be apart from what is above, with no number below.
    """
    exact = next((n for n, line in enumerate(lines) if line == "-- "), -1)
    if exact >= 0:
        return exact
    marks = [n for n, line in enumerate(lines) if MARK.fullmatch(line)]
    if len(marks) == 1 and len(_filled(lines[marks[0] + 1 :])) <= MAX_SIGNATURE and not _orders(lines[marks[0] + 1 :]):
        return marks[0]
    for n in range(max(0, len(lines) - MAX_TAIL), len(lines)):
        apart = n == 0 or not lines[n - 1].strip()
        if apart and UNDERLINE.fullmatch(lines[n]) and _short(lines[n + 1 :]):
            return n
        if apart and n and DASHED.fullmatch(lines[n][:MAX_LINE]) and _unnumbered(lines[n + 1 :]):
            return n
    return -1


def _short(lines: Sequence[str]) -> bool:
    """A few short lines, directly below, that are no orders."""
    filled = _filled(lines)
    return (
        0 < len(filled) <= 6
        and bool(lines[0].strip())
        and all(len(line) <= 70 for line in filled)
        and not any(may_order(line) for line in filled)
    )


def _unnumbered(lines: Sequence[str]) -> bool:
    """The same, or none at all, and without a digit."""
    return not _filled(lines) or (_short(lines) and not any(c.isdigit() for line in lines for c in line))


def _orders(lines: Sequence[str]) -> bool:
    """Whether any of the lines opens a block of orders or is one that every game shares."""
    return any(_is_order(line) for line in lines)


def _is_order(line: str) -> bool:
    if "@" in line or "://" in line or CONTACT.match(line):
        return False
    return bool(ORDER.match(line) or COMMAND.match(line))


def may_order(line: str) -> bool:
    """The same, or a line in capitals, or one that begins with a word of letters and digits."""
    tokens = line[:MAX_LINE].split()
    coded = bool(tokens) and any(c.isdigit() for c in tokens[0]) and any(c.isalpha() for c in tokens[0])
    return _is_order(line) or coded or (len(tokens) > 1 and line.isupper() and line.isascii())


def names(lines: Sequence[str]) -> bool:
    """Whether the lines are at most three, and of names or numbers to call: no order is written so."""
    filled = _filled(lines)
    return len(filled) <= MAX_NAME_LINES and all(
        is_name(line) or CONTACT.match(line) or CALL.fullmatch(line) for line in filled
    )


def is_name(line: str) -> bool:
    """A few words with capitals, but for short ones between them ("van"), and without digits."""
    tokens = line[:MAX_LINE].split()
    small = [n for n, token in enumerate(tokens) if token.strip("(\"'")[:1].islower()]
    named = all(0 < n < len(tokens) - 1 and len(tokens[n]) <= MAX_PARTICLE for n in small)
    return len(tokens) <= MAX_NAME_WORDS and named and not any(c.isdigit() or c == ":" for c in line) and not may_order(line)


def trailing(lines: Sequence[str]) -> int:
    """Where the rules and empty lines at the end begin that nothing follows, or -1."""
    at = len(lines)
    while at and TRAILING.fullmatch(lines[at - 1][:MAX_LINE]):
        at -= 1
    return at if _filled(lines[at:]) else -1


def name(lines: Sequence[str]) -> int:
    """Where a last line like `-Anna` or `/Anna` is, or `Mvh` with a name below it; or -1."""
    filled = [n for n, line in enumerate(lines) if line.strip()]
    if len(filled) < 2:
        return -1
    last = filled[-1]
    if NAME.fullmatch(lines[last]) and not lines[last - 1].strip():
        return last
    for n in filled[-MAX_NAMES:]:
        formula = folded(lines[n]).rstrip(STOPS)
        if (formula in words().short or f"{formula}." in words().short) and names(lines[n + 1 :]):
            return n
    return -1


# ---------------------------------------------------------------- devices


def device(lines: Sequence[str]) -> int:
    """Where "Sent from my phone" ends the text, or -1: the line is set apart and words are above it."""
    first = next((n for n, line in enumerate(lines) if line.strip()), len(lines))
    last = next((n for n in range(len(lines) - 1, first, -1) if lines[n].strip()), first)
    if last > first and _like_device(lines, last):
        return last
    for n in range(first + 1, len(lines)):
        if is_device(lines[n]) and (not lines[n - 1].strip() or not "".join(lines[n + 1 : n + 2]).strip()):
            return n
    return -1


def is_device(line: str) -> bool:
    """Whether a line is only that of a telephone or a mail program: it names one, and soon."""
    small = folded(line[:MAX_LINE]).strip("- .")
    if (
        not small
        or len(small) > MAX_DEVICE
        or small.endswith((":", "?"))
        or not words().device.fullmatch(LINK.sub("", small) or small)
    ):
        return False
    product = PRODUCT.search(line)
    if product:
        return product.start() < SOON
    return bool(MY.search(line)) and len(line.split()) <= MAX_OWN_WORDS and "," not in line


def _like_device(lines: Sequence[str], at: int) -> bool:
    """Whether the last line, apart from the others, at least begins as telephones' lines do."""
    small = folded(lines[at][:MAX_LINE]).strip("- .")
    last = not _filled(lines[at + 1 :]) and at > 0 and not lines[at - 1].strip()
    return last and len(small.split()) <= MAX_SENT_WORDS and ":" not in small and bool(words().device.fullmatch(small))


def folded(line: str) -> str:
    return " ".join(line.replace("’", "'").split()).strip(HIDDEN + "*_ ").casefold()


def _filled(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.strip()]


STEPS = (
    ("footer", footer),
    ("legal", legal),
    ("signature", signature),
    ("device", device),
    ("signature", trailing),
    ("signature", name),
)
