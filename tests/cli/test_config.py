"""The settings: where they come from, what each refuses, and the secret that is made once."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest

from pbem.settings.mail_settings import ImapAccount, MailSettings
from pbem.settings.operation_settings import OperationSettings
from pbem.settings.settings import NAMES, PREFIX, BadConfig, Config, read_config

EXAMPLE = Path(__file__).resolve().parents[2] / ".env.example"


def read(tmp_path: Path, dotenv: str = "", **settings: str) -> Config:
    """The settings of an environment, and of a `.env`, with the data in a folder of the test."""
    file = tmp_path / ".env"
    file.write_text(dotenv)
    given = {"DATA": str(tmp_path / "data"), **settings}
    return read_config({PREFIX + name: value for name, value in given.items()}, file)


def test_without_settings_everything_is_local(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No environment, no `.env`: loopback, a Maildir, all in the folder `data`."""
    monkeypatch.chdir(tmp_path)
    made = read_config({})
    assert (made.data, made.database) == (Path("data"), Path("data/wardroom.db"))
    assert made.web == ("127.0.0.1", 8025)
    mail = made.mail
    assert (mail.smtp_listen, mail.lmtp_listen, mail.imap, mail.maildir) == (("127.0.0.1", 2525), None, None, None)
    assert mail.smtp_send == "maildir:data/mail"
    assert (mail.mailbox, mail.domain, made.heartbeat) == ("orders", "wardroom.localhost", 1.0)
    assert mail.base_url == "http://127.0.0.1:8025"
    assert len(made.secret) >= 32


def test_a_database_that_is_no_address_is_refused_without_its_password(tmp_path: Path) -> None:
    """What is right is told, and what was written is not: it may hold a password."""
    with pytest.raises(BadConfig, match=r"WARDROOM_DATABASE is no address .* postgresql://USER") as refused:
        read(tmp_path, DATABASE="mysql://club:hidden@db.example/club")
    assert "hidden" not in str(refused.value)


