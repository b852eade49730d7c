"""The pages about mail say what is so: settings, checks, limits, servers' lines, the sample, and the numbered promises."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.app_context import AppContext, open_app_context
from pbem.cli.doctor import CHECKS
from pbem.core.texts import text_limits
from pbem.gateway.extract.parts import body, mail_tree
from pbem.gateway.health import checks
from pbem.gateway.inbound import inbox, settle
from pbem.gateway.mailboxes import deliverability
from pbem.gateway.mailboxes.mail_rows import Inbound
from pbem.gateway.outbound import outbox
from pbem.gateway.reading import read_mail
from pbem.gateway.reading.explain import explain
from pbem.service.games.opening import open_game
from pbem.service.orders import questions
from pbem.service.press import messages
from pbem.settings.mail_settings import PREFIX
from pbem.settings.settings import NAMES, read_config
from tests.e2e import dovecot, postfix, site
from tests.gateway.clients import CLIENTS

ROOT = Path(__file__).resolve().parents[2]
OPERATORS = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
MAIL = (ROOT / "docs" / "mail.md").read_text(encoding="utf-8")
PROMISES = 58

# What differs each time: signatures, ids, times, sizes.
PASSING = (
    (r"[a-z2-7]{16}", "SIGNATURE"),
    (r"(?<=registered as )\w+", "ID"),
    (r"at \S+Z, \d+", "at TIME, SIZE"),
    ("[0-9a-f]{64}", "HASH"),
)


def section(page: str, title: str) -> str:
    """The text below a headline, to the next one of its rank."""
    return page.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def rows(text: str) -> list[list[str]]:
    """The cells of the rows of a table, without its head."""
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line] for line in lines if set(line[0]) - set("- |")][1:]


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


def the_app(folder: Path, **settings: str) -> AppContext:
    given = {"DATA": str(folder), "DOMAIN": "wargames.example", "AUTHSERV_ID": "mx.wargames.example", **settings}
    return open_app_context(read_config({PREFIX + name: value for name, value in given.items()}, folder / "no.env"))


@pytest.fixture
def app(tmp_path: Path) -> Iterator[AppContext]:
    """A service with every way in."""
    at = the_app(tmp_path, IMAP="imaps://club:swordfish@imap.club.example/INBOX", MAILDIR=str(tmp_path / "in"))
    yield at
    at.context.database.close()


# ---------------------------------------------------------------- operators.md


def test_every_setting_is_explained() -> None:
    """All settings, and no others, are in the page's table and in .env.example; none is named that there is not."""
    listed = [name for row in rows(section(OPERATORS, "Settings")) for name in re.findall(rf"{PREFIX}[A-Z_]+", row[0])]
    assert sorted(listed) == sorted(PREFIX + name for name in NAMES)
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert set(re.findall(rf"^#({PREFIX}[A-Z_]+)=", example, re.M)) == set(listed)
    assert set(re.findall(rf"{PREFIX}[A-Z_]+", OPERATORS)) <= set(listed)


def test_the_defaults_in_the_table_are_those_in_force(tmp_path: Path) -> None:
    """What is told of settings that nobody made."""
    config = read_config({f"{PREFIX}DATA": str(tmp_path)}, tmp_path / "no.env")
    told = {row[0].strip("`").removeprefix(PREFIX): row[1].strip("`") for row in rows(section(OPERATORS, "Settings"))}
    mail = config.mail
    assert (told["MAILS_AN_HOUR"], told["PACE"]) == (str(mail.mails_an_hour), str(mail.pace))
    assert (told["DOMAIN"], told["MAILBOX"]) == (mail.domain, mail.mailbox)
    assert told["SMTP_SEND"] == mail.smtp_send.replace(str(tmp_path), "DATA")
    for name, address in (("WEB", config.web), ("SMTP_LISTEN", mail.smtp_listen)):
        assert address is not None and told[name] == f"{address[0]}:{address[1]}"
    none = (mail.lmtp_listen, mail.imap, mail.maildir, mail.dkim_key, mail.postmaster, mail.authserv_id, mail.secret_before)
    assert not any(none) and not mail.check_senders and float(told["HEARTBEAT"]) == config.heartbeat


