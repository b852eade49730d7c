"""Discourse: topics in a category, private messages, its review queue, its webhooks."""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, ClassVar

from pbem.gateway.forums.drivers.discourse.calls import CHUNK, Api, Denied, understood
from pbem.gateway.forums.drivers.discourse.replies import Reader
from pbem.gateway.forums.http import Question
from pbem.gateway.forums.port import (
    Ability,
    Account,
    BadSignature,
    Picture,
    Post,
    Posted,
    Received,
    Refused,
    Replies,
    Reply,
    Target,
    Unreachable,
    Unsure,
)
from pbem.present.forum import fitting
from pbem.present.markup import DISCOURSE, Markup

LEAST = 20
"""Characters that Discourse wants of a post, unless its administrator says otherwise."""
LEAST_TITLE = 15
LONGEST_TITLE = 255
FILLER = "\n\n(There is no more to this post than this.)"
TITLE_FILLER = " (a game by post)"
OWN_CHUNKS = 10
"""So many chunks of our own posts in a topic are searched, the newest first."""
OWN_TOPICS = 20
"""So many topics that we began are searched for one that a moderator let through."""
NOT_COUNTED = (
    (re.compile(r"<!--.*?-->"), ""),
    (re.compile(r":\w+(?::\w+)?:"), "X"),
    (re.compile(r"\.{2,}"), "."),
    (re.compile(r",{2,}"), ","),
)
"""What Discourse takes out of a text before it counts characters."""


