"""What every place must do, tried on the place itself: by the operator before a game is posted there, and by our tests.

All posts go into one topic that says what it is. Nothing of anybody else is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pbem.core.drawing.scene import Polygon, Scene
from pbem.gateway.forums.port import Ability, Forum, ForumError, Picture, Post, Posted, Target
from pbem.present.pixels.png import to_png

TITLE = "A test of Wardroom: these posts may be deleted"
MARKS = "@everyone @here <!channel> <@U1> [b]not bold[/b] **nor this** `nor that` <i>nor these</i> :) [quote]no quote[/quote]"
"""Words that mean something to one place or another, and must mean nothing."""
PICTURE = Scene("test", "A test", "A blue square.", (0, 0, 8, 8), [Polygon([(0, 0), (8, 0), (8, 8), (0, 8)], "side-1")])

Outcome = Literal["ok", "not offered", "failed"]


class CheckFailed(Exception):
    """A place took what it was asked, and did something else: what is wrong."""


class CheckResult(NamedTuple):
    """What came of a check, in words."""

    name: str
    outcome: Outcome
    words: str


@dataclass
class LiveChecks:
    """The checks on one part of a place. `user` is who gets the private message ("": nobody). `mark` makes new markers."""

    forum: Forum
    part: str
    mark: Callable[[], str]
    user: str = ""
    topic: str = ""
    posted: dict[str, Posted] = field(default_factory=dict)

    def run(self) -> Iterator[CheckResult]:
        """All checks in order; after a failure to post at all the others would only repeat it."""
        for name, needs, check in self._checks():
            if needs and needs not in self.forum.abilities:
                yield CheckResult(name, "not offered", f"{self.forum.kind} does not do this")
                continue
            try:
                yield CheckResult(name, "ok", check())
            except (ForumError, CheckFailed) as e:
                yield CheckResult(name, "failed", str(e))
                if not self.topic:
                    return

    def _checks(self) -> list[tuple[str, Ability | None, Callable[[], str]]]:
        private: list[tuple[str, Ability | None, Callable[[], str]]] = [("private message", "private", self._private)]
        return [
            ("account", None, lambda: self.forum.probe(self.part)),
            ("new topic", None, self._topic),
            ("second post", None, self._second),
            ("found again", "search", self._found),
            ("edit", "edit", self._edit),
            ("short text", None, lambda: self._takes("short", "ok")),
            ("marks of the place", None, lambda: self._takes("marks", self.forum.markup.plain(MARKS))),
            ("longest text", None, lambda: self._takes("long", _lines(self.forum.longest))),
            ("picture", "pictures", self._picture),
            ("answers", "replies", self._answers),
            *(private if self.user else []),
        ]

    def _post(self, name: str, text: str, pictures: tuple[Picture, ...] = ()) -> Posted:
        post = Post(self.mark(), TITLE, text, pictures)
        posted = self.posted[post.marker] = self.forum.post(Target(self.part, topic=self.topic), post)
        if posted.held:
            raise CheckFailed("the post waits for a moderator: let our account post without")
        return posted

    def _topic(self) -> str:
        posted = self._post("first", "This topic tests how games would be posted here.")
        self.topic = posted.topic
        if not posted.topic:
            raise CheckFailed("the place does not say in which topic the post is")
        return posted.url or f"topic {posted.topic}"

    def _second(self) -> str:
        posted = self._post("second", "A second post, which belongs into the same topic.")
        if posted.topic != self.topic:
            raise CheckFailed(f"the second post came into another topic, {posted.topic}")
        return posted.url or "in the same topic"

    def _found(self) -> str:
        """Every post is found by what marks it, and nothing by another mark."""
        target = Target(self.part, topic=self.topic)
        for marker, posted in self.posted.items():
            found = self.forum.find(target, marker)
            if found is None or found.id != posted.id:
                raise CheckFailed(f"post {posted.id} was not found by its mark: {found}")
        if self.forum.find(target, self.mark()) is not None:
            raise CheckFailed("a post was found that was never made")
        return f"{len(self.posted)} posts"

    def _edit(self) -> str:
        """An edited post keeps its mark."""
        marker, posted = next(reversed(self.posted.items()))
        self.forum.edit(posted, Post(marker, TITLE, "A second post, which was changed."))
        if "search" in self.forum.abilities and self.forum.find(Target(self.part, topic=self.topic), marker) is None:
            raise CheckFailed("the changed post has lost its mark")
        return "changed"

    def _takes(self, name: str, text: str) -> str:
        return f"taken, as {self._post(name, text).id or 'a post'}"

    def _picture(self) -> str:
        picture = Picture("map.png", to_png(PICTURE, 8), "", "a blue square")
        return f"taken, as {self._post('picture', 'A post with a picture.', (picture,)).id or 'a post'}"

    def _answers(self) -> str:
        """Our own posts are no answers."""
        target = Target(self.part, topic=self.topic)
        since = self.forum.replies([target], "").since
        self._post("own", "This is no answer of anybody.")
        ours = [reply for reply in self.forum.replies([target], since).found if reply.topic == self.topic]
        if ours:
            raise CheckFailed(f"our own post came as an answer of {ours[0].author}")
        return "read; none are our own"

    def _private(self) -> str:
        post = Post(self.mark(), TITLE, "This is a test of private messages.")
        return f"sent to {self.user}, as {self.forum.post(Target(user=self.user), post).id}"


def _lines(longest: int) -> str:
    """A text of that many characters, in lines that every place takes."""
    line = "A text as long as a post may be.\n"
    return (line * (longest // len(line) + 1))[: longest - 1] + "."
