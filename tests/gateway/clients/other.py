"""Notes, Samsung's app, and lists that a reply passed through."""

from __future__ import annotations

from html import escape

from tests.gateway.clients.base import Program, block, named, page_of
from tests.gateway.clients.model import ClientMail, Draft, Quote, Signed, Tongue
from tests.gateway.clients.rendering import Flavour
from tests.gateway.clients.unix import ThunderbirdText
from tests.gateway.clients.webmail import Gmail


class Notes(Program):
    """Lotus Notes: a table of headers before the answered mail, or, in its Internet style, a line and marks."""

    key = "notes"
    forms: tuple[str, ...] = ("alternative", "text")
    tongues: tuple[str, ...] = ("us", "de", "en")
    threading = "reply-only"
    flavour = Flavour(cell=" ", item="- ", picture="")
    mark = ""
    boundary = "=_alternative 003C8F5DC1257A80_="

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("X-MIMETrack", "Serialize by Router on HUB/EXAMPLE"), ("X-Mailer", "HCL Notes Release 12.0.2")]

    def introduction(self, draft: Draft) -> list[str]:
        sender, sent, to, subject = (row.split(":", 1) for row in block(draft))
        rows = (sender, to, [{"de": "Datum"}.get(draft.tongue.code, "Date"), sent[1]], subject)
        return ["", "", *(f"{name + ':':<9}{value.strip()}" for name, value in rows), "", "", ""]

    def introduction_page(self, draft: Draft) -> str:
        rows = [row.split(":", 1) for row in self.introduction(draft) if ":" in row]
        font = '<font size=1 color=#5f5f5f face="sans-serif">'
        words = "".join(f"{font}{n}: &nbsp; &nbsp; &nbsp; &nbsp;</font>{font}{escape(v.strip())}</font><br>\n" for n, v in rows)
        return f"<br>\n<br>\n{words}<hr noshade>\n<br>\n"

    def line(self, words: str) -> str:
        return f'<font size=2 face="sans-serif">{words}</font>\n<br>'

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        return f"{introduction}{page_of(piece)}<br>\n"


class NotesMarked(Notes):
    """Notes in its Internet style."""

    key = "notes-marked"
    forms: tuple[str, ...] = ("text",)
    mark = "> "
    bare = True

    def introduction(self, draft: Draft) -> list[str]:
        return [f"{draft.original.name} <{draft.original.address}> wrote on 22.11.2026 11:00:00:", ""]


class Samsung(Program):
    """Samsung's mail on Android."""

    key = "samsung"
    forms: tuple[str, ...] = ("alternative", "html")
    tongues: tuple[str, ...] = ("en", "us", "de", "ko", "it")
    encodings: tuple[str, ...] = ("base64", "quoted-printable")
    flavour = Flavour(cell=" ", item="• ", picture="")
    mark = ""
    boundary = "--_com.samsung.android.email_1763805296789"

    def device(self, tongue: Tongue) -> str:
        return {"de": "Von meinem Galaxy gesendet", "ko": "나의 Galaxy에서 보냄", "it": "Inviato dal mio Galaxy"}.get(
            tongue.code, "Sent from my Galaxy"
        )

    def introduction(self, draft: Draft) -> list[str]:
        sender, _, to, subject = block(draft)
        date = {"de": "Datum:", "ko": "날짜:", "it": "Data:"}.get(draft.tongue.code, "Date:")
        message = f"-------- {draft.tongue.message} --------"
        return ["", message, f"{sender} ", f"{date} 22/11/2026  11:00  (GMT+01:00) ", f"{to} ", f"{subject} ", ""]

    def introduction_page(self, draft: Draft) -> str:
        rows = "".join(f"<div>{escape(row)}</div>" for row in self.introduction(draft) if row)
        return f'<div align="left" style="font-size:100%;color:#000000" dir="auto"><!-- originalMessage -->{rows}</div>'

    def line(self, words: str) -> str:
        return f'<div dir="auto">{words or "<br>"}</div>'

    def signed_page(self, piece: Signed) -> str:
        words = "<br>".join([*([piece.mark] if piece.mark else []), *map(escape, piece.lines)])
        style = '<div style="font-size:12px;color:#575757" dir="auto">'
        return f'<div><br></div><div id="composer_signature" dir="auto">{style}{words}</div></div><div><br></div>'

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        return f"{introduction}<div><br></div>{page_of(piece)}"

    def document(self, content: str, draft: Draft) -> str:
        meta = f'<meta http-equiv="Content-Type" content="text/html; charset={draft.shape.charset}">'
        return f'<html><head>{meta}</head><body dir="auto">{content}</body></html>'


class Mailman(ThunderbirdText):
    """A reply that a Mailman list has passed on, with its footer in the text."""

    key = "mailman"
    footer = (
        "_______________________________________________\nWardroom mailing list -- wardroom@lists.example.org\n"
        "To unsubscribe send an email to wardroom-leave@lists.example.org\n"
    )

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [*super().headers(draft), ("List-Id", "Wardroom <wardroom.lists.example.org>"), ("Precedence", "list")]

    def text(self, draft: Draft) -> str:
        return f"{super().text(draft)}\n{self.footer}"


class MailmanPart(Mailman):
    """The same where the reply has several parts: the footer is one more."""

    key = "mailman-part"
    forms: tuple[str, ...] = ("alternative", "html")

    def text(self, draft: Draft) -> str:
        return ThunderbirdText.text(self, draft)

    def mail(self, draft: Draft) -> ClientMail:
        made = super().mail(draft)
        made.footer = self.footer
        return made


class GoogleGroups(Gmail):
    """A reply that Google Groups has passed on, with its footer in each part."""

    key = "google-groups"
    forms: tuple[str, ...] = ("alternative",)
    words = (
        'You received this message because you are subscribed to the Google Groups "Wardroom" group.',
        "To unsubscribe from this group and stop receiving emails from it, send an email to "
        "wardroom+unsubscribe@googlegroups.com.",
        "To view this discussion visit https://groups.google.com/d/msgid/wardroom/CAabcdef%40mail.gmail.com.",
    )

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("List-ID", "<wardroom.googlegroups.com>"), ("Precedence", "list")]

    def text(self, draft: Draft) -> str:
        return "\n".join([super().text(draft), "-- ", *self.words, ""])

    def page(self, draft: Draft) -> str:
        lines = "<br />\n".join(escape(words) for words in self.words)
        return f"{super().page(draft)}\n<p></p>\n\n-- <br />\n{lines}<br />\n"


class Plain(Program):
    """The least a program can do: a line with a verb, and marks."""

    key = "plain"
    forms: tuple[str, ...] = ("text",)
    quotes_page = False
    bare = True

    def introduction(self, draft: Draft) -> list[str]:
        return [named(draft.tongue.gmail, draft), ""]
