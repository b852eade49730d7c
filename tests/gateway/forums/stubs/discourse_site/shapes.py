"""The JSON of a Discourse, in the shapes of its recorded answers: `shapes.json` has the fields, and where each is from."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from tests.gateway.forums.stubs.discourse_site.records import Category, Pending, Post, Site, Topic, Upload, User
from tests.gateway.forums.stubs.discourse_site.rules import cooked

SHAPES = json.loads((Path(__file__).parent / "shapes.json").read_text())
NOT_IN_HOOKS = (
    "can_edit",
    "can_delete",
    "can_recover",
    "can_wiki",
    "actions_summary",
    "can_view_edit_history",
    "yours",
    "readers_count",
)


def _shaped(shape: str, **fields: Any) -> dict[str, Any]:
    made: dict[str, Any] = copy.deepcopy(SHAPES[shape]["shape"])
    unknown = set(fields) - set(made)
    assert not unknown, f"no {shape} has {unknown}"
    return made | fields


def post_json(site: Site, post: Post, viewer: User, raw: bool = False) -> dict[str, Any]:
    """A post; the text of a hidden one only for moderators and its author."""
    topic, user = site.topics[post.topic], post.user
    made = _shaped(
        "post",
        id=post.id,
        username=user.username,
        created_at=post.created,
        cooked=cooked(site, post.raw),
        post_number=post.number,
        post_type=post.type,
        posts_count=len(topic.there),
        updated_at=post.updated,
        yours=user is viewer,
        topic_id=topic.id,
        topic_slug=topic.slug,
        version=post.version,
        can_edit=user is viewer or viewer.moderator,
        can_delete=user is viewer or viewer.moderator,
        moderator=user.moderator,
        staff=user.moderator or user.id < 0,
        user_id=user.id,
        hidden=post.hidden,
        deleted_at=post.deleted,
        user_deleted=post.user_deleted,
        edit_reason=post.edit_reason,
    )
    shown = raw and (not post.hidden or viewer.moderator or user is viewer)
    return made | ({"raw": post.raw} if shown else {})


def latest_json(site: Site, post: Post, viewer: User) -> dict[str, Any]:
    """A post in the list of all posts. Source: discourse_api spec/fixtures/posts_before.json."""
    topic = site.topics[post.topic]
    titles = {"topic_title": topic.title, "topic_html_title": topic.title, "category_id": topic.category}
    return {**post_json(site, post, viewer, raw=True), **titles}


def hook_json(site: Site, post: Post) -> dict[str, Any]:
    """A post as webhooks tell it. Source: discourse/discourse app/serializers/web_hook_post_serializer.rb."""
    topic = site.topics[post.topic]
    made = {**latest_json(site, post, site.user("system")), "raw": post.raw}
    slug = {"category_slug": site.categories[topic.category].slug} if topic.category else {}
    counts = {"topic_posts_count": len(topic.there), "topic_filtered_posts_count": len(topic.there)}
    archetype = {"topic_archetype": "private_message" if topic.private else "regular"}
    return {name: value for name, value in made.items() if name not in NOT_IN_HOOKS} | counts | archetype | slug


def topic_json(site: Site, topic: Topic, posts: list[Post], stream: list[Post], viewer: User, raw: bool) -> dict[str, Any]:
    """A topic with some of its posts."""
    people = {"allowed_users": [_person(each) for each in topic.allowed], "allowed_groups": []} if topic.private else {}
    return _shaped(
        "topic",
        post_stream={"posts": [post_json(site, each, viewer, raw) for each in posts], "stream": [each.id for each in stream]},
        id=topic.id,
        title=topic.title,
        fancy_title=topic.title,
        slug=topic.slug,
        posts_count=len(topic.there),
        created_at=topic.created,
        last_posted_at=topic.there[-1].created,
        archetype="private_message" if topic.private else "regular",
        category_id=topic.category,
        user_id=topic.user.id,
        draft_key=f"topic_{topic.id}",
        highest_post_number=topic.there[-1].number,
        external_id=topic.external_id,
        details={"created_by": _person(topic.user), "last_poster": _person(topic.there[-1].user), **people},
    )


def listed_json(topic: Topic) -> dict[str, Any]:
    """A topic in a list."""
    private = {"allowed_user_count": len(topic.allowed), "participant_groups": []} if topic.private else {}
    return (
        _shaped(
            "listed_topic",
            id=topic.id,
            title=topic.title,
            fancy_title=topic.title,
            slug=topic.slug,
            posts_count=len(topic.there),
            highest_post_number=topic.there[-1].number,
            created_at=topic.created,
            last_posted_at=topic.there[-1].created,
            bumped_at=topic.bumped,
            archetype="private_message" if topic.private else "regular",
            last_poster_username=topic.there[-1].user.username,
            category_id=topic.category,
        )
        | private
    )


def pending_json(waiting: Pending) -> dict[str, Any]:
    """A post that waits for a moderator."""
    return _shaped(
        "pending_post",
        id=waiting.id,
        category_id=waiting.category,
        created_at=waiting.created,
        created_by_id=waiting.user.id,
        raw_text=waiting.raw,
        title=waiting.title,
        topic_id=waiting.topic,
        username=waiting.user.username,
    )


def upload_json(upload: Upload) -> dict[str, Any]:
    """A picture that was uploaded."""
    return _shaped(
        "upload",
        id=upload.id,
        url=f"/uploads/default/original/1X/{upload.id}.png",
        original_filename=upload.name,
        filesize=len(upload.content),
        short_url=upload.short,
        short_path=f"/uploads/short-url/{upload.short.removeprefix('upload://')}",
        human_filesize=f"{len(upload.content)} Bytes",
    )


def category_json(category: Category, viewer: User) -> dict[str, Any]:
    """A category, as a user may use it."""
    made = _shaped(
        "category",
        id=category.id,
        name=category.name,
        slug=category.slug,
        permission=1 if category.open or viewer.moderator else None,
    )
    return made | ({"parent_category_id": category.parent} if category.parent else {})


def current_user_json(user: User) -> dict[str, Any]:
    """The user that a key is of."""
    return _shaped("current_user", id=user.id, username=user.username, moderator=user.moderator, staff=user.moderator)


def _person(user: User) -> dict[str, Any]:
    return {"id": user.id, "username": user.username, "name": None, "avatar_template": ""}
