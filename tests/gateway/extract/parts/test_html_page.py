"""HTML mails as lines: what is shown, what was quoted, what is a signature; in every mail program's own words."""

from __future__ import annotations

import pytest

from pbem.gateway.extract.parts.html_page import MAX_QUOTES, ORIGINAL, read_page, top_of_page


def lines(page: str) -> list[str]:
    """The lines of a page that could be read whole."""
    found = read_page(page)
    assert found.whole
    return found.text.split("\n")


def own(page: str) -> list[str]:
    """The lines that are not empty and neither quoted nor below the point where the answered mail begins."""
    shown = lines(page)
    return [line for line in shown[: shown.index(ORIGINAL) if ORIGINAL in shown else None] if line and not line.startswith(">")]


# ---------------------------------------------------------------- lines


@pytest.mark.parametrize(
    "page",
    [
        "A: move 1<br>B: hold",
        "<p>A: move 1</p><p>B: hold</p>",
        "<div>A: move 1</div><div>B: hold</div>",
        "<div>A: move 1<div>B: hold</div></div>",
        "<ul><li>A: move 1</li><li>B: hold</li></ul>",
        "<ol><li>A: move 1<li>B: hold</ol>",
        "<table><tr><td>A: move 1</td></tr><tr><td>B: hold</td></tr></table>",
        "<table><tr><td>A:</td><td>move 1</td></tr><tr><td>B:</td><td>hold</td></tr></table>",
        "<table><tr><td><p>A:</p></td><td><p>move</p></td><td>1</td></tr><tr><td>B:<td>hold</table>",
        "<table><tr><td>A: move 1</td><td>B: hold</td></tr></table>",
        "<pre>\nA: move 1\nB: hold</pre>",
        "<pre>A: move 1</pre><pre>B: hold</pre>",
        "<span style='white-space: pre-wrap'>A: move 1\nB: hold</span>",
        "<h2>A: move 1</h2>B: hold",
        "<center>A: move 1</center><address>B: hold</address>",
        "<P CLASS=x>A:\r\nmove&nbsp;1\r\n</P>\r\n<P>B: <b>ho</b>ld",
    ],
)
def test_one_order_is_one_line(page: str) -> None:
    """M-37: breaks, blocks, list items and the rows of a table make lines; a wrapped source does not."""
    assert lines(page) == ["A: move 1", "B: hold"]


def test_empty_lines_are_those_of_the_writer() -> None:
    """M-37: an empty paragraph or a break on its own is an empty line; the end of a block after a break is none."""
    assert lines("<div>a<br></div><div><br></div><p>&nbsp;</p><div>b</div><div></div>") == ["a", "", "", "b"]


def test_verbatim_text_keeps_its_spaces() -> None:
    """M-37: what was set as it is keeps its columns; everything else has single spaces."""
    assert lines("<pre>B1:\n   move  1</pre><p>a  \n  b&nbsp; c</p>") == ["B1:", "   move  1", "a b c"]


@pytest.mark.parametrize(
    "hidden",
    [
        "<style>p { color: red }</style>",
        "<script>if (a < b) leak()</script>",
        "<title>Turn 7</title>",
        "<div style='display:none;max-height:0'>Your turn <b>awaits</b></div>",
        "<span style='mso-hide: all'>leak</span>",
        "<p hidden>leak</p>",
        "<!-- leak -->",
        "<!--[if mso]><p>leak</p><![endif]-->",
        "<!--[if gte mso 9]><xml><o:x>leak</o:x></xml><![endif]-->",
        "<xml><w:leak>leak</w:leak></xml>",
        "<?xml:namespace prefix = o ns = 'leak' />",
        "<template><p>leak</p></template>",
    ],
)
def test_what_is_not_shown_never_leaks(hidden: str) -> None:
    """M-37: styles, scripts, titles, hidden previews and comments are no text, in the head or in the body."""
    assert lines(f"<html><head>{hidden}</head><body>{hidden}<p>B1: move 3{hidden}</p>{hidden}</body></html>") == ["B1: move 3"]


