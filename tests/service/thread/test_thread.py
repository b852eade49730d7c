"""A game's thread: its turns with what was said after each, and who sees what of it when."""

from __future__ import annotations

import pytest

from events.platform import PolicySet, PostHidden
from pbem.accounts.people import People
from pbem.service.context import NoSuchGame, RecordCache, ServiceContext, stamp
from pbem.service.games import game_master
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import MASTER, OPERATOR
from pbem.service.released import nobody_at_once, public_view
from pbem.service.reports.turn_report import turn_report
from pbem.service.thread.comments import (
    Author,
    NewComment,
    author_of,
    delete_comment,
    edit_comment,
    mirror_comment,
    write_comment,
)
from pbem.service.thread.hiding import hide_post
from pbem.service.thread.items import NOBODY_KNOWN, ThreadItem, ThreadReader
from pbem.service.thread.thread import Views, game_thread, post_of, turn_of
from pbem.service.turns.close import resolve_now
from pbem.service.turns.rollback import roll_back
from tests.conftest import HandClock

DELAY = 48.0
MASTER_READS = ThreadReader("gm", True)


def opened(context: ServiceContext, **policy: float) -> str:
    setup = GameSetup({"blue": "p1", "red": "p2"}, {}, "gm", PolicySet(why="as usual", **policy))  # type: ignore[arg-type]
    return open_game(context, "star_navy", "first-blood", setup=setup)


@pytest.fixture
def game(context: ServiceContext) -> str:
    return opened(context)


def resolved(context: ServiceContext, clock: HandClock, game: str) -> None:
    clock.advance(1)
    resolve_now(context, game, "all is said", OPERATOR)
    clock.advance(1)


def say(context: ServiceContext, game: str, text: str, person: str = "p1") -> str:
    return write_comment(context, game, author_of(context, game, person), NewComment(text))


def live(context: ServiceContext) -> Views:
    return Views(context, context)


def strangers(context: ServiceContext) -> Views:
    return Views(public_view(context, nobody_at_once, RecordCache()), context)


def texts(views: Views, game: str, reader: ThreadReader = NOBODY_KNOWN) -> list[str | None]:
    return [item.text for turn in game_thread(views, game, reader).turns for item in turn.items]


def item(views: Views, game: str, post: str, reader: ThreadReader = NOBODY_KNOWN) -> ThreadItem:
    found = post_of(views, game, reader, post)
    assert found is not None
    return found


# ---------------------------------------------------------------- turns


def test_the_newest_turn_is_on_top_and_below_it_what_was_said_since(
    context: ServiceContext, clock: HandClock, game: str
) -> None:
    """Announcements and comments by time; each below the turn that was the last one when it was written."""
    say(context, game, "Good luck!")
    resolved(context, clock, game)
    say(context, game, "A good beginning")
    clock.advance(1)
    game_master.announce(context, game, "No hurry", MASTER)
    clock.advance(1)
    say(context, game, "Thank you", "p2")
    thread = game_thread(live(context), game, NOBODY_KNOWN)
    assert [(turn.post, turn.turn) for turn in thread.turns] == [("t1", 1), ("t0", 0)]
    assert [(item.post, item.kind, item.author, item.text) for item in thread.turns[0].items] == [
        ("c2", "comment", "blue", "A good beginning"),
        ("a1", "announcement", "the game master", "No hurry"),
        ("c3", "comment", "red", "Thank you"),
    ]
    assert [item.text for item in thread.turns[1].items] == ["Good luck!"]
    report = turn_report(context, game, 1, None).report
    assert (thread.turns[0].heading, thread.turns[0].summary) == (report.heading, report.summary)


def test_it_is_paged_by_turns(context: ServiceContext, clock: HandClock, game: str) -> None:
    """Each page says where the next begin; together they have everything once."""
    for turn in range(4):
        say(context, game, f"after {turn}")
        resolved(context, clock, game)
    pages, newest = [], None
    while not pages or newest is not None:
        page = game_thread(live(context), game, NOBODY_KNOWN, newest, most=2)
        pages.append(([turn.turn for turn in page.turns], page.newer, page.older))
        newest = page.older
    assert pages == [([4, 3], None, 2), ([2, 1], 4, 0), ([0], 2, None)]
    found = [
        item.text
        for n in (4, 2, 0)
        for turn in game_thread(live(context), game, NOBODY_KNOWN, n, 2).turns
        for item in turn.items
    ]
    assert found == ["after 3", "after 2", "after 1", "after 0"]


def test_every_turn_of_a_game_that_was_rolled_back_and_went_on_after_its_end_is_in_it(
    context: ServiceContext, clock: HandClock, game: str
) -> None:
    """Undone turns say so."""
    resolved(context, clock, game)
    resolved(context, clock, game)
    roll_back(context, game, 1, "a mistake")
    resolved(context, clock, game)
    game_master.end(context, game, "peace")
    clock.advance(1)
    roll_back(context, game, 1, "war again")
    resolved(context, clock, game)
    row = context.store.game(game)
    assert row is not None
    thread = game_thread(live(context), game, NOBODY_KNOWN, most=50)
    assert [turn.turn for turn in thread.turns] == list(range(row.closed, -1, -1))
    assert next(turn for turn in thread.turns if turn.turn == 2).undone == "a mistake"


