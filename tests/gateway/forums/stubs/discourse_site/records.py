"""What a Discourse keeps: people, categories, topics, posts, what waits for a moderator, uploads, what its webhooks told."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta


@dataclass
class User:
    """A person, or the system itself (an id below 0). Who moderates `categories` is no staff, but deletes posts there."""

    id: int
    username: str
    moderator: bool = False
    categories: bool = False
    admin: bool = False
    may_upload: bool = True


@dataclass
class Category:
    """A part of the forum. Who is no moderator begins topics only where it is `open`."""

    id: int
    name: str
    slug: str
    parent: int | None = None
    open: bool = True


@dataclass
class Post:
    """A post, with its earlier texts in `revisions`. `type`: 1 a post, 2 a moderator's, 3 a small action, 4 a whisper."""

    id: int
    topic: int
    number: int
    user: User
    raw: str
    created: str
    updated: str
    type: int = 1
    version: int = 1
    revisions: list[str] = field(default_factory=list)
    edit_reason: str | None = None
    user_deleted: bool = False
    deleted: str | None = None
    hidden: bool = False


@dataclass
class Topic:
    """A topic of a category, or a private message, which `allowed` may read."""

    id: int
    title: str
    user: User
    category: int | None
    created: str
    external_id: str | None = None
    allowed: list[User] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)
    bumped: str = ""
    deleted: str | None = None

    @property
    def private(self) -> bool:
        """Is it a private message?"""
        return self.category is None

    @property
    def slug(self) -> str:
        """Its title for its address."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")[:50] or "topic"

    @property
    def there(self) -> list[Post]:
        """Its posts, without the deleted ones."""
        return [post for post in self.posts if not post.deleted]


@dataclass
class Pending:
    """A post that waits for a moderator. What it was sent with beside these, such as an external id, is lost."""

    id: int
    user: User
    raw: str
    title: str
    category: int | None
    topic: int | None
    created: str


@dataclass
class Upload:
    """A picture that was uploaded."""

    id: int
    name: str
    content: bytes
    short: str


@dataclass
class Event:
    """What a webhook told, as it was sent. `attempts` are the statuses of the answers, -1: nobody answered."""

    id: int
    post: int
    headers: dict[str, str]
    body: bytes
    attempts: list[int] = field(default_factory=list)


@dataclass
class Site:
    """The whole forum. `lock` is held for the time of one question."""

    users: dict[str, User] = field(default_factory=dict)
    categories: dict[int, Category] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    posts: dict[int, Post] = field(default_factory=dict)
    pending: list[Pending] = field(default_factory=list)
    uploads: list[Upload] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    said: dict[tuple[int, bool, str], datetime] = field(default_factory=dict)
    settings: dict[str, int] = field(
        default_factory=lambda: {
            "min_post_length": 20,
            "min_topic_title_length": 15,
            "min_personal_message_post_length": 10,
            "max_post_length": 32_000,
            "allow_duplicate_topic_titles": 0,
            "detailed_404": 0,
        }
    )
    lock: threading.RLock = field(default_factory=threading.RLock)
    _now: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    _id: int = 0

    def next_id(self) -> int:
        """A new id, higher than any before."""
        self._id += 1
        return self._id

    def stamp(self) -> str:
        """Now, in milliseconds as Discourse writes it; later than any stamp before."""
        self._now = max(datetime.now(UTC), self._now + timedelta(milliseconds=1))
        return self._now.strftime("%Y-%m-%dT%H:%M:%S.") + f"{self._now.microsecond // 1000:03}Z"

    def user(self, name: str) -> User:
        """The person with this name, who is a member from now on."""
        return self.users.setdefault(name.lower(), User(len(self.users) + 1, name))

    def begin(self, user: User, title: str, raw: str, category: int | None, allowed: list[User]) -> Post:
        """A new topic with its first post."""
        topic = Topic(self.next_id(), title, user, category, self.stamp(), allowed=allowed)
        self.topics[topic.id] = topic
        return self.add(topic, user, raw)

    def add(self, topic: Topic, user: User, raw: str, type: int = 1) -> Post:
        """A post at the end of a topic."""
        now = self.stamp()
        post = Post(self.next_id(), topic.id, len(topic.posts) + 1, user, raw.rstrip(), now, now, type)
        self.posts[post.id] = post
        topic.posts.append(post)
        topic.bumped = now
        return post

    def revise(self, post: Post, raw: str, reason: str | None = None, force: bool = False) -> None:
        """Change a post. Within five minutes it is the same version, unless that is forced."""
        post.updated, post.edit_reason = self.stamp(), reason
        age = datetime.now(UTC) - datetime.fromisoformat(post.created)
        if force or age > timedelta(minutes=5):
            post.version += 1
        post.revisions.append(post.raw)
        post.raw = raw
        topic = self.topics[post.topic]
        if topic.there and topic.there[-1] is post:
            topic.bumped = post.updated

    def delete(self, post: Post, by: User) -> None:
        """Delete a post: by its author it says so for a day, by a moderator it is gone, and its topic with the first one."""
        if by is not post.user or by.moderator:
            post.deleted = self.stamp()
            if post.number == 1:
                self.topics[post.topic].deleted = post.deleted
            return
        self.revise(post, "(post deleted by author)", force=True)
        post.user_deleted = True

    def approve(self) -> None:
        """A moderator lets all through that waits."""
        for waiting in self.pending:
            if waiting.topic is None:
                self.begin(waiting.user, waiting.title, waiting.raw, waiting.category, [])
            else:
                self.add(self.topics[waiting.topic], waiting.user, waiting.raw)
        self.pending = []
