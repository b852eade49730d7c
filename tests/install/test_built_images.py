"""The container files: built as they are, from a Debian in place of their base image, run as `compose.yaml` runs them."""

from __future__ import annotations

import re
import smtplib
import time
from contextlib import AbstractContextManager
from urllib.request import urlopen

import pytest
import yaml

from pbem import VERSION
from tests.install.containers import FRESH, LIMITS, Container, Podman, running
from tests.install.programs import DEPLOY
from tests.web.builders.serving import ROOT, until

pytestmark = pytest.mark.deep

COMPOSED = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["wardroom"]
DOMAIN = "wargames.localhost"
MOST_OFF = 8
"""Megabytes by which the size that docs/operators.md tells may be wrong."""
STAND_IN = f"""\
FROM {FRESH}
RUN apt-get update && apt-get install --yes --no-install-recommends python3-venv
"""
LEFT_OVERS = """\
ls -d /src /root/.cache /opt/wardroom/bin/pip* 2>/dev/null || true
ls -d /opt/wardroom/lib/python*/site-packages/{pip,setuptools,wheel} 2>/dev/null || true
for program in gcc cc make pip pip3; do command -v $program || true; done
"""


@pytest.fixture(scope="module")
def image(podman: Podman, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Wardroom's, from a Debian that has the name of its base; its name."""
    folder, name = tmp_path_factory.mktemp("base"), f"wardroom:{VERSION}"
    (base,) = re.findall(r"^ARG BASE=(\S+)$", (DEPLOY / "Containerfile").read_text(), re.M)
    (folder / "Containerfile").write_text(STAND_IN)
    podman.build(folder / "Containerfile", f"docker.io/library/{base}", folder)
    podman.build(DEPLOY / "Containerfile", name, ROOT)
    return name


def composed(podman: Podman, image: str) -> AbstractContextManager[Container]:
    """The container with all that `compose.yaml` forbids it, its data in the volume; pages are published."""
    assert COMPOSED["read_only"] and COMPOSED["cap_drop"] == ["ALL"] and COMPOSED["volumes"] == ["data:/data"]
    words = ["--read-only", "--cap-drop=ALL", *(f"--security-opt={each}" for each in COMPOSED["security_opt"])]
    words += [*(f"--tmpfs={each}" for each in COMPOSED["tmpfs"]), "--volume=data:/data"]
    return running(podman, "wardroom", *words, "--publish=127.0.0.1::8025", f"--env=WARDROOM_DOMAIN={DOMAIN}", image)


def healthy(podman: Podman) -> None:
    """Wait until the image's own health check says so."""
    until(lambda: podman.attempt("healthcheck", "run", "wardroom").returncode == 0, "the health check")


def page(podman: Podman, path: str) -> str:
    """A page, asked for from outside."""
    where = podman.told("port", "wardroom", "8025")
    with urlopen(f"http://{where}{path}", timeout=60) as answer:
        return str(answer.read().decode())


def answer(port: int, address: str) -> int:
    """What a mail server says to a mail for an address; 0 while it says nothing. No mail is sent."""
    try:
        with smtplib.SMTP("127.0.0.1", port, timeout=60) as world:
            world.ehlo("club.example")
            world.mail("ada@club.example")
            return world.rcpt(address)[0]
    except (OSError, smtplib.SMTPException):
        return 0


def stopped(podman: Podman) -> None:
    """Stop it as compose does: it ends by itself, within its grace."""
    grace = int(COMPOSED["stop_grace_period"].removesuffix("s"))
    began = time.monotonic()
    podman.told("stop", f"--time={grace}", "wardroom")
    assert time.monotonic() - began < grace
    assert podman.told("inspect", "--format={{.State.ExitCode}}", "wardroom") == "0"
    assert "Traceback" not in podman.told("logs", "wardroom")


def test_it_serves_is_stopped_and_goes_on_with_its_data(podman: Podman, image: str) -> None:
    """Healthy, pages, a game; doctor is content; nothing but the volume can be written to. A new container has the game."""
    with composed(podman, image) as container:
        healthy(podman)
        assert page(podman, "/healthz") == "ok\n" and "Wardroom" in page(podman, "/")
        assert container.run("id -u; cat /proc/1/status | grep ^Uid").split() == ["10001", "Uid:", *["10001"] * 4]
        assert container.run("for path in / /data /opt/wardroom /etc; do test -w $path && echo $path; done || true") == "/data"
        opened = container.run(
            f"wardroom game open star_navy first-blood --every 24 --seat blue=ada@{DOMAIN} --seat red=bot:aggressive"
        )
        assert opened.split()[0] == "g1"
        said = container.run("wardroom doctor")
        assert "0.0.0.0:2424 is served, and takes mail for" in said and " FIX " not in said
        stopped(podman)
    with composed(podman, image) as container:
        healthy(podman)
        assert "g1" in container.run("wardroom game list") and "All is well" in container.run("wardroom verify 2>&1")
        stopped(podman)


def test_the_postfix_before_it_asks_it_about_addresses(podman: Podman, image: str) -> None:
    """Its image is built and runs: from outside an address of ours is taken, another refused, and nothing is relayed."""
    (base,) = re.findall(r"^FROM (\S+)$", (DEPLOY / "postfix.Containerfile").read_text(), re.M)
    podman.told("tag", FRESH, f"docker.io/library/{base}")
    podman.build(DEPLOY / "postfix.Containerfile", "wardroom-postfix", ROOT)
    with composed(podman, image):
        healthy(podman)
        where = podman.told("inspect", "--format={{.NetworkSettings.IPAddress}}", "wardroom")
        given = {"WARDROOM_DOMAIN": DOMAIN, "MX_NAME": f"mx.{DOMAIN}", "WARDROOM_LMTP": f"{where}:2424"}
        words = [f"--env={name}={value}" for name, value in given.items()]
        with running(podman, "postfix", "--publish=127.0.0.1::25", *words, "wardroom-postfix"):
            port = int(podman.told("port", "postfix", "25").rpartition(":")[2])
            until(lambda: answer(port, "orders@elsewhere.example") == 554, "postfix refuses to relay")
            until(lambda: answer(port, f"orders@{DOMAIN}") == 250, "postfix has asked about our address")
            until(lambda: answer(port, f"nobody@{DOMAIN}") == 550, "postfix has asked about another")
            podman.told("stop", "--time=30", "postfix")
            assert podman.told("inspect", "--format={{.State.ExitCode}}", "postfix") == "0"


def test_nothing_is_in_it_that_only_built_it(podman: Podman, image: str) -> None:
    """No pip, compiler, source or cache; and it adds to its base what the operator's page says."""
    words = ("run", "--rm", *LIMITS, "--network=none", "--user=0", "--entrypoint=bash")
    assert podman.told(*words, image, "-c", LEFT_OVERS) == ""
    (base,) = re.findall(r"^ARG BASE=(\S+)$", (DEPLOY / "Containerfile").read_text(), re.M)
    sizes = [int(podman.told("image", "inspect", "--format={{.Size}}", name)) for name in (base, image)]
    added = round((sizes[1] - sizes[0]) / 1_000_000)
    (told,) = re.findall(r"adds (\d+) MB to its base", (ROOT / "docs" / "operators.md").read_text())
    assert abs(added - int(told)) <= MOST_OFF, added
