"""Containers of a fresh Debian: made here by debootstrap, run by podman, without a registry of images."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.install.programs import PATH

INCLUDED = "systemd,systemd-sysv,dbus,ca-certificates,iproute2,procps"
"""What a server's installation has beside the least of Debian."""
LIMITS = ("--runtime=runc", "--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024")
"""What podman would ask for otherwise is more than root may have in some virtual machines."""
OURS = ("etc/ssl/certs/ca-certificates.crt", "etc/pip.conf")
"""How this machine reaches its package registry."""
FRESH = "fresh-debian"


def _done(*command: str | Path) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "PATH": PATH}
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, timeout=900, check=False)


def installed_debian(folder: Path) -> Path:
    """A Debian of this machine's release as an archive in a folder, installed unless it is there. Skipped where that fails."""
    archive, system = folder / "debian.tar", folder / "debian"
    if archive.exists():
        return archive
    if missing := [program for program in ("debootstrap", "podman", "runc") if not shutil.which(program, path=PATH)]:
        pytest.skip(f"{missing[0]} is missing: as root `tools/deploy_programs.sh` installs it, where it can be had")
    if os.geteuid() != 0:
        pytest.skip("only root can install a Debian")
    release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    try:
        made = _done("debootstrap", "--variant=minbase", f"--include={INCLUDED}", release["VERSION_CODENAME"], system)
        if made.returncode != 0:
            pytest.skip(f"no Debian can be had here: {made.stdout.decode('utf-8', 'replace')[-300:]}")
        for path in OURS:
            if Path("/", path).exists():
                shutil.copy2(Path("/", path), system / path)
        packed = _done("tar", "--create", f"--directory={system}", f"--file={archive}.part", ".")
        assert packed.returncode == 0, packed.stdout
        return Path(f"{archive}.part").rename(archive)
    finally:
        shutil.rmtree(system, ignore_errors=True)


class Podman:
    """Podman with images of its own: none of the machine's is seen or changed. It begins with the fresh Debian."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        # A path of a test's own folder would be too long for podman's sockets.
        self._folder = Path(tempfile.mkdtemp(prefix="wardroom-podman-"))

    def start(self) -> None:
        """Take the Debian in. Skips the test where no container can be run."""
        for words in (("import", str(self._archive), FRESH), ("run", "--rm", *LIMITS, "--privileged", FRESH, "true")):
            done = self.attempt(*words)
            if done.returncode != 0:
                pytest.skip(f"no container can be run here: {done.stdout.decode('utf-8', 'replace')[-300:]}")

    def attempt(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        """A command of podman, and what came of it."""
        return _done("podman", "--log-level=fatal", f"--root={self._folder}/images", f"--runroot={self._folder}/run", *words)

    def told(self, *words: str) -> str:
        """What a command says, stripped; it must succeed."""
        done = self.attempt(*words)
        said = done.stdout.decode("utf-8", "replace")
        assert done.returncode == 0, (words, said[-6000:])
        return said.strip()

    def build(self, recipe: Path, name: str, context: Path) -> None:
        """An image of a container file, with its health check, from images that are here."""
        words = ("--format=docker", "--pull=never", "--layers=false", f"--tag={name}", f"--file={recipe}")
        self.told("build", *LIMITS, *words, str(context))

    def remove(self) -> None:
        """End all containers, and throw everything away."""
        self.attempt("rm", "--all", "--force", "--time=0")
        shutil.rmtree(self._folder)


class Container:
    """A running one."""

    def __init__(self, podman: Podman, name: str) -> None:
        self.podman = podman
        self.name = name

    def run(self, script: str) -> str:
        """What a shell script prints there; each of its commands must succeed."""
        return self.podman.told("exec", self.name, "bash", "-e", "-o", "pipefail", "-c", script)

    def copy(self, path: Path, to: str) -> None:
        """Copy a file or folder into it."""
        self.podman.told("cp", str(path), f"{self.name}:{to}")


@contextmanager
def running(podman: Podman, name: str, *words: str) -> Iterator[Container]:
    """A container of this name, run in the background with the words of `podman run`; removed in the end, its volumes kept."""
    podman.told("run", "--detach", f"--name={name}", *LIMITS, *words)
    try:
        yield Container(podman, name)
    finally:
        podman.attempt("rm", "--force", "--time=0", name)


def fresh_debian(podman: Podman) -> AbstractContextManager[Container]:
    """The Debian, with systemd as its first process."""
    return running(podman, "server", "--privileged", "--systemd=always", FRESH, "/sbin/init")