class Discourse:
    """A Discourse, with an API key of our user. The part of a target is a category: its id, its slug, or `parent/child`."""

    kind: ClassVar[str] = "discourse"
    markup: ClassVar[Markup] = DISCOURSE
    longest: ClassVar[int] = 31_000
    abilities: ClassVar[frozenset[Ability]] = frozenset(
        ("private", "edit", "hide", "replies", "hooks", "pictures", "search"),
    )
    options: ClassVar[Mapping[str, str]] = {
        "least": f"the fewest characters that a post may have there ({LEAST})",
        "least_title": f"the fewest characters that a title may have there ({LEAST_TITLE})",
    }

    def __init__(self, account: Account) -> None:
        self._account = account
        self._api = Api(account)
        self._least = _number(account.options, "least", LEAST)
        self._least_title = _number(account.options, "least_title", LEAST_TITLE)

    @understood()
    def probe(self, part: str) -> str:
        """Who we are there, and that we may begin topics in this category ("": only who we are)."""
        try:
            me = self._api.read("/session/current.json")["current_user"]
        except Denied as e:
            raise Refused(f"it does not know our key: {e}" if e.missing else str(e)) from e
        self._lengths()
        who = f"We are {me['username']} there" + (", a moderator" if me.get("moderator") or me.get("admin") else "")
        if not part:
            return f"{who}."
        category = self._category(part)
        if category.get("permission") != 1:
            raise Refused(f"{me['username']} may not begin topics in the category {category['name']}")
        return f"{who}, and may begin topics in the category {category['name']}."

    def post(self, target: Target, post: Post) -> Posted:
        """Post it; one that is there already, after an answer was lost, is not posted again."""
        body = {"raw": self._raw(post, bool(target.user)), **self._where(target, post)}
        try:
            return self._sent(target, body)
        except Denied as e:
            if e.status != 422:
                raise
            with understood():
                there = self._in_topic(target.topic, post.marker) if target.topic else self._begun(post.marker)
            if there:
                return there
            if "title" in body and "title has already been used" in str(e).lower():
                return self._sent(target, {**body, "title": f"{fitting(body['title'], 240)} [{post.marker[:8]}]"})
            raise Refused(str(e), final="too similar" not in str(e).lower()) from e

    @understood()
    def find(self, target: Target, marker: str) -> Posted | None:
        """The post with this marker: in its topic, as the beginning of one, or where it waits for a moderator."""
        if target.topic:
            return self._in_topic(target.topic, marker) or self._held(target, marker)
        begun = self._begun(marker)
        if begun or target.user:
            return begun
        return self._held(target, marker) or self._let_through(marker)

    def edit(self, posted: Posted, post: Post) -> None:
        """Change the text of a post of ours; the title of its topic stays."""
        if not posted.id:
            raise Refused("the post waits for a moderator: it can be changed when it is let through", final=False)
        body = {"post": {"raw": self._raw(post, False), "edit_reason": "brought up to date"}}
        self._api.change("PUT", f"/posts/{posted.id}.json", body)

    def replies(self, targets: Sequence[Target], since: str) -> Replies:
        """What others wrote in these topics and in private messages to us."""
        return Reader(self._api).replies([each.topic for each in targets if each.topic], since)

    def hide(self, reply: Reply, why: str) -> None:
        """Delete somebody's post, as moderators do it there: they can bring it back."""
        try:
            self._api.change("DELETE", f"/posts/{reply.id}.json", {"context": why})
        except Denied as e:
            if e.status == 403:
                raise Refused(f"{self._account.user} is no moderator there: {e}") from e
            if not e.missing:
                raise

    def receive(self, headers: Mapping[str, str], body: bytes) -> Received:
        """A webhook of posts; other kinds of it are taken and tell nothing. May ask who else reads a private message."""
        said = headers.get("x-discourse-event-signature", "")
        right = "sha256=" + hmac.new(self._account.hook_key.encode(), body, sha256).hexdigest()
        if not self._account.hook_key or not hmac.compare_digest(right.encode(), said.encode()):
            raise BadSignature("it is not signed with the secret of this webhook")
        event = headers.get("x-discourse-event-id", "")
        if headers.get("x-discourse-event-type") != "post":
            return Received("" if headers.get("x-discourse-event-type") == "ping" else event)
        gone = headers.get("x-discourse-event") == "post_destroyed"
        with understood():
            return Received(event, Reader(self._api).told(_json(body)["post"], gone))

    def _lengths(self) -> None:
        """Refuse if the forum wants longer posts than we were told. Not every forum says."""
        try:
            there = self._api.read("/site/settings.json")
        except Denied:
            return
        for setting, option, ours in (
            ("min_post_length", "least", self._least),
            ("min_topic_title_length", "least_title", self._least_title),
        ):
            if int(there.get(setting, 0)) > ours:
                raise Refused(f"it wants at least {there[setting]} characters: set the option {option} to {there[setting]}")

    @understood()
    def _category(self, part: str) -> dict[str, Any]:
        categories: list[dict[str, Any]] = self._api.read("/site.json").get("categories", [])
        slugs = {each["id"]: each["slug"] for each in categories}
        for each in categories:
            path = f"{slugs.get(each.get('parent_category_id'), '')}/{each['slug']}".strip("/")
            if part.strip("/").lower() in {str(each["id"]), each["slug"].lower(), path.lower()}:
                return each
        raise Refused(f"there is no category {part} that {self._account.user} can see; there are {', '.join(slugs.values())}")

    def _where(self, target: Target, post: Post) -> dict[str, str]:
        if target.topic:
            return {"topic_id": target.topic}
        begins = {"title": self._title(post.title), "external_id": post.marker}
        if target.user:
            return {**begins, "archetype": "private_message", "target_recipients": target.user}
        return {**begins, "category": target.part if target.part.isdigit() else str(self._category(target.part)["id"])}

    def _sent(self, target: Target, body: Mapping[str, str]) -> Posted:
        answer = self._api.change("POST", "/posts.json", body).json()
        if answer.get("action") == "enqueued":
            return Posted("", target.topic, held=True)
        try:
            return self._posted(answer)
        except KeyError as e:
            raise Unsure(f"it answered something that is no post: {str(answer)[:80]}") from e

    def _posted(self, post: Mapping[str, Any]) -> Posted:
        return Posted(str(post["id"]), str(post["topic_id"]), self._api.post_url(post))

    def _raw(self, post: Post, private: bool) -> str:
        """The post as Discourse takes it. The marker stands first: a fence that is not closed would show it."""
        pictures = [self._picture(each, private) for each in post.pictures]
        text = _lengthened("\n\n".join([post.text.strip(), *pictures]).strip(), FILLER, self._least)
        return f"{_mark(post.marker)}\n\n{text}"

    def _picture(self, picture: Picture, private: bool) -> str:
        words = DISCOURSE.plain(picture.words)
        try:
            return DISCOURSE.picture(words, self._api.upload((picture.name, picture.png, "image/png"), private))
        except Refused:  # not every user may upload, nor is every picture small enough
            return DISCOURSE.picture(words, picture.url) if picture.url else words

    def _title(self, title: str) -> str:
        return fitting(_lengthened(" ".join(title.split()), TITLE_FILLER, self._least_title), LONGEST_TITLE)

    def _in_topic(self, topic: str, marker: str) -> Posted | None:
        query = {"include_raw": "true", "username_filters": self._account.user}
        try:
            stream = self._api.read(f"/t/{topic}/last.json", query)["post_stream"]
        except Denied as e:
            if e.missing:
                return None
            raise
        seen = {post["id"] for post in stream["posts"]}
        found = self._marked(stream["posts"], marker)
        older = sorted((each for each in stream["stream"] if each not in seen), reverse=True)
        for at in range(0, min(len(older), OWN_CHUNKS * CHUNK), CHUNK):
            found = found or self._marked(self._api.posts(topic, older[at : at + CHUNK]), marker)
        return found

    def _marked(self, posts: Iterable[Mapping[str, Any]], marker: str) -> Posted | None:
        ours = self._account.user.lower()
        for post in posts:
            if post["username"].lower() == ours and _mark(marker) in post.get("raw", ""):
                return self._posted(post)
        return None

    def _begun(self, marker: str) -> Posted | None:
        """The first post of the topic with this external id."""
        try:
            answer = self._api.answer(Question("GET", f"{self._api.url}/t/external_id/{marker}.json"))
            leads = re.search(r"/t/(?:[^/?]+/)?(\d+)", answer.headers.get("location", ""))
            topic = leads[1] if leads else str(answer.json()["id"])
        except Denied as e:
            if e.missing:
                return None
            raise
        except Unsure as e:
            raise Unreachable(str(e)) from e
        return self._posted(self._api.read(f"/t/{topic}.json")["post_stream"]["posts"][0])

    def _held(self, target: Target, marker: str) -> Posted | None:
        """The post in the review queue. An old Discourse does not show us our own there."""
        try:
            pending = self._api.read(f"/posts/{self._account.user}/pending.json")["pending_posts"]
        except Denied:
            return None
        held = any(_mark(marker) in (each.get("raw_text") or "") for each in pending)
        return Posted("", target.topic, held=True) if held else None

    def _let_through(self, marker: str) -> Posted | None:
        """The topic that we began with this marker. What was held loses its external id when it is let through."""
        topics = self._api.read(f"/topics/created-by/{self._account.user}.json")["topic_list"]["topics"]
        for topic in topics[:OWN_TOPICS]:
            stream = self._api.read(f"/t/{topic['id']}.json", {"include_raw": "true"})["post_stream"]
            found = self._marked(stream["posts"][:1], marker)
            if found:
                return found
        return None


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError as e:
        raise BadSignature("it is signed, but no JSON") from e


def _mark(marker: str) -> str:
    return f"<!-- wardroom {marker} -->"


def _lengthened(text: str, filler: str, least: int) -> str:
    """The text, with words added as long as it is too short for Discourse, shouts, or has too few different characters."""
    while len(_counted(text)) < least or len(set(text)) < 10 or text == text.upper():
        text = f"{text}{filler}"
    return text


def _counted(text: str) -> str:
    for what, instead in NOT_COUNTED:
        text = what.sub(instead, text)
    return text.strip()


def _number(options: Mapping[str, str], name: str, default: int) -> int:
    said = options.get(name, "") or str(default)
    if not said.isdigit():
        raise Refused(f"the option {name} is a number of characters, not {said}")
    return int(said)
