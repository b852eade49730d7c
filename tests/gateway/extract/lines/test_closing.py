"""What is below the words of a mail."""

from __future__ import annotations

import pytest

from pbem.gateway.extract.lines.closing import closing, is_device
from pbem.gateway.extract.lines.frame import frame
from pbem.gateway.extract.pipeline import from_text

SIGNATURES = {
    "the mark": "-- \nBlue\nHMS Example",
    "the mark, above more": "-- \nBlue\n\nB1: move 9",
    "two dashes": "--\nBlue\nTel: +49 123",
    "a long dash": "—\nBlue\nCaptain",
    "a rule": "\n_______________________\nBlue, captain of B1",
    "a name": "\n-Anna Example",
    "a name after a stroke": "\n/Anna",
    "a short greeting": "\nMvh\nÅsa Öberg",
    "a short greeting and a number": "\nMfG,\nAnna\n0123 456",
    "rules and nothing": "\n--\n***\n####\n   -------\n",
}


@pytest.mark.parametrize("kind", SIGNATURES)
def test_signatures_are_cut(kind: str) -> None:
    """M-32: what is above the signature stays as it is."""
    assert from_text(f"B1: move 3\n{SIGNATURES[kind]}").text.rstrip() == "B1: move 3"


def test_a_signature_ends_at_the_quotation() -> None:
    """M-32: `-- ` in the player's part and `-- ` in a quotation hide nothing of theirs below."""
    assert from_text("B2: hold\n-- \nBlue\n\n> B1: move 9\n> -- \n> Red\n\nB1: move 3\n").orders.split("\n")[-1] == "B1: move 3"


NO_SIGNATURES = [
    "B1: move 3\n--\nB2: hold\n--\nB3: hold",
    "B1: move 3\n--\nB2: hold",
    "B1: move 3\n-----\nB2: hold",
    "B1: move 3\n\n-----\nready",
    "B1: move 3\n\n-----\nwhy 12",
    "B1:\n\n-----\nT2 FIRE F AT DET",
    "B1:\n\n-----\nFIRE AT WILL",
    "B1: move 3\n\n-5 too",
    "B1: move 3\n- hold",
    "B1: move 3\n--5",
    "-Anna",
    "B1: move 3\n\n=====\n\nmore\n\n=====\n\nand more",
    "--\n" + "\n".join(f"line {n} of a long text" for n in range(20)),
]


@pytest.mark.parametrize("text", NO_SIGNATURES)
def test_what_may_be_orders_is_no_signature(text: str) -> None:
    """M-32: dashes more than once, far from the end, above blocks of orders, and lines that begin with a dash."""
    assert from_text(text).text == text


DEVICES = """\
Sent from my iPhone
Sent from Mail for Windows 10
Sent from Yahoo Mail on Android
Sent with Proton Mail secure email.
Sent via the Samsung Galaxy S8, an AT&T 5G smartphone
Get Outlook for iOS<https://aka.example/x>
Von meinem iPad gesendet
Gesendet mit der GMX Mail App
Envoyé de mon iPhone
Télécharger Outlook pour Android
Enviado desde mi iPhone
Enviado do meu Samsung Galaxy
Inviato da iPhone
Verstuurd vanaf mijn iPhone
Skickat från min iPhone
Sendt fra min iPhone
Lähetetty iPhonesta
Wysłane z iPhone'a
Odesláno z iPhonu
Odoslané z iPhonu
Elküldve az iPhone-omról
Trimis de pe iPhone-ul meu
Poslano s mog iPhonea
Poslano z mojega iPhona
Изпратено от моя iPhone
Отправлено с iPhone
Надіслано з iPhone
Στάλθηκε από το iPhone μου
iPhone'umdan gönderildi
Saadetud minu iPhone'ist
iPhoneから送信
发自我的iPhone
從我的 iPhone 傳送
나의 iPhone에서 보냄
Đã gửi từ iPhone của tôi
Dikirim dari iPhone saya
ส่งจาก iPhone ของฉัน
נשלח מה-iPhone שלי
أُرسلت من الـ iPhone
Enviat des del meu iPhone
""".splitlines()


@pytest.mark.parametrize("line", DEVICES)
def test_the_lines_of_telephones_go(line: str) -> None:
    """M-33: in many languages, bold or not, near the orders or apart from them."""
    assert is_device(line)
    assert from_text(f"B1: move 3\n\n*{line}*\n\nOn 5 Jan 2026, at 10:00, Ann wrote:\n> x\n").orders == "B1: move 3"
    assert from_text(f"B1: move 3\n{line}\nB2: hold").orders == "B1: move 3\nB2: hold"


NO_DEVICES = [
    "Sent from Blue to all ships",
    "sent from the main server.",
    "Sent by mistake",
    "Send B1 from my base",
    "Gesendet von Hand",
    "",
]


@pytest.mark.parametrize("line", NO_DEVICES)
def test_other_lines_are_no_telephone_s(line: str) -> None:
    """M-33: a message in the game may be sent from somewhere, too."""
    assert not is_device(line)


