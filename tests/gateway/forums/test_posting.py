"""What is due at a place is posted once, in order, as everybody may know it, whatever the place does in between."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.platform import ForumSet, Kind, PostHidden
from pbem.gateway.forums.places import Place
from pbem.gateway.forums.port import RateLimited, Refused, Unreachable
from pbem.gateway.forums.posts_table import PostRow
from pbem.service.context import ActRefused
from pbem.service.games.game_master import announce
from pbem.service.history import OPERATOR, history
from pbem.service.ladder.absence import set_policy
from pbem.service.press.send import send_press
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.thread.comments import NewComment, author_of, write_comment
from pbem.service.thread.forum_acts import set_forum
from pbem.service.thread.hiding import hide_post
from pbem.service.turns.rollback import roll_back
from tests.gateway.forums.memory_forum import MemoryForum
from tests.web.builders.sites import WebSite
from tests.web.conftest import site

__all__ = ["site"]


def open_kinds(monkeypatch: pytest.MonkeyPatch, **forums: MemoryForum) -> None:
    """These are all the kinds of places that there are."""
    monkeypatch.setattr("pbem.gateway.forums.places.KINDS", tuple(forums))
    for module in ("places", "drivers.place_kinds"):
        monkeypatch.setattr(f"pbem.gateway.forums.{module}.driver_of", forums.__getitem__)


@pytest.fixture
def forum(monkeypatch: pytest.MonkeyPatch, site: WebSite) -> MemoryForum:
    """A place called `club`."""
    made = MemoryForum()
    open_kinds(monkeypatch, memory=made)
    site.gateway.forums.places.add(Place("club", "memory", "https://forum.example", part="wargames"))
    return made


def posted_game(site: WebSite, forum: MemoryForum, *what: Kind) -> str:
    """A game of two bots that is posted at the club, where its opening is read: that post is not looked at any more."""
    stream = site.opened(blue="bot:cautious", red="bot:cautious")
    kinds: list[Kind] = list(what) or ["reports", "announcements"]
    set_forum(site.context, stream, ForumSet("club", "wargames", kinds, "the club meets there", OPERATOR))
    site.gateway.flush_forums()
    forum.posts.clear()
    forum.asked = 0
    site.clock.advance(0.1)
    return stream


def status(site: WebSite, stream: str) -> list[tuple[str, str]]:
    """What has become of each post."""
    return [(row.post, row.status) for row in site.gateway.forums.posts.of(stream) if row.post != "t0"]


def test_each_turn_is_posted_once_in_one_topic(site: WebSite, forum: MemoryForum) -> None:
    """From the present one on: the report, its map, and a sentence in the history with the address."""
    stream = site.opened(blue="bot:cautious", red="bot:cautious")
    site.played(stream, 2)
    set_forum(site.context, stream, ForumSet("club", "", ["reports"], "the club meets there", OPERATOR))
    assert site.gateway.flush_forums() == 1
    site.played(stream, 1)
    assert [site.gateway.flush_forums() for _ in range(3)] == [1, 0, 0]
    assert [(topic, target.part) for topic, target, _ in forum.posts] == [("T1", "wargames"), ("T1", "wargames")]
    first = forum.posts[0][2]
    assert "turn 2" in first.text.lower() and f"/g/{stream}/t/2" in first.text and stream in first.title
    assert first.pictures[0].png.startswith(b"\x89PNG") and first.pictures[0].url.endswith("/t/2/map.png")
    (told, _) = [entry for entry in history(site.context, stream) if "was posted at" in entry.what]
    assert told.what == "The report of turn 2 was posted at club" and told.why == "https://forum.example/T1/1"
    assert load(site.context, stream).ledger.posted == {"club": ["t2", "t3"]}


def test_nothing_hidden_is_posted(site: WebSite, forum: MemoryForum) -> None:
    """What goes out is what a spectator may read."""
    stream = site.opened("stingray", "agent-x20", captain="bot:steady", copilot="bot:steady", aquaphibian="bot:steady")
    set_forum(site.context, stream, ForumSet("club", "", ["reports"], "the club meets there", OPERATOR))
    site.played(stream, 1)
    site.gateway.flush_forums()
    public = {line.text for line in turn_report(site.context, stream, 1, None).report.lines}
    hidden = {line.text for line in turn_report(site.context, stream, 1, "captain").report.lines} - public
    assert hidden and not any(text in forum.texts()[0] for text in hidden)


def test_a_game_with_a_delay_is_posted_that_much_later(site: WebSite, forum: MemoryForum) -> None:
    stream = posted_game(site, forum)
    present = load(site.context, stream).ledger.policy
    set_policy(site.context, stream, replace(present, delay_hours=30, why="no hints from outside", by=OPERATOR))
    site.played(stream, 1)
    assert site.gateway.flush_forums() == 0 and not forum.posts
    site.clock.advance(31)
    assert site.gateway.flush_forums() == 1


def test_announcements_come_in_their_place(site: WebSite, forum: MemoryForum) -> None:
    """Words of the game master are posted as words: they call nobody by name."""
    stream = posted_game(site, forum)
    announce(site.context, stream, "Hello @everyone, *welcome*")
    site.played(stream, 1)
    announce(site.context, stream, "A short break")
    site.gateway.flush_forums()
    assert [post for post, _ in status(site, stream)] == ["a1", "t1", "a2"]
    assert "@everyone" not in forum.texts()[0] and r"\*welcome\*" in forum.texts()[0]


def test_what_is_not_wanted_is_not_posted(site: WebSite, forum: MemoryForum) -> None:
    stream = posted_game(site, forum, "announcements")
    site.played(stream, 1)
    announce(site.context, stream, "A short break")
    assert site.gateway.flush_forums() == 1
    set_forum(site.context, stream, ForumSet("club", "", [], "the club has moved", OPERATOR))
    announce(site.context, stream, "Nobody reads this there")
    assert site.gateway.flush_forums() == 0


def test_a_lost_answer_is_asked_for(site: WebSite, forum: MemoryForum) -> None:
    """The post is there, and is not made again; the game says where it is."""
    stream = posted_game(site, forum)
    site.played(stream, 2)
    forum.loses = 1
    assert site.gateway.flush_forums() == 0
    assert status(site, stream) == [("t1", "tried"), ("t2", "waiting")]
    site.clock.advance(0.1)
    assert site.gateway.flush_forums() == 2 and len(forum.posts) == 2
    assert status(site, stream) == [("t1", "posted"), ("t2", "posted")]


def test_a_place_that_is_away_is_waited_for_and_holds_up_no_other(
    site: WebSite, forum: MemoryForum, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer each time, for days; then all comes in order."""
    other = MemoryForum()
    open_kinds(monkeypatch, memory=forum, other=other)
    site.gateway.forums.places.add(Place("other", "other", "https://other.example"))
    stream = posted_game(site, forum)
    set_forum(site.context, stream, ForumSet("other", "", ["reports"], "and there", OPERATOR))
    site.played(stream, 2)
    forum.errors = [Unreachable("nobody answers") for _ in range(6)]
    assert site.gateway.flush_forums() == 3 and len(other.posts) == 3 and not forum.posts
    (club, _) = site.gateway.forums.known_places()
    assert club.error == "nobody answers"
    site.gateway.flush_forums()
    assert forum.asked == 1, "it is not asked again at once"
    for _ in range(3 * 24):
        site.clock.advance(1)
        site.gateway.flush_forums()
    assert [row.post for row in site.gateway.forums.posts.of(stream) if row.place == "club"][1:] == ["t1", "t2"]
    assert len(forum.posts) == 2 and site.gateway.forums.known_places()[0].error == ""