def test_what_other_readers_are_shown_is_read() -> None:
    """M-37: a condition that hides text from Word only does not hide it."""
    assert lines("<!--[if !mso]><!--><p>B1: move 3</p><!--<![endif]-->") == ["B1: move 3"]


@pytest.mark.parametrize(
    ("opens", "closes"), [("<![if !supportLists]>", "<![endif]>"), ("<!--[if !supportLists]-->", "<!--[endif]-->")]
)
@pytest.mark.parametrize("style", ["mso-list:Ignore", ""])
def test_lists_of_word(opens: str, closes: str, style: str) -> None:
    """M-37: each line of a list is a line, without the bullet or number that Word has put before it."""
    mark = f"{opens}<span style='font-family:Symbol'><span style='{style}'>·<span>&nbsp;&nbsp; </span></span></span>{closes}"
    page = "".join(f"<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>{mark}{order}<o:p></o:p></p>" for order in "AB")
    assert lines(page) == ["A", "B"]


def test_signs_and_entities() -> None:
    """M-37: entities become signs; unknown ones stay as they are; a page is not cut at a zero byte or a lone surrogate."""
    assert lines("a &lt;= b &amp; c &#8211; &eacute; &nosuch; d\0e\udc80f") == ["a <= b & c – é &nosuch; d\ufffde?f"]


def test_an_address_that_nobody_escaped() -> None:
    """M-37: phones write addresses into attributions as if they were tags."""
    assert lines("On Monday Wardroom <orders@wardroom.example> wrote:") == [
        "On Monday Wardroom <orders@wardroom.example> wrote:"
    ]


def test_an_own_encoding_or_a_second_page_changes_nothing() -> None:
    """M-37: what the page says of its encoding is over once it is text; text behind its end is shown."""
    page = '<?xml version="1.0" encoding="utf-16"?><html><meta charset="utf-16"><body>é</body></html>\n<p>b</p>'
    assert lines(page) == ["é", "b"]


# ---------------------------------------------------------------- quotations

QUOTED = "<p>TURN 7</p><div>B1: move 1</div>"
CONTAINERS = {
    "plain": f"<blockquote>{QUOTED}</blockquote>",
    "apple": f'<div><blockquote type="cite"><div>On Monday X wrote:</div>{QUOTED}</blockquote></div>',
    "gmail": f'<div class="gmail_quote gmail_quote_container"><div class="gmail_attr">On Monday X wrote:<br></div>'
    f'<blockquote class="gmail_quote" style="border-left:1px solid">{QUOTED}</blockquote></div>',
    "old gmail": f'<div class="gmail_extra"><br><div class="gmail_quote">On Monday X wrote:<br>'
    f'<blockquote class="gmail_quote">{QUOTED}</blockquote></div></div>',
    "gmail without blockquote": f'<div class="gmail_quote"><div class="gmail_attr">X wrote:</div>{QUOTED}</div>',
    "thunderbird": '<div class="moz-cite-prefix">On Monday X wrote:<br></div>'
    f'<blockquote type="cite" cite="mid:1">{QUOTED}</blockquote>',
    "forwarded by thunderbird": f'<div class="moz-forward-container"><br>-------- Forwarded --------{QUOTED}</div>',
    "yahoo": f'<div id="yahoo_quoted_4711" class="yahoo_quoted"><div>On Monday X wrote:</div>{QUOTED}</div>',
    "yahoo with its prefix": f'<div id="ydp1yahoo_quoted_4711" class="ydp1yahoo_quoted">{QUOTED}</div>',
    "proton": f'<div class="protonmail_quote">On Monday X wrote:<br><blockquote class="protonmail_quote" type="cite">{QUOTED}'
    "</blockquote><br></div>",
    "zoho": f'<div class="zmail_extra"><div>---- On Monday X wrote ----</div><blockquote>{QUOTED}</blockquote></div>',
    "gmx": '<div name="quote" style="border-left:2px solid"><div><b>Von:</b> X</div>'
    f'<div name="quoted-content">{QUOTED}</div></div>',
    "tutanota": f'X wrote:<blockquote class="tutanota_quote" style="border-left: 1px solid">{QUOTED}</blockquote>',
    "fastmail": f'<blockquote type="cite" id="qt">{QUOTED}</blockquote>',
    "freshdesk": f'<div class="freshdesk_quote"><blockquote class="freshdesk_quote">{QUOTED}</blockquote></div>',
    "outlook with a line at the left": f"<div style='border:none;border-left:solid blue 1.5pt'>{QUOTED}</div>",
    "forwarded by outlook on the web": f'<div class="x_gmail_quote"><div class="x_gmail_attr">X wrote:</div>{QUOTED}</div>',
    "forwarded by yahoo": f'<blockquote class="yiv4711gmail_quote">{QUOTED}</blockquote>',
    "netease": f'<div id="isReplyContent">{QUOTED}</div>',
    "roundcube": f'<p id="reply-intro">On Monday X wrote:</p><blockquote type="cite">{QUOTED}</blockquote>',
}


