"""Pages under load: the game page and a replay step of a game of 300 turns, for 20 clients at once from a process of their own.

Both servers are waitress with the same threads, each in a process of its own; the bare one is Flask with one route that returns
the very bytes of the page. Clients keep their connections, ask again as soon as they have their answer, and ask for another
turn or step each time. Neither side compresses: the clients do not ask for it.

Then one client that looks at the game page ten times a second: first alone, then while four replay files of hundreds of steps
are asked for at once, from four addresses, until all four are there.
"""

from __future__ import annotations

import http.client
import json
import logging
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import common as c
from flask import Flask, Response
from waitress.server import create_server

from pbem.app_context import open_app_context
from pbem.games import GAMES
from pbem.games.star_navy.model import scenario as openings
from pbem.service.context import ServiceContext
from pbem.service.games.opening import open_game
from pbem.service.orders.file import file_orders
from pbem.service.reports.replay import turn_steps
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from pbem.settings.settings import read_config
from pbem.web import create_web
from pbem.web.infra.visitor import OPENER

CLIENTS = 20
SEAT = "blue"
SCENARIO = "wolf-pack"
THREADS = 4
WAR = ("FIRE", "BOARD", "JUMP", "LAY")
AT_MOST = 8.0
"""Times the bare page's; ours is put together anew for each reader, of parts that were made before."""
STATEMENTS = 10
"""SQL statements of a page that was shown before."""
LARGEST = 150
"""kB of the largest page as it goes out."""
FLEET = ("sovereign_seas", "fleet-engagement", "ram")
FLEET_TURNS = 6
REPLAY_FILES = 4
REPLAY_STEPS = 600
SLOWER, LONGEST_WAIT = 3.0, 1500.0
"""Times the game page's own latency, and ms, while replay files are made."""


# ---------------------------------------------------------------- the game


def campaign(folder: Path, turns: int) -> str:
    """A game of so many turns between two seats of persons; bots write their orders, and seldom fire, so that it lasts."""
    openings.OPENINGS[SCENARIO] = replace(openings.OPENINGS[SCENARIO], limit=10_000)
    at = open_app_context(read_config({"WARDROOM_DATA": str(folder)}))
    context = replace(at.context, now=(clock := Clock()))
    player = at.person("blue@example.org").id
    stream = open_game(context, "star_navy", SCENARIO, rhythm_hours=1, players={SEAT: player, "red": "nobody"})
    dice = random.Random(7)
    for turn in range(1, turns + 1):
        for seat in (SEAT, "red"):
            file_orders(context, stream, seat, _orders(context, stream, seat, turn, dice), f"{seat}.{turn}", turn)
        clock.time += timedelta(hours=1)
        tick(context)
    at.context.database.close()
    return stream


class Clock:
    """Time that the set-up moves."""

    time = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


def _orders(context: ServiceContext, stream: str, seat: str, turn: int, dice: random.Random) -> str:
    record = load(context, stream)
    bot = GAMES["star_navy"].planning.bots["cautious"]
    text = bot(record.known(seat), dice.randrange)
    context.records.put(record)
    kept = [line for line in text.splitlines() if turn % 50 == 0 or not any(word in line for word in WAR)]
    return "\n".join([*kept, "ready"])


# ---------------------------------------------------------------- the servers


def serve(port: int, app: Flask) -> None:
    """Answer browsers until this process is ended."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # twenty clients and four threads: a queue is what is wanted
    create_server(app, host="127.0.0.1", port=port, threads=THREADS).run()


def wardroom(folder: str) -> Flask:
    """The pages over the campaign's folder."""
    return create_web(open_app_context(read_config({"WARDROOM_DATA": folder})).site())


def bare(folder: str) -> Flask:
    """One route that returns the bytes it was given, and does nothing else."""
    app = Flask("bare")
    page = (Path(folder) / "page.html").read_bytes()

    @app.get("/<path:any>")
    def page_of(any: str) -> Response:
        return Response(page, mimetype="text/html")

    return app


SERVERS = {"wardroom": wardroom, "bare": bare}


