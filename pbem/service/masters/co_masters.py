"""Co-masters: persons who run a game beside its game master. They may do all that the game master may, but replace them."""

from __future__ import annotations

from events.base import Draft
from events.platform import Actor, ComasterNamed
from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.decide import change, public, reason
from pbem.service.games.game_master import check_may_run, name_master
from pbem.service.history import MASTER, OPERATOR

LEFT = "who ran it has left this service"


def name_co_master(context: ServiceContext, stream: str, player: str, why: str, by: Actor = MASTER) -> None:
    """A person runs the game beside its game master from now on."""
    change(context, stream, lambda record, now: co_master_named(record, player, why, by))


def remove_co_master(context: ServiceContext, stream: str, player: str, why: str, by: Actor = MASTER) -> None:
    """A person runs the game no more beside its game master: they were asked to leave, or leave themselves."""
    change(context, stream, lambda record, now: co_master_removed(record, player, why, by))


def co_master_named(record: Record, player: str, why: str, by: Actor) -> list[Draft]:
    """The event by which a person becomes a co-master. Raises ActRefused."""
    ledger = record.ledger
    if not is_person(player):
        raise ActRefused("only a person runs a game")
    if not ledger.master:
        raise ActRefused(f"{record.stream} has no game master: name one first")
    if player in (ledger.master, *ledger.co_masters):
        raise ActRefused(f"that person runs {record.stream} already")
    check_may_run(record, player)
    return public(record, ComasterNamed(player, True, reason(why), by))


def co_master_removed(record: Record, player: str, why: str, by: Actor) -> list[Draft]:
    """The event by which a person is no co-master any more. Raises ActRefused."""
    if player not in record.ledger.co_masters:
        raise ActRefused(f"that person is no co-master of {record.stream}")
    return public(record, ComasterNamed(player, False, reason(why), by))


def leave_all(context: ServiceContext, person: str) -> None:
    """A person who is to be erased runs no game any more: the first co-master does, or else the operator."""
    for row in context.store.games_run_by(person):
        if row.status == "ended":
            continue
        if row.master == person:
            name_master(context, row.stream, "", LEFT, OPERATOR)
        else:
            remove_co_master(context, row.stream, person, LEFT, OPERATOR)
