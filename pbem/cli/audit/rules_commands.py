"""`rules diff`: what a correction of the rules would change."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict

import click

from pbem.cli.common import app, as_json, columns, progress, show_json
from pbem.core.game.phrases import count, sentence
from pbem.service.audit.rules_diff import Change, GameDiff, How, TurnDiff, chosen_games, rules_diff

ONLY: dict[How, str] = {"gone": "only in the log: ", "new": "only now: ", "dice": ""}


@click.group()
def rules() -> None:
    """What a correction of the rules would change in games that are stored.

    \b
    Examples:
      ./wardroom rules diff                     every game
      ./wardroom rules diff --game star_navy    those of one rule book
      ./wardroom rules diff g1 g7               these two
    """


@rules.command()
@click.argument("streams", metavar="[GAME]...", nargs=-1)
@click.option("--game", "key", metavar="KEY", help="Only games of this rule book: star_navy, stingray, ...")
@as_json
def diff(streams: tuple[str, ...], key: str | None, as_json: bool) -> None:
    """Play every turn of GAME (without: of all games) again under today's rules, and tell what would come out otherwise.

    Each turn begins where the log stands, so a difference does not run on into later turns. Nothing is changed: games keep
    the outcomes that they have. Exit 1 when anything differs.
    """
    context, found = app().context, []
    for stream in chosen_games(context, key, streams):
        with progress(f"{stream}:", context.store.head(stream).version) as seen:
            found.append(rules_diff(context, stream, seen))
    if as_json:
        show_json([asdict(each) for each in found])
    else:
        columns(
            [(d.stream, d.game or "-", d.begun_with, d.rules_version, d.turns, d.same, _where(d)) for d in found],
            ("GAME", "RULES", "BEGUN WITH", "NOW", "TURNS", "SAME", "OTHERWISE"),
        )
        for line in (line for each in found for line in _lines(each)):
            click.echo(line)
        click.echo(_in_words(found), err=True)
    sys.exit(1 if any(each.differs for each in found) else 0)


def _where(found: GameDiff) -> str:
    """The turns in question."""
    turns = ["set-up" if not each.turn else str(each.turn) for each in found.different]
    return ", ".join([*turns, "unreadable"] if found.unreadable else turns) or "-"


def _lines(found: GameDiff) -> Iterator[str]:
    for each in found.different:
        yield f"\n{found.stream}, {each.name}{' (undone)' if each.undone else ''}:"
        yield from _turn_lines(each)
    if found.unreadable:
        yield f"\n{found.stream}: {found.unreadable}"


def _turn_lines(turn: TurnDiff) -> Iterator[str]:
    if turn.unplayed:
        yield f"  today's rules cannot play it: {turn.unplayed}"
    for change in turn.changes:
        place = " ".join(word for word in (change.phase, f"[{change.rule}]" if change.rule else "") if word)
        yield f"  {place or '-'}"
        yield from (f"    {line}" for line in _change_lines(change))


def _change_lines(change: Change) -> list[str]:
    """What became of one event; the values where the sentences do not tell it."""
    if change.how != "changed":
        return [f"{ONLY[change.how]}{change.log or change.now}"]
    if change.log == change.now:
        return [change.now, *(f"  {each}" for each in change.fields)]
    return [f"in the log: {change.log}", f"now:        {change.now}"]


def _in_words(found: list[GameDiff]) -> str:
    """What it comes to."""
    if not found:
        return "There is no such game."
    played = f"{count(sum(each.turns for each in found), 'turn')} of {count(len(found), 'game')} played again"
    odd = [each.stream for each in found if each.differs]
    return f"{sentence(played)}: {'otherwise in ' + ', '.join(odd) if odd else 'every one comes out the same'}."