def test_a_wait_that_a_place_asks_for_is_kept(site: WebSite, forum: MemoryForum) -> None:
    """To the second."""
    stream = posted_game(site, forum)
    site.played(stream, 1)
    forum.errors = [RateLimited("too many", 90)]
    site.gateway.flush_forums()
    site.clock.advance(89 / 3600)
    site.gateway.flush_forums()
    assert forum.asked == 1
    site.clock.advance(2 / 3600)
    assert site.gateway.flush_forums() == 1


def test_what_a_moderator_holds_is_not_posted(site: WebSite, forum: MemoryForum) -> None:
    """Nor is it posted again; what follows in the topic waits."""
    stream = posted_game(site, forum)
    site.played(stream, 2)
    forum.holds = True
    assert site.gateway.flush_forums() == 0 and len(forum.held) == 1
    assert load(site.context, stream).ledger.posted == {"club": ["t0"]}
    forum.holds = False
    site.clock.advance(1)
    assert site.gateway.flush_forums() == 0 and not forum.posts, "it is held still"
    forum.let_through()
    site.clock.advance(1)
    assert site.gateway.flush_forums() == 2
    assert [topic for topic, _, _ in forum.posts] == ["T1", "T1"]


def test_a_post_that_is_refused_is_given_up_and_the_next_goes_on(site: WebSite, forum: MemoryForum) -> None:
    """After four attempts; whoever runs the game may have it tried again."""
    stream = posted_game(site, forum)
    site.played(stream, 2)
    forum.errors = [Refused("body is bad") for _ in range(4)]
    for _ in range(5):
        site.gateway.flush_forums()
        site.clock.advance(2)
    assert status(site, stream) == [("t1", "refused"), ("t2", "posted")]
    assert site.gateway.forums.posts_of(stream)[1].error == "body is bad"
    assert site.gateway.forums.retry(stream) == 1 and site.gateway.flush_forums() == 1
    assert status(site, stream)[0] == ("t1", "posted")