@contextmanager
def served(kind: str, folder: Path) -> Iterator[int]:
    """A server in a process of its own; its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = subprocess.Popen([sys.executable, __file__, "--child", "serve", kind, str(folder), str(port)])
    try:
        _await(port)
        yield port
    finally:
        process.terminate()
        process.wait()


def _await(port: int) -> None:
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit("the server does not answer")


def cookie(folder: Path) -> str:
    """What a signed-in browser of the player sends, after its first page."""
    app = wardroom(str(folder))
    site = app.extensions["wardroom"]
    person = site.people.by_address("blue@example.org")
    client = app.test_client()
    with client.session_transaction() as session:
        session[OPENER] = site.keys.open_session(person.id, "bench", "2026-01-01T00:00:00.000000Z")
    client.get("/")
    found = client.get_cookie("wardroom")
    assert found is not None
    return str(found.value)


# ---------------------------------------------------------------- the clients


def load_on(port: int, paths: Sequence[str], held: str, seconds: float) -> dict[str, Any]:
    """Latencies in ms of `CLIENTS` clients that ask one after the other for so many seconds."""
    until = time.perf_counter() + seconds
    found: list[float] = []
    failed: list[int] = []
    clients = [
        threading.Thread(target=_client, args=(port, paths[number::CLIENTS] or paths, held, until, found, failed))
        for number in range(CLIENTS)
    ]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    return {"p50": c.median(found), "p95": c.percentile(found, 0.95), "rate": len(found) / seconds, "failed": len(failed)}


def _client(port: int, paths: Sequence[str], held: str, until: float, found: list[float], failed: list[int]) -> None:
    con = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    number = 0
    while time.perf_counter() < until:
        start = time.perf_counter()
        con.request("GET", paths[number % len(paths)], headers={"Cookie": f"wardroom={held}"})
        answer = con.getresponse()
        answer.read()
        found.append((time.perf_counter() - start) * 1000)
        failed += [answer.status] if answer.status != 200 else []
        number += 1
    con.close()


# ---------------------------------------------------------------- what is measured


def page_paths(folder: Path, stream: str, turns: int) -> dict[str, list[str]]:
    """What the clients ask for: the page that everybody opens, pages of the past, steps of the past."""
    context, dice = open_app_context(read_config({"WARDROOM_DATA": str(folder)})).context, random.Random(3)
    past = [dice.randint(1, turns) for _ in range(40 * CLIENTS)]
    steps = {turn: len(turn_steps(context, stream, turn, SEAT).steps) - 1 for turn in set(past)}
    return {
        "game page": [f"/g/{stream}"],
        "game page of any turn": [f"/g/{stream}/t/{turn}" for turn in past],
        "replay step of any turn": [f"/g/{stream}/t/{turn}/e/{dice.randint(0, steps[turn])}" for turn in past],
    }


def measure(folder: Path, name: str, paths: Sequence[str], rounds: int, seconds: float) -> dict[str, Any]:
    """Ours and the bare server's in turns."""
    held = cookie(folder)
    found: dict[str, list[dict[str, Any]]] = {"wardroom": [], "bare": []}
    with served("wardroom", folder) as ours:
        page = _page(ours, paths[0], held)
        (folder / "page.html").write_bytes(page)
        with served("bare", folder) as theirs:
            for turn in range(rounds):
                for kind in c.shuffled(found, turn):
                    port = ours if kind == "wardroom" else theirs
                    given = json.dumps({"port": port, "paths": list(paths), "held": held, "seconds": seconds})
                    found[kind].append(c.child(__file__, "load", given))
    return {"name": name, "bytes": len(page), **found}


def _page(port: int, path: str, held: str) -> bytes:
    con = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    con.request("GET", path, headers={"Cookie": f"wardroom={held}"})
    answer = con.getresponse()
    page = answer.read()
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status}")
    return page


def counted(folder: Path, name: str, path: str) -> c.Figure:
    """The SQL statements of a page that was shown before."""
    app, held = wardroom(str(folder)), cookie(folder)
    sent: list[str] = []
    client = app.test_client()
    client.set_cookie("wardroom", held)
    client.get(path)
    con = app.extensions["wardroom"].live.database.con
    con.set_trace_callback(sent.append)
    client.get(path)
    con.set_trace_callback(None)
    return c.Figure(f"{name}: SQL statements", len(sent), STATEMENTS, unit="")


def largest(folder: Path) -> c.Figure:
    """The page of a large fleet action under way, as one of its players sees it: in kB, compressed as it goes out."""
    at = open_app_context(read_config({"WARDROOM_DATA": str(folder)}))
    context, player = replace(at.context, now=(clock := Clock())), at.person("blue@example.org").id
    game, scenario, bot = FLEET
    found = context.games[game]
    ids = [seat.id for seat in found.rules.seats(scenario, found.scenarios.options(scenario, {}))]
    stream = open_game(context, game, scenario, rhythm_hours=1, players={ids[0]: player, ids[1]: f"bot:{bot}"})
    for turn in range(1, FLEET_TURNS + 1):
        record = load(context, stream)
        text = found.planning.bots[bot](record.known(ids[0]), random.Random(turn).randrange)
        context.records.put(record)
        file_orders(context, stream, ids[0], f"{text}\nready", f"fleet.{turn}", turn)
        clock.time += timedelta(hours=1)
        tick(context)
    at.context.database.close()
    client = wardroom(str(folder)).test_client()
    client.set_cookie("wardroom", cookie(folder))
    raw, short = (len(client.get(f"/g/{stream}", headers=each).data) for each in ({}, {"Accept-Encoding": "gzip"}))
    note = f"{raw / 1000:.0f} kB before; {scenario}, turn {FLEET_TURNS}"
    return c.Figure("the largest page, compressed", short / 1000, LARGEST, unit="kB", note=note)


