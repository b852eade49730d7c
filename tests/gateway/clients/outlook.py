"""Outlook in its three shapes: for Windows (a page made by Word), on the web, and on phones."""

from __future__ import annotations

import re
from html import escape

from tests.gateway.clients.base import Program, block, page_of, spaced
from tests.gateway.clients.model import Draft, Quote, Signed, Tongue, Written
from tests.gateway.clients.rendering import Flavour

INDEX = "AQHcW24kq1Yw0K0+0UuJz5mKpCkGzQ=="
PRE = re.compile(r"<pre[^>]*>\n?(.*?)</pre>", re.S)
MSO = (
    '<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:w="urn:schemas-microsoft-com:office:word" xmlns:m="http://schemas.microsoft.com/office/2004/12/omml" '
    'xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv=Content-Type content="text/html; charset=%s">'
    '<meta name=Generator content="Microsoft Word 15 (filtered medium)"><!--[if !mso]><style>v\\:* '
    "{behavior:url(#default#VML);}</style><![endif]--><style><!--\n/* Font Definitions */\n@font-face\n"
    '\t{font-family:"Cambria Math";}\n/* Style Definitions */\np.MsoNormal, li.MsoNormal, div.MsoNormal\n'
    '\t{margin:0cm;\n\tfont-size:11.0pt;\n\tfont-family:"Calibri",sans-serif;}\n@page WordSection1\n\t{size:612.0pt 792.0pt;}'
    '\n--></style><!--[if gte mso 9]><xml>\n<o:shapedefaults v:ext="edit" spidmax="1026" />\n</xml><![endif]--></head>'
)
BULLET = (
    "<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]>"
    "<span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>"
    "&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>%s<o:p></o:p></p>\r\n"
)


class Outlook(Program):
    """Outlook for Windows: the answered mail is not marked, only a block of headers is before it."""

    key = "outlook"
    forms: tuple[str, ...] = ("alternative", "html")
    encodings: tuple[str, ...] = ("quoted-printable", "base64", "7bit")
    flavour = Flavour(cell="\n", item="·         ", picture="", airy=True)
    mark = ""
    boundary = "----=_NextPart_000_0012_01DC5B6E.7A2F0C10"

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        return [
            ("X-Mailer", "Microsoft Outlook 16.0"),
            ("Thread-Index", "AQHcW24kq1Yw0K0+0UuJz5mKpCkGzQ=="),
            ("Content-Language", "en-gb"),
        ]

    def typed_text(self, piece: Written, draft: Draft) -> list[str]:
        """Each paragraph has an empty line after it."""
        lines = super().typed_text(piece, draft)
        return [row for line in lines for row in (line, "")] if draft.shape.form == "alternative" else lines

    def introduction(self, draft: Draft) -> list[str]:
        return ["", *block(draft), ""]

    def introduction_page(self, draft: Draft) -> str:
        (name, value), *others = (escape(row, quote=False).split(":", 1) for row in block(draft))
        first = (
            f"<b><span lang=EN-US style='font-size:11.0pt'>{name}:</span></b><span lang=EN-US style='font-size:11.0pt'>{value}"
        )
        words = "<br>\r\n".join([first, *(f"<b>{other}:</b>{value}" for other, value in others)]) + "<o:p></o:p></span>"
        style = "border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"
        return f"<div><div style='{style}'><p class=MsoNormal>{words}</p></div></div>{self.line('')}"

    def line(self, words: str) -> str:
        return f"<p class=MsoNormal>{folded(words) or '<o:p>&nbsp;</o:p>'}{'<o:p></o:p>' if words else ''}</p>\r\n"

    def list_page(self, items: list[str]) -> str:
        return "".join(BULLET % spaced(item) for item in items)

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        lines = piece.text.split("\n")
        plain = "".join(f"<p class=MsoPlainText>{spaced(line) or '<o:p>&nbsp;</o:p>'}</p>\r\n" for line in lines)
        return introduction + (PRE.sub(_paragraphs, piece.page) if piece.page else plain)

    def document(self, content: str, draft: Draft) -> str:
        head = MSO % draft.shape.charset
        return f"{head}<body lang=EN-GB link=blue vlink=purple><div class=WordSection1>{content}</div></body></html>"


def folded(words: str) -> str:
    """Word breaks the lines of its pages after some 70 signs, within the words of a paragraph."""
    made = [""]
    for word in words.split(" "):
        if len(made[-1]) + len(word) > 70 and made[-1]:
            made.append(word)
        else:
            made[-1] += f" {word}" if made[-1] else word
    return "\r\n".join(made)