def test_every_setting_is_read(tmp_path: Path) -> None:
    """Each name changes what it says, and nothing else."""
    key = tmp_path / "key.pem"
    key.write_text("a key")
    given = {
        "DATA": str(tmp_path / "other"),
        "DATABASE": "postgresql://club:secret@db.example/club",
        "WEB": "0.0.0.0:80",
        "SMTP_LISTEN": "[::1]:25",
        "LMTP_LISTEN": "127.0.0.1:24",
        "IMAP": "imaps://club%40x.example:p%3Aw@imap.x.example/Games",
        "IMAP_DONE": "Taken",
        "MAILDIR": str(tmp_path / "in"),
        "SMTP_SEND": "smtps://club:secret@mail.example.org:465",
        "DOMAIN": "wargames.example",
        "MAILBOX": "war.club",
        "BASE_URL": "https://wargames.example/",
        "SECRET": "sixteen letters!",
        "SECRET_BEFORE": "the one before it",
        "POSTMASTER": "Boss@example.org",
        "AUTHSERV_ID": "MX.wargames.example",
        "CHECK_SENDERS": "dns",
        "LISTS": "game1@lists.example, Game2@lists.example",
        "MAILS_AN_HOUR": "12",
        "PACE": "5",
        "DKIM_SELECTOR": "s2026",
        "DKIM_KEY": str(key),
        "HEARTBEAT": "0.5",
        "PROXIES": "2",
        "LOG": "json",
        "LOG_LEVEL": "warning",
        "METRICS": "10.0.0.7:9464",
        "METRICS_PUBLIC": "yes",
        "BACKUPS": str(tmp_path / "backups"),
        "LITESTREAM": "/etc/litestream.yml",
    }
    assert set(given) == set(NAMES)
    assert read(tmp_path, **given) == Config(
        data=tmp_path / "other",
        url="postgresql://club:secret@db.example/club",
        web=("0.0.0.0", 80),
        secret=b"sixteen letters!",
        heartbeat=0.5,
        proxies=2,
        mail=MailSettings(
            smtp_listen=("::1", 25),
            lmtp_listen=("127.0.0.1", 24),
            imap=ImapAccount("imap.x.example", 993, "club@x.example", "p:w", True, "Games", "Taken"),
            maildir=tmp_path / "in",
            smtp_send="smtps://club:secret@mail.example.org:465",
            domain="wargames.example",
            mailbox="war.club",
            base_url="https://wargames.example",
            secret_before=b"the one before it",
            postmaster="boss@example.org",
            authserv_id="mx.wargames.example",
            check_senders=True,
            lists=frozenset({"game1@lists.example", "game2@lists.example"}),
            mails_an_hour=12,
            pace=5,
            dkim_selector="s2026",
            dkim_key=key,
        ),
        operation=OperationSettings("json", "warning", ("10.0.0.7", 9464), tmp_path / "backups", Path("/etc/litestream.yml")),
    )


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    """`.env` fills in what the environment leaves out; an empty value is none."""
    dotenv = "WARDROOM_DOMAIN=file.example\nWARDROOM_WEB=127.0.0.1:1\nWARDROOM_HEARTBEAT=\nOTHER_NAME=x\n"
    made = read(tmp_path, dotenv, DOMAIN="environment.example", SMTP_LISTEN="")
    assert made.mail.domain == "environment.example"
    assert made.web == ("127.0.0.1", 1)
    assert made.heartbeat == 1.0
    assert made.mail.smtp_listen == ("127.0.0.1", 2525)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("WEB", "nowhere", "host:port"),
        ("WEB", ":8025", "host:port"),
        ("WEB", "127.0.0.1:", "host:port"),
        ("WEB", "127.0.0.1:0", "host:port"),
        ("WEB", "127.0.0.1:65536", "host:port"),
        ("WEB", "127.0.0.1:http", "host:port"),
        ("WEB", "127.0.0.1:²", "host:port"),
        ("LOG", "xml", "json"),
        ("LOG_LEVEL", "loud", "warning"),
        ("METRICS", "9464", "host:port"),
        ("METRICS", "0.0.0.0:9464", "METRICS_PUBLIC"),
        ("METRICS", "metrics.example:9464", "METRICS_PUBLIC"),
        ("METRICS_PUBLIC", "perhaps", "yes"),
        ("SMTP_LISTEN", "2525", "host:port"),
        ("SMTP_SEND", "mail.example.org", "host:port"),
        ("SMTP_SEND", "maildir:", "folder"),
        ("SMTP_SEND", "smtp://:587", "HOST"),
        ("SMTP_SEND", "smtp://mail.example.org:mail", "HOST"),
        ("LMTP_LISTEN", "24", "host:port"),
        ("IMAP", "imap.example.org", "imaps://USER"),
        ("IMAP", "imaps://imap.example.org/INBOX", "password"),
        ("MAILBOX", "my orders", "letters"),
        ("MAILBOX", "much.too.long.for.a.mailbox", "letters"),
        ("BASE_URL", "wargames.example", "https://"),
        ("BASE_URL", "https://wargames.example/?a=b", "https://"),
        ("POSTMASTER", "boss", "mail address"),
        ("LISTS", "game1", "list's address"),
        ("CHECK_SENDERS", "yes", "dns"),
        ("MAILS_AN_HOUR", "many", "whole number"),
        ("PACE", "0", "whole number"),
        ("DKIM_SELECTOR", "s", "both"),
        ("SECRET_BEFORE", "short", "secret"),
        ("DOMAIN", "not a domain", "domain"),
        ("DOMAIN", "a@b.example", "domain"),
        ("DOMAIN", "x\r\nBcc: y", "domain"),
        ("SECRET", "fifteen letters", "16"),
        ("HEARTBEAT", "often", "seconds"),
        ("PROXIES", "one", "whole number"),
        ("PROXIES", "-1", "whole number"),
        ("HEARTBEAT", "0", "seconds"),
        ("HEARTBEAT", "-1", "seconds"),
        ("HEARTBEAT", "nan", "seconds"),
        ("HEARTBEAT", "inf", "seconds"),
        ("HEARTBEAT", "3601", "seconds"),
    ],
)
def test_a_value_that_cannot_be_used_is_named(tmp_path: Path, name: str, value: str, says: str) -> None:
    """The setting is named, with what would be right; a secret is never repeated."""
    with pytest.raises(BadConfig, match=f"^{PREFIX}{name}") as refused:
        read(tmp_path, **{name: value})
    assert says in str(refused.value)
    assert name != "SECRET" or value not in str(refused.value)


@pytest.mark.parametrize("name", ["SMTP_SEND", "IMAP"])
def test_a_password_is_never_repeated(tmp_path: Path, name: str) -> None:
    """A server that cannot be used is named without its password."""
    scheme = "smtp" if name == "SMTP_SEND" else "imaps"
    with pytest.raises(BadConfig) as refused:
        read(tmp_path, **{name: f"{scheme}://club:swordfish@:port"})
    assert "swordfish" not in str(refused.value)


def test_a_key_that_is_not_there_is_named(tmp_path: Path) -> None:
    """The file is looked for at the start, not at the first mail."""
    with pytest.raises(BadConfig, match=r"^WARDROOM_DKIM_KEY"):
        read(tmp_path, DKIM_SELECTOR="s", DKIM_KEY=str(tmp_path / "none.pem"))


