"""Thunderbird and the programs of Unix: mutt, Alpine, s-nail, Evolution, KMail; K-9 on Android."""

from __future__ import annotations

from html import escape

from tests.gateway.clients.base import Program, named, page_of
from tests.gateway.clients.model import Draft, Quote, Signed, Tongue, Written
from tests.gateway.clients.rendering import Flavour, flowed, quoted


class Thunderbird(Program):
    """Thunderbird with HTML; its text part is flowed."""

    key = "thunderbird"
    signs_last = True
    forms: tuple[str, ...] = ("alternative", "html")
    flavour = Flavour(strong="*", picture="{alt}", cell="\t", item="  * ")
    params = "; format=flowed"
    bare = False
    boundary = "------------0l2k9Yx0cQk4mR7t5sZyB1aD"

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("User-Agent", "Mozilla Thunderbird"), ("Content-Language", "en-GB")]

    def introduction(self, draft: Draft) -> list[str]:
        return [named(draft.tongue.mozilla, draft)]

    def introduction_page(self, draft: Draft) -> str:
        return f'<div class="moz-cite-prefix">{escape(named(draft.tongue.mozilla, draft))}<br></div>'

    def typed_text(self, piece: Written, draft: Draft) -> list[str]:
        return flowed(super().typed_text(piece, draft))

    def quote_text(self, piece: Quote, draft: Draft) -> list[str]:
        words = self.quoted_words(piece, draft)
        return [line.rstrip() for line in quoted(words, "> ")]

    def line(self, words: str) -> str:
        return f"<p>{words or '<br>'}</p>\n"

    def signed_page(self, piece: Signed) -> str:
        words = "<br>\n".join([*([piece.mark] if piece.mark else []), *map(escape, piece.lines)])
        return f'<div class="moz-signature">{words}</div>\n' if piece.mark else f"<p>{words}</p>\n"

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        cite = draft.original.message_id.strip("<>")
        plain = f'<pre wrap="" class="moz-quote-pre">{escape(piece.text, quote=False)}</pre>'
        return f'{introduction}<blockquote type="cite" cite="mid:{cite}">\n{piece.page or plain}\n</blockquote>\n'

    def document(self, content: str, draft: Draft) -> str:
        meta = f'<meta http-equiv="Content-Type" content="text/html; charset={draft.shape.charset.upper()}">'
        return f"<!DOCTYPE html>\n<html>\n  <head>\n{meta}\n  </head>\n  <body>\n{content}  </body>\n</html>\n"


class ThunderbirdText(Thunderbird):
    """Thunderbird with plain text alone."""

    key = "thunderbird-text"
    forms: tuple[str, ...] = ("text",)
    encodings: tuple[str, ...] = ("7bit", "8bit", "quoted-printable", "base64")


class Mutt(Program):
    """mutt quotes the text part; nothing is wrapped or flowed."""

    key = "mutt"
    signs_last = True
    forms: tuple[str, ...] = ("text",)
    tongues: tuple[str, ...] = ("en", "de", "ru", "pl", "fr", "ja")
    encodings: tuple[str, ...] = ("8bit", "quoted-printable", "7bit")
    quotes_page = False

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("Content-Disposition", "inline"), ("User-Agent", "Mutt/2.2.13 (2024-03-09)")]

    def introduction(self, draft: Draft) -> list[str]:
        return [f"On Sun, Nov 22, 2026 at 11:00:00AM +0100, {draft.original.name} wrote:"]


class MuttFlowed(Mutt):
    """mutt with `text_flowed`, where the editor breaks long lines softly."""

    key = "mutt-flowed"
    params = "; format=flowed; delsp=yes"

    def typed_text(self, piece: Written, draft: Draft) -> list[str]:
        return flowed(super().typed_text(piece, draft), delsp=True)

    def quote_text(self, piece: Quote, draft: Draft) -> list[str]:
        return [line.rstrip() for line in super().quote_text(piece, draft)]


class Alpine(Program):
    """Alpine: flowed, and without the time in the line before the quotation."""

    key = "alpine"
    signs_last = True
    forms: tuple[str, ...] = ("text",)
    tongues: tuple[str, ...] = ("en", "us", "sv", "fi")
    encodings: tuple[str, ...] = ("8bit", "quoted-printable", "base64", "7bit")
    quotes_page = False
    params = "; format=flowed"

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("User-Agent", "Alpine 2.26 (DEB 649 2022-06-02)")]

    def introduction(self, draft: Draft) -> list[str]:
        return [f"On Sun, 22 Nov 2026, {draft.original.name} wrote:", ""]

    def typed_text(self, piece: Written, draft: Draft) -> list[str]:
        return flowed(super().typed_text(piece, draft), 78)

    def quote_text(self, piece: Quote, draft: Draft) -> list[str]:
        return [line.rstrip() for line in super().quote_text(piece, draft)]


