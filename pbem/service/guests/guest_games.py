"""The games of guests: opened against bots, played at their own pace, kept by somebody, or ended when nobody comes back."""

from __future__ import annotations

from datetime import timedelta

from events.lists.game_list import GameRow
from pbem.accounts.guests import guest_count, guests_unseen_since
from pbem.campaign.played import rule_books
from pbem.service.context import ActRefused, NoSuchGame, ServiceContext, stamp
from pbem.service.games import game_master
from pbem.service.games.practice import open_practice
from pbem.service.games.seating import seat_player
from pbem.service.history import OPERATOR, PLAYER
from pbem.service.turns.close import close_turn
from pbem.service.turns.tick import play_bots

MOST_GUESTS = 200
"""So many guests may there be at once: each has games that are resolved and kept."""
KEPT = timedelta(days=7)
"""After so long without a visit a guest is forgotten."""
KEPT_BY = "whoever tried the game keeps it"
GONE = "nobody came back to it"


def check_room(context: ServiceContext) -> None:
    """Raises `ActRefused` when there are as many guests as there may be."""
    if guest_count(context.database) >= MOST_GUESTS:
        raise ActRefused("so many people try games just now that there is no room for one more: come back later, or sign in")


def open_to_try(context: ServiceContext, key: str, person: str) -> str:
    """The person's game to learn this rule book by: the one that goes on, else a new one, with the bots' first orders filed.

    Nobody else sees it, and its turns have no deadlines. Raises NoSuchGame for a rule book that is not there.
    """
    if key not in rule_books(context.games):
        raise NoSuchGame(f"there is no game {key!r} to try")
    under_way = (each.game for each in context.store.played_by(person))
    found = next((row.stream for row in under_way if row.hidden and row.game == key and row.status != "ended"), "")
    if not found:
        found = open_practice(context, key, context.games[key].scenarios.practice, person, hidden=True)
        play_bots(context, found)
    return found


def play_on(context: ServiceContext, row: GameRow) -> bool:
    """Resolve the open turn of a game to learn by as soon as all are ready, and let its bots order for the next. Was it?

    Its player is not to wait for the next heartbeat; the others of the service need not know.
    """
    if not row.hidden or row.status != "open" or not row.due or row.due > stamp(context.now()):
        return False
    resolved = close_turn(context, row.stream, row.turn)
    play_bots(context, row.stream)
    return resolved


def hand_over(context: ServiceContext, guest: str, person: str) -> list[str]:
    """The guest was this person all along: they get the guest's seats. Returns the names of the games."""
    seats = [each for each in context.store.played_by(guest) if each.game.status != "ended"]
    for game, seat, _ in seats:
        seat_player(context, game.stream, seat.seat, person, KEPT_BY, PLAYER)
    return [each.game.stream for each in seats]


def unseen_guests(context: ServiceContext) -> list[str]:
    """Who has not been here for so long that they are to be forgotten. Their games are ended; the logs stay."""
    gone = guests_unseen_since(context.database, stamp(context.now() - KEPT))
    for guest in gone:
        for game, _, _ in context.store.played_by(guest):
            if game.status != "ended":
                game_master.end(context, game.stream, GONE, OPERATOR)
    return gone