def test_every_check_of_the_doctor_is_explained(app: AppContext) -> None:
    """In the order in which they are printed."""
    listed = [name for row in rows(section(OPERATORS, "Doctor")) for name in row[0].split(", ")]
    made = list(checks(app.gateway, lambda name, kind: []))
    assert listed[: len(CHECKS)] == sorted(CHECKS, key=listed.index) and set(listed[: len(CHECKS)]) == set(CHECKS)
    assert listed[len(CHECKS) :] == made


def test_the_limits_are_the_codes(app: AppContext) -> None:
    """Every figure of the table is the constant that is in force."""
    told = {row[0]: " | ".join(row[1:]) for row in rows(section(OPERATORS, "Limits"))}
    settings = app.config.mail
    wanted = {
        "a mail": f"{read_mail.MAX_MAIL // 1024} KiB",
        "mails of a player in an hour": f"{settings.mails_an_hour} (",
        "mails to `orders@` and `postmaster@` in an hour": f"{settings.mails_an_hour * 10} (ten times",
        "text of a mail": f"{body.MAX_TEXT // 1024} KiB",
        "lines of orders": f"{text_limits.MAX_LINES:,} ",
        "characters of orders": f"{text_limits.MAX_CHARACTERS:,} ",
        "parts of a mail": f"{body.MAX_PARTS} ",
        "parts within parts": f"{body.MAX_NESTING} ",
        "press in a mail": f"{messages.MAX_PRESS} messages, each of {messages.MAX_TEXT:,} characters",
        "questions in a mail": f"{questions.MAX_ANSWERS} answers",
        "mails about held orders": f"{settle.MAX_HELD} a day",
        "answers to mails that say the same, and nothing for a game": f"{deliverability.QUIET_AFTER} in an hour",
        "mails to one domain": f"{settings.pace} a minute",
        "attempts to send": f"for {outbox.GIVE_UP // timedelta(days=1)} days",
    }
    assert {name: told[name][: len(figure)] for name, figure in wanted.items()} == wanted
    assert inbox.TOO_MANY[:9] in told["mails of a player in an hour"]
    for name, reason in (
        ("text of a mail", "too_long"),
        ("lines of orders", "too_many_lines"),
        ("characters of orders", "too_many_characters"),
        ("parts of a mail", "too_many_parts"),
        ("parts within parts", "too_deep"),
    ):
        assert re.findall('"(.*?)"', told[name])[0] in mail_tree.REASONS[reason]


def test_the_waits_are_the_codes() -> None:
    """How long until the next attempt, in and out; and what stops a mailbox."""
    first, last = ", ".join(map(str, outbox.WAITS[:-1])), outbox.WAITS[-1]
    assert f"after {first}, then every {last} minutes" in section(OPERATORS, "The way out")
    wrong = section(OPERATORS, "When something is wrong")
    assert f"after {', '.join(map(str, inbox.WAITS[:-1]))}, then every {inbox.WAITS[-1]} minutes" in wrong
    assert (
        f"counts {deliverability.HARD:g}," in wrong and f"counts {deliverability.SOFT:g}; at {deliverability.LIMIT:g} " in wrong
    )


def test_the_servers_lines_are_those_that_are_tried() -> None:
    """What the page calls tried is what tests/e2e runs postfix and dovecot with."""
    ours = dict(re.findall(r"'(\w+) = ([^']*)'", section(OPERATORS, "Install")))
    theirs = dict(re.findall(r"^(\w+) = ?(.*)$", postfix.MAIN, re.M))
    assert ours["recipient_delimiter"] == theirs["recipient_delimiter"]
    routes = f"{ours['relay_domains']}=lmtp:inet:127.0.0.1:2424"
    assert theirs["transport_maps"].format(routes=routes) == ours["transport_maps"]
    pipe = next(line for line in blocks(section(OPERATORS, "Postfix in front, by a pipe"), "text") if "argv=" in line)
    script = site.PIPE.format(script="/usr/local/bin/wardroom-deliver")
    assert pipe == script.replace("user=nobody", "user=wardroom")
    imap = section(OPERATORS, "A mailbox elsewhere, by IMAP")
    for setting in re.findall(r"`(\w+ = \S+)`", imap):
        assert setting in dovecot.CONFIG


