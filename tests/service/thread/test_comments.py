"""Comments: written once, changed and taken back by their authors, shown as they are elsewhere, erased with their persons."""

from __future__ import annotations

import pytest

from events.platform import PolicySet, PostHidden
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.games import game_master
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import OPERATOR
from pbem.service.ladder.absence import set_policy
from pbem.service.repository import load
from pbem.service.thread import comments
from pbem.service.thread.comment_table import CommentRow, comment_row
from pbem.service.thread.comments import (
    MAX_COMMENT,
    MOST,
    Author,
    LooksLikeOrders,
    NewComment,
    author_of,
    delete_comment,
    edit_comment,
    mirror_comment,
    unmirror_comment,
    write_comment,
)
from pbem.service.thread.hiding import hide_post
from tests.conftest import HandClock

WATCHER = Author("p9")


@pytest.fixture
def game(context: ServiceContext) -> str:
    setup = GameSetup({"blue": "p1", "red": "p2"}, {}, "gm", PolicySet(why="as usual"))
    return open_game(context, "star_navy", "first-blood", setup=setup)


def written(context: ServiceContext, game: str, text: str, author: Author = WATCHER, **more: str) -> str:
    return write_comment(context, game, author, NewComment(text, **more))


def kept(context: ServiceContext, game: str, post: str) -> CommentRow:
    row = comment_row(context, game, post)
    assert row is not None
    return row


# ---------------------------------------------------------------- writing


def test_a_comment_is_kept_with_its_author_and_time(context: ServiceContext, clock: HandClock, game: str) -> None:
    """Numbers count up; the log knows nothing of it."""
    head = context.store.head(game)
    assert written(context, game, "Well fought!\r\n\r\n* indeed \x07 \n\n") == "c1"
    clock.advance(1)
    assert written(context, game, "Thank you.", author_of(context, game, "p1"), answers="c1") == "c2"
    first, second = kept(context, game, "c1"), kept(context, game, "c2")
    assert (first.text, first.author, first.seat, first.at) == (
        "Well fought!\n\n* indeed",
        "p9",
        "",
        "2026-01-01T12:00:00.000000Z",
    )
    assert (second.seat, second.answers, second.at) == ("blue", "c1", "2026-01-01T13:00:00.000000Z")
    assert context.store.head(game) == head


def test_as_whom_a_person_writes(context: ServiceContext, game: str) -> None:
    """A player as their seat, who runs the game as the game master, all others as watchers."""
    assert author_of(context, game, "p2") == Author("p2", "red")
    assert author_of(context, game, "gm") == Author("gm", "", True)
    assert author_of(context, game, "p9") == WATCHER


def test_the_same_form_writes_once(context: ServiceContext, game: str) -> None:
    """Sent twice; another form with the same words is another comment."""
    assert written(context, game, "Ahoy!", source="form 1") == written(context, game, "Ahoy!", source="form 1") == "c1"
    assert written(context, game, "Ahoy!", source="form 2") == "c2"


@pytest.mark.parametrize(
    ("text", "answers", "said"),
    [
        (" \n\x00\n", "", "no words"),
        ("x" * (MAX_COMMENT + 1), "", "10,001 characters"),
        ("Yes.", "c7", "no post 'c7'"),
        ("Yes.", "t5", "no post 't5'"),
        ("Yes.", "what", "no post 'what'"),
    ],
)
def test_what_cannot_be_written_is_refused_with_a_reason(
    context: ServiceContext, game: str, text: str, answers: str, said: str
) -> None:
    with pytest.raises(ActRefused, match=said):
        written(context, game, text, answers=answers)
    assert comment_row(context, game, "c1") is None


def test_orders_are_not_posted_unless_the_writer_is_sure(context: ServiceContext, game: str) -> None:
    """Of the writer's own seat; what others would order is talk."""
    record = load(context, game)
    unit = record.game.rules.due(record.state)["blue"].units[0]
    text = f"I shall do this:\n{unit}: TURN L"
    with pytest.raises(LooksLikeOrders, match="orders of blue"):
        written(context, game, text, author_of(context, game, "p1"))
    assert written(context, game, text, author_of(context, game, "p2")) == "c1"
    assert write_comment(context, game, author_of(context, game, "p1"), NewComment(text, sure=True)) == "c2"


def test_nobody_floods_a_game(context: ServiceContext, clock: HandClock, game: str) -> None:
    """So many in an hour; the answer says when it goes on. Others and other hours are free."""
    for number in range(MOST):
        written(context, game, f"Number {number}")
        clock.advance(1 / 60)
    with pytest.raises(ActRefused, match=r"20 comments on this game within an hour; .* 2026-01-01 13:00 UTC"):
        written(context, game, "One more")
    assert written(context, game, "Not I", Author("p8")) == f"c{MOST + 1}"
    clock.advance(1)
    assert written(context, game, "One more") == f"c{MOST + 2}"


@pytest.mark.parametrize(("who", "may"), [("everybody", "p1 gm p9"), ("players", "p1 gm"), ("nobody", "")])
def test_the_policy_says_who_may(context: ServiceContext, game: str, who: str, may: str) -> None:
    """Everybody who is signed in, those who play or run the game, or nobody."""
    policy = PolicySet(why="as all agreed", comments=who)  # type: ignore[arg-type]
    set_policy(context, game, policy, OPERATOR)
    for person in ("p1", "gm", "p9"):
        author = author_of(context, game, person)
        if person in may.split():
            written(context, game, "Hear, hear", author)
        else:
            with pytest.raises(ActRefused, match="comment"):
                written(context, game, "Hear, hear", author)


