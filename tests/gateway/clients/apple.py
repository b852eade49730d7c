"""Apple Mail on the Mac and on the phone."""

from __future__ import annotations

from html import escape

from tests.gateway.clients.base import Program, named, page_of
from tests.gateway.clients.model import Draft, Quote, Signed, Tongue, Written
from tests.gateway.clients.rendering import Flavour, flowed

BODY = '<body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">'


class AppleMail(Program):
    """Mail on the Mac: the line before the quotation is quoted itself."""

    key = "apple-mail"
    flavour = Flavour(picture="<map.png>", cell="\t", item="\t• ")
    bare = False
    boundary = "Apple-Mail=_5E1F9C2B-7C64-4C4F-9A3E-0B1E7C0B8D11"
    picture_outside = False

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("X-Mailer", "Apple Mail (2.3864.200.81.1.6)")]

    def introduction(self, draft: Draft) -> list[str]:
        return [f"> {named(draft.tongue.apple, draft)}", "> "]

    def introduction_page(self, draft: Draft) -> str:
        return f'<div>{self.linked(named(draft.tongue.apple, draft), draft)}</div><br class="Apple-interchange-newline">'

    def line(self, words: str) -> str:
        return f"<div>{words or '<br>'}</div>"

    def list_page(self, items: list[str]) -> str:
        return '<ul class="MailOutline">' + "".join(f"<li>{item}</li>" for item in map(escape, items)) + "</ul>"

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        return f'<div><br><blockquote type="cite">{introduction}<div>{page_of(piece)}</div></blockquote></div>'

    def document(self, content: str, draft: Draft) -> str:
        meta = f'<meta http-equiv="content-type" content="text/html; charset={draft.shape.charset}">'
        return f"<html><head>{meta}</head>{BODY}{content}<br></body></html>"


class AppleMailOld(AppleMail):
    """Mail before 2013: plain text as format=flowed with DelSp."""

    key = "apple-mail-delsp"
    forms: tuple[str, ...] = ("text",)
    encodings: tuple[str, ...] = ("7bit", "quoted-printable")
    tongues: tuple[str, ...] = ("en", "us")
    params = "; format=flowed; delsp=yes"

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("X-Mailer", "Apple Mail (2.1085)")]

    def introduction(self, draft: Draft) -> list[str]:
        return [f"On Nov 22, 2026, at 11:00 AM, {draft.original.name} wrote:", ""]

    def typed_text(self, piece: Written, draft: Draft) -> list[str]:
        return flowed(super().typed_text(piece, draft), 70, delsp=True)

    def quoted_words(self, piece: Quote, draft: Draft) -> str:
        return "\n".join(line.rstrip() for line in super().quoted_words(piece, draft).split("\n"))


class Iphone(AppleMail):
    """Mail on the iPhone: its own line below the answer, an invisible sign before the quotation."""

    key = "iphone"
    encodings: tuple[str, ...] = ("quoted-printable", "base64", "7bit")
    boundary = "Apple-Mail-1A2B3C4D-5E6F-7081-92A3-B4C5D6E7F809"

    def device(self, tongue: Tongue) -> str:
        return tongue.phone

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("X-Mailer", "iPhone Mail (23B85)")]

    def introduction(self, draft: Draft) -> list[str]:
        return [f"> {named(draft.tongue.apple, draft)}", "> ", "> \ufeff"]

    def introduction_page(self, draft: Draft) -> str:
        words = self.linked(named(draft.tongue.apple, draft), draft)
        return f'<blockquote type="cite">{words}<br><br></blockquote>'

    def signed_page(self, piece: Signed) -> str:
        words = "<br>".join(map(escape, piece.lines))
        return f'<div><br></div><div dir="ltr">{f"{piece.mark}<br>" if piece.mark else ""}{words}</div>'

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        first = f'<div dir="ltr"><br>{introduction}</div>' if introduction else ""
        return f'{first}<blockquote type="cite"><div dir="ltr">\ufeff{page_of(piece)}</div></blockquote>'

    def document(self, content: str, draft: Draft) -> str:
        meta = f'<meta http-equiv="content-type" content="text/html; charset={draft.shape.charset}">'
        return f'<html><head>{meta}</head><body dir="auto">{content}</body></html>'