def test_a_game_that_is_not_there(context: ServiceContext) -> None:
    with pytest.raises(NoSuchGame):
        game_thread(live(context), "g77", NOBODY_KNOWN)


# ---------------------------------------------------------------- authors


def test_watchers_have_names_and_players_only_seats(context: ServiceContext, game: str) -> None:
    """Guests have the name that they have where they wrote; who was erased has none."""
    people = People(context.database, context.entropy)
    watcher = people.add("Ann", "ann@example.org", stamp(context.now())).id
    say(context, game, "1", watcher)
    say(context, game, "2", "gm")
    mirror_comment(context, game, Author("", guest="seadog"), NewComment("3", place="club", external="1"))
    say(context, game, "4", "p7")
    found = [item.author for turn in game_thread(live(context), game, NOBODY_KNOWN).turns for item in turn.items]
    assert found == ["Ann", "the game master", "seadog at club", "somebody who was erased"]


# ---------------------------------------------------------------- hidden and erased


def test_what_is_hidden_is_read_by_whoever_runs_the_game_alone(context: ServiceContext, game: str) -> None:
    """All others are told by whom and why, its author too; shown again it is there again."""
    post = say(context, game, "You fool")
    hide_post(context, game, PostHidden(post, True, "no insults", MASTER))
    for reader in (NOBODY_KNOWN, ThreadReader("p1"), ThreadReader("p2")):
        hidden = item(live(context), game, post, reader)
        assert (hidden.text, hidden.hidden) == (None, "by the game master: no insults")
    assert item(live(context), game, post, MASTER_READS).text == "You fool"
    hide_post(context, game, PostHidden(post, False, "it was a quotation", OPERATOR))
    assert item(live(context), game, post).text == "You fool" and not item(live(context), game, post).hidden


def test_an_announcement_can_be_hidden_too(context: ServiceContext, game: str) -> None:
    game_master.announce(context, game, "The address is 1 Main Street", MASTER)
    hide_post(context, game, PostHidden("a1", True, "private", OPERATOR))
    assert (item(live(context), game, "a1").text, item(live(context), game, "a1").hidden) == (None, "by the operator: private")


def test_a_deleted_comment_leaves_its_place(context: ServiceContext, game: str) -> None:
    post = say(context, game, "Oops")
    delete_comment(context, game, "p1", post)
    assert (item(live(context), game, post).text, item(live(context), game, post).erased) == (None, True)


# ---------------------------------------------------------------- with a delay


def test_strangers_see_it_later_but_for_their_own_words(context: ServiceContext, clock: HandClock) -> None:
    """Comments wait like the log; who wrote one is told until when. Players see all at once."""
    game = opened(context, delay_hours=DELAY)
    clock.advance(DELAY)
    say(context, game, "Good luck!")
    resolved(context, clock, game)
    say(context, game, "Sunk!")
    mine = say(context, game, "Who is ahead?", "p9")
    assert texts(live(context), game) == ["Sunk!", "Who is ahead?", "Good luck!"]
    assert texts(strangers(context), game) == []
    assert texts(strangers(context), game, ThreadReader("p9")) == ["Who is ahead?"]
    assert item(strangers(context), game, mine, ThreadReader("p9")).open_at == "2026-01-05T14:00:00.000000Z"
    assert post_of(strangers(context), game, NOBODY_KNOWN, mine) is None
    assert [turn.turn for turn in game_thread(strangers(context), game, NOBODY_KNOWN).turns] == [0]
    clock.advance(DELAY)
    assert texts(strangers(context), game) == ["Sunk!", "Who is ahead?", "Good luck!"]
    assert item(strangers(context), game, mine, ThreadReader("p9")).open_at == ""


def test_a_change_waits_like_a_new_comment(context: ServiceContext, clock: HandClock) -> None:
    """Else a player could tell today in the words of yesterday."""
    game = opened(context, delay_hours=20.0)
    post = say(context, game, "Good luck!")
    clock.advance(20)
    assert texts(strangers(context), game) == ["Good luck!"]
    edit_comment(context, game, "p1", post, "I have sunk them")
    assert texts(strangers(context), game) == [] and texts(live(context), game) == ["I have sunk them"]
    clock.advance(20)
    assert texts(strangers(context), game) == ["I have sunk them"]


def test_what_is_hidden_is_hidden_at_once_for_everybody(context: ServiceContext, clock: HandClock) -> None:
    """Also for those who see the game as it was."""
    game = opened(context, delay_hours=DELAY)
    post = say(context, game, "You fool")
    clock.advance(DELAY)
    assert texts(strangers(context), game) == ["You fool"]
    hide_post(context, game, PostHidden(post, True, "no insults", MASTER))
    assert texts(strangers(context), game) == [None]


def test_where_a_post_is_read(context: ServiceContext, clock: HandClock, game: str) -> None:
    """The turn below which it is; none for what is not there."""
    first = say(context, game, "Good luck!")
    resolved(context, clock, game)
    second = say(context, game, "Sunk!")
    assert [turn_of(context, game, item(live(context), game, post)) for post in (first, second)] == [0, 1]
    assert post_of(live(context), game, NOBODY_KNOWN, "c9") is None and post_of(live(context), game, NOBODY_KNOWN, "t1") is None