def test_a_game_that_is_over_is_talked_about(context: ServiceContext, game: str) -> None:
    game_master.end(context, game, "peace")
    assert written(context, game, "What a game!") == "c1"


# ---------------------------------------------------------------- changing


def test_an_author_changes_their_words(context: ServiceContext, clock: HandClock, game: str) -> None:
    """The words before are gone; the same words again are no change."""
    post = written(context, game, "Frist!")
    edit_comment(context, game, "p9", post, "Frist!")
    assert kept(context, game, post).edited == ""
    clock.advance(1)
    edit_comment(context, game, "p9", post, "First!")
    assert (kept(context, game, post).text, kept(context, game, post).edited) == ("First!", "2026-01-01T13:00:00.000000Z")


def test_what_may_not_be_changed(context: ServiceContext, clock: HandClock, game: str) -> None:
    """Another's, what is not there, what was read for a day, and what is hidden; all but the first two can be deleted."""
    first, hidden = written(context, game, "First"), written(context, game, "Second")
    hide_post(context, game, PostHidden(hidden, True, "rude", "master"))
    for person, post, said in (("p1", first, "not yours"), ("p9", "c9", "no comment"), ("p9", hidden, "hidden")):
        with pytest.raises(ActRefused, match=said):
            edit_comment(context, game, person, post, "Otherwise")
    with pytest.raises(ActRefused, match="not yours"):
        delete_comment(context, game, "p1", first)
    clock.advance(24.1)
    with pytest.raises(ActRefused, match="older than a day"):
        edit_comment(context, game, "p9", first, "Otherwise")
    for post in (first, hidden):
        delete_comment(context, game, "p9", post)


def test_deleted_words_are_gone_and_their_place_stays(context: ServiceContext, game: str) -> None:
    """In the file as well; twice is an error that says so."""
    post = written(context, game, "Qxsecretqx")
    delete_comment(context, game, "p9", post)
    assert (kept(context, game, post).text, kept(context, game, post).gone) == ("", "author")
    assert b"Qxsecretqx" not in context.database.path.read_bytes()
    with pytest.raises(ActRefused, match="no comment"):
        delete_comment(context, game, "p9", post)
    assert written(context, game, "Another") == "c2"


def test_a_person_is_erased_with_all_their_words(context: ServiceContext, game: str) -> None:
    """Others' stay."""
    first, second = written(context, game, "Qxfirstqx"), written(context, game, "Mine", Author("p8"))
    comments.erase(context, "p9")
    row = kept(context, game, first)
    assert (row.author, row.text, row.gone) == ("", "", "erased") and kept(context, game, second).text == "Mine"
    assert b"Qxfirstqx" not in context.database.path.read_bytes()


# ---------------------------------------------------------------- written elsewhere

GUEST = Author("", guest="seadog")


def mirrored(context: ServiceContext, game: str, text: str, external: str = "77", author: Author = GUEST) -> str:
    return mirror_comment(context, game, author, NewComment(text, place="club", external=external))


def test_what_was_written_at_a_forum_is_shown_once_and_as_it_is_there(
    context: ServiceContext, clock: HandClock, game: str
) -> None:
    """Told again nothing changes; changed, deleted and restored there it is so here."""
    assert mirrored(context, game, "Bravo") == mirrored(context, game, "Bravo") == "c1"
    assert kept(context, game, "c1")[2:5] == ("", "seadog", "") and kept(context, game, "c1").edited == ""
    clock.advance(1)
    mirrored(context, game, "Bravo, blue")
    assert (kept(context, game, "c1").text, bool(kept(context, game, "c1").edited)) == ("Bravo, blue", True)
    unmirror_comment(context, "club", "77")
    assert (kept(context, game, "c1").text, kept(context, game, "c1").gone) == ("", "place")
    mirrored(context, game, "Bravo, blue")
    assert (kept(context, game, "c1").text, kept(context, game, "c1").gone) == ("Bravo, blue", "")
    unmirror_comment(context, "club", "never seen")


def test_another_place_has_ids_of_its_own(context: ServiceContext, game: str) -> None:
    new = NewComment("Bravo", place="another", external="77")
    assert (mirrored(context, game, "Bravo"), mirror_comment(context, game, GUEST, new)) == ("c1", "c2")


def test_what_its_author_deleted_here_does_not_come_back(context: ServiceContext, game: str) -> None:
    """A linked person's: deleted here, or erased with them, it stays away, whatever the forum says."""
    mine = mirrored(context, game, "Mine", author=Author("p9", guest="nine"))
    with pytest.raises(ActRefused, match="written at club"):
        edit_comment(context, game, "p9", mine, "Otherwise")
    delete_comment(context, game, "p9", mine)
    mirrored(context, game, "Mine again", author=Author("p9", guest="nine"))
    assert kept(context, game, mine).text == ""
    other = mirrored(context, game, "Words", "78", Author("p9", guest="nine"))
    comments.erase(context, "p9")
    mirrored(context, game, "Words again", "78", Author("p9", guest="nine"))
    row = kept(context, game, other)
    assert (row.author, row.guest, row.text) == ("", "", "")


def test_too_long_a_post_is_cut_and_the_policy_holds_for_guests(context: ServiceContext, game: str) -> None:
    post = mirrored(context, game, "long " * 3000)
    assert len(kept(context, game, post).text) == MAX_COMMENT and kept(context, game, post).text.endswith("...")
    set_policy(context, game, PolicySet(why="as all agreed", comments="players"), OPERATOR)
    with pytest.raises(ActRefused, match="only its players"):
        mirrored(context, game, "Bravo", "79")
