"""What others write at a Discourse: asked for topic by topic, so that nothing is lost however busy the forum is.

Discourse has no list of what changed since a moment. A topic says which posts it has, and gives its last ones with their texts:
what is newer than what we know of it, was changed since, or is no longer there, is told.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from pbem.gateway.forums.drivers.discourse.calls import CHUNK, Api, Denied, understood
from pbem.gateway.forums.port import Refused, Replies, Reply

LOOKS = 20
"""So many topics are looked at in one call: first where something is new, then the others in turn."""
CATCH_UP = 100
"""So many new posts of one topic are told in one call; the rest in the next."""
PAGES = 10
"""So many pages of our private messages are read in one call, of 30 each, as long as they have something new."""
KNOWN_POSTS = 30
"""So many posts of a topic are watched for being deleted: the last ones."""
WRITTEN = (1, 2)
"""Types of posts that people write: posts, and those that a moderator marks as such. Not small actions and whispers."""


@dataclass
class Known:
    """What we know of a topic: its last post and last change that were told, whose posts are there, and how it was listed."""

    last: int
    time: str
    bump: str = ""
    private: bool = False
    authors: dict[str, str] = field(default_factory=dict)


@dataclass
class Cursor:
    """Where the reading stands: the post and moment that it began at, the last listed message, and the topics."""

    last: int = 0
    time: str = ""
    bump: str = ""
    at: str = ""
    topics: dict[str, Known] = field(default_factory=dict)

    @classmethod
    def read(cls, since: str) -> Cursor:
        """The cursor of an earlier call. Raises Refused."""
        try:
            said = json.loads(since)
            return cls(**{**said, "topics": {topic: Known(**known) for topic, known in said["topics"].items()}})
        except (ValueError, TypeError, KeyError, AttributeError) as e:
            raise Refused(f"this is no place to go on from: {since[:80]}") from e

    def written(self) -> str:
        """It as text."""
        return json.dumps(asdict(self), separators=(",", ":"))

    def known(self, topic: str) -> Known:
        """What is known of a topic; all is new in one that we have not seen since the reading began."""
        return self.topics.get(topic) or Known(self.last, self.time)


class Reader:
    """Reads what others write, in topics and in private messages to us."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._us = api.account.user

    @understood()
    def replies(self, topics: Sequence[str], since: str) -> Replies:
        """What is new in these topics and in our private messages, oldest first."""
        if not since:
            return Replies((), self._beginning().written())
        cursor = Cursor.read(since)
        listed = self._messages(cursor.bump)
        changed = [topic for topic, bump in reversed(listed.items()) if cursor.known(topic).bump != bump]
        rest = _in_turn([topic for topic in dict.fromkeys([*topics, *listed]) if topic not in changed], cursor.at)
        chosen = [*changed, *rest][:LOOKS]
        cursor.topics = {topic: known for topic, known in cursor.topics.items() if topic in listed or topic in topics}
        found = [reply for topic in chosen for reply in self._look(cursor, topic, listed.get(topic, ""))]
        cursor.at = chosen[-1] if len(chosen) > len(changed) else cursor.at
        if all(cursor.known(topic).bump == listed[topic] for topic in changed):
            cursor.bump = max([cursor.bump, *(bump.split()[0] for bump in listed.values())])
        return Replies(sorted(found, key=lambda reply: int(reply.id)), cursor.written())

    def told(self, post: Mapping[str, Any], gone: bool) -> list[Reply]:
        """The post of a webhook, if a person other than we wrote it where we may read it."""
        if not self._theirs(post):
            return []
        if post.get("topic_archetype") != "private_message":
            return [self._reply(post, False, gone)]
        try:
            readers = _readers(self._api.read(f"/t/{post['topic_id']}.json"))
        except Denied as e:
            # Webhooks tell of everybody's messages. Of one that is gone nobody tells us any more whether it was ours.
            return [self._reply(post, True, True)] if gone and e.missing else []
        return [self._reply(post, self._alone(readers, post), gone)] if self._us.lower() in readers else []

    def _beginning(self) -> Cursor:
        posts = [*self._latest("/posts.json", "latest_posts"), *self._latest("/private-posts.json", "private_posts")]
        last = max((int(post["id"]) for post in posts), default=0)
        time = max((post["updated_at"] for post in posts), default="")
        return Cursor(last, time, bump=time)

    def _latest(self, path: str, name: str) -> list[dict[str, Any]]:
        try:
            return list(self._api.read(path)[name])
        except Denied as e:
            if e.missing:  # an old Discourse has no list of private posts
                return []
            raise

    def _messages(self, bump: str) -> dict[str, str]:
        """Our conversations, those with something new first: each with what changes when something is posted in it."""
        listed: dict[str, str] = {}
        for page in range(PAGES):
            query = {"page": str(page)} if page else None
            topics = self._api.read(f"/topics/private-messages/{self._us}.json", query)["topic_list"]["topics"]
            listed |= {str(each["id"]): f"{each['bumped_at']} {each['highest_post_number']}" for each in topics}
            if not topics or topics[-1]["bumped_at"] <= bump:
                break
        return listed

    def _look(self, cursor: Cursor, topic: str, bump: str) -> list[Reply]:
        """What is new in a topic; `cursor` knows it then."""
        known = cursor.known(topic)
        try:
            view = self._api.read(f"/t/{topic}/last.json", {"include_raw": "true"})
        except Denied as e:
            if e.missing:
                cursor.topics[topic] = replace(known, bump=bump, authors={})
                return [self._vanished(topic, post, known) for post in known.authors]
            if e.status != 403:
                raise
            cursor.topics[topic] = replace(known, bump=bump)  # that we may not see it now does not take back what it said
            return []
        stream = view["post_stream"]["stream"]
        posts, bound = self._until(topic, view, known.last)
        new = [post for post in posts if post["id"] > known.last or post["updated_at"] > known.time]
        gone = [self._vanished(topic, post, known) for post in known.authors if int(post) not in stream]
        cursor.topics[topic] = self._knowing(view, posts, known, "" if bound else bump)
        private = view.get("archetype") == "private_message"
        readers = _readers(view)
        return gone + [self._reply(post, private and self._alone(readers, post)) for post in new if self._theirs(post)]

    def _until(self, topic: str, view: Mapping[str, Any], last: int) -> tuple[list[dict[str, Any]], bool]:
        """The last posts of a topic and all newer than `last`, in order; and whether there are too many for one call."""
        there = {post["id"]: post for post in view["post_stream"]["posts"]}
        missing = sorted(each for each in view["post_stream"]["stream"] if each > last and each not in there)
        for at in range(0, min(len(missing), CATCH_UP), CHUNK):
            there |= {post["id"]: post for post in self._api.posts(topic, missing[at : min(at + CHUNK, CATCH_UP)])}
        bound = missing[CATCH_UP] if len(missing) > CATCH_UP else None
        return [there[each] for each in sorted(there) if bound is None or each < bound], bound is not None

    def _knowing(self, view: Mapping[str, Any], posts: Iterable[Mapping[str, Any]], known: Known, bump: str) -> Known:
        """What is known of a topic after these posts were told.

        The moment is that of the first answer: what was changed while we asked for more is told the next time.
        """
        told = {post["id"] for post in posts}
        times = [post["updated_at"] for post in view["post_stream"]["posts"] if post["id"] in told]
        authors = known.authors | {str(each["id"]): each["username"] for each in posts if self._theirs(each)}
        there = {str(each) for each in view["post_stream"]["stream"]} - {str(each["id"]) for each in posts if _deleted(each)}
        watched = sorted((each for each in authors if each in there), key=int)[-KNOWN_POSTS:]
        return Known(
            max([known.last, *told]),
            max([known.time, *times]),
            bump,
            view.get("archetype") == "private_message",
            {each: authors[each] for each in watched},
        )

    def _theirs(self, post: Mapping[str, Any]) -> bool:
        """Did a person other than we write it? The users of the system itself have ids below 0."""
        ours = post["username"].lower() == self._us.lower()
        return not ours and post.get("post_type", 1) in WRITTEN and (post.get("user_id") or 0) >= 0

    def _alone(self, readers: frozenset[str], post: Mapping[str, Any]) -> bool:
        """Does nobody read it but its author and we?"""
        return readers <= {self._us.lower(), post["username"].lower()}

    def _reply(self, post: Mapping[str, Any], private: bool, gone: bool = False) -> Reply:
        deleted = gone or _deleted(post)
        return Reply(
            id=str(post["id"]),
            topic=str(post["topic_id"]),
            author=post["username"],
            text="" if deleted else post.get("raw") or "",
            # Within five minutes Discourse counts an edit as no new version, and by staff a post is deleted without one.
            version=f"{post['version']} {post['updated_at']}{' deleted' if deleted else ''}",
            private=private,
            deleted=deleted,
            url=self._api.post_url(post),
        )

    def _vanished(self, topic: str, post: str, known: Known) -> Reply:
        return Reply(post, topic, known.authors[post], "", "deleted", known.private, deleted=True)


def _in_turn(topics: Sequence[str], at: str) -> list[str]:
    """The topics, beginning with the one after `at`."""
    start = topics.index(at) + 1 if at in topics else 0
    return [*topics[start:], *topics[:start]]


def _readers(view: Mapping[str, Any]) -> frozenset[str]:
    """Who reads a private message, in lower case; a group counts as one more reader."""
    details = view["details"]
    people = [each["username"].lower() for each in details.get("allowed_users") or []]
    return frozenset([*people, *(f"group {each['name']}" for each in details.get("allowed_groups") or [])])


def _deleted(post: Mapping[str, Any]) -> bool:
    """Is it gone from the eyes of all: deleted by its author or staff, or hidden by the community?"""
    return bool(post.get("deleted_at") or post.get("user_deleted") or post.get("hidden"))
