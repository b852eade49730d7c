"""Answers to questions in the order box: headings, paragraphs, tables and lists, with the facts of the mails' answers."""

from __future__ import annotations

import re
from html import escape, unescape
from xml.etree import ElementTree

import pytest

from pbem.present.report import Report
from pbem.service.orders.order_desk import try_orders
from pbem.web.library.documents import MARKDOWN
from tests.web.builders.sites import WebSite
from tests.web.play.test_replay_pages import duel


def answer(site: WebSite, stream: str, text: str, act: str = "") -> str:
    """The answers in the page that comes back when blue files (or tries) this."""
    sent = {"text": text, "turn": "2", "act": act}
    page = site.browser("blue@example.org").post(f"/g/{stream}/orders?side=blue", data=sent).text
    return "".join(re.findall(r'<section class="answer".*?</section>', page, re.S))


def words(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


def shown_report(site: WebSite, stream: str) -> Report:
    (mail,) = try_orders(site.context, stream, "blue", "history 1").answers
    assert mail.report
    return mail.report


@pytest.mark.parametrize("act", ["", "try"])
def test_answers_are_no_fixed_width_text(site: WebSite, act: str) -> None:
    """Filed or tried: a heading for each, tables where the mail has columns, and nothing that only a fixed width lays out."""
    stream = duel(site)
    page = answer(site, stream, "help\nhelp fire\nhistory 1\nwhy 1.1\nhistory 9", act)
    assert re.findall("<h3[^>]*>(.*?)</h3>", page) == [
        "How to write orders",
        "Help: fire",
        "The report of turn 1",
        "Why 1.1",
        "History: turn 9",
    ]
    assert "<pre" not in page and page.count("<table") > 3
    ElementTree.fromstring(f"<div>{page}</div>")


def test_help_has_what_the_mail_has(site: WebSite) -> None:
    """Every line that works in every game, with what it does, and every section that can be asked for; clauses are links."""
    stream = duel(site)
    page = answer(site, stream, "help")
    (mail,) = try_orders(site.context, stream, "blue", "help").answers
    shown = re.findall("<tr>\n<td>(.*?)</td>\n<td>(.*?)</td>\n</tr>", page)
    mailed = re.findall(r"^  (?! )(.*?) {2,}(.*)$", mail.text, re.M)
    assert len(shown) == len(mailed) > 10
    for (line, what), (mail_line, mail_what) in zip(shown, mailed, strict=True):
        assert words(line).replace(" ,", ",") == mail_line and words(what).startswith(words(MARKDOWN.renderInline(mail_what)))
    contents = re.findall("^  (.*)$", mail.text.partition("for more:\n")[2], re.M)
    assert contents and all(f"<li>{title}</li>" in page for title in contents)
    assert 'href="/rules/star_navy#SN-15.3"' in page


def test_an_old_report_has_what_the_mail_has(site: WebSite) -> None:
    """Summary, every line with its clause and dice, and every panel, as tables and paragraphs; a line leads to its page."""
    stream = duel(site)
    report, page = shown_report(site, stream), answer(site, stream, "history 1")
    said = words(page)
    for line in report.lines:
        assert words(escape(line.text)) in said and f"/g/{stream}/t/1/e/{line.number}/why?side=blue" in page
    assert report.panels and all(panel.title in unescape(page) for panel in report.panels)
    assert report.summary and all(words(escape(each)) in said for each in report.summary)
    assert 'id="e1"' not in page  # the tab of the report has it


def test_what_is_behind_a_line_has_what_the_mail_has(site: WebSite) -> None:
    """The sentence, the clause, the dice, the own orders; and never another player's."""
    stream = duel(site)
    lines = shown_report(site, stream).lines
    shown = [answer(site, stream, f"why 1.{line.number}") for line in lines]
    for line, page in zip(lines, shown, strict=True):
        (mail,) = try_orders(site.context, stream, "blue", f"why 1.{line.number}").answers
        said = words(page)
        assert mail.why and words(escape(line.text)) in said
        assert all(roll.text in said and roll.proof_words(1) in said for roll in mail.why.rolls)
        assert all(f"/rules/star_navy#{clause.id}" in page for clause in mail.why.clauses)
        assert page.count("Your orders for BIS, as they stood") == len(mail.why.orders)
    assert any("<li><code>T1 FIRE F AT SR1 WITHIN 1 ELSE TURN L</code></li>" in page for page in shown)
    assert any("How they came in: filed 2026-01-01" in words(page) for page in shown)
    assert not any("for SR1, as they stood" in page for page in shown)