def test_a_key_that_is_not_valid_costs_no_post(site: WebSite, forum: MemoryForum) -> None:
    """It is our account that the place does not take: all waits until that is mended."""
    stream = posted_game(site, forum)
    site.played(stream, 1)
    forum.probed = "the key is not valid"
    forum.errors = [Refused("403") for _ in range(9)]
    for _ in range(9):
        site.gateway.flush_forums()
        site.clock.advance(5)
    assert status(site, stream) == [("t1", "waiting")] and site.gateway.forums.known_places()[0].error == "the key is not valid"
    forum.probed, forum.errors = "", []
    assert site.gateway.flush_forums() == 1


def test_press_to_the_public_and_comments_are_posted_under_their_names(site: WebSite, forum: MemoryForum) -> None:
    """A comment is changed at the place when it is changed here, and its words go when they are hidden."""
    stream = site.opened()
    set_forum(site.context, stream, ForumSet("club", "", ["press", "comments"], "the club meets there", OPERATOR))
    site.clock.advance(0.1)
    send_press(site.context, stream, "blue", ["public"], "We shall not be moved", "1" * 64)
    watcher = author_of(site.context, stream, site.person("watcher@example.org").id)
    post = write_comment(site.context, stream, watcher, NewComment("I *doubt* it"))
    assert site.gateway.flush_forums() == 2
    assert "blue writes to all" in forum.texts()[0] and "We shall not be moved" in forum.texts()[0]
    assert "watcher comments" in forum.texts()[1] and r"\*doubt\*" in forum.texts()[1]
    hide_post(site.context, stream, PostHidden(post, True, "not here", OPERATOR))
    assert site.gateway.flush_forums() == 0
    assert "not here" in forum.texts()[1] and "doubt" not in forum.texts()[1]


def test_a_turn_that_is_undone_says_so_where_it_was_posted(site: WebSite, forum: MemoryForum) -> None:
    stream = posted_game(site, forum, "reports")
    site.played(stream, 2)
    site.gateway.flush_forums()
    roll_back(site.context, stream, 1, "a wrong table", OPERATOR)
    site.gateway.flush_forums()
    assert "undone: a wrong table" in forum.texts()[1] and "undone" not in forum.texts()[0]


def test_settings_that_say_nothing_are_refused(site: WebSite, forum: MemoryForum) -> None:
    stream = posted_game(site, forum)
    cases: list[tuple[ForumSet, str]] = [
        (ForumSet("club", "wargames", ["reports", "announcements"], "again", OPERATOR), "already"),
        (ForumSet("elsewhere", "", [], "no more", OPERATOR), "is not posted at elsewhere"),
        (ForumSet("club", "", ["reports"], "", OPERATOR), "say why"),
        (ForumSet("", "", ["reports"], "where?", OPERATOR), "at which place"),
    ]
    for wanted, words in cases:
        with pytest.raises(ActRefused, match=words):
            set_forum(site.context, stream, wanted)


def test_places_say_what_is_wrong_with_them(site: WebSite, forum: MemoryForum) -> None:
    places = site.gateway.forums.places
    for place, words in (
        (Place("Club!", "memory", "https://forum.example"), "is no name"),
        (Place("club", "usegroup", "https://forum.example"), "there are: memory"),
        (Place("club", "memory", "forum.example"), "is no address"),
        (Place("club", "memory", "https://forum.example", options={"colour": "red"}), "has no option"),
    ):
        with pytest.raises(ActRefused, match=words):
            places.add(place)
    with pytest.raises(ActRefused, match="there are: club"):
        places.get("pub")


def test_what_nobody_lets_through_is_given_up(site: WebSite, forum: MemoryForum, monkeypatch: pytest.MonkeyPatch) -> None:
    """The topic goes on; tried again, it is searched for before it is posted."""
    monkeypatch.setattr("pbem.gateway.forums.posting.LOOKED_AT", 3)
    stream = posted_game(site, forum)
    site.played(stream, 1)
    forum.holds = True
    for _ in range(5):
        site.gateway.flush_forums()
        site.clock.advance(1)
    assert status(site, stream) == [("t1", "refused")]
    forum.holds = False
    site.played(stream, 1)
    assert site.gateway.flush_forums() == 1 and status(site, stream)[1] == ("t2", "posted")
    forum.let_through()
    site.gateway.forums.retry(stream)
    assert site.gateway.flush_forums() == 1 and len(forum.posts) == 2


def test_a_person_whom_we_may_not_write_to_stops_nobody_else(site: WebSite, forum: MemoryForum) -> None:
    """The place is asked about the part where games are posted, and not about that person."""
    stream = posted_game(site, forum)
    site.gateway.forums.posts.want(PostRow("club", stream, "blue", "blue", "t1", "waiting", words="for you alone"))
    forum.errors = [Refused("they take no messages") for _ in range(4)]
    forum.parts = {"wargames"}
    for _ in range(5):
        site.gateway.flush_forums()
        site.clock.advance(2)
    site.played(stream, 1)
    assert site.gateway.flush_forums() >= 1 and site.gateway.forums.known_places()[0].error == ""
    assert [row.status for row in site.gateway.forums.posts.of(stream) if row.user] == ["refused"]
