"""The container files: linted, without secrets, and in step with the program and with `compose.yaml`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import yaml

from pbem import VERSION
from pbem.settings.settings import FILED, NAMES, PREFIX, SECRETS
from tests.install.programs import DEPLOY, told
from tests.web.builders.serving import ROOT

FILES = ("Containerfile", "postfix.Containerfile")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())


@pytest.mark.parametrize("name", FILES)
def test_the_linter_finds_nothing(name: str) -> None:
    assert told(Path(sys.executable).with_name("hadolint"), DEPLOY / name) == ""


def test_the_image_holds_no_secret_and_runs_as_nobody_special() -> None:
    """Its settings are settings, none of which is a password; after the last step it is not root."""
    text = (DEPLOY / "Containerfile").read_text()
    named = set(re.findall(rf"\b{PREFIX}(\w+)=", text))
    assert named <= set(NAMES) - set(SECRETS)
    assert re.findall(r"^USER (.*)$", text, re.M) == ["10001"]
    assert "/healthz" in text and "VOLUME /data\n" in text


def test_only_what_is_named_goes_into_the_image() -> None:
    """Data, settings and the history stay outside, and everything that is copied is there."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    kept = {line[1:] for line in lines if line.startswith("!")}
    assert lines[0] == "*" and not kept & {"data", ".env", ".git", "tests"}
    assert all((ROOT / name).exists() for name in kept)
    assert "deploy/.env" in lines


def test_compose_names_what_there_is() -> None:
    """Build files, images of this version, settings of the program, declared volumes; only web and mail are published."""
    services = COMPOSE["services"]
    for name in ("wardroom", "postfix"):
        assert (ROOT / services[name]["build"]["dockerfile"]).is_file()
        assert services[name]["image"].endswith(f":{VERSION}")
    given = {name.removeprefix(PREFIX) for name in services["wardroom"]["environment"]}
    assert given <= set(NAMES) | FILED
    mounted = {volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", [])}
    assert {name for name in mounted if not name.startswith(".")} == set(COMPOSE["volumes"])
    published = {port for service in services.values() for port in service.get("ports", [])}
    assert published == {"25:25", "80:80", "443:443"}
