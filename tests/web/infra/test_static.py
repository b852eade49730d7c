"""Static files: nothing of others without checksum and licence, nothing from other hosts, nothing inline."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import pytest

from tests.present.colours import contrast

ROOT = Path(__file__).resolve().parents[3]
STATIC = ROOT / "pbem" / "web" / "static"
VENDORED = ROOT / "tests" / "web" / "vendor"
TEMPLATES = sorted((ROOT / "templates" / "web").glob("*.html"))
OURS = sorted(path for path in STATIC.iterdir() if path.suffix in {".css", ".js", ".svg"})
ALONE = {"replay_file.html"}
"""A page to keep as one file: all it needs is in it, under a policy of its own."""
NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/2005/Atom")
ELSEWHERE = re.compile(r"(?:https?:)?//[a-z0-9-]+\.[a-z]")


def entries(folder: Path) -> list[dict[str, str]]:
    """What VENDORED.txt says, one entry per file."""
    blocks = (folder / "VENDORED.txt").read_text(encoding="utf-8").split("\n\n")[1:]
    return [dict(line.split(": ", 1) for line in block.strip().splitlines()) for block in blocks]


def test_every_vendored_file_is_as_it_was_published() -> None:
    """Each has name, version, origin, licence and the checksum that it must have; none is there without, and none is served."""
    assert not [path.name for path in STATIC.iterdir() if path.is_dir()]
    folder = VENDORED
    told = entries(folder)
    for entry in told:
        assert set(entry) == {"file", "name", "version", "from", "licence", "sha256"}
        assert sha256((folder / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]
        licence = re.search(r"\((.+)\)", entry["licence"])
        assert licence and (folder / licence[1]).is_file()
    known = {"VENDORED.txt", *(e["file"] for e in told), *(re.findall(r"\((.+)\)", e["licence"])[0] for e in told)}
    assert {path.name for path in folder.iterdir()} == known


def test_nothing_comes_from_elsewhere() -> None:
    """No page and no file of ours names another host, except as the name of an XML vocabulary or an example."""
    for path in (*OURS, *TEMPLATES):
        text = path.read_text(encoding="utf-8")
        for name in NAMESPACES:
            text = text.replace(name, "")
        found = [hit for hit in ELSEWHERE.findall(text) if "example" not in hit]
        assert [hit for hit in found if not re.search(re.escape(hit) + r"[a-z.]*example", text)] == [], path.name


def test_no_template_has_script_or_style_inside() -> None:
    """The Content-Security-Policy forbids it, so a page that tried would be broken."""
    for path in TEMPLATES:
        if path.name not in ALONE:
            text = path.read_text(encoding="utf-8")
            assert re.search(r"<style|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|javascript:", text) is None, path.name
            assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text)), path.name


@pytest.mark.parametrize("path", [path for path in OURS if path.suffix == ".css"], ids=lambda path: path.name)
def test_every_colour_variable_is_defined(path: Path) -> None:
    """A misspelt variable would silently give no colour."""
    defined = set(re.findall(r"(--[a-z-]+)\s*:", "".join(sheet.read_text("utf-8") for sheet in STATIC.rglob("*.css"))))
    assert set(re.findall(r"var\((--[a-z-]+)\)", path.read_text("utf-8"))) <= defined


def variables(dark: bool) -> dict[str, str]:
    """The colours of pages in one mode."""
    text = (STATIC / "wardroom.css").read_text("utf-8")
    light_block, dark_block = text.split("@media (prefers-color-scheme: dark)")[:2]
    pattern = r"(--[a-z-]+): (#[0-9a-f]{3,6});"
    light = dict(re.findall(pattern, light_block))
    return light | dict(re.findall(pattern, dark_block)) if dark else light


def full(colour: str) -> str:
    """`#abc` as `#aabbcc`."""
    return colour if len(colour) == 7 else "#" + "".join(c * 2 for c in colour[1:])


WORDS_ON_GROUND = [
    *((word, ground) for word in ("--text", "--text-light", "--accent", "--code") for ground in ("--bg", "--accent-bg")),
    *((f"--{kind}", f"--{kind}-bg") for kind in ("good", "warn", "bad", "mine")),
    *(("--text", f"--{kind}-bg") for kind in ("good", "warn", "bad", "mine")),
    *(("--text-light", f"--{kind}-bg") for kind in ("good", "warn", "bad", "mine")),
    ("--accent-text", "--accent"),
    ("--accent-text", "--accent-hover"),
    ("--bar-text", "--bar"),
    ("--text", "--marked"),
    ("--text-light", "--disabled"),
]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pages_have_contrast(dark: bool) -> None:
    """Words 4.5 : 1 on every ground they stand on; borders of fields and the focus ring 3 : 1."""
    colours = {name: full(value) for name, value in variables(dark).items()}
    for word, ground in WORDS_ON_GROUND:
        assert contrast(colours[word], colours[ground]) >= 4.5, (word, ground)
    for mark in ("--border", "--focus"):
        assert min(contrast(colours[mark], colours[ground]) for ground in ("--bg", "--accent-bg")) >= 3, mark