class Snail(Program):
    """s-nail as its author uses it: a bar before each line, the Message-ID on the second line."""

    key = "s-nail"
    signs_last = True
    forms: tuple[str, ...] = ("text",)
    tongues: tuple[str, ...] = ("en", "de")
    encodings: tuple[str, ...] = ("8bit", "quoted-printable", "7bit")
    quotes_page = False
    mark = " |"
    bare = True

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("User-Agent", "s-nail v14.9.24-621-g0d1e55f367")]

    def introduction(self, draft: Draft) -> list[str]:
        return [f"{draft.original.name} wrote in", f" {draft.original.message_id}:"]


class SnailPlain(Snail):
    """s-nail as Debian sets it up, told to quote."""

    key = "s-nail-plain"
    mark = "> "
    bare = False

    def introduction(self, draft: Draft) -> list[str]:
        return [f"{draft.original.name} <{draft.original.address}> wrote:", ""]


class Evolution(Program):
    """Evolution wraps what it quotes at 71 columns."""

    key = "evolution"
    tongues: tuple[str, ...] = ("en", "us", "de", "cs", "hu")
    flavour = Flavour(cell=" ", item=" * ", picture="")
    quote_width = 72
    boundary = "=-l0Kx1z5O1m1bqB3d7m5a"

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("User-Agent", "Evolution 3.56.2-1 ")]

    def introduction(self, draft: Draft) -> list[str]:
        if draft.tongue.code == "de":
            return [f"Am Sonntag, dem 22.11.2026 um 11:00 +0100 schrieb {draft.original.name}:"]
        return [f"On Sun, 2026-11-22 at 11:00 +0100, {draft.original.name} wrote:"]

    def introduction_page(self, draft: Draft) -> str:
        return f"<div>{self.introduction(draft)[0]}</div>"

    def signed_page(self, piece: Signed) -> str:
        words = super().signed_page(piece)
        return f'<div><span class="-x-evo-signature-wrapper"><span id="none">{words}</span></span></div>'

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        style = "margin:0 0 0 .8ex; border-left:2px #729fcf solid;padding-left:1ex"
        return f'{introduction}<blockquote type="cite" style="{style}">{page_of(piece)}</blockquote><div><br></div>'

    def document(self, content: str, draft: Draft) -> str:
        return f"<html><head></head><body>{content}<div><span></span></div></body></html>"


class Kmail(Program):
    """KMail."""

    key = "kmail"
    signs_last = True
    forms: tuple[str, ...] = ("text",)
    tongues: tuple[str, ...] = ("en", "de", "ru", "uk", "es")
    encodings: tuple[str, ...] = ("8bit", "quoted-printable", "base64", "7bit")
    quotes_page = False

    def introduction(self, draft: Draft) -> list[str]:
        name = draft.original.name
        if draft.tongue.code == "de":
            return [f"Am Sonntag, 22. November 2026, 11:00:00 Mitteleuropäische Normalzeit schrieb {name}:"]
        return [f"On Sunday, 22 November 2026 11:00:00 Central European Standard Time {name} wrote:"]


class KNine(Program):
    """K-9 and Thunderbird for Android: no blank after the mark."""

    key = "k9"
    tongues: tuple[str, ...] = ("en", "de", "us")
    encodings: tuple[str, ...] = ("quoted-printable", "8bit", "7bit")
    flavour = Flavour(cell=" ", item="* ", picture="")
    mark = ">"
    boundary = "----6Q2HBMR5E1YH3O5K0E2C7CT4IFQ7VX"

    def device(self, tongue: Tongue) -> str:
        return {
            "de": "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        }.get(tongue.code, "Sent from my Android device with K-9 Mail. Please excuse my brevity.")

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [("User-Agent", "Thunderbird for Android")]

    def introduction(self, draft: Draft) -> list[str]:
        who = f"{draft.original.name} <{draft.original.address}>"
        if draft.tongue.code == "de":
            return [f"Am 22. November 2026 11:00:00 MEZ schrieb {who}:"]
        return [f"On 22 November 2026 11:00:00 CET, {who} wrote:"]

    def typed_page(self, piece: Written, draft: Draft) -> str:
        return "<br>\n".join(escape(line).replace("  ", "&nbsp; ") for line in piece.lines)

    def signed_page(self, piece: Signed) -> str:
        words = "<br>\n".join([*([piece.mark] if piece.mark else []), *map(escape, piece.lines)])
        return f'<br>\n<br>\n<div class="k9mail-signature">{words}</div>'

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        style = "margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid rgb(204, 204, 204); padding-left: 1ex;"
        quote = f'<blockquote class="gmail_quote" style="{style}">{page_of(piece)}</blockquote>'
        return f'<br><br><div class="gmail_quote">{introduction}{quote}</div>'

    def document(self, content: str, draft: Draft) -> str:
        return f'<!DOCTYPE html><html><body><div dir="auto">{content}</div></body></html>'
