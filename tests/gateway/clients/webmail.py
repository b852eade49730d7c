"""Mail written in a browser: Gmail, Yahoo, Proton, Fastmail, GMX and WEB.DE, Zimbra; and Gmail's app."""

from __future__ import annotations

from html import escape

from tests.gateway.clients.base import Program, block, named, page_of
from tests.gateway.clients.model import Draft, Quote, Signed, Tongue
from tests.gateway.clients.rendering import Flavour, quoted

RULE = "margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"


class Gmail(Program):
    """Gmail in a browser: the text part is the page as text, wrapped like everything at 78 columns."""

    key = "gmail"
    forms: tuple[str, ...] = ("alternative", "text")
    encodings: tuple[str, ...] = ("quoted-printable", "base64", "7bit")
    flavour = Flavour(strong="*", picture="[image: {alt}]", cell="\n", item="   - ")
    quote_width = 78
    boundary = "000000000000a1b2c30643f1d2e4"

    def introduction(self, draft: Draft) -> list[str]:
        line = named(draft.tongue.gmail, draft)
        before, mark, after = line.partition(f" <{draft.original.address}>")
        if len(line) <= 78 or not mark:
            return [line, ""]
        return [f"{before} <", f"{draft.original.address}>{after}", ""]

    def introduction_page(self, draft: Draft) -> str:
        words = self.linked(named(draft.tongue.gmail, draft), draft)
        return f'<div dir="ltr" class="gmail_attr">{words}<br></div>'

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        quote = f'<blockquote class="gmail_quote" style="{RULE}">{page_of(piece)}</blockquote>'
        if not introduction:
            return quote
        return f'<br><div class="gmail_quote gmail_quote_container">{introduction}{quote}</div>'

    def signed_page(self, piece: Signed) -> str:
        mark = f'<span class="gmail_signature_prefix">{piece.mark}</span><br>' if piece.mark else ""
        lines = "<br>".join(escape(line) for line in piece.lines)
        own = f'<div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div dir="ltr">{lines}</div></div>'
        return f'<br clear="all"><div><br></div>{mark}{own}' if mark else f"<div>{lines}</div>"

    def document(self, content: str, draft: Draft) -> str:
        return f'<div dir="ltr">{content}</div>\n'


class GmailWrapped(Gmail):
    """The same with the lines of the answer wrapped in the text part, as it is sent; the HTML alone has them whole."""

    key = "gmail-wrapped"
    forms: tuple[str, ...] = ("alternative",)
    typed_width = 78


class GmailApp(Gmail):
    """Gmail on a phone."""

    key = "gmail-app"
    forms: tuple[str, ...] = ("alternative",)
    tongues: tuple[str, ...] = ("en",)

    def introduction(self, draft: Draft) -> list[str]:
        return [f"On Sun, 22 Nov 2026, 11:00 {draft.original.name}, <{draft.original.address}> wrote:", ""]

    def introduction_page(self, draft: Draft) -> str:
        words = self.linked(self.introduction(draft)[0], draft)
        return f'<div dir="ltr" class="gmail_attr">{words}<br></div>'

    def line(self, words: str) -> str:
        return f'<div dir="auto">{words or "<br>"}</div>'

    def document(self, content: str, draft: Draft) -> str:
        return f'<div dir="auto">{content}</div>\n'


class Yahoo(Program):
    """Yahoo: the text part's quotation has no marks, only a blank before each line."""

    key = "yahoo"
    forms: tuple[str, ...] = ("alternative",)
    tongues: tuple[str, ...] = ("us", "en")
    encodings: tuple[str, ...] = ("quoted-printable", "base64", "7bit")
    flavour = Flavour(cell=" | ", item="   - ", picture="")
    mark = " "
    boundary = "----=_Part_1234567_890123456.1763805296789"

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("X-Mailer", "WebService/1.1.24866 YMailNorrin")]

    def introduction(self, draft: Draft) -> list[str]:
        who = f"{draft.original.name} <{draft.original.address}>"
        return ["", f"    On Sunday, November 22, 2026 at 11:00:00 AM GMT+1, {who} wrote:  ", " "]

    def introduction_page(self, draft: Draft) -> str:
        return f"<div>{self.linked(self.introduction(draft)[1].strip(), draft)}</div><div><br></div><div><br></div>"

    def line(self, words: str) -> str:
        return f'<div dir="ltr" data-setdir="false">{words or "<br>"}</div>'

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        body = f'<div><div id="yiv4711"><div>{page_of(piece)}</div></div></div>'
        style = "font-family:'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:13px;color:#26282a;"
        frame = '<div id="ydp5c1d1a0eyahoo_quoted_0815" class="ydp5c1d1a0eyahoo_quoted">'
        return f'{frame}<div style="{style}">{introduction}{body}</div></div>'

    def document(self, content: str, draft: Draft) -> str:
        style = 'style="font-family:Helvetica Neue, Helvetica, Arial, sans-serif;font-size:13px;"'
        return f'<html><head></head><body><div class="ydp5c1d1a0eyahoo-style-wrap" {style}>{content}</div></body></html>'