def _paragraphs(found: re.Match[str]) -> str:
    """Word makes every line of a `pre` a `pre` of its own."""
    style = 'font-family:"Courier New";mso-fareast-language:EN-GB'
    lines = found[1].rstrip("\n").split("\n")
    return "".join(
        f"<pre style='margin:0cm'><span style='{style}'>{line or '&nbsp;'}<o:p></o:p></span></pre>" for line in lines
    )


class OutlookText(Outlook):
    """Outlook for Windows with plain text alone."""

    key = "outlook-text"
    forms: tuple[str, ...] = ("text",)
    encodings: tuple[str, ...] = ("7bit", "quoted-printable", "base64", "8bit")

    def introduction(self, draft: Draft) -> list[str]:
        return [f"-----{draft.tongue.message}-----", *block(draft), ""]


class OutlookMarked(OutlookText):
    """The same, set to put a mark before each line of the original, and its headers too."""

    key = "outlook-marked"
    mark = "> "

    def introduction(self, draft: Draft) -> list[str]:
        return [f"> -----{draft.tongue.message}-----", *(f"> {row}" for row in block(draft)), "> "]


class OutlookWeb(Program):
    """Outlook on the web and Hotmail: a rule, a block of headers, and the mail as it was."""

    key = "outlook-web"
    forms: tuple[str, ...] = ("alternative", "html")
    encodings: tuple[str, ...] = ("quoted-printable", "base64")
    threading = "commas"
    flavour = Flavour(cell="\t", item="  *   ", picture="[{alt}]", airy=True)
    mark = ""
    boundary = "_000_AM0PR04MB47116D9C3AD2F0F7E1A2B3C4D5E6AM0PR04MB4711eurp_"

    def headers(self, draft: Draft) -> list[tuple[str, str]]:
        subject = ("Thread-Topic", "orders")
        return [
            subject,
            ("Thread-Index", "AQHcW24kq1Yw0K0+0UuJz5mKpCkGzQ=="),
            ("X-MS-Has-Attach", ""),
            ("X-MS-TNEF-Correlator", ""),
        ]

    def introduction(self, draft: Draft) -> list[str]:
        return ["________________________________", *block(draft), ""]

    def introduction_page(self, draft: Draft) -> str:
        rows = (escape(row, quote=False).split(":", 1) for row in block(draft))
        words = "<br>\n".join(f"<b>{name}:</b>{value}" for name, value in rows)
        font = '<font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">'
        rule = '<hr style="display:inline-block;width:98%" tabindex="-1">'
        return f'{self.before}{rule}\n<div id="divRplyFwdMsg" dir="ltr">{font}{words}</font>\n<div>&nbsp;</div>\n</div>\n'

    before = '<div id="appendonsend"></div>\n'

    def line(self, words: str) -> str:
        style = "font-family: Aptos, Arial, Helvetica, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);"
        return f'<div class="elementToProof" style="{style}">\n{words or "<br>"}</div>\n'

    def list_page(self, items: list[str]) -> str:
        lines = "".join(f'<li><div class="elementToProof" role="presentation">{spaced(item)}</div></li>' for item in items)
        return f'<ul data-editing-info="{{}}">{lines}</ul>'

    def signed_page(self, piece: Signed) -> str:
        return f'<div id="Signature"><div>{super().signed_page(piece)}</div></div>'

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        return f"{introduction}<div>{page_of(piece)}</div>"

    def document(self, content: str, draft: Draft) -> str:
        meta = f'<meta http-equiv="Content-Type" content="text/html; charset={draft.shape.charset}">'
        style = '<style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style>'
        return f'<html>\n<head>\n{meta}\n{style}\n</head>\n<body dir="ltr">\n{content}</body>\n</html>\n'


class OutlookPhone(OutlookWeb):
    """Outlook for iOS and Android."""

    key = "outlook-phone"
    forms: tuple[str, ...] = ("alternative", "html")
    tongues: tuple[str, ...] = ("en", "us", "de", "nl", "sv")
    before = '<div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message">'

    def device(self, tongue: Tongue) -> str:
        return "Get Outlook for iOS<https://aka.ms/o0ukef>"

    def line(self, words: str) -> str:
        return f'<div dir="ltr" style="font-family: Aptos, sans-serif; font-size: 12pt;">{words or "<br>"}</div>\n'

    def signed_page(self, piece: Signed) -> str:
        ours = 'Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a>'
        words = ours if piece.lines[0].startswith("Get ") else "<br>".join([piece.mark, *map(escape, piece.lines)])
        return f'<div id="ms-outlook-mobile-signature"><div><br></div><div>{words}</div></div>\n'

    def quote_page(self, piece: Quote, draft: Draft, introduction: str) -> str:
        return f"{introduction}<div>{page_of(piece)}</div>{'</div>' if introduction else ''}"