def test_a_name_that_is_no_setting_is_named_with_those_that_are(tmp_path: Path) -> None:
    """A slip of the pen in a name would otherwise do nothing, silently; in the file, too."""
    for dotenv, settings in (("", {"COLOUR": "red"}), ("WARDROOM_COLOUR=red\n", {})):
        with pytest.raises(BadConfig, match="WARDROOM_COLOUR is no setting") as refused:
            read(tmp_path, dotenv, **settings)
        assert all(PREFIX + name in str(refused.value) for name in NAMES)


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file where the folder should be."""
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(BadConfig, match=r"^WARDROOM_DATA"):
        read(tmp_path)


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    """Made at the first run, mode 0600, the same ever after; another folder gets another one."""
    first = read(tmp_path)
    kept = tmp_path / "data" / "secret"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert kept.read_bytes() == first.secret
    assert list(kept.parent.iterdir()) == [kept]
    assert read(tmp_path).secret == first.secret
    assert read(tmp_path, DATA=str(tmp_path / "second")).secret != first.secret


def test_the_shortest_secret_was_long_enough_before(tmp_path: Path) -> None:
    """A secret of sixteen letters was taken, so its addresses are still read after it was changed."""
    assert read(tmp_path, SECRET_BEFORE="sixteen letters!").mail.secret_before == b"sixteen letters!"


def test_a_configured_secret_leaves_no_file(tmp_path: Path) -> None:
    """What the operator keeps elsewhere is not copied into the data folder."""
    assert read(tmp_path, SECRET="sixteen letters!").secret == b"sixteen letters!"
    assert not (tmp_path / "data" / "secret").exists()


def test_a_secret_file_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    """An empty secret would let anyone sign addresses: refused, with the file's name."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "secret").write_bytes(b"")
    with pytest.raises(BadConfig, match="secret"):
        read(tmp_path)


def test_the_example_names_every_setting_and_loads(tmp_path: Path) -> None:
    """`.env.example` with its comment signs taken away is a `.env` that works, and names the settings there are."""
    text = EXAMPLE.read_text()
    assert re.findall(rf"^#{PREFIX}([A-Z_]+)=", text, re.M) == list(NAMES)
    (tmp_path / "dkim.pem").write_text("a key")
    active = re.sub(rf"^#(?={PREFIX})", "", text, flags=re.M).replace("/etc/wardroom/dkim.pem", str(tmp_path / "dkim.pem"))
    file = tmp_path / ".env"
    file.write_text(active)
    made = read_config({"WARDROOM_DATA": str(tmp_path / "data")}, file).mail
    assert (made.imap and made.imap.user, made.lists) == ("wardroom@club.example", {"game7@lists.example"})
    plain = read_config({"WARDROOM_DATA": str(tmp_path / "data")}, tmp_path / "none").mail
    default = ("smtp_listen", "domain", "mailbox", "check_senders", "mails_an_hour", "pace")
    assert [getattr(made, name) for name in default] == [getattr(plain, name) for name in default]


def test_the_example_alone_changes_nothing(tmp_path: Path) -> None:
    """Copied as it is, the example sets nothing."""
    assert read(tmp_path, EXAMPLE.read_text()) == read(tmp_path)


def test_a_secret_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    """`…_FILE` names it; blanks around it do not count; both at once, or a file that cannot be read, is one clear sentence."""
    kept = tmp_path / "kept"
    kept.write_text("a secret of many letters\n")
    given = {"WARDROOM_DATA": str(tmp_path), "WARDROOM_SECRET_FILE": str(kept)}
    assert read_config(given, tmp_path / ".env").secret == b"a secret of many letters"
    kept.write_text("smtps://club:sword@smtp.example:465")
    sent = {"WARDROOM_DATA": str(tmp_path), "WARDROOM_SMTP_SEND_FILE": str(kept)}
    assert read_config(sent, tmp_path / ".env").mail.smtp_send == "smtps://club:sword@smtp.example:465"
    with pytest.raises(BadConfig, match="are both set"):
        read_config({**given, "WARDROOM_SECRET": "another secret of many letters"}, tmp_path / ".env")
    with pytest.raises(BadConfig, match=r"WARDROOM_IMAP_FILE=.* cannot be read"):
        read_config({"WARDROOM_DATA": str(tmp_path), "WARDROOM_IMAP_FILE": str(tmp_path / "none")}, tmp_path / ".env")
    with pytest.raises(BadConfig, match="WEB_FILE is no setting"):
        read_config({"WARDROOM_DATA": str(tmp_path), "WARDROOM_WEB_FILE": "x"}, tmp_path / ".env")