def test_the_settings_on_the_page_can_be_used(tmp_path: Path) -> None:
    """Each block of settings is read without complaint."""
    key = tmp_path / "dkim.pem"
    key.write_text("", encoding="ascii")
    found = [
        block for block in blocks(re.sub("(?m)^   ", "", OPERATORS), "sh") if block.removeprefix("# .env\n").startswith(PREFIX)
    ]
    assert len(found) > 3
    found += re.findall(rf"<<'END'\n((?:{PREFIX}.*\n)+)END\n", re.sub("(?m)^   ", "", section(OPERATORS, "Install")))
    assert len(found) > 4
    for block in found:
        given = dict(line.split("=", 1) for line in block.splitlines() if line.startswith(PREFIX))
        given |= {f"{PREFIX}DATA": str(tmp_path)} | ({f"{PREFIX}DKIM_KEY": str(key)} if f"{PREFIX}DKIM_KEY" in given else {})
        read_config(given, tmp_path / "no.env")


# ---------------------------------------------------------------- mail.md


def same(text: str) -> list[str]:
    """The lines of an explanation, without what differs each time."""
    for pattern, name in PASSING:
        text = re.sub(pattern, name, text)
    return [line.rstrip() for line in text.splitlines()]


def test_the_sample_is_understood_as_the_page_says(app: AppContext) -> None:
    """`mail explain` of the page's mail, line by line; signatures, ids, times and sizes aside."""
    mail, said = blocks(section(MAIL, "From your program to the log"), "text")
    players = {seat: app.person(f"{seat}@example.org").id for seat in ("blue", "red")}
    stream = open_game(app.context, "star_navy", "first-blood", rhythm_hours=0, players=players)
    app.gateway.publish_pending()
    to = app.gateway.signer.seat_address(stream, "blue", 1, app.person("blue@example.org").key)
    raw = re.sub("orders[+]g1-blue-1-[a-z2-7]{16}@wargames.example", to, mail).encode()
    post = app.gateway.mail_context
    steps = explain(post, Inbound("0" * 64, post.now(), "blue@example.org", to, raw, "", "", "", "", "", 0, "", "", 0, 0))
    shown = "\n".join(f"{name:<12} {found}".replace("\n", "\n" + " " * 13) for name, found in steps)
    assert same(shown) == same(said)


def test_as_many_mail_programs_as_the_page_counts() -> None:
    """The programs whose replies are written in tests/gateway/clients."""
    assert f"the replies of {len(CLIENTS)} programs" in MAIL


def promised() -> list[int]:
    return [int(number) for number in re.findall(r"^- \*\*M-(\d+)\*\* ", section(MAIL, "What mail must do"), re.M)]


def numbers_in_tests() -> set[int]:
    """The numbers in the docstrings of all tests, also those of a range (`M-34 to M-37`)."""
    found: set[int] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            words = ast.get_docstring(node) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") else None
            for first, last in re.findall(r"\bM-(\d+)(?: to M-(\d+))?\b", words or ""):
                found |= set(range(int(first), int(last or first) + 1))
    return found


def test_every_promise_is_numbered_once() -> None:
    """M-1 to the last; one that was given later is with its subject."""
    assert sorted(promised()) == list(range(1, PROMISES + 1))


def test_every_promise_is_held_by_a_test_and_every_number_is_a_promise() -> None:
    """No number is in the page alone, or in a test alone."""
    assert numbers_in_tests() == set(promised())
