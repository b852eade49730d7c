"""What a Discourse lets be posted, in its own words, and what people see of it.

The sentences are those of discourse/discourse config/locales/server.en.yml, the checks those of lib/new_post_manager.rb,
lib/post_creator.rb, lib/validators/post_validator.rb and lib/validators/stripped_length_validator.rb.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import lxml.html
from markdown_it import MarkdownIt

from tests.gateway.forums.stubs.discourse_site.records import Post, Site, Topic, User

COUNTED = ((r"<!--(.*?)-->", ""), (r":\w+(:\w+)?:", "X"), (r"\.{2,}", "…"), (r",{2,}", ","))
UNIQUE = timedelta(minutes=5)
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
BBCODE = re.compile(r"(?<!\\)\[(/?)(b|i|u|s|quote|code|spoiler|details)\b[^\]\n]*(?<!\\)\]", re.I)
MENTION = re.compile(r"(?<![\w/\\`])@([A-Za-z0-9_][\w.-]*)")
EMOJI = re.compile(r"(?<![\w:])(?:[:;]-?(?:['()DPpO|/$]|\\\|)(?![\w/])|:[a-z0-9_+-]+:)")


def body_errors(site: Site, raw: str, private: bool) -> list[str]:
    """What is wrong with a text."""
    least = site.settings["min_personal_message_post_length" if private else "min_post_length"]
    counted = raw
    for what, instead in COUNTED:
        counted = re.sub(what, instead, counted)
    if not raw.strip():
        return ["Body can't be blank"]
    if len(raw) > site.settings["max_post_length"]:
        return [f"Body is limited to {site.settings['max_post_length']} characters; you entered {len(raw)}."]
    if len(counted.strip()) < least:
        return [f"Body is too short (minimum is {least} characters)"]
    return [] if sensible(counted, 7) else ["Body seems unclear, is it a complete sentence?"]


def title_errors(site: Site, title: str, private: bool, external_id: str | None) -> list[str]:
    """What is wrong with a title and an external id."""
    least = 2 if private else site.settings["min_topic_title_length"]
    one_each = not private and not site.settings["allow_duplicate_topic_titles"]
    same = [topic for topic in site.topics.values() if one_each and not topic.deleted and not topic.private]
    taken = [topic for topic in site.topics.values() if external_id and topic.external_id == external_id]
    errors = [f"Title is too short (minimum is {least} characters)"] if len(title.strip()) < least else []
    errors += ["Title is too long (maximum is 255 characters)"] if len(title) > 255 else []
    if not private:
        errors += [] if sensible(title, 10) else ["Title seems unclear, is it a complete sentence?"]
        errors += ["Title has already been used"] if title.lower() in {topic.title.lower() for topic in same} else []
    if external_id and not re.fullmatch(r"[\w-]{1,50}", external_id):
        errors.append("External is invalid")
    return errors + (["External has already been taken"] if taken else [])


def sensible(text: str, different: int) -> bool:
    """Has it enough different characters (for its length), and is it not shouted?"""
    return len(set(text)) >= min(different, len(text.strip())) and text != text.upper()


def said_before(site: Site, user: User, raw: str, private: bool) -> bool:
    """Did the user post just this within five minutes? Moderators may."""
    at = site.said.get((user.id, private, raw))
    return at is not None and not user.moderator and datetime.now(UTC) - at < UNIQUE


def may_see(topic: Topic, user: User) -> bool:
    """May the user read the topic?"""
    return not topic.deleted and (not topic.private or user.admin or user in topic.allowed)


def cooked(site: Site, raw: str) -> str:
    """A text as HTML: comments are dropped, marks in brackets read, names called, pictures that were uploaded shown."""
    text = BBCODE.sub(lambda mark: f"<{mark[1]}{'blockquote' if mark[2].lower() == 'quote' else 'b'}>", raw)
    text = EMOJI.sub(lambda mark: '<img class="emoji" alt="">', text)
    known = {*site.users, "here", "all"}
    text = MENTION.sub(lambda name: f'<a class="mention">@{name[1]}</a>' if name[1].lower() in known else name[0], text)
    page = MARKDOWN.render(text)
    for upload in site.uploads:
        page = page.replace(f'src="{upload.short}"', f'src="/uploads/default/original/1X/{upload.id}.png"')
    page = re.sub(r'src="upload://[^"]*"', 'class="missing" src="/images/transparent.png"', page)
    return re.sub(r"<!--.*?-->", "", page, flags=re.S).strip()


def seen(site: Site, post: Post) -> dict[str, object]:
    """A post as people read it."""
    page = lxml.html.fromstring(f"<div>{cooked(site, post.raw)}</div>")
    return {
        "id": str(post.id),
        "topic": str(post.topic),
        "author": post.user.username,
        "text": "".join(map(str, page.itertext())),
        "raw": post.raw,
        "pictures": sum("class" not in each.attrib for each in page.iter("img")),
        "smileys": sum(each.get("class") == "emoji" for each in page.iter("img")),
        "calls": [each.text for each in page.iter("a") if each.get("class") == "mention"],
        "gone": bool(post.deleted or post.user_deleted or post.hidden or site.topics[post.topic].deleted),
        "readers": [each.username for each in site.topics[post.topic].allowed] if site.topics[post.topic].private else [],
    }
