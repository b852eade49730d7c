"""The replay of a fleet action in one file: seconds of a processor, and bytes, a step.

Bots play the fleet engagement of Sovereign Seas Lite, 17 ships, to its end. The first turns of the fighting that have so many
steps are made into a file, in a process that has drawn nothing before. Raw is a part of that work: the log folded, each
position copied, and a finished map for each step compressed. Then the file is opened in Chromium until
its steps can be walked.
"""

from __future__ import annotations

import json
import time
import zlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import common as c
from playwright.sync_api import sync_playwright

from pbem.app_context import open_app_context
from pbem.core.state import codec
from pbem.present.svg import to_map_svg
from pbem.service.context import ServiceContext
from pbem.service.games.opening import open_game
from pbem.service.reports.replay import positions, turn_replay, turn_steps
from pbem.service.turns.tick import tick
from pbem.settings.settings import read_config
from pbem.web.replay_files.replay_file import Wanted, page

FLEET = ("sovereign_seas", "fleet-engagement", "ram")
MOST_TURNS = 40
MOST_STEPS = 8000
SECONDS, BYTES, DEMANDED = 2.0, 1.0, 446
"""What a file of so many steps may take: seconds of a processor, MB."""
OPENING = 1.0
"""Seconds until it is open."""
CHROMIUM = "/usr/bin/chromium"


def battle(folder: Path) -> str:
    """The game, over."""
    at = open_app_context(read_config({"WARDROOM_DATA": str(folder)}))
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    context = replace(at.context, now=lambda: now[0])
    game, scenario, bot = FLEET
    found = context.games[game]
    seats = found.rules.seats(scenario, found.scenarios.options(scenario, {}))
    stream = open_game(context, game, scenario, rhythm_hours=1, players={seat.id: f"bot:{bot}" for seat in seats})
    for _ in range(MOST_TURNS):
        now[0] += timedelta(hours=1)
        tick(context)
    at.context.database.close()
    return stream


def turns_of(context: ServiceContext, stream: str, steps: int) -> tuple[int, int]:
    """The first turns of the fighting that have so many steps at least."""
    row = context.store.game(stream)
    counts = [len(turn_steps(context, stream, turn, None).steps) for turn in range((row.closed if row else 0) + 1)]
    first = next(turn for turn, count in enumerate(counts) if turn and count > steps / 10)
    last = next((turn for turn in range(first, len(counts)) if sum(counts[first : turn + 1]) >= steps), len(counts) - 1)
    return first, last


def made(folder: str, stream: str, first: int, last: int) -> dict[str, float]:
    """Seconds of a processor, bytes and steps of the file."""
    context = open_app_context(read_config({"WARDROOM_DATA": folder})).context
    start = time.process_time()
    text = page(context, Wanted(stream, None, first, last, MOST_STEPS))
    took = time.process_time() - start
    _file(folder).write_text(text, encoding="utf-8")
    return {"seconds": took, "bytes": len(text.encode()), "steps": text.count('<details class="step"')}


def _file(folder: str) -> Path:
    return Path(folder) / "replay.html"


def opened(folder: str, times: int) -> list[float]:
    """Seconds from asking for the file until its script shows a step, each time on a new page of a browser that has started."""
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        browser.new_page().goto("about:blank")
        for _ in range(times):
            page = browser.new_page()
            start = time.perf_counter()
            page.goto(_file(folder).as_uri(), wait_until="commit")
            page.wait_for_selector("body.live")
            found.append(time.perf_counter() - start)
            page.close()
        browser.close()
    return found


def raw(folder: str, stream: str, first: int, last: int) -> dict[str, float]:
    """The least that any program would do: the log folded, each position copied, a finished map for each compressed."""
    context = open_app_context(read_config({"WARDROOM_DATA": folder})).context
    replays = [turn_replay(context, stream, turn, None) for turn in range(first, last + 1)]
    record = next(iter(positions(context, replays[0])))[0]
    svg = to_map_svg(next(record.game.report.draw(record.known(None))))
    start, pieces = time.process_time(), []
    for replay in replays:
        for record, _ in positions(context, replay):
            codec.copy(record.state)
            pieces.append(svg)
    zlib.compress("".join(pieces).encode(), 1)
    return {"seconds": time.process_time() - start}


def main() -> None:
    given = c.options(__doc__ or "", steps=(DEMANDED, 150), rounds=(5, 2))
    if given.child:
        what, folder, stream, first, last = given.child
        print(json.dumps((made if what == "made" else raw)(folder, stream, int(first), int(last))))
        return
    folder = c.scratch("replay")
    stream = battle(folder)
    context = open_app_context(read_config({"WARDROOM_DATA": str(folder)})).context
    first, last = turns_of(context, stream, given.steps)
    cases: dict[str, list[dict[str, float]]] = {"made": [], "raw": []}
    for turn in range(given.rounds):
        for what in c.shuffled(cases, turn):
            cases[what].append(c.child(__file__, what, str(folder), stream, str(first), str(last)))
    ours, bare = ([case["seconds"] for case in cases[what]] for what in ("made", "raw"))
    opening = opened(str(folder), given.rounds)
    steps, size = cases["made"][0]["steps"], cases["made"][0]["bytes"] / 1e6
    share, note = DEMANDED / steps, f"{steps:.0f} steps, {1e3 * c.median(ours) / steps:.1f} ms a step"
    figures = [
        c.Figure(f"a replay file of {DEMANDED} steps", c.median(ours) * share, SECONDS, unit="s", note=note),
        c.Figure("the same, to copied positions and finished maps", c.ratio(ours, bare), 4, note=f"raw {c.median(bare):.2f} s"),
        c.Figure(
            f"bytes of a file of {DEMANDED} steps", size * share, BYTES, unit="MB", note=f"{steps:.0f} steps {size:.2f} MB"
        ),
        c.Figure("opening it in Chromium", c.median(opening), OPENING, unit="s", note=f"{steps:.0f} steps"),
    ]
    c.report("replay", given, figures, cases)


if __name__ == "__main__":
    main()