class Proton(Program):
    """Proton Mail: its own line below the answer, and a date in words."""

    key = "proton"
    tongues: tuple[str, ...] = ("en", "us")
    encodings: tuple[str, ...] = ("quoted-printable", "base64", "7bit")
    flavour = Flavour(cell=" ", item="- ", picture="")
    boundary = "b1=_w3JxKk0Z0yYc5mX8sQm7c2r0bq4X1V"

    def device(self, tongue: Tongue) -> str:
        return "Sent with [Proton Mail](https://proton.me/mail/home) secure email."

    def introduction(self, draft: Draft) -> list[str]:
        who = f"{draft.original.name} <{draft.original.address}>"
        return [f"On Sunday, November 22nd, 2026 at 11:00 AM, {who} wrote:", ""]

    def introduction_page(self, draft: Draft) -> str:
        return f"{self.linked(self.introduction(draft)[0], draft)}<br><br>"

    def line(self, words: str) -> str:
        return f'<div style="font-family: Arial, sans-serif; font-size: 14px;">{words or "<br>"}</div>'

    def signed_page(self, piece: Signed) -> str:
        link = '<a target="_blank" href="https://proton.me/mail/home">Proton Mail</a>'
        proton = piece.lines[0].startswith("Sent with")
        words = f"Sent with {link} secure email." if proton else "<br>".join([piece.mark, *map(escape, piece.lines)])
        return f'{self.line("")}<div class="protonmail_signature_block"><div>{words}</div></div>{self.line("")}'

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        quote = f'<blockquote class="protonmail_quote" type="cite">{page_of(piece)}</blockquote>'
        return f'<div class="protonmail_quote">{introduction}{quote}<br></div>'


class Fastmail(Program):
    """Fastmail."""

    key = "fastmail"
    tongues: tuple[str, ...] = ("en",)
    flavour = Flavour(cell=" ", item=" • ", picture="")
    boundary = "b7a4e5c5e2f94b0ea4ed5bd1a1b1c9ab"

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("X-ThreadId", "AZt4f1a2b3c4"), ("User-Agent", "Cyrus-JMAP/3.13.0-alpha0-1108-gd2da7b5d3f")]

    def introduction(self, draft: Draft) -> list[str]:
        return [f"On Sun, 22 Nov 2026, at 11:00 AM, {draft.original.name} wrote:"]

    def introduction_page(self, draft: Draft) -> str:
        return f"<div>{self.introduction(draft)[0]}</div>"

    def line(self, words: str) -> str:
        return f"<div>{words}<br></div>"

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        return f'{introduction}<blockquote type="cite" id="qt" style="">{page_of(piece)}</blockquote>'

    def document(self, content: str, draft: Draft) -> str:
        return f"<!DOCTYPE html><html><head><title></title></head><body>{content}</body></html>"


class Gmx(Program):
    """GMX and WEB.DE: HTML, with a block of headers inside the frame of the quotation."""

    key = "gmx"
    forms: tuple[str, ...] = ("html", "alternative")
    tongues: tuple[str, ...] = ("de",)
    flavour = Flavour(cell=" ", item="  * ", picture="")
    boundary = "abmob-4e0c7a1d-6a52-4d0e-9a5f-2c6e2d9f1b11"

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("X-Priority", "3"), ("Sensitivity", "Normal")]

    def introduction(self, draft: Draft) -> list[str]:
        sender, sent, to, subject = block(draft)
        return ["", "", f"{sent} um 11:00 Uhr", sender, to, subject, ""]

    def introduction_page(self, draft: Draft) -> str:
        sender, sent, to, subject = (escape(row).split(" ", 1) for row in block(draft))
        rows = "<br/>\n".join(f"<b>{name}</b>&nbsp;{value}" for name, value in (sent, sender, to, subject))
        return f'<div style="margin:0 0 10px 0;">{rows}</div>'

    def quote_text(self, piece: Quote, draft: Draft) -> list[str]:
        return quoted(self.quoted_words(piece, draft), "> ")

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        style = "margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5; word-wrap: break-word;"
        content = f'<div name="quoted-content">{page_of(piece)}</div>'
        return f'<div>&nbsp;\n<div name="quote" style="{style}">\n{introduction}\n\n{content}</div>\n</div>\n'

    def line(self, words: str) -> str:
        return f"<div>{words or '&nbsp;'}</div>\n"

    def document(self, content: str, draft: Draft) -> str:
        style = "font-family: Verdana;font-size: 12.0px;"
        return f'<html><head></head><body><div style="{style}">{content}</div></body></html>'


class Zimbra(Program):
    """Zimbra: its text quotes after a line of dashes, its page after a rule with a mark of its own."""

    key = "zimbra"
    tongues: tuple[str, ...] = ("us", "fr", "es", "pt")
    flavour = Flavour(cell=" ", item="* ", picture="")
    boundary = "=_0f4b1d33-9b6f-4ad1-8b69-2c7e60a1f2b0"

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("X-Mailer", "Zimbra 8.8.15_GA_4717 (ZimbraWebClient - FF145 (Linux)/8.8.15_GA_4717)")]

    def introduction(self, draft: Draft) -> list[str]:
        return [f"----- {draft.tongue.message} -----", *block(draft), ""]

    def introduction_page(self, draft: Draft) -> str:
        rows = (escape(row).split(":", 1) for row in block(draft))
        words = "".join(f"<b>{name}: </b>{value.strip()}<br>" for name, value in rows)
        return f'<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">{words}</div>'

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        return f'{introduction}<div data-marker="__QUOTED_TEXT__">{page_of(piece)}</div>'

    def document(self, content: str, draft: Draft) -> str:
        style = "font-family: arial, helvetica, sans-serif; font-size: 12pt; color: #000000"
        return f'<html><body><div style="{style}">{content}</div></body></html>'
