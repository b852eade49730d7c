"""The settings: where they come from, what each refuses, and the secret that is made once."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest

from pbem.config import NAMES, PREFIX, BadConfig, Config, read_config

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
    assert made.smtp_listen == ("127.0.0.1", 2525)
    assert made.smtp_send == made.send_to == "maildir:data/mail"
    assert (made.domain, made.heartbeat) == ("wardroom.localhost", 1.0)
    assert len(made.secret) >= 32


def test_every_setting_is_read(tmp_path: Path) -> None:
    """Each name changes what it says, and nothing else."""
    given = {
        "DATA": str(tmp_path / "other"),
        "WEB": "0.0.0.0:80",
        "SMTP_LISTEN": "[::1]:25",
        "SMTP_SEND": "mail.example.org:25",
        "DOMAIN": "wargames.example",
        "SECRET": "sixteen letters!",
        "HEARTBEAT": "0.5",
    }
    assert set(given) == set(NAMES)
    made = read(tmp_path, **given)
    assert made == Config(
        data=tmp_path / "other",
        web=("0.0.0.0", 80),
        smtp_listen=("::1", 25),
        smtp_send="mail.example.org:25",
        domain="wargames.example",
        secret=b"sixteen letters!",
        heartbeat=0.5,
    )
    assert made.send_to == "smtp:mail.example.org:25"


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    """`.env` fills in what the environment leaves out; an empty value is none."""
    dotenv = "WARDROOM_DOMAIN=file.example\nWARDROOM_WEB=127.0.0.1:1\nWARDROOM_HEARTBEAT=\nOTHER_NAME=x\n"
    made = read(tmp_path, dotenv, DOMAIN="environment.example", SMTP_LISTEN="")
    assert made.domain == "environment.example"
    assert made.web == ("127.0.0.1", 1)
    assert made.heartbeat == 1.0
    assert made.smtp_listen == ("127.0.0.1", 2525)


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
        ("SMTP_LISTEN", "2525", "host:port"),
        ("SMTP_SEND", "mail.example.org", "host:port"),
        ("SMTP_SEND", "maildir:", "folder"),
        ("DOMAIN", "not a domain", "domain"),
        ("DOMAIN", "a@b.example", "domain"),
        ("DOMAIN", "x\r\nBcc: y", "domain"),
        ("SECRET", "fifteen letters", "16"),
        ("HEARTBEAT", "often", "seconds"),
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
    active = re.sub(rf"^#(?={PREFIX})", "", text, flags=re.M)
    file = tmp_path / ".env"
    file.write_text(active)
    made = read_config({"WARDROOM_DATA": str(tmp_path / "data")}, file)
    plain = read_config({"WARDROOM_DATA": str(tmp_path / "data"), "WARDROOM_SMTP_SEND": "maildir:data/mail"}, tmp_path / "none")
    assert made == plain


def test_the_example_alone_changes_nothing(tmp_path: Path) -> None:
    """Copied as it is, the example sets nothing."""
    assert read(tmp_path, EXAMPLE.read_text()) == read(tmp_path)
