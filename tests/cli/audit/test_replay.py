"""`replay --step`: a line of a turn with its hash, as the replay page shows it."""

from __future__ import annotations

import json

from pbem.core.state.canonical_json import hash_of
from tests.cli.shell import Shell


def duel(shell: Shell) -> str:
    """Two turns of a duel of bots."""
    seats = ("--seat", "blue=bot:aggressive", "--seat", "red=bot:cautious")
    stream = shell("game", "open", "star_navy", "open-space", "--every", "0", *seats).strip()
    for _ in range(2):
        shell("tick")
    return stream


def test_a_step_is_shown_with_its_hash(shell: Shell) -> None:
    """Its line, clause and hash; the same as JSON; its map; and each seat has a hash of its own while the game goes on."""
    stream = duel(shell)
    said = json.loads(shell("replay", stream, "--turn", "1", "--step", "1", "--seat", "blue", "--json"))
    assert (said["turn"], said["number"], said["side"], said["hashed"]) == (1, 1, "blue", "view")
    text = shell("replay", stream, "--turn", "1", "--step", "1", "--seat", "blue")
    assert text.splitlines()[0] == f"{stream} turn 1 step 1: {said['phase']}"
    assert said["text"] in text and f"SHA-256 of the view: {said['digest']}" in text
    assert said["digest"] not in shell("replay", stream, "--turn", "1", "--step", "1")
    assert shell("replay", stream, "--turn", "1", "--step", "0", "--show", "map").startswith("<svg")


def test_when_the_game_is_over_the_hash_is_that_of_the_state(shell: Shell) -> None:
    """As which seat does not matter; a turn begins with the state that `--show state` prints for the one before."""
    stream = duel(shell)
    assert "is laid open when it is over" in shell.fails("replay", stream, "--turn", "1", "--step", "0", "--seat", "everything")
    shell("game", "end", stream, "--why", "enough", "--yes")
    state = json.loads(shell("replay", stream, "--turn", "1", "--show", "state"))
    for seat in ("blue", "everything"):
        said = json.loads(shell("replay", stream, "--turn", "2", "--step", "0", "--seat", seat, "--json"))
        assert (said["hashed"], said["digest"]) == ("state", hash_of(state))


def test_what_a_step_is_not_shown_as(shell: Shell) -> None:
    """A proof file or a state is that of a whole turn; a step that is not there has its sentence."""
    stream = duel(shell)
    assert "--step goes with" in shell.fails("replay", stream, "--step", "1", "--show", "proof", code=2)
    assert "has no step 999 here" in shell.fails("replay", stream, "--turn", "1", "--step", "999")


def test_a_turn_that_is_not_resolved_yet(shell: Shell) -> None:
    """The sentence says which is the last; nothing is shown of the open turn."""
    stream = duel(shell)
    for show in ("report", "state", "map"):
        assert f"{stream} has no turn 3 yet; the last resolved one is 2" in shell.fails(
            "replay", stream, "--turn", "3", "--show", show
        )
