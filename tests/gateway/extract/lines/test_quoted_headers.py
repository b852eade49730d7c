"""Blocks of headers that mail programs put above the mail that is answered."""

from __future__ import annotations

import pytest

from pbem.gateway.extract.lines.mail_lines import read
from pbem.gateway.extract.lines.quoted_headers import block, header, separator
from pbem.gateway.extract.pipeline import from_text

WORDS = {
    "en": ("From", "Sent", "To", "Subject"),
    "de": ("Von", "Gesendet", "An", "Betreff"),
    "fr": ("De", "Envoyé", "À", "Objet"),
    "es": ("De", "Enviado el", "Para", "Asunto"),
    "pt": ("De", "Enviada em", "Para", "Assunto"),
    "it": ("Da", "Inviato", "A", "Oggetto"),
    "nl": ("Van", "Verzonden", "Aan", "Onderwerp"),
    "sv": ("Från", "Skickat", "Till", "Ämne"),
    "no": ("Fra", "Sendt", "Til", "Emne"),
    "da": ("Fra", "Sendt", "Til", "Emne"),
    "fi": ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
    "is": ("Frá", "Sent", "Til", "Efni"),
    "pl": ("Od", "Wysłano", "Do", "Temat"),
    "cs": ("Od", "Odesláno", "Komu", "Předmět"),
    "sk": ("Od", "Odoslané", "Komu", "Predmet"),
    "hu": ("Feladó", "Elküldve", "Címzett", "Tárgy"),
    "ro": ("De la", "Trimis", "Către", "Subiect"),
    "hr": ("Od", "Poslano", "Za", "Predmet"),
    "sl": ("Od", "Poslano", "Za", "Zadeva"),
    "bg": ("От", "Изпратено", "До", "Относно"),
    "ru": ("От", "Отправлено", "Кому", "Тема"),
    "uk": ("Від", "Надіслано", "Кому", "Тема"),
    "el": ("Από", "Στάλθηκε", "Προς", "Θέμα"),
    "tr": ("Kimden", "Gönderildi", "Kime", "Konu"),
    "et": ("Saatja", "Saadetud", "Adressaat", "Teema"),
    "lv": ("No", "Nosūtīts", "Kam", "Temats"),
    "lt": ("Nuo", "Išsiųsta", "Kam", "Tema"),
    "ja": ("差出人", "送信日時", "宛先", "件名"),
    "zh": ("发件人", "发送时间", "收件人", "主题"),
    "tw": ("寄件者", "寄件日期", "收件者", "主旨"),
    "ko": ("보낸 사람", "보낸 날짜", "받는 사람", "제목"),
    "vi": ("Từ", "Đã gửi", "Đến", "Chủ đề"),
    "id": ("Dari", "Terkirim", "Kepada", "Perihal"),
    "th": ("จาก", "ส่ง", "ถึง", "เรื่อง"),
    "he": ("מאת", "נשלח", "אל", "נושא"),
    "ar": ("من", "تم الإرسال", "إلى", "الموضوع"),
    "ca": ("De", "Enviat", "Per a", "Assumpte"),
}
VALUES = ("Ann Example <ann@example.org>", "5. 1. 2026 10:00", "blue@example.org", "turn 3")

STYLES = {
    "plain": "{0}: {1}",
    "bold": "*{0}:* {1}",
    "bold without colon": "*{0}*: {1}",
    "no space": "{0}:{1}",
    "wide colon": "{0}：{1}",
    "space before": "{0} : {1}",
    "indented": "   {0}:\t{1}",
}
ABOVE = ("", "_" * 32 + "\n", "-----Original Message-----\n", "------------------------------\n\n")


def headed(code: str, style: str = "plain", gap: str = "\n") -> str:
    return gap.join(STYLES[style].format(word, value) for word, value in zip(WORDS[code], VALUES, strict=True))


@pytest.mark.parametrize("code", WORDS)
def test_blocks_of_many_languages(code: str) -> None:
    """M-31: with and without a rule or a line above; all below is the other mail."""
    for above in ABOVE:
        assert from_text(f"B1: move 3\n\n{above}{headed(code)}\n\nB1: move 9\n").text == "B1: move 3"


@pytest.mark.parametrize("style", STYLES)
def test_blocks_of_many_styles(style: str) -> None:
    """M-31: bold marks, wide colons, tabs; empty lines between the headers."""
    for gap in ("\n", "\n\n"):
        assert from_text(f"B1: move 3\n\n{headed('de', style, gap)}\n\nB1: move 9\n").text == "B1: move 3"


def test_a_header_over_two_lines() -> None:
    """M-31: a long subject or a list of addresses goes on in the next line."""
    lines = read("From: a@b.example\nTo: c@d.example,\n e@f.example\nSubject: x\n\ntext")
    assert block(lines, 0) == 4


