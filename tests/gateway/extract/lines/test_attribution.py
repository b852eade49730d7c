"""Who wrote what is quoted below, as mail programs of many languages say it."""

from __future__ import annotations

import textwrap

import pytest

from pbem.gateway.extract.pipeline import from_text

ATTRIBUTIONS = """\
On Mon, Jan 5, 2026 at 10:00 AM Ann Example <ann@example.org> wrote:
On 5 Jan 2026, at 10:00, Ann Example <ann@example.org> wrote:
On 05/01/2026 10:00, Ann Example wrote:
On Mon, 2026-01-05 at 10:00 +0100, Ann Example wrote:
On Monday, January 5th, 2026 at 10:00 AM, Ann Example <ann@example.org> wrote:
On 1/5/2026 at 10:00 AM, in message <123@x.example>, Ann Example <ann@example.org> wrote:
In a message dated 1/5/2026 10:00:00 A.M. Eastern Standard Time, ann@example.org writes:
Ann Example <ann@example.org> wrote on 05.01.2026 10:00:00:
Quoting Ann Example <ann@example.org>:
---- On Mon, 05 Jan 2026 10:00:00 +0100 Ann Example <ann@example.org> wrote ----
--- On Mon, 1/5/26, Ann Example <ann@example.org> wrote:
On Mon, Jan 5, 2026, 10:00 AM Ann Example via Wardroom <list@example.org> wrote:
2026-01-05 10:00 GMT+01:00 Ann Example <ann@example.org>:
05.01.2026, 10:00, "Ann Example" <ann@example.org>:
At 10:00 AM 1/5/2026, Ann Example wrote:
On 01/05, Ann Example wrote:
* Ann Example <ann@example.org> [2026-01-05 10:00]:
Am Mo., 5. Jan. 2026 um 10:00 Uhr schrieb Ann Example <ann@example.org>:
Am 05.01.26 um 10:00 schrieb Ann Example:
Ann Example schrieb am 05.01.2026 um 10:00:
Le lun. 5 janv. 2026 à 10:00, Ann Example <ann@example.org> a écrit :
Le 05/01/2026 à 10:00, Ann Example a écrit :
El lun, 5 ene 2026 a las 10:00, Ann Example (<ann@example.org>) escribió:
Em seg., 5 de jan. de 2026 às 10:00, Ann Example <ann@example.org> escreveu:
Il giorno lun 5 gen 2026 alle ore 10:00 Ann Example <ann@example.org> ha scritto:
Op ma 5 jan 2026 om 10:00 schreef Ann Example <ann@example.org>:
Op 5 jan. 2026 om 10:00 heeft Ann Example <ann@example.org> het volgende geschreven:
Den mån 5 jan. 2026 kl 10:00 skrev Ann Example <ann@example.org>:
man. 5. jan. 2026 kl. 10:00 skrev Ann Example <ann@example.org>:
ma 5. tammik. 2026 klo 10.00 Ann Example (ann@example.org) kirjoitti:
Þann mán., 5. jan. 2026 kl. 10:00 skrifaði Ann Example <ann@example.org>:
pon., 5 sty 2026 o 10:00 Ann Example <ann@example.org> napisał(a):
W dniu 5.01.2026 o 10:00, Ann Example pisze:
po 5. 1. 2026 v 10:00 odesílatel Ann Example <ann@example.org> napsal:
po 5. 1. 2026 o 10:00 Ann Example <ann@example.org> napísal(a):
Ann Example <ann@example.org> ezt írta (időpont: 2026. jan. 5., H, 10:00):
În lun., 5 ian. 2026 la 10:00, Ann Example <ann@example.org> a scris:
pon, 5. sij 2026. u 10:00 Ann Example <ann@example.org> napisao je:
пон, 5. јан 2026. у 10:00 Ann Example <ann@example.org> је написао/ла:
V pon., 5. jan. 2026 ob 10:00 je oseba Ann Example <ann@example.org> napisala:
На пн, 5.01.2026 г. в 10:00 Ann Example <ann@example.org> написа:
пн, 5 янв. 2026 г. в 10:00, Ann Example <ann@example.org>:
05.01.2026 10:00, Ann Example пишет:
пн, 5 січ. 2026 р. о 10:00 Ann Example <ann@example.org> пише:
Στις Δευ 5 Ιαν 2026 στις 10:00 π.μ., ο/η Ann Example <ann@example.org> έγραψε:
Ann Example <ann@example.org>, 5 Oca 2026 Pzt, 10:00 tarihinde şunu yazdı:
Kuupäev E, 5. jaanuar 2026 kell 10:00 kirjutas kasutaja Ann Example (<ann@example.org>):
pirmd., 2026. g. 5. janv., plkst. 10:00 — lietotājs Ann Example (<ann@example.org>) rakstīja:
2026-01-05, pr, 10:00 Ann Example <ann@example.org> rašė:
2026年1月5日(月) 10:00 Ann Example <ann@example.org>:
2026/01/05 10:00、Ann Example <ann@example.org>のメール:
Ann Example <ann@example.org> 于2026年1月5日周一 10:00写道：
在 2026年1月5日，10:00，Ann Example <ann@example.org> 寫道：
2026년 1월 5일 (월) 오전 10:00, Ann Example <ann@example.org>님이 작성:
Vào Th 2, 5 thg 1, 2026 vào lúc 10:00 Ann Example <ann@example.org> đã viết:
Pada Sen, 5 Jan 2026 pukul 10.00 Ann Example <ann@example.org> menulis:
ในวันที่ จ. 5 ม.ค. 2026 เวลา 10:00 Ann Example <ann@example.org> เขียนว่า:
\u202bבתאריך יום ב׳, 5 בינו׳ 2026 ב-10:00 מאת \u202aAnn Example\u202c\u200f <\u202aann@example.org\u202c\u200f>:\u202c
في الاثنين، ٥ يناير ٢٠٢٦ في ١٠:٠٠ ص تمت كتابة ما يلي بواسطة Ann Example <ann@example.org>:
Missatge de Ann Example <ann@example.org> del dia dl., 5 de gen. 2026 a les 10:00:
""".splitlines()

