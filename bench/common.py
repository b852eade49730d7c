"""What the benchmarks share: how garbage is searched for, scratch folders, timing, and results with their targets.

Scratch databases go under $BENCH_TMP (default: the system's temporary folder; put it on the disk that matters, never on
tmpfs), results under `out/` beside this file.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import random
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from pbem.operation.garbage import collect_rarely  # noqa: E402

collect_rarely()  # as every process of the program does; each process of a benchmark imports this module, whatever its case

OUT = HERE / "out"
SCRATCH = Path(os.environ.get("BENCH_TMP", tempfile.gettempdir())) / "wardroom-bench"


# ---------------------------------------------------------------- timing


def scratch(name: str) -> Path:
    """An empty folder."""
    folder = SCRATCH / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def flush(path: Path) -> None:
    """Write the file out and drop its pages from the page cache."""
    fd = os.open(path, os.O_RDONLY)
    os.fsync(fd)
    os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(fd)


def checkpoint(con: sqlite3.Connection) -> None:
    con.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def processor_seconds(work: Callable[[], object]) -> float:
    """What this process worked for it, without what it waited: the same on a busy machine."""
    start = time.process_time()
    work()
    return time.process_time() - start


def shuffled(cases: Iterable[str], turn: int) -> Iterator[str]:
    """The cases of a round in an order of its own."""
    order = list(cases)
    random.Random(turn).shuffle(order)
    return iter(order)


def median(xs: Iterable[float]) -> float:
    return statistics.median(xs)


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the rounds' own ratios: what slows a whole round of a shared machine slows both sides of it."""
    return median(a / b for a, b in zip(ours, theirs, strict=True))


def percentile(xs: Sequence[float], q: float) -> float:
    return sorted(xs)[min(len(xs) - 1, int(q * len(xs)))]


def peak_mib() -> float:
    """The most memory this process had. Not `ru_maxrss`, which starts at the size of the process that started this one."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def child(script: str, *args: str) -> Any:
    """What this script prints as JSON when run in a process of its own."""
    done = subprocess.run([sys.executable, script, "--child", *args], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{Path(script).name} {' '.join(args)} failed:\n{done.stderr}")
    return json.loads(done.stdout)


# ---------------------------------------------------------------- results


@dataclass
class Figure:
    """One target and what was measured."""

    what: str
    measured: float
    limit: float
    at_most: bool = True
    unit: str = "×"
    note: str = ""

    @property
    def met(self) -> bool:
        return self.measured <= self.limit if self.at_most else self.measured >= self.limit


def options(text: str, **numbers: tuple[int, int]) -> argparse.Namespace:
    """The command line: `--quick`, and each number with its full and its quick default."""
    parser = argparse.ArgumentParser(description=text)
    parser.add_argument("--quick", action="store_true", help="small and noisy: about a minute")
    parser.add_argument("--child", nargs="+", help=argparse.SUPPRESS)
    for name, (full, quick) in numbers.items():
        parser.add_argument(f"--{name}", type=int, help=f"default {full}, with --quick {quick}")
    given = parser.parse_args()
    for name, (full, quick) in numbers.items():
        if getattr(given, name) is None:
            setattr(given, name, quick if given.quick else full)
    return given


def machine() -> str:
    cpu = next((x.split(":")[1].strip() for x in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in x), "?")
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    return f"{os.cpu_count()} cores ({cpu}), {pages:.0f} GiB"


def versions(*packages: str) -> dict[str, str]:
    found = {"CPython": platform.python_version(), "SQLite": sqlite3.sqlite_version}
    for name in packages:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def free_port() -> int:
    """A port of the loopback that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def report(name: str, given: argparse.Namespace, figures: list[Figure], cases: Any, *packages: str) -> None:
    """Print the figures and write them to `out/NAME.json`."""
    for x in figures:
        sign = "<=" if x.at_most else ">="
        print(f"{'met   ' if x.met else 'MISSED'} {x.measured:8.3f} {x.unit} (target {sign} {x.limit:g}) {x.what} {x.note}")
    when = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")
    about = {"name": name, "date": when, "quick": given.quick, "machine": machine(), "versions": versions(*packages)}
    rows = [{**asdict(x), "met": x.met} for x in figures]
    OUT.mkdir(exist_ok=True)
    result = {**about, "load": os.getloadavg()[0], "figures": rows, "cases": cases}
    (OUT / f"{name}.json").write_text(json.dumps(result, indent=1) + "\n")