@pytest.mark.parametrize("client", CONTAINERS)
@pytest.mark.parametrize("place", ["above", "below", "between"])
def test_quoted_containers_are_marked(client: str, place: str) -> None:
    """M-37: every line in a container for quotations has a mark; the writer's lines above, below and between have none."""
    container = CONTAINERS[client]
    pages = {"above": f"<div>B1: move 3</div>{container}", "below": f"{container}<div>B1: move 3</div>"}
    page = pages.get(place, f"{container}<div>B1: move 3</div>{container}")
    quoted = [line.lstrip("> ") for line in lines(page) if line.startswith(">")]
    assert [line for line in own(page) if not line.endswith("wrote:")] == ["B1: move 3"]
    assert quoted.count("TURN 7") == quoted.count("B1: move 1") == (2 if place == "between" else 1)


@pytest.mark.parametrize("name", ["gmail_quote", "protonmail_quote"])
def test_answers_between_the_pieces_of_a_split_quotation(name: str) -> None:
    """M-37: an answer inside the program's own frame, but outside the quotation, is the writer's; the attribution is not."""
    quote = f'<blockquote class="{name}">TURN 7</blockquote>'
    page = f'<div class="{name}"><div>On Monday X wrote:</div>{quote}<div>B1: move 3</div>{quote}<div>B2: hold</div></div>'
    assert lines(page) == ["> On Monday X wrote:", "> TURN 7", "B1: move 3", "> TURN 7", "B2: hold"]


@pytest.mark.parametrize("rest", ["", '<blockquote class="gmail_quote">TURN 7</blockquote>'])
def test_an_order_typed_into_the_frame_of_a_quotation(rest: str) -> None:
    """M-37: where the line that says who wrote what is gone, the text in its place is the writer's."""
    page = f'<div class="gmail_quote"><div>B1: move 3</div>{rest}</div>'
    assert own(page) == ["B1: move 3"]


def test_a_mail_forwarded_in_a_frame() -> None:
    """M-37: without a quotation all of the frame is the other mail."""
    page = '<p>a</p><div class="gmail_quote"><div>---------- Forwarded message ---------<br>From: X</div><p>TURN 7</p></div>'
    assert own(page) == ["a"]


def test_one_quotation_by_two_names_is_one() -> None:
    """M-37: a name inside a quotation that only repeats what it is adds no mark."""
    assert lines('<blockquote type="cite"><pre class="moz-quote-pre" wrap="">a\nb</pre></blockquote>') == ["> a", "> b"]


def test_quotations_are_nested() -> None:
    """M-37: as many marks as quotations, up to a limit, with empty lines marked too."""
    page = "<blockquote>a<blockquote>b<br><br>c</blockquote>d</blockquote>e"
    assert lines(page) == ["> a", "> > b", "> >", "> > c", "> d", "e"]
    assert lines("<blockquote>" * 40 + "a") == ["> " * MAX_QUOTES + "a"]


@pytest.mark.parametrize(
    "opening",
    ['<blockquote style="margin: 0 0 0 40px; border: none; padding: 0px;">', '<blockquote class="webkit-indent-blockquote">'],
)
def test_an_indented_order_is_not_quoted(opening: str) -> None:
    """M-37: the «indent» button makes blockquotes too."""
    assert lines(f"{opening}B1: move 3</blockquote>") == ["B1: move 3"]


