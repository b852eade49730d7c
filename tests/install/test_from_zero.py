"""The operator's page from its first command to the first mail, in a fresh Debian with its systemd, as a new operator goes."""

from __future__ import annotations

import re
import shutil
import subprocess
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.install.containers import Container, Podman, fresh_debian
from tests.web.builders.serving import ROOT

pytestmark = pytest.mark.deep

PLAYER = "ada@localhost"
"""Somebody on the machine itself: no mail leaves it."""
DOMAIN = "wargames.localhost"
"""A name for which Caddy makes a certificate of its own."""
ANSWER = f"""\
printf 'reply 1\\nready\\n.\\nquit\\n' |
    s-nail -n -# -S v15-compat -S dot -S sendwait -S reply-to-honour -S from={PLAYER} -f /var/mail/ada
"""
CONTAINERS_POSTFIX = f"""\
systemctl stop postfix "postfix@*" wardroom-backup.timer
rm -rf /var/spool/postfix/etc
cd /root/wardroom
WARDROOM_DOMAIN={DOMAIN} MX_NAME=mx.{DOMAIN} WARDROOM_LMTP=127.0.0.1:2424 \\
    systemd-run --quiet --unit=postfix-of-the-container --setenv=WARDROOM_DOMAIN --setenv=MX_NAME --setenv=WARDROOM_LMTP \\
    sh -c 'sh /root/wardroom/deploy/postfix.sh | cat'
for second in $(seq 120); do sleep 1; (: </dev/tcp/127.0.0.1/10025) 2>/dev/null && break; done
journalctl --unit=postfix-of-the-container --no-pager | tail -n 20
postconf -F '*/*/chroot'
/opt/wardroom/bin/python - <<'END'
import socket, smtplib, time
def said(world, name):
    while (code := world.rcpt(f"{{name}}@{DOMAIN}")[0]) == 450:  # it asks the service yet
        time.sleep(1)
    return code
with smtplib.SMTP(socket.gethostbyname(socket.gethostname()), 25, timeout=30) as world:
    world.ehlo("club.example")
    world.mail("ada@club.example")
    print(said(world, "orders"), said(world, "nobody"), "is said by the container's postfix")
END
"""
"""`deploy/postfix.sh` in place of the page's postfix; what the unit of Debian's had put into the chroot is not there."""


def commands() -> list[str]:
    """The blocks of commands of *Install*, with names of this test's in place of the page's."""
    page = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
    part = page.partition("\n## Install\n")[2].partition("\n## ")[0]
    blocks = [textwrap.dedent(block) for block in re.findall(r"^ {3}```sh\n(.*?)^ {3}```", part, re.M | re.S)]
    return [block.replace("you@example.org", PLAYER).replace("wargames.example", DOMAIN) for block in blocks]


@pytest.fixture
def server(podman: Podman, tmp_path: Path) -> Iterator[Container]:
    """A fresh Debian with a checkout in it, running."""
    with fresh_debian(podman) as container:
        files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
        for name in filter(None, files):
            target = tmp_path / "checkout" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
        container.copy(tmp_path / "checkout", "/root/wardroom")
        yield container


def subjects(server: Container) -> list[str]:
    """The subjects of the mails that the player has, as their mail program shows them."""
    return [
        line for line in server.run("su ada -c 's-nail -n -H -f /var/mail/ada' </dev/null || true").splitlines() if "[g" in line
    ]


def await_mails(server: Container, number: int) -> list[str]:
    """Wait until the player has as many."""
    end = time.monotonic() + 300
    while len(found := subjects(server)) < number:
        assert time.monotonic() < end, (found, server.run("journalctl --no-pager --lines 60"))
        time.sleep(1)
    return found


def test_from_a_fresh_debian_to_an_answered_mail(server: Container) -> None:
    """Every command of the page succeeds, in its order; doctor is content; report, answer, receipt, next report; https.

    Then the postfix of the container takes its place, and knows the same addresses.
    """
    server.run("useradd --create-home ada")
    blocks = commands()
    assert len(blocks) > 6
    said = server.run("cd /root/wardroom\n" + "".join(blocks))
    assert "readiness" in said and " FIX " not in said and "not serving now" not in said
    assert "takes mail for wargames.localhost" in said
    server.run("apt-get install --yes --no-install-recommends s-nail curl")
    assert "[g1 T0]" in await_mails(server, 1)[0]
    server.run(f"cat >/home/ada/answer <<'END'\n{ANSWER}END\nsu ada -c 'sh ~/answer'")
    assert any("[g1 T1]" in line for line in await_mails(server, 3))
    page = server.run(f"curl --silent --insecure --fail --resolve {DOMAIN}:443:127.0.0.1 https://{DOMAIN}/")
    assert "Wardroom" in page
    assert server.run("systemctl is-active wardroom postfix caddy").split() == ["active"] * 3
    assert "All is well" in server.run("cd /var/lib/wardroom && runuser -u wardroom -- wardroom verify 2>&1")
    said = server.run(CONTAINERS_POSTFIX)
    assert "250 550 is said" in said and "chroot = y" not in said
