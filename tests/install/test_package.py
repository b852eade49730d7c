"""`pip install .` gives the whole program: it is built, installed and played far from the checkout."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pbem import VERSION
from pbem.demo import YOU
from pbem.web.library.documents import HELP
from tests.install.packaged import Packaged, run
from tests.web.builders.serving import ROOT, Serving, answer_to

pytestmark = pytest.mark.deep

LEFT_OUT = ("docs/decisions/", "docs/img/")
"""Pictures of the README and reasons for programmers: no page shows them."""
BLUE, RED = "blue@example.org", "red@example.org"


@pytest.fixture(scope="module")
def packaged(tmp_path_factory: pytest.TempPathFactory) -> Packaged:
    return Packaged(tmp_path_factory.mktemp("packaged"))


def kept(top: str) -> set[str]:
    """The files below a folder of the checkout that belong into the package."""
    paths = (path for path in (ROOT / top).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    names = {path.relative_to(ROOT).as_posix() for path in paths}
    return {name for name in names if not name.startswith(LEFT_OUT)}


@pytest.mark.parametrize(
    ("top", "place"), [("events", "events"), ("pbem", "pbem"), ("templates", "pbem/templates"), ("docs", "pbem/docs")]
)
def test_no_file_is_left_behind(packaged: Packaged, top: str, place: str) -> None:
    """Templates, pages, rule books, scenarios, styles: each is in the wheel at its place, and in the sdist as it lies here."""
    assert {place + name.removeprefix(top) for name in kept(top)} - packaged.in_wheel() == set()
    assert kept(top) - packaged.in_sdist() == set()


def test_the_wheel_says_what_it_is_and_needs(packaged: Packaged) -> None:
    """Its version is the program's, its requirements are those of `requirements.txt`."""
    about = run(packaged.program("pip"), "show", "wardroom", cwd=packaged.empty)
    assert f"Version: {VERSION}\n" in about
    code = "from importlib.metadata import requires; print(*requires('wardroom'), sep='\\n')"
    needed = run(packaged.program("python"), "-c", code, cwd=packaged.empty)
    listed = (ROOT / "requirements.txt").read_text().replace("flufl.bounce", "flufl-bounce")  # its normal form
    assert sorted(needed.split()) == sorted(listed.split())


def test_the_command_runs_from_anywhere(packaged: Packaged) -> None:
    """`--version` and `doctor`, without a setting; what is not set is made below the folder one is in."""
    assert run(packaged.program("wardroom"), "--version", cwd=packaged.empty) == f"Wardroom, version {VERSION}\n"
    assert run(packaged.program("wardroom"), "--help", cwd=packaged.empty).startswith("Usage: wardroom ")
    said = run(packaged.program("wardroom"), "luck", "--help", cwd=packaged.empty)
    assert "    wardroom luck g12\n" in said and "./wardroom" not in said
    found = run(packaged.program("wardroom"), "doctor", cwd=packaged.empty)
    assert "pictures" in found and "FIX" not in found
    assert {path.name for path in packaged.empty.iterdir()} == {"data"}


def test_files_for_the_operator_are_installed_too(packaged: Packaged) -> None:
    """All of `deploy/`, as it is here."""
    shared = packaged.environment / "share" / "wardroom"
    for path in (ROOT / "deploy").iterdir():
        assert (shared / path.name).read_bytes() == path.read_bytes()
    assert (shared / "env.example").read_bytes() == (ROOT / ".env.example").read_bytes()


def test_its_pages_are_those_of_the_checkout(packaged: Packaged, tmp_path: Path) -> None:
    """Every help page, every rule book and page of orders, byte for byte; styles and scripts too."""
    games = [path.stem for path in (ROOT / "docs" / "rules").glob("*.md") if path.stem != "README"]
    books = [f"/rules/{game}{page}" for game in games for page in ("", "/orders", "/about")]
    static = ROOT / "pbem" / "web" / "static"
    files = [f"/static/{path.relative_to(static).as_posix()}" for path in static.rglob("*") if path.is_file()]
    services = Serving(tmp_path / "here"), packaged.serving(tmp_path / "installed")
    try:
        for service in services:
            service.start()
        for page in ["/rules", *(f"/help/{name}" for name in HELP), *books, *files]:
            ours, theirs = (service.get(page) for service in services)
            assert (theirs.status, theirs.body) == (ours.status, ours.body), page
            assert ours.status == 200, page
    finally:
        assert [service.end() for service in services] == [0, 0]


def test_the_demonstration_runs(packaged: Packaged, tmp_path: Path) -> None:
    """Its games are open, and their reports lie in the mailbox on the page."""
    data = tmp_path / "data"
    service = packaged.serving(data, "demo", "--data", str(data))
    service.start()
    try:
        assert service.get("/").status == 200
        assert service.await_mail(YOU, "[g1 T0]")
        assert "[g1 T0]" in service.get("/mail/").text
    finally:
        assert service.end() == 0, service.log.read_text()


def test_pipx_installs_upgrades_and_removes_the_wheel(packaged: Packaged, tmp_path: Path) -> None:
    """The command comes, its demonstration runs, an upgrade keeps the games; when the command is gone the data is not."""
    data, command = tmp_path / "data", tmp_path / "bin" / "wardroom"
    homes = {"PIPX_HOME": str(tmp_path / "pipx"), "PIPX_BIN_DIR": str(command.parent), "PIPX_MAN_DIR": str(tmp_path / "man")}

    def pipx(*words: str | Path) -> None:
        run(Path(sys.executable).with_name("pipx"), *words, cwd=packaged.empty, **homes)

    pipx("install", "--python", sys.executable, packaged.wheel)
    assert run(command, "--version", cwd=packaged.empty) == f"Wardroom, version {VERSION}\n"
    service = packaged.serving(data, "demo", "--data", str(data), program=command)
    service.start()
    assert service.get("/").status == service.get("/g/g1").status == 200
    assert service.end() == 0, service.log.read_text()
    pipx("upgrade", "--force", "wardroom")
    assert "g1" in service.run("game", "list").stdout.decode()
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    pipx("uninstall", "wardroom")
    assert not command.exists()
    assert before and {path: path.read_bytes() for path in data.rglob("*") if path.is_file()} == before


def test_a_turn_is_played_by_mail(packaged: Packaged, tmp_path: Path) -> None:
    """A report with its picture, orders, a receipt, the next report, and its replay in one file."""
    service = packaged.serving(tmp_path / "data")
    seats = ("--seat", f"blue={BLUE}", "--seat", f"red={RED}")
    opened = service.run("game", "open", "star_navy", "first-blood", "--every", "24", *seats)
    assert opened.returncode == 0, opened.stderr
    stream = opened.stdout.decode().split()[0]
    service.start()
    try:
        for address in (BLUE, RED):
            report = service.await_mail(address, f"[{stream} T0]")
            pictures = [part for part in report.walk() if part.get_content_type() == "image/png"]
            assert pictures and pictures[0].get_content().startswith(b"\x89PNG")
            mail, to = answer_to(report, address, "ready", f"m-{address}")
            service.send(mail, address, to)
            service.await_mail(address, "Re: ")
        service.await_mail(BLUE, f"[{stream} T1]")
        assert "Traceback" not in service.log.read_text()
    finally:
        assert service.end() == 0
    assert service.run("verify").returncode == 0