LEGAL = [
    "CONFIDENTIALITY NOTICE: this is secret.",
    "This e-mail and any attachments are confidential.",
    "Diese E-Mail enthält vertrauliche Informationen.",
    "Ce message et toutes les pièces jointes sont confidentiels.",
    "Le informazioni contenute in questo messaggio sono riservate.",
    "*Disclaimer*",
    "--\nVirus-free. www.example.org",
]


@pytest.mark.parametrize("note", LEGAL)
def test_legal_notes_go(note: str) -> None:
    """M-33: a paragraph of its own, and all below it."""
    assert from_text(f"B1: move 3\n\n{note}\nMore of it.\n\nAnd more.").text.rstrip() == "B1: move 3"


def test_a_legal_note_hides_no_orders() -> None:
    """M-33: above orders, or alone, it stays."""
    for text in (
        "This message is for you only.\nB1: move 3",
        "ready\n\nDisclaimer\n\nB1: move 3",
        "Hola,\n\nEste mensaje es una prueba.\n\nGracias.",
    ):
        assert from_text(text).text == text


FOOTERS = [
    "_______________________________________________\ndrill mailing list\ndrill@lists.example.org\nhttps://lists.example.org/drill",
    "-- \nYou received this message because you are subscribed to the group.\nTo unsubscribe write to x@example.org.",
    "—\nYou are receiving this because you are subscribed to this thread.\nReply to this email directly or view it there.",
    "------------------------------------\nYahoo! Groups Links\n\n<*> To visit your group on the web, go to:\n",
    "____________________________\nUnsubscribe: https://example.org/leave",
]


@pytest.mark.parametrize("text", FOOTERS)
def test_the_footers_of_lists_go(text: str) -> None:
    """M-33: with the rule above them, also below a signature."""
    assert from_text(f"B1: move 3\n\n{text}").text.rstrip() == "B1: move 3"
    assert from_text(f"B1: move 3\n\n-- \nBlue\n{text}").text.rstrip() == "B1: move 3"


def test_salutations_and_greetings_are_no_orders() -> None:
    """M-32: each alone on its line; the words stay in the text, the orders lose them."""
    found = from_text("Hello,\n\nB1: move 3\n\nBest regards\nBlue\n")
    assert found.text == "Hello,\n\nB1: move 3\n\nBest regards\nBlue"
    assert found.orders == "\n\nB1: move 3"
    assert from_text("Regards to B1: she holds.\nB1: hold").orders == "Regards to B1: she holds.\nB1: hold"
    for below in ("B1: hold", "ready", "fire at will", "FIRE AT WILL", "T2 turn left"):
        assert from_text(f"B1: hold\n\nThanks,\n{below}").orders == f"B1: hold\n\nThanks,\n{below}"
    assert from_text("B1: hold\n\nMfG\nRenée van Speijk\n+49 123").orders == "B1: hold"


def test_closing_parts_are_named() -> None:
    """M-33: each with its kind, from the bottom up."""
    lines = ["B1: move 3", "", "Sent from my iPhone", "", "--", "Blue", "", "____________________", "x@lists.example.org"]
    assert [(span.first, span.kind) for span in closing(lines)] == [(7, "footer"), (4, "signature"), (2, "device")]
    assert frame(["B1: move 3"]) == []


@pytest.mark.parametrize(
    "line",
    [
        "Outlook voor iOS downloaden<https://example.org/x>",
        "Pobierz aplikację Outlook dla systemu iOS <https://example.org/x>",
        "Az iPhone-omról küldve",
    ],
)
def test_devices_with_links_and_endings(line: str) -> None:
    """M-33: a link behind the words does not hide them."""
    assert from_text(f"B1: move 3\n\n{line}\n").text == "B1: move 3"


def test_a_line_that_leads_on_is_no_device() -> None:
    """M-33: what ends with a colon goes on below, and is the player's."""
    text = "Sent from my phone yesterday was the wrong plan. Here is the right one:\n\nB1: move 3"
    assert from_text(text).text == text


LAW = "This message (and whatever is attached) is confidential and for its recipient only."
SCANNED = "<https://scanner.example.org/a>\nVirus-free.www.scanner.example.org\n<https://scanner.example.org/a>"
ADVERT = f"{'-' * 78}\nBuy sails here!\nhttps://sails.example.org/\n{'_' * 47}\nDrill mailing list\nhttps://lists.example.org/listinfo/drill"


@pytest.mark.parametrize("note", [LAW, SCANNED, ADVERT], ids=["aside", "scanner", "advertisement"])
def test_notes_below_are_cut_whole(note: str) -> None:
    """M-33: with an aside in its words, with the link of a picture above, with an advertisement above a list's footer."""
    assert from_text(f"B1: move 3\n\n{note}\n").text == "B1: move 3"


def test_a_long_rule_of_the_players_stays() -> None:
    """M-33: without a link between them, what is between a long rule and a list's footer is theirs."""
    text = f"B1: move 3\n\n{'-' * 78}\nB2: hold"
    assert from_text(f"{text}\n{'_' * 47}\nDrill mailing list\nhttps://lists.example.org/listinfo/drill\n").text == text
