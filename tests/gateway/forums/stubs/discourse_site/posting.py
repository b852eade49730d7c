"""How a Discourse takes what is posted: by the rules, once, or into the queue of its moderators.

Source: discourse/discourse app/controllers/posts_controller.rb (what the API sends twice within two minutes is done once),
lib/new_post_manager.rb.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.gateway.forums.stubs.discourse_site import rules, shapes
from tests.gateway.forums.stubs.discourse_site.hooks import Hooks
from tests.gateway.forums.stubs.discourse_site.problems import not_allowed
from tests.gateway.forums.stubs.discourse_site.records import Pending, Site, Topic, User

MEMO = timedelta(seconds=120)
NO_TOPIC = "Something has gone wrong. Perhaps this topic was closed or deleted while you were looking at it?"
SIMILAR = "Body is too similar to what you recently posted"


class Posting:
    """Takes posts. `failure` "moderated": all waits for a moderator; "too similar": it was said before."""

    def __init__(self, site: Site, hooks: Hooks) -> None:
        self._site, self._hooks = site, hooks
        self._memo: dict[str, tuple[datetime, int, str]] = {}

    def memoized(self, user: User, sent: dict[str, Any], failure: str) -> tuple[int, str]:
        """The answer to the same call within two minutes is the same, and nothing is done again."""
        sign = hashlib.sha1(json.dumps([user.id, sent], sort_keys=True).encode()).hexdigest()
        at, status, body = self._memo.get(sign, (datetime.min.replace(tzinfo=UTC), 0, ""))
        if datetime.now(UTC) - at > MEMO:
            status, made = self._create(user, sent, failure)
            body = json.dumps(made)
            self._memo[sign] = datetime.now(UTC), status, body
        return status, body

    def _create(self, user: User, sent: dict[str, Any], failure: str) -> tuple[int, dict[str, Any]]:
        """Post what was sent: a topic, a private message, an answer."""
        topic = None
        if sent.get("topic_id"):
            topic = self._site.topics.get(int(sent["topic_id"]))
            if topic is None or not rules.may_see(topic, user):
                return 422, _errors([NO_TOPIC])
        private = topic.private if topic else sent.get("archetype") == "private_message"
        raw = sent.get("raw") or ""
        people, errors = self._people(sent, private and topic is None)
        errors += rules.body_errors(self._site, raw, private)
        if topic is None:
            errors += rules.title_errors(self._site, sent.get("title") or "", private, sent.get("external_id"))
        if failure == "too similar" or (not errors and rules.said_before(self._site, user, raw, private)):
            errors.append(SIMILAR)
        if errors:
            return 422, _errors(errors)
        category = None if private or topic else self._category(sent, user)
        if failure == "moderated" and not private and not user.moderator:
            return 200, self._enqueued(user, sent, category, topic)
        return 200, self._created(user, sent, category, topic, people)

    def _people(self, sent: dict[str, Any], needed: bool) -> tuple[list[User], list[str]]:
        names = [name for name in str(sent.get("target_recipients") or "").split(",") if name] if needed else []
        people = [self._site.users[name.lower()] for name in names if name.lower() in self._site.users]
        if needed and (not names or len(people) < len(names)):
            return [], ["One of the users you are sending this message to could not be found."]
        return people, []

    def _category(self, sent: dict[str, Any], user: User) -> int:
        category = self._site.categories.get(int(sent.get("category") or 0))
        if category is None or not (category.open or user.moderator):
            raise not_allowed()
        return category.id

    def _enqueued(self, user: User, sent: dict[str, Any], category: int | None, topic: Topic | None) -> dict[str, Any]:
        """It waits. Source: discourse/discourse app/serializers/new_post_result_serializer.rb, lib/new_post_manager.rb."""
        title = sent.get("title") or (topic.title if topic else "")
        site = self._site
        waiting = Pending(site.next_id(), user, sent["raw"], title, category, topic.id if topic else None, site.stamp())
        site.pending.append(waiting)
        count = len(site.pending)
        return {"success": True, "action": "enqueued", "pending_post": shapes.pending_json(waiting), "pending_count": count}

    def _created(
        self, user: User, sent: dict[str, Any], category: int | None, topic: Topic | None, people: list[User]
    ) -> dict[str, Any]:
        site = self._site
        if topic is None:
            post = site.begin(user, sent["title"].strip(), sent["raw"], category, [user, *people] if category is None else [])
            site.topics[post.topic].external_id = sent.get("external_id")
        else:
            post = site.add(topic, user, sent["raw"])
        site.said[user.id, site.topics[post.topic].private, sent["raw"]] = datetime.now(UTC)
        self._hooks.tell("post_created", post)
        return shapes.post_json(site, post, user) | {"draft_sequence": 0}


def _errors(errors: list[str]) -> dict[str, Any]:
    return {"action": "create_post", "errors": errors}
