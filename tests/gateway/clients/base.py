"""What mail programs have in common: a reply's text and its page, piece by piece."""

from __future__ import annotations

from html import escape

from tests.gateway.clients.hand import bulleted
from tests.gateway.clients.model import FORMS, PLACES, ClientMail, Draft, Quote, Signed, Tongue, Written
from tests.gateway.clients.rendering import Flavour, quoted, rendered, wrapped

ENCODINGS = ("quoted-printable", "base64", "8bit", "7bit")


class Program:
    """A mail program. Each says what it does otherwise than most."""

    key = ""
    forms: tuple[str, ...] = FORMS
    places: tuple[str, ...] = PLACES
    encodings: tuple[str, ...] = ENCODINGS
    tongues: tuple[str, ...] = ()
    """The languages it is used in here; all, if none is named."""
    threading = "all"
    flavour = Flavour()
    quotes_page = True
    """Does the quoted text come from the answered mail's HTML?"""
    mark = "> "
    bare = False
    """Is a quoted empty line the mark without its blank?"""
    quote_width = 0
    """Where quoted lines are wrapped; 0: nowhere. What was typed between them is not, unless `typed_width` is set."""
    typed_width = 0
    """Where the text part of typed lines is wrapped; 0: nowhere."""
    params = ""
    boundary = "=_boundary"
    picture_outside = True
    signs_last = False
    """Is the signature below the quoted mail when the answer is above it, or in it?"""

    def device(self, tongue: Tongue) -> str:
        """What it signs with when nobody told it not to."""
        return ""

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        """What it says of itself."""
        return []

    def mail(self, draft: Draft) -> ClientMail:
        """The draft as this program sends it."""
        form = draft.shape.form
        return ClientMail(
            text=self.text(draft) if form != "html" else "",
            page=self.page(draft) if form != "text" else "",
            params=self.params,
            headers=self.headers(draft),
            boundary=self.boundary,
            picture_outside=self.picture_outside,
        )

    # ------------------------------------------------------------ text

    def text(self, draft: Draft) -> str:
        """The text part."""
        lines: list[str] = []
        introduced = False
        for piece in draft.pieces:
            if isinstance(piece, Quote):
                lines += [] if introduced else self.introduction(draft)
                lines += self.quote_text(piece, draft)
                introduced = True
            else:
                lines += self.typed_text(piece, draft) if isinstance(piece, Written) else self.signed_text(piece)
            lines.append("")
        return "\n".join(lines)

    def introduction(self, draft: Draft) -> list[str]:
        """What is before the quoted mail."""
        return []

    def quote_text(self, piece: Quote, draft: Draft) -> list[str]:
        """The quoted mail, or a piece of it."""
        whole = () if self.typed_width else draft.typed
        return quoted(self.quoted_words(piece, draft), self.mark, self.quote_width, self.bare, whole)

    def quoted_words(self, piece: Quote, draft: Draft) -> str:
        """What is to be quoted, as text."""
        return rendered(piece.page, self.flavour) if self.quotes_page and piece.page else piece.text

    def typed_text(self, piece: Written, draft: Draft) -> list[str]:
        """What the player wrote."""
        item = self.flavour.item if draft.shape.hand == "bullets" else ""
        lines = [item + line.strip() if item and bulleted(line) else line for line in piece.lines]
        return [part for line in lines for part in (wrapped(line, self.typed_width) if self.typed_width else [line])]

    def signed_text(self, piece: Signed) -> list[str]:
        """The signature."""
        return ["", *([piece.mark] if piece.mark else []), *piece.lines]

    # ------------------------------------------------------------ HTML

    def page(self, draft: Draft) -> str:
        """The HTML part."""
        parts: list[str] = []
        introduced = False
        for piece in draft.pieces:
            if isinstance(piece, Quote):
                parts.append(self.quote_page(piece, draft, "" if introduced else self.introduction_page(draft)))
                introduced = True
            else:
                parts.append(self.typed_page(piece, draft) if isinstance(piece, Written) else self.signed_page(piece))
        picture = '<img src="cid:image001.png@01DC5B6E.7A2F0C10" alt="" width="1">' if draft.shape.picture else ""
        return self.document("".join(parts) + picture, draft)

    def document(self, content: str, draft: Draft) -> str:
        """The page around what was written."""
        return content

    def introduction_page(self, draft: Draft) -> str:
        """What is before the quoted mail, as HTML."""
        return self.linked("\n".join(self.introduction(draft)), draft)

    def linked(self, words: str, draft: Draft) -> str:
        """Words with the address in them as a link."""
        address = draft.original.address
        link = f'<a href="mailto:{address}" target="_blank">{address}</a>'
        return escape(words, quote=False).replace(address, link)

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        """The quoted mail in its frame."""
        return f"{introduction}<blockquote>{page_of(piece)}</blockquote>"

    def typed_page(self, piece: Written, draft: Draft) -> str:
        """What the player wrote, line by line; indented lines may be items of a list."""
        parts: list[str] = []
        items: list[str] = []
        for line in (*piece.lines, ""):
            if draft.shape.hand == "bullets" and bulleted(line):
                items.append(line.strip())
                continue
            parts += [self.list_page(items)] if items else []
            items = []
            parts.append(self.line(spaced(line)))
        return "".join(parts)

    def list_page(self, items: list[str]) -> str:
        """A list."""
        return "<ul>" + "".join(f"<li>{spaced(item)}</li>" for item in items) + "</ul>"

    def line(self, words: str) -> str:
        """A typed line; `words` are HTML, "" for an empty line."""
        return f"<div>{words or '<br>'}</div>"

    def signed_page(self, piece: Signed) -> str:
        """The signature."""
        mark = [piece.mark] if piece.mark else []
        return "".join(self.line(escape(line, quote=False)) for line in [*mark, *piece.lines])


def page_of(piece: Quote) -> str:
    """A quoted mail as HTML; one without HTML as a program shows text."""
    return piece.page or "<br>\n".join(spaced(line) for line in piece.text.split("\n"))


def spaced(line: str) -> str:
    """A typed line as HTML: blanks at its beginning and after another are kept by `&nbsp;`."""
    bare = line.lstrip(" ")
    words = escape(bare, quote=False).replace("\u00a0", "&nbsp;").replace("  ", "&nbsp; ")
    return "&nbsp;" * (len(line) - len(bare)) + words


def block(draft: Draft, strong: str = "", gap: str = " ") -> list[str]:
    """The four lines of headers that Outlook and its kin put before the answered mail, in the reader's language."""
    original = draft.original
    values = [f"{original.name} <{original.address}>", draft.tongue.date, original.reader, original.subject]
    names = [f"{strong}{name}{strong}" for name in draft.tongue.headers]
    return [f"{name}{gap}{value}" for name, value in zip(names, values, strict=True)]


def named(pattern: str, draft: Draft) -> str:
    """A line that says who wrote, and when."""
    return pattern.format(name=draft.original.name, mail=draft.original.address)