SHORT = ["Ann wrote:", "Thus spake Ann (ann@example.org):", "Ann, 10:30:"]


def cut(attribution: str, below: str) -> str:
    """What is left of two lines of orders, an attribution and what is below it."""
    return from_text(f"B1: move 3\nready\n{attribution}\n{below}").text


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
@pytest.mark.parametrize("below", ["> B1: move 9\n", "\nOld words\nB1: move 9\n"])
def test_attributions_of_many_languages(attribution: str, below: str) -> None:
    """M-31: on one line, above a quotation with marks and above one without."""
    assert cut(attribution, below) == "B1: move 3\nready"


@pytest.mark.parametrize("attribution", [a for a in ATTRIBUTIONS if len(a.split()) > 4 and a[0] != "*"])
@pytest.mark.parametrize("width", [50, 60])
def test_attributions_on_more_lines(attribution: str, width: int) -> None:
    """M-31: wrapped to two or three lines; the player's own last line above is never taken along."""
    wrapped = "\n".join(textwrap.wrap(attribution, width, break_long_words=False, break_on_hyphens=False))
    if wrapped.count("\n") > 2:
        pytest.skip("four lines are more than any program makes of it")
    assert cut(wrapped, "\n> B1: move 9\n") == "B1: move 3\nready"


@pytest.mark.parametrize("attribution", SHORT)
def test_short_attributions_need_a_quotation(attribution: str) -> None:
    """M-31: a name and a verb are enough above quote marks, not above other words."""
    assert cut(attribution, "> B1: move 9") == "B1: move 3\nready"
    assert cut(attribution, "B1: move 9").endswith(f"{attribution}\nB1: move 9")


@pytest.mark.parametrize("line", ["B1 10:", "B1:", "SR1:", "I wrote this to ann@example.org on 5.1.2026:", "T5 FIRE 10:30"])
def test_orders_above_a_quotation_are_no_attribution(line: str) -> None:
    """M-31: a block of orders whose next line is quoted, the player's own words."""
    found = from_text(f"ready\n{line}\nB2: move 3\n\n> B1: move 9").text
    assert found == f"ready\n{line}\nB2: move 3"
    assert "B1:" in from_text("B1:\n> move 9\nmove 3").text


def test_an_address_broken_over_two_lines() -> None:
    """M-31: the line that begins with the end of an address is not quoted."""
    assert cut('Am 05.01.2026 10:00 schrieb "Ann Example" <ann@example.org\n>:', "\n> B1: move 9") == "B1: move 3\nready"
    assert cut("Ann Example <\nann@example.org> ezt írta (időpont: 2026. jan. 5., H, 10:00):", "> x") == "B1: move 3\nready"


def test_other_quote_marks() -> None:
    """M-31: initials before the mark, and bars: two lines or three must have them."""
    assert cut("Ann wrote in\n <ann.5@example.org>:", " |B1: move 9\n |\n |ready") == "B1: move 3\nready"
    assert from_text("B1: move 3\n\nA> B1: move 9\nA> ready\n").orders == "B1: move 3"
    assert from_text("FC> is a ship\n| is a bar").text == "FC> is a ship\n| is a bar"
