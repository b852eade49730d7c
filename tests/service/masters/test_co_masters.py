"""Co-masters: named and removed, never eyes for a player, and the first of them follows a game master who leaves."""

from __future__ import annotations

import pytest

from events.platform import SitterCalled
from pbem.service.audit.verify import audit
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.decide import change, public
from pbem.service.games.game_master import name_master, watch
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.games.seating import join, vacate
from pbem.service.history import OPERATOR
from pbem.service.masters.co_masters import leave_all, name_co_master, remove_co_master
from pbem.service.repository import load
from tests.service.builders.policies import policy_of


def run(context: ServiceContext, master: str = "gm") -> str:
    """A duel that this person runs."""
    policy = policy_of(0.0, "standing", True, "as usual")
    return open_game(context, "star_navy", "first-blood", setup=GameSetup({"blue": "p1", "red": "p2"}, {}, master, policy))


def runners(context: ServiceContext, stream: str) -> list[str]:
    """Who runs the game, as the log has it; the tables say the same."""
    ledger = load(context, stream).ledger
    found = [ledger.master, *ledger.co_masters]
    assert all(context.store.runs(stream, person) for person in found if person)
    return found


def test_co_masters_are_named_and_removed(context: ServiceContext) -> None:
    """Each once; the lists know who runs what."""
    stream = run(context)
    name_co_master(context, stream, "gm2", "two see more")
    assert runners(context, stream) == ["gm", "gm2"] and context.store.masters() == ["gm", "gm2"]
    assert [row.stream for row in context.store.games_run_by("gm2")] == [stream]
    for again in ("gm", "gm2", "bot:cautious", ""):
        with pytest.raises(ActRefused):
            name_co_master(context, stream, again, "once more")
    remove_co_master(context, stream, "gm2", "no time")
    assert runners(context, stream) == ["gm"] and not context.store.games_run_by("gm2")
    assert not context.store.runs(stream, "gm2") and not context.store.runs(stream, "")
    with pytest.raises(ActRefused, match="no co-master"):
        remove_co_master(context, stream, "gm2", "no time")
    assert audit(context, stream).sound and not context.store.stale_rows(stream)


def test_a_game_without_a_master_has_no_co_master(context: ServiceContext) -> None:
    """Whoever is named first runs it."""
    stream = run(context, master="")
    with pytest.raises(ActRefused, match="name one first"):
        name_co_master(context, stream, "gm2", "x", OPERATOR)


def test_the_first_co_master_follows(context: ServiceContext) -> None:
    """A game master who hands over to nobody, or is erased, leaves the game to them; after the last one the operator has it."""
    stream = run(context)
    for person in ("gm2", "gm3"):
        name_co_master(context, stream, person, "many see more")
    name_master(context, stream, "", "on holiday")
    assert runners(context, stream) == ["gm2", "gm3"]
    leave_all(context, "gm2")
    assert runners(context, stream) == ["gm3"]
    leave_all(context, "gm3")
    assert runners(context, stream) == [""] and context.store.masters() == [""]
    assert audit(context, stream).sound


def test_a_co_master_who_is_erased_runs_it_no_more(context: ServiceContext) -> None:
    """The game master stays."""
    stream = run(context)
    name_co_master(context, stream, "gm2", "two see more")
    leave_all(context, "gm2")
    assert runners(context, stream) == ["gm"]


def test_no_player_looks_through_the_eyes_of_another_seat(context: ServiceContext) -> None:
    """While one who runs the game plays or orders for a player, nobody looks; while somebody looks, no such person is named."""
    stream = run(context)
    name_co_master(context, stream, "p1", "a player helps")
    with pytest.raises(ActRefused, match="while a player"):
        watch(context, stream, "red", "a question")
    remove_co_master(context, stream, "p1", "so that the game master can look")
    watch(context, stream, "red", "a question")
    change(context, stream, lambda record, now: public(record, SitterCalled("blue", 1, "p9", "absent", False)))
    for player in ("p1", "p9"):
        with pytest.raises(ActRefused, match="when the turn is resolved"):
            name_co_master(context, stream, player, "now")


def test_a_co_master_who_could_look_never_plays(context: ServiceContext) -> None:
    """Whether they ran the game when the look was taken, or were named while it lasted."""
    stream = run(context)
    name_co_master(context, stream, "gm2", "two see more")
    watch(context, stream, "red", "a question")
    name_co_master(context, stream, "gm3", "three see still more")
    vacate(context, stream, "red", "gone")
    for person in ("gm", "gm2", "gm3"):
        with pytest.raises(ActRefused, match="has looked"):
            join(context, stream, "red", person)
    assert audit(context, stream).sound
