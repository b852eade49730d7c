"""`luck`: the table of a game, of a person, of all games; the plot; as JSON; and what is wrong with a question."""

from __future__ import annotations

import json
from xml.etree import ElementTree

from tests.cli.shell import Shell


def fought(shell: Shell) -> str:
    """A game of bots in Wet Thrust, eight turns old, with dice of both sides."""
    seats = ("--seat", "gb=bot:steady", "--seat", "de=bot:steady")
    stream = shell("game", "open", "wet_thrust", "two-carriers", "--every", "0", *seats).strip()
    for _ in range(8):
        shell("tick")
    return stream


def test_a_game_s_luck(shell: Shell) -> None:
    """A row for each seat and purpose, and the sentences below; the same as JSON, where faces add up to the dice rolled."""
    stream = fought(shell)
    text = shell("luck", stream)
    assert " ".join(text.splitlines()[0].split()) == "SEAT PURPOSE DIE ROLLS FACES P CORRECTED RESULT EXPECTED P CORRECTED"
    assert "gun salvos to hit" in text and "everybody" in text and "at least this" in text
    said = json.loads(shell("luck", stream, "--json"))
    assert said["game"] == stream and {seat["seat"] for seat in said["seats"]} <= {"gb", "de"}
    whole = sum(sum(row["faces"]) for row in said["rows"] if row["seat"] == "everybody")
    parts = sum(sum(row["faces"]) for row in said["rows"] if row["seat"] != "everybody" and row["purpose"] != "all dice")
    assert whole == parts > 0
    assert all(row["faces_corrected"] >= row["faces_p"] for row in said["rows"] if row["faces_p"] is not None)


def test_the_plot_is_a_picture(shell: Shell) -> None:
    """SVG with title and description; a seat that nothing mattered for has none, and its sentence says so."""
    stream = fought(shell)
    svg = ElementTree.fromstring(shell("luck", stream, "--plot", "gb"))
    assert "The luck of gb" in (svg.findtext("{*}title") or "") and "95 of 100" in (svg.findtext("{*}desc") or "")
    assert "nothing to plot: no roll of 'fr'" in shell.fails("luck", stream, "--plot", "fr")


def test_persons_and_all_games(shell: Shell) -> None:
    """By bot, by the address of a person, and everything; whoever has rolled nothing has an empty table."""
    stream = fought(shell)
    shell("game", "open", "star_navy", "first-blood", "--seat", "blue=blue@example.org", "--seat", "red=bot:cautious")
    assert "gun salvos to hit" in shell("luck", "--person", "bot:steady")
    assert json.loads(shell("luck", "--person", "blue@example.org", "--json"))["rows"] == []
    text = shell("luck", "--all")
    assert f"{stream}  " in text and "all games  bot:steady" in text and "players" in text
    said = json.loads(shell("luck", "--all", "--json"))
    assert next(iter(said["games"])) == stream and [each["seat"] for each in said["persons"]] == ["bot:steady"]


def test_what_is_wrong_with_a_question(shell: Shell) -> None:
    """Nothing or two things asked for, a game or person that is not there: a sentence each."""
    stream = fought(shell)
    assert "give one of GAME, --person and --all" in shell.fails("luck", code=2)
    assert "give one of GAME, --person and --all" in shell.fails("luck", stream, "--all", code=2)
    assert "--plot goes with GAME" in shell.fails("luck", "--all", "--plot", "gb", code=2)
    assert "there is no game 'g9'" in shell.fails("luck", "g9")
    assert "nobody is known as 'nobody@example.org'" in shell.fails("luck", "--person", "nobody@example.org")