@pytest.mark.parametrize(
    "text", ["From: 0305\nTo: 0406", "A: move 3\nDe: hold\nDo: hold", "To: a@b.example\nB1: move", "Date: 3\nx"]
)
def test_orders_are_no_headers(text: str) -> None:
    """M-31: units may be called like headers; a sender, a date or subject, and three of them are needed."""
    assert block(read(text), 0) == 0
    assert from_text(text).text == text


@pytest.mark.parametrize(
    "line", ["-----Ursprüngliche Nachricht-----", "*-------- Original Message --------*", "----- Messaggio originale -----"]
)
def test_lines_that_say_original_message(line: str) -> None:
    """M-31: in any language, with more or fewer dashes; without dashes they are words."""
    assert separator(read(line)[0]) == "original"
    assert from_text(f"B1: move 3\n{line}\n\nB1: move 9").text == "B1: move 3"
    assert separator(read(line.strip("-* "))[0]) == ""


@pytest.mark.parametrize(
    "line", ["---------- Forwarded message ---------", "Begin forwarded message:", "Anfang der weitergeleiteten Nachricht:"]
)
def test_lines_that_say_forwarded_message(line: str) -> None:
    """M-31: a mail passed on is not the sender's, if they wrote anything themselves."""
    assert separator(read(line)[0]) == "forwarded"
    assert from_text(f"B1: move 3\n\n{line}\n\nB1: move 9").text == "B1: move 3"


def test_a_header_word_may_mean_two_things() -> None:
    """M-31: "Da" is a sender in one language only, "Do" no sender in any."""
    assert header(read("Da: x")[0]) == {"from"}
    assert header(read("A: x")[0]) == {"to"}
    assert not header(read("B1: x")[0])
    assert not header(read("> From: x")[0])


MARKS = [
    "##- Please type your reply above this line -##",
    "--- Reply above this line ---",
    "=-=-= Respond ABOVE THIS LINE to add a note =-=-=",
    "----- Bitte antworten Sie oberhalb dieser Linie -----",
    "##- Répondez au-dessus de cette ligne -##",
    "## Responda por encima de esta línea ##",
]


@pytest.mark.parametrize("mark", MARKS)
def test_the_first_lines_of_other_services(mark: str) -> None:
    """M-31: below "reply above this line" nothing is the player's, in several languages."""
    assert from_text(f"B1: move 3\n\n{mark}\n\nB1: move 9\n").orders.strip() == "B1: move 3"


def test_a_sentence_about_a_line_above_is_no_mark() -> None:
    """M-31: only between dashes or the like is it a mark."""
    text = "Please answer above the line of the mole.\nB1: move 3"
    assert from_text(text).text == text


def test_a_sender_and_an_hour_are_a_block() -> None:
    """M-31: two headers alone between empty lines, the second with a year and an hour."""
    assert (
        from_text("B1: move 3\n\nFrom: Red\nSent: Thursday, 1 January 2026 12:00\n\nB1: move 9\n").text.strip() == "B1: move 3"
    )


@pytest.mark.parametrize("second", ["Sent: to the mole", "Sent: Thursday 1 January 2026", "To: 1 January 2026 12:00"])
def test_two_words_with_colons_are_no_block(second: str) -> None:
    """M-31: without the year and hour of a date they are the player's."""
    text = f"Orders.\n\nFrom: Red\n{second}\n\nB1: move 3"
    assert from_text(text).text == text


NOTES = "Red <red@example.org>\n01.01.2026 12:00\n\nTo\nblue@example.org\ncc\n\nSubject\nTurn 0\n\n\n"


def test_header_words_without_colons() -> None:
    """M-31: the head of an older office program: name, hour, then each word on a line of its own."""
    assert from_text(f"B1: move 3\n\n\n{NOTES}B1: move 9\n").orders.strip() == "B1: move 3"


def test_an_hour_alone_is_no_head() -> None:
    """M-31: the same without its subject is the player's."""
    text = "The wind of\n01.01.2026 12:00\n\nTo\nthe mole\n\nB1: move 3"
    assert from_text(text).text == text


def test_a_block_whose_line_ends_are_lost() -> None:
    """M-31: all four headers on one line, as programs that flatten a page write them."""
    head = "From: Red <red@example.org> Sent: Thursday, 1 January 2026 12:00 To: Blue Subject: Turn 0"
    assert from_text(f"B1: move 3\n\n{head}\n\nB1: move 9\n").orders.strip() == "B1: move 3"


def test_a_block_drawn_as_a_table() -> None:
    """M-31: below "replied message" the headers may be in the cells of a table."""
    rows = "| From | Red<red@example.org> |\n| Date | 01/01/2026 12:00 |\n| To | Blue |\n| Subject | T |\n"
    head = f"---- Replied Message ----\n{rows}"
    assert from_text(f"B1: move 3\n\n{head}B1: move 9\n").orders.strip() == "B1: move 3"


def test_a_table_without_addresses_is_the_players() -> None:
    """M-31: places in cells below a rule are no headers."""
    text = "Moves:\n-----\n| From | D4 |\n| To | E5 |\nB1: move 3"
    assert from_text(text).text == text
