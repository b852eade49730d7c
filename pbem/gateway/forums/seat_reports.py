"""Turn reports by private message: for each seat whose player, or who orders for them, wants them at a place."""

from __future__ import annotations

from collections.abc import Iterator

from events.lists.game_list import PostedGame
from events.platform import GameOpened, SeatTaken, SitterCalled, TurnClosed
from events.store import Corrupt
from pbem.gateway.forums.accounts import Accounts, LinkedAccount
from pbem.gateway.forums.posts_table import PostRow, PostTable
from pbem.service.context import ServiceContext


def queue_seat_reports(context: ServiceContext, posts: PostTable, accounts: Accounts) -> None:
    """Want the report of each turn that was resolved since an account was linked, and that of the open turn. Each once."""
    linked: dict[str, list[LinkedAccount]] = {}
    for game in context.store.posted_games():
        there = linked.setdefault(game.place, accounts.with_reports(game.place))
        try:
            wanted = [row for account in there for row in _wanted(context, game, account)]
        except Corrupt:
            continue  # its own page says what is wrong
        known = posts.private(game.place, game.stream) if wanted else set()
        for row in wanted:
            if (row.seat, row.user, row.post) not in known:
                posts.want(row)


def _wanted(context: ServiceContext, game: PostedGame, account: LinkedAccount) -> Iterator[PostRow]:
    for row in context.store.seats(game.stream):
        if account.person in (row.player, row.sitter):
            for turn in _turns(context, game.stream, row.seat, account):
                yield PostRow(game.place, game.stream, row.seat, account.user, f"t{turn}", "waiting")


def _turns(context: ServiceContext, stream: str, seat: str, account: LinkedAccount) -> list[int]:
    """The turns since the person has the seat and the account was linked; and the newest of a game that is under way, for it
    is what they answer with orders.
    """
    game = context.store.game(stream)
    is_open = game is not None and game.status != "ended"
    seated, ends = "", []
    for entry in context.store.select(stream, [GameOpened, TurnClosed, SeatTaken, SitterCalled]):
        event = entry.event
        if (isinstance(event, SeatTaken) and (event.seat, event.player) == (seat, account.person)) or (
            isinstance(event, SitterCalled) and (event.seat, event.sitter) == (seat, account.person)
        ):
            seated = entry.at
        elif isinstance(event, GameOpened | TurnClosed):
            ends.append((entry.at, 0 if isinstance(event, GameOpened) else entry.turn))
    return [turn for at, turn in ends if at >= max(account.at, seated) or (is_open and turn == ends[-1][1])]
