"""The game master's box on the command line: every verb, done by the operator, with its reason."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from datetime import UTC, datetime, timedelta

import pytest

from pbem.app_context import open_app_context, utc_now
from pbem.service.policy.fields import FIELDS
from pbem.service.policy.parse_policy import VOTE, texts_of
from pbem.service.turns.close import close_turn
from pbem.settings.settings import read_config
from tests.cli.shell import Shell
from tests.service.policy.test_parse_policy import ALL


def opened(shell: Shell, *more: str) -> str:
    """A game of two persons, an hour a turn."""
    seats = ("--seat", "blue=blue@example.org", "--seat", "red=red@example.org")
    return shell("game", "open", "star_navy", "first-blood", *seats, "--every", "1", *more).strip()


def shown(shell: Shell, stream: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(shell("game", "show", stream, "--json"))
    return found


def resolved(shell: Shell, stream: str) -> None:
    """The open turn comes to its end."""
    shell("game", "extend", stream, "--hours", "-10", "--why", "hurry")
    shell("tick")


def test_open_with_master_and_policy(shell: Shell) -> None:
    """`game open` names who runs it and what a missed deadline does; `game show` tells it."""
    stream = opened(shell, "--master", "gm@example.org", "--grace", "6", "--wait-days", "14", "--open-seats")
    policy = shown(shell, stream)["policy"]
    wanted = {"grace_hours": 6.0, "wait_days": 14.0, "bot": "", "open_seats": True, "why": "the game was opened"}
    assert {name: policy[name] for name in wanted} == wanted
    assert "game master: gm@example.org" in shell("game", "show", stream)


def test_every_field_of_the_policy_has_its_option(shell: Shell) -> None:
    """At the opening and later: what is not named stays; a slip is one sentence; `game show` has the ladder as a table."""
    given = texts_of(ALL)
    words = [word for name, field in FIELDS.items() if field.kind in ("yes", "votes") for word in flags(name, given)]
    words += [f"--{name.replace('_', '-')}={given[name]}" for name in FIELDS if FIELDS[name].kind not in ("yes", "votes")]
    stream = opened(shell, *words)
    wanted = {name: value for name, value in asdict(ALL).items() if name in FIELDS}
    assert {name: shown(shell, stream)["policy"][name] for name in FIELDS} == wanted
    shell("game", "policy", stream, "--early", "--grace", "1 day", "--vote", "draw=50", "--bot", "none", "--why", "as agreed")
    wanted |= {"early": True, "grace_hours": 24.0, "bot": "", "votes": wanted["votes"] | {"draw": 50}}
    assert {name: shown(shell, stream)["policy"][name] for name in FIELDS} == wanted
    said = shell.fails("game", "policy", stream, "--pace", "daily 20:00 Berlin", "--why", "x")
    assert "there is no time zone 'Berlin'; did you mean Europe/Berlin?" in said and "Traceback" not in said
    assert "write --vote name=value" in shell.fails("game", "policy", stream, "--vote", "draw", "--why", "x", code=2)
    told = shell("game", "show", stream)
    assert "Orders are due every Monday and Thursday at 20:00 (Europe/Berlin), or as soon as all are ready." in told
    assert re.search(r"^STEP +WHAT HAPPENS +WHEN$", told, re.M)
    assert re.search(r"^Grace +The deadline moves by 24 hours\.", told, re.M)
    shell("game", "policy", stream, "--preset", "fast", "--why", "faster")
    assert shown(shell, stream)["policy"]["pace"] == "24h" and shell.run("verify", stream).returncode == 0


def flags(name: str, given: dict[str, str]) -> list[str]:
    """The options of a box, or of the votes."""
    if FIELDS[name].kind == "votes":
        return [f"--vote={key.removeprefix(VOTE)}={part}" for key, part in given.items() if key.startswith(VOTE)]
    return [f"--{'' if given[name] == 'yes' else 'no-'}{name.replace('_', '-')}"]


def test_undo_and_play_again(shell: Shell) -> None:
    """Asked first; prints the new turn; the undone turns are shown; the audit holds."""
    stream = opened(shell)
    resolved(shell, stream)
    assert "Aborted" in shell.fails("game", "rollback", stream, "--to", "0", "--why", "a fault")
    assert shell("game", "rerun", stream, "--turn", "1", "--why", "a fault", "--yes").strip() == "3"
    assert shell("game", "rollback", stream, "--to", "0", "--why", "another", "--yes").strip() == "5"
    found = shown(shell, stream)
    assert found["undone"] == {"1": "a fault", "2": "another", "3": "another"}
    assert "turn 1 is undone: a fault" in shell("game", "show", stream)
    assert shell.run("verify", stream).returncode == 0
    assert "last one is turn 4" in shell.fails("game", "rollback", stream, "--to", "9", "--why", "x", "--yes")


def test_history(shell: Shell) -> None:
    """Every act by the operator, with its reason, as a table and as JSON."""
    stream = opened(shell)
    shell("game", "announce", stream, "Dinner at eight.")
    shell("game", "announce", stream, "-", stdin="And\nbreakfast.")
    shell("game", "deadline", stream, "2099-01-01T18:00", "--why", "x", code=1)
    shell("game", "policy", stream, "--grace", "3", "--why", "as agreed")
    shell("game", "absent", stream, "blue", "--until", (datetime.now(UTC) + timedelta(days=30)).isoformat(), "--why", "at sea")
    shell("game", "vacate", stream, "blue", "--why", "no answer")
    shell("game", "seat", stream, "blue", "bot:cautious")
    shell("game", "master", stream, "gm@example.org", "--why", "he wants to")
    for more in ((), ("--remove",)):
        shell("game", "co-master", stream, "second@example.org", "--why", "two see more", *more)
    shell("game", "co-master", stream, "nobody@example.org", "--remove", "--why", "x", code=2)
    told = {(act["what"], act["why"], act["by"]) for act in json.loads(shell("game", "history", stream, "--json"))}
    by = "the operator"
    assert told >= {
        ("An announcement to all players", "Dinner at eight.", by),
        ("An announcement to all players", "And\nbreakfast.", by),
        ("Seat Blue is free", "no answer", by),
        ("Seat Blue is played by the bot cautious", "", ""),
        ("A game master was named", "he wants to", by),
        ("A co-master was named", "two see more", by),
        ("A co-master runs the game no more", "two see more", by),
    }
    assert "as agreed" in shell("game", "history", stream)


@pytest.mark.parametrize(
    "words", [("deadline", "g1", "tomorrow", "--why", "x"), ("rollback", "g1", "--why", "x"), ("vacate", "g1", "blue")]
)
def test_wrong_use(shell: Shell, words: tuple[str, ...]) -> None:
    """No time, no turn, no reason: exit 2."""
    opened(shell)
    assert shell.run("game", *words).returncode == 2


def test_resolve_now(shell: Shell) -> None:
    """Asked first; prints the turn; the history says that it was early, by whom and why."""
    stream = opened(shell)
    assert "Aborted" in shell.fails("game", "resolve", stream, "--why", "all have written to me")
    assert shell("game", "resolve", stream, "--why", "all have written to me", "--yes").strip() == "1"
    assert shown(shell, stream)["closed"] == 1
    told = [(act["what"], act["why"], act["by"]) for act in json.loads(shell("game", "history", stream, "--json"))]
    assert ("Turn 1 was resolved before its deadline", "all have written to me", "the operator") in told


def test_a_game_that_is_over_goes_on(shell: Shell) -> None:
    """The question says that what was laid open stays known; then the game is open, and its log sound."""
    stream = opened(shell)
    resolved(shell, stream)
    shell("game", "end", stream, "--why", "a slip", "--yes")
    assert "what was laid open stays known" in shell.run("game", "rollback", stream, "--to", "1", "--why", "a slip").stderr
    assert shell("game", "rollback", stream, "--to", "1", "--why", "a slip", "--yes").strip() == "4"
    assert shown(shell, stream)["status"] == "open"
    assert "All is well with 1 game." in shell.run("verify", stream).stderr


def test_deadlines_after_a_jump_of_the_clock(shell: Shell) -> None:
    """`doctor` notices, `verify` notes; `game mend-deadlines` shows, asks, and mends."""
    stream = opened(shell)
    at = open_app_context(read_config(shell.env))
    at.context.now = lambda: utc_now() + timedelta(days=5)
    close_turn(at.context, stream, 1)
    at.context.database.close()
    file = shell.run("doctor", "--json")
    assert "mend-deadlines" in json.loads(file.stdout)["checks"]["clock"]["says"] and file.returncode == 1
    assert "Aborted" in shell.fails("game", "mend-deadlines")
    assert stream in shell("game", "mend-deadlines", "--yes")
    due = datetime.fromisoformat(str(shown(shell, stream)["due"]))
    assert abs(due - utc_now() - timedelta(hours=1)) < timedelta(minutes=5)
    assert f"{stream}: note: version " in shell.run("verify", stream).stderr
    assert json.loads(shell.run("doctor", "--json").stdout)["checks"]["clock"]["ok"]
    assert stream not in shell("game", "mend-deadlines")