def beside_replays(folder: Path, stream: str, turns: int) -> dict[str, Any]:
    """Latencies in ms of the game page alone and while replay files are made, and how many seconds all of them took."""
    context = open_app_context(read_config({"WARDROOM_DATA": str(folder)})).context
    last, count = turns, 0
    while last >= 0 and count < REPLAY_STEPS:
        count += len(turn_steps(context, stream, last, None).steps)
        last -= 1
    with served("wardroom", folder) as port:
        _answer(port, f"/g/{stream}")
        alone = _looks(port, stream, lambda: False, 40)
        wanted = [f"/g/{stream}/replay.html?side=spectator&t={last + 1 + number}-{turns}" for number in range(REPLAY_FILES)]
        askers = [threading.Thread(target=_fetch, args=(port, path, f"127.0.0.{9 + n}")) for n, path in enumerate(wanted)]
        start = time.perf_counter()
        for asker in askers:
            asker.start()
        beside = _looks(port, stream, lambda: any(asker.is_alive() for asker in askers), 40)
        took = time.perf_counter() - start
    return {"name": "replays", "alone": alone, "beside": beside, "seconds": took, "steps": count}


def _looks(port: int, stream: str, go_on: Callable[[], bool], least: int) -> list[float]:
    """Ten times a second, so many times at least, and as long as it is to go on."""
    found: list[float] = []
    while go_on() or len(found) < least:
        start = time.perf_counter()
        _answer(port, f"/g/{stream}")
        found.append((time.perf_counter() - start) * 1000)
        time.sleep(0.1)
    return found


def _fetch(port: int, path: str, address: str) -> None:
    """Ask for a replay file until it is there."""
    while _answer(port, path, address) == 202:
        time.sleep(1)


def _answer(port: int, path: str, address: str = "127.0.0.1") -> int:
    """Ask once; the status of the answer, of which only these two are good."""
    con = http.client.HTTPConnection("127.0.0.1", port, timeout=600, source_address=(address, 0))
    con.request("GET", path)
    answer = con.getresponse()
    answer.read()
    con.close()
    if answer.status not in (200, 202):
        raise SystemExit(f"{path}: {answer.status}")
    return answer.status


def replay_figures(case: dict[str, Any]) -> list[c.Figure]:
    """How much slower the page is while replays are made; and the longest that anybody waited for it."""
    alone, beside = case["alone"], case["beside"]
    what, work = (
        f"game page while {REPLAY_FILES} replay files are made",
        f"{REPLAY_FILES} of {case['steps']} steps in {case['seconds']:.0f} s",
    )
    before, now = (c.percentile(each, 0.95) for each in (alone, beside))
    return [
        c.Figure(f"{what}, p95 to its own alone", now / before, SLOWER, note=f"{now:.0f} ms, alone {before:.0f} ms; {work}"),
        c.Figure(f"{what}, the slowest", max(beside), LONGEST_WAIT, unit="ms", note=f"alone {max(alone):.0f} ms"),
    ]


def figures(case: dict[str, Any]) -> list[c.Figure]:
    """Median and 95th percentile, to the bare page's."""
    made = []
    for point in ("p50", "p95"):
        ours, theirs = ([each[point] for each in case[kind]] for kind in ("wardroom", "bare"))
        rate = c.median(each["rate"] for each in case["wardroom"])
        note = f"{c.median(ours):.0f} ms, bare {c.median(theirs):.0f} ms; {rate:.0f} pages/s; {case['bytes'] / 1024:.0f} KiB"
        made.append(c.Figure(f"{case['name']}, {point} under {CLIENTS} clients", c.ratio(ours, theirs), AT_MOST, note=note))
    failed = sum(each["failed"] for kind in ("wardroom", "bare") for each in case[kind])
    return [*made, c.Figure(f"{case['name']}: answers that were no page", failed, 0, unit="")]


def main() -> None:
    given = c.options(__doc__ or "", turns=(300, 60), rounds=(5, 2), seconds=(6, 2))
    if given.child:
        what, *words = given.child
        if what == "serve":
            serve(int(words[2]), SERVERS[words[0]](words[1]))
        else:
            asked = json.loads(words[0])
            print(json.dumps(load_on(**asked)))
        return
    folder = c.scratch("web")
    stream = campaign(folder, given.turns)
    wanted = page_paths(folder, stream, given.turns).items()
    cases = [measure(folder, name, paths, given.rounds, given.seconds) for name, paths in wanted]
    found = [figure for case in cases for figure in figures(case)]
    found += [counted(folder, name, paths[0]) for name, paths in wanted]
    found.append(largest(folder))
    replays = beside_replays(folder, stream, given.turns)
    c.report("web", given, [*found, *replay_figures(replays)], [*cases, replays], "flask", "waitress")


if __name__ == "__main__":
    main()
