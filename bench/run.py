"""Run the benchmarks one after another and write their figures into the table of README.md.

usage: python bench/run.py [--quick] [--table] [NAME ...]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from typing import Any

import common as c

from pbem.games import KEYS

GAMES = [key for key in KEYS if (c.HERE / "games" / f"{key}.py").is_file()]
"""The games with a benchmark of their own; Star Navy's is `adjudicate`."""
CAMPAIGNS = ("take_over", "take_over_parts", "idle_campaigns")
CROWDS = ("burst",)
SCRIPTS = (
    "append",
    "durable",
    "rebuild",
    "snapshot",
    "codec",
    "drain",
    "adjudicate",
    *GAMES,
    "verify",
    *CAMPAIGNS,
    "extract",
    "web",
    "replay",
    "small_host",
    "growth",
    *CROWDS,
)
README = c.HERE / "README.md"
BEGIN, END = "<!-- figures: written by run.py -->\n", "<!-- end of figures -->\n"


def results() -> list[dict[str, Any]]:
    found = [c.OUT / f"{name}.json" for name in SCRIPTS]
    return [json.loads(path.read_text()) for path in found if path.exists()]


def script(name: str) -> str:
    """Where the benchmark of this name is, below this folder."""
    rooms = {"games/": (*GAMES, "codec"), "campaigns/": CAMPAIGNS, "crowds/": CROWDS, "postgresql/": ("durable",)}
    room = next((room for room, names in rooms.items() if name in names), "")
    return f"{room}{name}"


def number(value: float) -> str:
    return f"{value:.0f}" if value == int(value) else f"{value:.2f}"


def row(name: str, figure: dict[str, Any]) -> str:
    unit, where = f" {figure['unit']}" if figure["unit"] else "", f"`{script(name)}.py`"
    sign, met = "≤" if figure["at_most"] else "≥", "yes" if figure["met"] else "**no**"
    target = f"{sign} {figure['limit']:g}{unit}"
    return f"| {where} | {figure['what']} | {number(figure['measured'])}{unit} | {target} | {met} | {figure['note']} |\n"


def table(found: list[dict[str, Any]]) -> str:
    lines = ["| script | what | measured | target | met | in figures |\n", "| --- | --- | ---: | ---: | --- | --- |\n"]
    lines += [row(result["name"], figure) for result in found for figure in result["figures"]]
    runs = [f"{x['name']} {x['date']}{' (quick)' if x['quick'] else ''}, load {x['load']:.1f}" for x in found]
    software = {package: v for x in found for package, v in x["versions"].items()}
    lines += [f"\nRuns: {'; '.join(runs)}. Machine: {', '.join({x['machine'] for x in found})}. "]
    lines += [f"{', '.join(f'{package} {v}' for package, v in software.items())}.\n"]
    return "".join(lines)


def write_table() -> None:
    before, rest = README.read_text().split(BEGIN)
    after = rest.split(END)[1]
    README.write_text(f"{before}{BEGIN}\n{table(results())}\n{END}{after}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small and noisy: a minute or two for all")
    parser.add_argument("--table", action="store_true", help="run nothing, write the table from the last results")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these of {', '.join(SCRIPTS)}")
    given = parser.parse_args()
    if unknown := set(given.names) - set(SCRIPTS):
        parser.error(f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(SCRIPTS)}")
    failed = []
    for name in () if given.table else given.names or SCRIPTS:
        print(f"-- {name}", flush=True)
        command = [sys.executable, "-m", script(name).replace("/", "."), *(["--quick"] if given.quick else [])]
        if subprocess.run(command, cwd=c.HERE, check=False).returncode:
            failed.append(name)
    write_table()
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
