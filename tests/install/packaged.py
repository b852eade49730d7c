"""Wardroom built and installed as anybody does it, in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

from tests.web.builders.serving import ROOT, Serving

WATCH = f"""\
import sys

def seen(event, args):
    if event == "open" and isinstance(args[0], (str, bytes)) and str(args[0]).startswith({str(ROOT)!r}):
        raise RuntimeError(f"{{args[0]}} is opened, a file of the checkout")

sys.addaudithook(seen)
"""
"""`sitecustomize` of the environment: an installed Wardroom that opens a file of the checkout fails."""
BARE = {name: value for name, value in os.environ.items() if not name.startswith(("WARDROOM_", "PYTHON", "VIRTUAL_ENV"))}


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    """What a command prints; it must succeed."""
    done = subprocess.run(command, cwd=cwd, env=BARE | variables, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, (command, done.stdout[-2000:], done.stderr[-4000:])
    return done.stdout


class Packaged:
    """An sdist, the wheel that was built from it, and an environment with that wheel in it."""

    def __init__(self, folder: Path) -> None:
        self.empty = folder / "empty"
        self.empty.mkdir()
        run(sys.executable, "-m", "build", "--outdir", folder / "dist", ROOT, cwd=self.empty)
        (self.sdist,) = (folder / "dist").glob("*.tar.gz")
        (self.wheel,) = (folder / "dist").glob("*.whl")
        self.environment = folder / "environment"
        run(sys.executable, "-m", "venv", self.environment, cwd=self.empty)
        run(self.program("pip"), "install", "--quiet", self.wheel, cwd=self.empty)
        (packages,) = self.environment.glob("lib/python*/site-packages")
        (packages / "sitecustomize.py").write_text(WATCH)

    def program(self, name: str) -> Path:
        """A command of the environment."""
        return self.environment / "bin" / name

    def in_wheel(self) -> set[str]:
        """Names of the files in the wheel."""
        with ZipFile(self.wheel) as wheel:
            return set(wheel.namelist())

    def in_sdist(self) -> set[str]:
        """Names of the files in the sdist, without its own folder."""
        with tarfile.open(self.sdist) as sdist:
            return {name.partition("/")[2] for name in sdist.getnames()}

    def serving(self, data: Path, *words: str, program: Path | None = None) -> Serving:
        """The installed service, started in an empty folder; `program`: as it is installed elsewhere."""
        service = Serving(data, *words)
        service.program = (str(program or self.program("wardroom")),)
        service.folder = self.empty
        service.env = BARE | {name: value for name, value in service.env.items() if name.startswith("WARDROOM_")}
        return service
