"""PostgreSQL on three nodes under Patroni, with etcd, on the loopback: as `deploy/patroni.yml` has it, with names put in."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from tests.postgresql_server import INSTALLED, owner
from tests.web.builders.serving import ROOT, free_port

EXAMPLE = ROOT / "deploy" / "patroni.yml"
NODES = ("db1", "db2", "db3")
PATIENCE = 120.0
PROGRAMS = ("patroni", "etcd")
ADMIN, USER = "postgres:CHANGE-ME-1", "wardroom:secret"


def missing() -> str:
    """Which program is not installed; "" when all are."""
    names = [name for name in PROGRAMS if shutil.which(name) is None]
    return ", ".join(names if any(INSTALLED.glob("*/bin/initdb")) else [*names, "postgresql"])


@dataclass
class Node:
    """One machine: its Patroni, which runs its PostgreSQL."""

    name: str
    port: int
    api: int
    folder: Path
    process: subprocess.Popen[bytes] | None = None

    def kill(self) -> None:
        """As when the machine loses its power: Patroni and the postmaster at once; its children follow."""
        assert self.process is not None
        lock = self.folder / "data" / "postmaster.pid"
        running = [int(lock.read_text().split()[0])] if lock.exists() else []
        for pid in (self.process.pid, *running):
            os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.process = None


@dataclass
class Cluster:
    """All nodes, and etcd."""

    folder: Path
    nodes: dict[str, Node] = field(default_factory=dict)
    etcd: subprocess.Popen[bytes] | None = None
    etcd_port: int = 0

    def start(self) -> None:
        """Start all; returns when there is a leader with a synchronous standby, and a database."""
        self.etcd_port = free_port()
        here, peers = f"http://127.0.0.1:{self.etcd_port}", f"http://127.0.0.1:{free_port()}"
        addresses = ["--listen-client-urls", here, "--advertise-client-urls", here, "--listen-peer-urls", peers]
        named = ["--initial-advertise-peer-urls", peers, "--initial-cluster", f"default={peers}"]
        self.etcd = self._run("etcd", [*addresses, *named, "--data-dir", str(self.folder / "etcd"), "--unsafe-no-fsync"])
        for name in NODES:
            self.nodes[name] = Node(name, free_port(), free_port(), self.folder / name)
        for node in self.nodes.values():
            self.start_node(node)
            if node.name == NODES[0]:
                self.wait(self.leader, "a leader")
        self.wait(lambda: self.standbys("sync") == 1 and self.standbys() == 2, "a synchronous standby")
        self._execute("CREATE ROLE wardroom LOGIN PASSWORD 'secret'", "CREATE DATABASE wardroom OWNER wardroom")

    def start_node(self, node: Node) -> None:
        """Start its Patroni, as an operator does; also after it was killed."""
        node.folder.mkdir(exist_ok=True)
        if os.geteuid() == 0:
            os.chown(node.folder, owner() or -1, -1)
        settings = node.folder / "patroni.yml"
        settings.write_text(self._settings(node))
        node.process = self._run("patroni", [str(settings)], node.name)

    def _settings(self, node: Node) -> str:
        """The example with this node's names in place of those in it."""
        programs = sorted(INSTALLED.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))[-1].parent
        names = {
            "db1.club.example:2379,db2.club.example:2379,db3.club.example:2379": f"127.0.0.1:{self.etcd_port}",
            "name: db1": f"name: {node.name}",
            "0.0.0.0:8008": f"127.0.0.1:{node.api}",
            "db1.club.example:8008": f"127.0.0.1:{node.api}",
            "0.0.0.0:5432": f"127.0.0.1:{node.port}",
            "db1.club.example:5432": f"127.0.0.1:{node.port}",
            "/var/lib/postgresql/wardroom": str(node.folder / "data"),
            "/var/lib/postgresql/patroni.pgpass": str(node.folder / "pgpass"),
            "/usr/lib/postgresql/15/bin": str(programs),
            "192.0.2.0/24": "127.0.0.1/32",
            "max_connections: 100": f"max_connections: 100\n        unix_socket_directories: {self.folder}",
        }
        return put_in(EXAMPLE.read_text(), names)

    def _run(self, program: str, words: list[str], name: str = "") -> subprocess.Popen[bytes]:
        clean = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LANG": "C.UTF-8"}
        with (self.folder / f"{name or program}.log").open("ab") as log:
            return subprocess.Popen(
                [f"/usr/bin/{program}", *words], stdout=log, stderr=log, user=owner(), cwd=self.folder, env=clean
            )

    # ------------------------------------------------------------ who is there

    def url(self, who: str = USER, database: str = "wardroom") -> str:
        """The address of the database: all nodes, whichever takes writes."""
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes.values())
        return f"postgresql://{who}@{hosts}/{database}?target_session_attrs=read-write"

    def leader(self) -> Node | None:
        """The node that takes writes now; None when there is none."""
        for node in self.nodes.values():
            with suppress(psycopg.Error):
                address = f"postgresql://{ADMIN}@127.0.0.1:{node.port}/postgres?connect_timeout=2"
                with psycopg.connect(address) as con:
                    row = con.execute("SELECT pg_is_in_recovery()").fetchone()
                    if row == (False,):
                        return node
        return None

    def standbys(self, how: str = "%") -> int:
        """How many follow the leader (`sync`: and are waited for)."""
        with suppress(psycopg.Error), psycopg.connect(self.url(ADMIN, "postgres")) as con:
            query = "SELECT count(*) FROM pg_stat_replication WHERE state='streaming' AND sync_state LIKE %s"
            row = con.execute(query, (how,)).fetchone()
            return int(row[0]) if row else 0
        return 0

    def _execute(self, *statements: str) -> None:
        with psycopg.connect(self.url(ADMIN, "postgres"), autocommit=True) as con:
            for each in statements:
                con.execute(each)

    def wait(self, look: Callable[[], object], what: str) -> None:
        """Wait for it, and ask five times a second: more would keep the machine busy."""
        end = time.monotonic() + PATIENCE
        while not look():
            assert time.monotonic() < end, f"{what}: not within {PATIENCE:g} s; {self.logs()}"
            time.sleep(0.2)

    def logs(self) -> str:
        """The last lines of all logs."""
        return "\n".join(f"--- {path.name}\n{path.read_text()[-1500:]}" for path in sorted(self.folder.glob("*.log")))

    def stop(self) -> None:
        """End everything, and remove it."""
        for node in self.nodes.values():
            if node.process is not None:
                node.kill()
        if self.etcd is not None:
            self.etcd.kill()
            self.etcd.wait()
        time.sleep(0.5)
        shutil.rmtree(self.folder, ignore_errors=True)


def put_in(text: str, names: Mapping[str, str]) -> str:
    """The text with names in place of others, all of which must be in it."""
    for old, new in names.items():
        assert old in text, f"{old} is not in {EXAMPLE.name}"
        text = text.replace(old, new)
    return text


def new_cluster() -> Cluster:
    """Three nodes that run. Skips the test where a program is missing; where CI=true it fails."""
    if names := missing():
        reason = f"{names} not installed: as root `tools/postgresql.sh` does it"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    folder = Path(tempfile.mkdtemp(prefix="wardroom-patroni-"))
    if os.geteuid() == 0:
        os.chown(folder, owner() or -1, -1)
    cluster = Cluster(folder)
    try:
        cluster.start()
    except BaseException:
        cluster.stop()
        raise
    return cluster
