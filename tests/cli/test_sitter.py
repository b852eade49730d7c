"""`game sitter`: the operator names who orders for a player."""

from __future__ import annotations

from events.platform import PolicySet
from pbem.app_context import open_app_context
from pbem.service.history import OPERATOR
from pbem.service.ladder.absence import set_policy
from pbem.settings.settings import read_config
from tests.cli.shell import Shell


def test_a_sitter_is_named_and_taken_back(shell: Shell) -> None:
    """Only where the policy has sitters, and nobody of another side; they are told by mail."""
    seats = ("--seat", "blue=blue@example.org", "--seat", "red=red@example.org")
    stream = shell("game", "open", "star_navy", "first-blood", *seats).strip()
    assert "its policy has no sitters" in shell.fails("game", "sitter", stream, "red", "friend@example.org")
    at = open_app_context(read_config(shell.env))
    set_policy(at.context, stream, PolicySet(sitters=True, why="as agreed"), OPERATOR)
    at.context.database.close()
    assert "plays blue" in shell.fails("game", "sitter", stream, "red", "blue@example.org")
    shell("game", "sitter", stream, "red", "friend@example.org")
    assert "Seat Red has a sitter" in shell("game", "history", stream)
    shell("game", "sitter", stream, "red", "nobody", "--why", "not needed")
    assert "Seat Red has no sitter" in shell("game", "history", stream)
    shell("verify", stream)
