"""A fresh Debian in a container, with systemd as its first process: made here by debootstrap, run by podman."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.install.programs import PATH

INCLUDED = "systemd,systemd-sysv,dbus,ca-certificates,iproute2,procps"
"""What a server's installation has beside the least of Debian."""
LIMITS = ("--runtime=runc", "--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024")
"""What podman would ask for otherwise is more than root may have in some virtual machines."""
OURS = ("etc/ssl/certs/ca-certificates.crt", "etc/pip.conf")
"""How this machine reaches its package registry."""


def _done(*command: str | Path) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "PATH": PATH}
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, timeout=900, check=False)


class Container:
    """A running one."""

    def __init__(self, name: str) -> None:
        self.name = name

    def run(self, script: str) -> str:
        """What a shell script prints there; each of its commands must succeed."""
        done = _done("podman", "exec", self.name, "bash", "-e", "-o", "pipefail", "-c", script)
        said = done.stdout.decode("utf-8", "replace")
        assert done.returncode == 0, (script, said[-6000:])
        return said

    def copy(self, path: Path, to: str) -> None:
        """Copy a file or folder into it."""
        done = _done("podman", "cp", path, f"{self.name}:{to}")
        assert done.returncode == 0, done.stdout


@contextmanager
def fresh_debian(folder: Path) -> Iterator[Container]:
    """A Debian of this machine's release, installed now and running. Skipped where a container cannot be run."""
    if missing := [program for program in ("debootstrap", "podman", "runc") if not shutil.which(program, path=PATH)]:
        pytest.skip(f"{missing[0]} is missing: as root `tools/deploy_programs.sh` installs it, where it can be had")
    if os.geteuid() != 0:
        pytest.skip("only root can install a Debian")
    release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    name, system = f"wardroom-test-{os.getpid()}", folder / "debian"
    made = _done("debootstrap", "--variant=minbase", f"--include={INCLUDED}", release["VERSION_CODENAME"], system)
    if made.returncode != 0:
        pytest.skip(f"no Debian can be had here: {made.stdout.decode('utf-8', 'replace')[-300:]}")
    for path in OURS:
        if Path("/", path).exists():
            shutil.copy2(Path("/", path), system / path)
    _done("tar", "--create", f"--directory={system}", f"--file={folder / 'debian.tar'}", ".")
    try:
        assert _done("podman", "import", folder / "debian.tar", name).returncode == 0
        run = _done(
            "podman", "run", "--detach", f"--name={name}", *LIMITS, "--privileged", "--systemd=always", name, "/sbin/init"
        )
        if run.returncode != 0:
            pytest.skip(f"no container can be run here: {run.stdout.decode('utf-8', 'replace')[-300:]}")
        yield Container(name)
    finally:
        _done("podman", "rm", "--force", name)
        _done("podman", "rmi", "--force", name)
        shutil.rmtree(system)
