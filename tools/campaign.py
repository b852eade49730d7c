#!/usr/bin/env python3
"""Campaign files: what is wrong with one, its graph, how even it is, and one to begin with.

    python tools/campaign.py check my.json                    what is wrong, and what may not be meant
    python tools/campaign.py graph my.json --out my.svg       its graph as SVG, to standard output if no file is named
    python tools/campaign.py balance harrow --games 200       whole campaigns by bots: who wins, and where
    python tools/campaign.py balance my.json --processes 4    the same in four processes
    python tools/campaign.py new my.json                      a small campaign to change: the Harrow Passage

A campaign is the key of one that comes with the program, or a file. Bots play from the first bot of each rule book on; the
same file, --seed and bots give the same figures, whatever --processes is. Intervals are 95 %, as in tools/balance.py.
Exit 1 when a file has faults, or when units or points were gained or lost against the rules; 2 for wrong use.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from events.codec import encode_json
from pbem.campaign.game import CAMPAIGN
from pbem.campaign.model.campaign_file import CampaignFile
from pbem.campaign.model.faults.file_warnings import warnings
from pbem.campaign.model.file_faults import faults
from pbem.campaign.model.scenario import OWN, SCENARIOS, read_file
from pbem.campaign.rules.taking_over import Mismatch
from pbem.campaign.simulate import BadOrders, Endless, Fought, play_campaign
from pbem.core.dice.fair_dice import seeded
from pbem.core.game.options import NoScenario
from pbem.core.game.turn import Turn
from pbem.core.state import codec
from pbem.games import GAMES
from pbem.present.svg import to_svg
from tools.balance import Interval, WrongUse, at_least, mean, option, wilson

PATTERN = "harrow"
"""The campaign that a new file is a copy of."""


def text_of(name: str) -> str:
    """The JSON text of a campaign by its key, or of a file. Raises `NoScenario`."""
    if name in SCENARIOS:
        return encode_json(codec.dump(SCENARIOS[name]))
    try:
        return Path(name).read_text(encoding="utf-8")
    except OSError as e:
        raise NoScenario(f"no campaign and no file {name!r} ({e.strerror}); campaigns are {', '.join(SCENARIOS)}") from e
    except UnicodeDecodeError as e:
        raise NoScenario(f"{name} is no text in UTF-8") from e


def playable(name: str) -> CampaignFile:
    """A campaign without faults. Raises `NoScenario` naming them."""
    text = text_of(name)
    SCENARIOS.options(OWN.key, {"file": text})
    return read_file(text)


# ---------------------------------------------------------------- check, graph, new


def check(given: argparse.Namespace) -> int:
    """Faults and warnings of each file."""
    wrong = 0
    for name in given.campaign:
        try:
            file = read_file(text_of(name))
        except NoScenario as e:
            print(f"{name}: {e}")
            wrong += 1
            continue
        found = list(faults(file))
        for where, why in found:
            print(f"{name}: {where}: {why}")
        for where, why in () if found else warnings(file):
            print(f"{name}: warning: {where}: {why}")
        if not found:
            print(f"{name}: {file.title} can be played.")
        wrong += bool(found)
    return 1 if wrong else 0


def graph(given: argparse.Namespace) -> int:
    """The map of the opening. Raises `NoScenario`."""
    options = {"file": encode_json(codec.dump(playable(given.campaign)))}
    opening = Turn(CAMPAIGN.rules.apply, CAMPAIGN.rules.blank(), seeded("graph"), 0)
    CAMPAIGN.rules.setup(opening, OWN.key, options)
    svg = to_svg(next(iter(CAMPAIGN.report.draw(opening.state))))
    if given.out:
        given.out.write_text(svg, encoding="utf-8")
    else:
        print(svg)
    return 0


def new(given: argparse.Namespace) -> int:
    """A copy to change. Nothing is written over."""
    if given.file.exists():
        print(f"{given.file} is there already", file=sys.stderr)
        return 1
    named = {**codec.dump(SCENARIOS[PATTERN]), "key": given.file.stem, "code": "CMP-NEW"}
    given.file.write_text(json.dumps(named, indent=1) + "\n", encoding="utf-8")
    print(f"{given.file}: change it, then run `python tools/campaign.py check {given.file}`")
    return 0


# ---------------------------------------------------------------- balance


@dataclass(frozen=True)
class Match:
    """A campaign to be played, all in words, so that another process can play it."""

    text: str
    seed: str
    bots: Mapping[str, str]
    commanders: Mapping[str, str]


@dataclass(frozen=True)
class Result:
    """How it ended. `wrong` is what was gained or lost against the rules."""

    winners: list[str]
    rounds: int
    battles: list[Fought]
    wrong: list[str]


def play(match: Match) -> Result:
    """A whole campaign. Raises `BadOrders`, `Endless` or `Mismatch`."""
    played = play_campaign(read_file(match.text), match.seed, match.bots, match.commanders)
    return Result(played.winners, played.state.round, played.battles, played.wrong)


def play_all(matches: Sequence[Match], processes: int) -> list[Result]:
    """All of them, in their order."""
    if processes == 1:
        return [play(match) for match in matches]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return list(pool.imap(play, matches))


@dataclass(frozen=True)
class NodeBalance:
    """What came of the battles of a node. A win that several sides share counts for each."""

    node: str
    battles: int
    wins: dict[str, int]
    drawn: int
    not_fought: int
    turns: float


@dataclass(frozen=True)
class Balance:
    """What came of the campaigns."""

    campaign: str
    games: int
    wins: dict[str, Interval]
    draws: Interval
    rounds: Interval
    nodes: list[NodeBalance]
    wrong: list[str]


def counted(file: CampaignFile, results: Sequence[Result]) -> Balance:
    """Add up."""
    games = len(results)
    wins = {side.id: wilson(sum(side.id in result.winners for result in results), games) for side in file.sides}
    draws = wilson(sum(not result.winners for result in results), games)
    battles = [battle for result in results for battle in result.battles]
    nodes = [_node(node.id, [battle for battle in battles if battle.node == node.id]) for node in file.nodes]
    wrong = [why for result in results for why in result.wrong]
    return Balance(file.key, games, wins, draws, mean([result.rounds for result in results]), nodes, wrong)


def _node(node: str, battles: Sequence[Fought]) -> NodeBalance:
    fought = [battle for battle in battles if battle.outcome in ("won", "drawn")]
    wins = Counter(side for battle in fought for side in battle.winners)
    drawn = sum(battle.outcome == "drawn" for battle in fought)
    turns = sum(battle.turns for battle in fought) / len(fought) if fought else 0.0
    return NodeBalance(node, len(battles), dict(sorted(wins.items())), drawn, len(battles) - len(fought), turns)


def balance(given: argparse.Namespace) -> int:
    """Play and print. Raises `NoScenario` and `WrongUse`."""
    file, bots, commanders = playable(given.campaign), dict(given.bot), dict(given.commander)
    _check_bots(file, bots, commanders)
    text = encode_json(codec.dump(file))
    matches = [Match(text, f"{given.seed} {file.key} {number}", bots, commanders) for number in range(given.games)]
    try:
        found = counted(file, play_all(matches, given.processes))
    except (BadOrders, Endless, Mismatch) as e:
        print(e, file=sys.stderr)
        return 1
    print(json.dumps(asdict(found), indent=1) if given.json else "\n".join(lines(found)))
    return 1 if found.wrong else 0


def _check_bots(file: CampaignFile, bots: Mapping[str, str], commanders: Mapping[str, str]) -> None:
    """Raises `WrongUse` naming what is legal."""
    sides = [side.id for side in file.sides]
    for book, name in bots.items():
        if book not in GAMES:
            raise WrongUse(f"no rule book {book!r}; rule books are {', '.join(GAMES)}")
        if name not in GAMES[book].planning.bots:
            raise WrongUse(f"no bot {name!r}; bots of {book} are {', '.join(GAMES[book].planning.bots)}")
    for side, name in commanders.items():
        if side not in sides:
            raise WrongUse(f"no side {side!r}; sides are {', '.join(sides)}")
        if name not in CAMPAIGN.planning.bots:
            raise WrongUse(f"no commander {name!r}; they are {', '.join(CAMPAIGN.planning.bots)}")


def lines(found: Balance) -> Iterator[str]:
    """For a terminal."""
    yield f"{found.campaign}: {found.games} campaigns, {found.rounds.text()} rounds"
    for side, wins in found.wins.items():
        yield f"  {side:12} {wins.text(100)} % won"
    yield f"  {'draws':12} {found.draws.text(100)} %"
    for node in found.nodes:
        won = ", ".join(f"{side} {wins}" for side, wins in node.wins.items()) or "nobody won"
        yield (
            f"  {node.node:12} {node.battles} battles of {node.turns:.1f} turns: "
            f"{won}, drawn {node.drawn}, not fought {node.not_fought}"
        )
    yield f"  {'conservation':12} {'nothing was gained or lost' if not found.wrong else f'{len(found.wrong)} times wrong:'}"
    yield from (f"    {why}" for why in found.wrong[:20])


# ---------------------------------------------------------------- command line


def arguments() -> argparse.ArgumentParser:
    """The arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    checking = verbs.add_parser("check", help="what is wrong with campaign files, and what may not be meant")
    checking.add_argument("campaign", nargs="+", help="a key or a file")
    checking.set_defaults(run=check)
    drawing = verbs.add_parser("graph", help="the graph as SVG")
    drawing.add_argument("campaign", help="a key or a file")
    drawing.add_argument("--out", type=Path, help="a file for it (default: standard output)")
    drawing.set_defaults(run=graph)
    playing = verbs.add_parser("balance", help="whole campaigns by bots")
    playing.add_argument("campaign", help="a key or a file")
    playing.add_argument("--games", type=at_least(2), default=200, help="campaigns to play (default 200)")
    playing.add_argument("--processes", type=at_least(1), default=1, help="processes that play")
    playing.add_argument("--bot", action="append", default=[], type=option, metavar="BOOK=NAME", help="of the battles")
    playing.add_argument("--commander", action="append", default=[], type=option, metavar="SIDE=NAME", help="of the campaign")
    playing.add_argument("--seed", default="balance", help="any text; another one gives other dice")
    playing.add_argument("--json", action="store_true")
    playing.set_defaults(run=balance)
    beginning = verbs.add_parser("new", help="a small campaign to change")
    beginning.add_argument("file", type=Path)
    beginning.set_defaults(run=new)
    return parser


def main(words: Sequence[str]) -> int:
    """Do what was asked for, and return the exit code."""
    given = arguments().parse_args(words)
    try:
        return int(given.run(given))
    except NoScenario as e:
        print(e, file=sys.stderr)
        return 1
    except WrongUse as e:
        print(e, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