HEADERS = "<b>From:</b> X &lt;x@example.org&gt;<br><b>Sent:</b> Monday, 5 January 2026<br><b>Subject:</b> turn 7"
RUSSIAN = "<b>От:</b> X<br><b>Отправлено:</b> 5 января 2026<br><b>Кому:</b> y"
CHINESE = "<b>发件人：</b>X<br><b>发送时间：</b>2026年1月5日<br><b>主题：</b>y"
BORDER = "border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"
WINDOWS = "border-top-color: rgb(229, 229, 229); border-top-width: 1px; border-top-style: solid;"
WEB = '<hr style="display:inline-block" tabindex="-1"><div id="divRplyFwdMsg">%s</div>'
FLOWS = {
    "outlook": f"<div><div style='{BORDER}'><p class=MsoNormal>%s</p></div></div>",
    "outlook 2003": "<div><div align=center><span><hr size=3 align=center tabindex=-1></span></div><p>%s</p></div>",
    "outlook on the web": f'<div id="appendonsend"></div>{WEB}',
    "forwarded again": '<hr tabindex="-1"><div id="x_divRplyFwdMsg">%s</div>',
    "outlook on a phone": f'<div class="ms-outlook-mobile-reference-message">{WEB}</div>',
    "hotmail": '<div><hr id="stopSpelling">%s</div>',
    "windows mail": f'<div style="{WINDOWS}">%s</div>',
    "zimbra": '<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">%s</div>',
    "outlook express": '<div class="OutlookMessageHeader">%s</div>',
    "outlook for the mac": '<span id="OLK_SRC_BODY_SECTION"><div>%s</div></span>',
}


@pytest.mark.parametrize("client", FLOWS)
@pytest.mark.parametrize("headers", [HEADERS, RUSSIAN, CHINESE])
def test_an_answered_mail_that_nothing_encloses(client: str, headers: str) -> None:
    """M-37: where only headers are before the answered mail, a line in plain words says where it begins, in any language."""
    page = f"<div class=WordSection1><p>B1: move 3</p>{FLOWS[client] % headers}<p>TURN 7</p></div>"
    shown = [line for line in lines(page) if line]
    assert shown[:2] == ["B1: move 3", ORIGINAL]
    assert len(shown) == 6 and shown[-1] == "TURN 7"


def test_a_border_or_a_rule_alone_begins_no_mail() -> None:
    """M-37: orders below a line that the player drew are theirs, though they look a little like headers."""
    page = "<p>SR1: 3 S 2</p><hr><p>TF1: 2 P 1</p><div style='border-top:solid 1px'>TF2: hold<br>TF3: hold</div>"
    assert own(page) == ["SR1: 3 S 2", "TF1: 2 P 1", "TF2: hold", "TF3: hold"]


# ---------------------------------------------------------------- signatures

SIGNATURES = {
    "gmail": '<span class="gmail_signature_prefix">-- </span><br><div class="gmail_signature">Blue<br>HMS Example</div>',
    "older gmail": '<div>-- <br></div><div class="gmail_signature">Blue<br>HMS Example</div>',
    "thunderbird": '<pre class="moz-signature" cols="72">-- \nBlue\nHMS Example</pre>',
    "outlook on the web": '<div id="Signature"><p>Blue</p><p>&nbsp;</p><p>HMS Example</p></div>',
    "forwarded": '<div id="x_Signature"><p>Blue</p><p>HMS Example</p></div>',
    "outlook on a phone": '<div id="ms-outlook-mobile-signature"><div></div>Blue<br>HMS Example</div>',
    "proton": '<div class="protonmail_signature_block"><div>-- <br>Blue<br>HMS Example</div></div>',
    "mailspring": '<signature id="s">Blue<br>HMS Example</signature>',
    "spark": '<div name="messageSignatureSection">Blue<br>HMS Example</div>',
}


