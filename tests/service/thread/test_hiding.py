"""Posts are hidden with a reason, and reports of them settled; places are set, and posts noted, as the log allows."""

from __future__ import annotations

import pytest

from events.platform import ForumPosted, ForumSet, PolicySet, PostHidden
from pbem.service.audit.verify import audit
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.games import game_master
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import MASTER, OPERATOR, history
from pbem.service.repository import load
from pbem.service.thread import abuse
from pbem.service.thread.abuse import open_reports, report_post, settle
from pbem.service.thread.forum_acts import note_posted, set_forum
from pbem.service.thread.hiding import hidden_posts, hide_post
from tests.conftest import HandClock


@pytest.fixture
def game(context: ServiceContext) -> str:
    setup = GameSetup({"blue": "p1", "red": "p2"}, {}, "gm", PolicySet(why="as usual"))
    return open_game(context, "star_navy", "first-blood", setup=setup)


# ---------------------------------------------------------------- hiding


def test_hidden_and_shown_again_with_reasons(context: ServiceContext, game: str) -> None:
    """The log has both, the history tells them, and an audit finds them true."""
    hide_post(context, game, PostHidden("c1", True, "no insults", MASTER))
    assert hidden_posts(context, game) == {"c1": "by the game master: no insults"}
    hide_post(context, game, PostHidden("a2", True, "private", OPERATOR))
    hide_post(context, game, PostHidden("c1", False, "a quotation", MASTER))
    assert hidden_posts(context, game) == {"a2": "by the operator: private"} and load(context, game).ledger.hidden == ["a2"]
    assert [act.why for act in history(context, game)][-3:] == ["no insults", "private", "a quotation"]
    found = audit(context, game)
    assert (found.broken, found.different, found.odd) == ([], [], [])


def test_also_when_the_game_is_over(context: ServiceContext, game: str) -> None:
    game_master.end(context, game, "peace")
    hide_post(context, game, PostHidden("c1", True, "no insults", MASTER))
    assert "c1" in hidden_posts(context, game)


@pytest.mark.parametrize(
    ("post", "hide", "why", "said"),
    [
        ("t0", True, "boring", "could be hidden"),
        ("what", True, "boring", "could be hidden"),
        ("c1", False, "a quotation", "is not hidden"),
        ("c1", True, " ", "say why"),
    ],
)
def test_what_cannot_be_hidden(context: ServiceContext, game: str, post: str, hide: bool, why: str, said: str) -> None:
    with pytest.raises(ActRefused, match=said):
        hide_post(context, game, PostHidden(post, hide, why, MASTER))


# ---------------------------------------------------------------- reported


def test_a_post_is_reported_once_by_a_person_until_somebody_has_looked(
    context: ServiceContext, clock: HandClock, game: str
) -> None:
    """Hiding it settles all reports of it, and so does leaving it."""
    report_post(context, game, "p1", "c1", "an insult")
    clock.advance(1)
    report_post(context, game, "p2", "c2", "spam")
    report_post(context, game, "p2", "c1", "I agree")
    with pytest.raises(ActRefused, match="before"):
        report_post(context, game, "p1", "c1", "again")
    assert [(each.post, each.reasons) for each in open_reports(context, game)] == [
        ("c1", ["an insult", "I agree"]),
        ("c2", ["spam"]),
    ]
    hide_post(context, game, PostHidden("c1", True, "no insults", MASTER))
    assert [each.post for each in open_reports(context, game)] == ["c2"]
    settle(context, game, "c2")
    assert open_reports(context, game) == []
    with pytest.raises(ActRefused, match="before"):
        report_post(context, game, "p2", "c2", "still spam")


def test_a_report_needs_a_reason_and_a_post_that_somebody_wrote(context: ServiceContext, game: str) -> None:
    for post, why, said in (("c1", "", "say why"), ("t1", "boring", "written by the rules")):
        with pytest.raises(ActRefused, match=said):
            report_post(context, game, "p1", post, why)


def test_what_a_person_reported_is_erased_with_them(context: ServiceContext, game: str) -> None:
    report_post(context, game, "p1", "c1", "Qxreasonqx")
    abuse.erase(context, "p1")
    assert open_reports(context, game) == [] and b"Qxreasonqx" not in context.database.path.read_bytes()


# ---------------------------------------------------------------- places


def test_a_game_is_posted_at_places(context: ServiceContext, game: str) -> None:
    """Set, changed and ended; each is told with its reason, and an audit finds it true."""
    set_forum(context, game, ForumSet("club", "games", ["comments", "reports"], "we meet there", OPERATOR))
    assert load(context, game).ledger.forums["club"].what == ["reports", "comments"]
    note_posted(context, game, ForumPosted("club", "t0", "https://club.example/1"))
    note_posted(context, game, ForumPosted("club", "t0", "https://club.example/2"))
    set_forum(context, game, ForumSet("club", "", [], "too noisy", MASTER))
    ledger = load(context, game).ledger
    assert (ledger.forums, ledger.posted) == ({}, {"club": ["t0"]})
    assert [act.what for act in history(context, game)][-3:] == [
        "The game is posted at club, in games: reports, comments",
        "The report of turn 0 was posted at club",
        "The game is not posted at club any more",
    ]
    found = audit(context, game)
    assert (found.broken, found.different, found.odd) == ([], [], [])


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (ForumSet("", "", ["reports"], "why not", "master"), "at which place"),
        (ForumSet("club", "", [], "why not", "master"), "not posted at club"),
        (ForumSet("club", "", ["reports", "reports"], "why not", "master"), "what of it"),
        (ForumSet("club", "", ["reports"], "", "master"), "say why"),
    ],
)
def test_what_cannot_be_set(context: ServiceContext, game: str, wanted: ForumSet, said: str) -> None:
    with pytest.raises(ActRefused, match=said):
        set_forum(context, game, wanted)


def test_the_same_again_is_refused_and_a_post_to_come_is_not_noted(context: ServiceContext, game: str) -> None:
    set_forum(context, game, ForumSet("club", "", ["reports"], "we meet there", "master"))
    with pytest.raises(ActRefused, match="like that"):
        set_forum(context, game, ForumSet("club", "", ["reports"], "once more", "master"))
    with pytest.raises(ActRefused, match="no post t1 yet"):
        note_posted(context, game, ForumPosted("club", "t1", ""))
