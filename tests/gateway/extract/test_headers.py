"""Blocks of headers that mail programs put above the mail that is answered."""

from __future__ import annotations

import pytest

from pbem.gateway.extract.headers import block, header, separator
from pbem.gateway.extract.lines import read
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
    """M-31: a mail passed on is not the sender's, if he wrote anything himself."""
    assert separator(read(line)[0]) == "forwarded"
    assert from_text(f"B1: move 3\n\n{line}\n\nB1: move 9").text == "B1: move 3"


def test_a_header_word_may_mean_two_things() -> None:
    """M-31: "Da" is a sender in one language only, "Do" no sender in any."""
    assert header(read("Da: x")[0]) == {"from"}
    assert header(read("A: x")[0]) == {"to"}
    assert not header(read("B1: x")[0])
    assert not header(read("> From: x")[0])