@pytest.mark.parametrize("client", SIGNATURES)
def test_signatures_stand_at_the_end(client: str) -> None:
    """M-37: a signature goes below a line `-- ` at the end, so that answers below it are not cut with it."""
    shown = lines(f"<div>B1: move 3</div>{SIGNATURES[client]}<blockquote>TURN 7</blockquote><div>B2: hold</div>")
    assert [line for line in shown if line] == ["B1: move 3", "> TURN 7", "B2: hold", "-- ", "Blue", "HMS Example"]


def test_lines_that_a_phone_calls_its_signature() -> None:
    """M-37: an order typed where the signature was bears its name, and is none."""
    assert lines('<div id="AppleMailSignature">B1: move 3</div><div id="AppleMailSignature">Blue</div>') == [
        "B1: move 3",
        "Blue",
    ]


def test_a_quoted_signature_stays_where_it_is() -> None:
    """M-37: what the other one signed is quoted like the rest."""
    assert lines('<blockquote>a<div class="gmail_signature">Red</div></blockquote>b') == ["> a", "> Red", "b"]


def test_a_signature_without_a_name() -> None:
    """M-37: two dashes and a space are kept as such, also where the space was written as an entity."""
    assert lines("<div>a</div><div>--&nbsp;<br></div><div>Blue</div>") == ["a", "-- ", "Blue"]


# ---------------------------------------------------------------- the top alone


def test_the_top_of_a_page() -> None:
    """M-38: what is above the first quotation, for comparing it with the plain text."""
    for container in (*CONTAINERS.values(), *(flow % HEADERS for flow in FLOWS.values())):
        top = top_of_page(f"<p>B1: move 3</p>{container}{'<p>more</p>' * 1000}")
        assert top.text.split("\n")[0] == "B1: move 3" and not top.whole
        assert "TURN 7" not in top.text and "Sent:" not in top.text and "more" not in top.text
    assert top_of_page("<p>a</p><div id=Signature>Blue</div><p>On Monday X wrote:</p>") == ("a", False)
    assert top_of_page("<p>a</p><p>b</p>") == ("a\nb", True)


# ---------------------------------------------------------------- hostile pages


@pytest.mark.parametrize(
    "piece", ["<blockquote>", "<!--", "<![", "<a b=", "&#", "&#9", "9", "</", "<pre>", "<", "<p>a", "&", "'", '"']
)
@pytest.mark.parametrize("before", ["", "&#", "<a b='", "<pre>"])
def test_hostile_pages_are_survived(piece: str, before: str) -> None:
    """M-27: deep quotations, unfinished tags, endless numbers: a text comes out."""
    assert isinstance(read_page(before + piece * 20_000).text, str)


HOSTILE = {
    "quotations": "<blockquote>a" * 100_000,
    "quotations side by side": "<blockquote>a</blockquote>" * 40_000,
    "tags that nothing opened": "<b>" * 390 + "</i>" * 200_000,
    "attributes": "<a " + " ".join(f"b{n}=1" for n in range(60_000)) + ">x",
    "frames in frames": "<div class=gmail_quote>" * 350 + "a<br>" * 200_000,
    "headers": "<div id=divRplyFwdMsg>From: a</div>" * 25_000,
    "borders in borders": "<div style='border-top:solid'>From: x<br>" * 390 + "a<br>" * 1000,
    "rules": "<hr tabindex=-1>From: a<br>" * 40_000,
    "signatures": "<div class=signature>a</div>" * 35_000,
    "cells": "<table><tr>" + "<td>a" * 200_000,
    "breaks": "<br>" * 250_000,
    "style": "<p style='" + "border-top:" * 90_000 + "'>x",
    "classes": "<p class='" + "quote " * 150_000 + "'>x",
    "one line": "x" * 1_000_000,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_pages_are_read_in_a_straight_line(kind: str) -> None:
    """M-27: whatever is repeated is looked at once or a few times, so this ends at once; and the text is not blown up."""
    assert len(read_page(HOSTILE[kind]).text) < 2_000_000


def test_a_page_that_is_too_deep_is_read_to_there() -> None:
    """M-27: the beginning comes out, and that it is not all."""
    found = read_page("<p>B1: move 3</p>" + "<div>" * 10_000 + "deep")
    assert found == ("B1: move 3", False)
