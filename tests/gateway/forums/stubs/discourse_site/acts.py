"""What the people of a Discourse do with their browsers, and what they see: the way of tests into the stub."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.gateway.forums.stubs.discourse_site import rules
from tests.gateway.forums.stubs.discourse_site.hooks import Hooks
from tests.gateway.forums.stubs.discourse_site.records import Post, Site, User


@dataclass
class People:
    """Each method is an act under `/stub/`; posts and topics are named by their ids, as text."""

    _site: Site
    _hooks: Hooks
    _us: User

    def member(self, user: str, **rights: bool) -> None:
        """A person is a member: `moderator`, `categories`, `may_upload` or not."""
        person = self._site.user(user)
        for right, given in rights.items():
            setattr(person, right, given)

    def say(self, user: str, topic: str, text: str, type: int = 1) -> str:
        """A person writes in a topic; the id of the post."""
        return self._said(self._site.add(self._site.topics[int(topic)], self._site.user(user), text, type))

    def tell(self, user: str, text: str, topic: str = "", others: Sequence[str] = ()) -> str:
        """A person writes to us and to `others` ("": a new conversation); the id of the post."""
        if topic:
            return self.say(user, topic, text)
        people = [self._site.user(user), self._us, *map(self._site.user, others)]
        return self._said(self._site.begin(people[0], f"A message of {user}", text, None, people))

    def invite(self, topic: str, user: str) -> None:
        """One more person reads a private message from now on."""
        self._site.topics[int(topic)].allowed.append(self._site.user(user))

    def leave(self, topic: str, user: str) -> None:
        """One reads a private message no more."""
        self._site.topics[int(topic)].allowed.remove(self._site.user(user))

    def change(self, post: str, text: str) -> None:
        """The author of a post edits it."""
        self._site.revise(self._site.posts[int(post)], text)
        self._hooks.tell("post_edited", self._site.posts[int(post)])

    def delete(self, post: str, by: str = "") -> None:
        """Somebody deletes a post ("": its author)."""
        there = self._site.posts[int(post)]
        self._site.delete(there, self._site.user(by) if by else there.user)
        self._hooks.tell("post_destroyed", there)

    def recover(self, post: str) -> None:
        """A moderator brings a post back."""
        self._site.posts[int(post)].deleted = None
        self._hooks.tell("post_recovered", self._site.posts[int(post)])

    def flag(self, post: str) -> None:
        """The community hides a post."""
        self._site.posts[int(post)].hidden = True
        self._site.posts[int(post)].updated = self._site.stamp()

    def approve(self) -> None:
        """A moderator lets through all that waits."""
        self._site.approve()

    def set(self, **settings: int) -> None:
        """Other settings of the site."""
        self._site.settings.update(settings)

    def webhook(self, url: str) -> None:
        """The webhook tells what happens to this address from now on."""
        self._hooks.to(url)

    def retry(self) -> list[int]:
        """What the webhook could not tell is told again; the minutes that each would have waited."""
        return self._hooks.retry()

    def hook(self, post: str) -> dict[str, Any]:
        """The last that the webhook told of a post, or would have: its headers and body."""
        return self._hooks.last(post)

    def seen(self) -> list[dict[str, object]]:
        """All posts, as people read them; those that are gone say so."""
        return [rules.seen(self._site, each) for each in self._site.posts.values()]

    def _said(self, post: Post) -> str:
        self._hooks.tell("post_created", post)
        return str(post.id)
