"""Our messages as Matrix wants them: texts with their marker, pictures, changes; none larger than an event may be."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pbem.gateway.forums.drivers.matrix.homeserver import Json
from pbem.gateway.forums.drivers.matrix.html_post import paragraphs, without_tags
from pbem.gateway.forums.port import Picture, Post

MARKER = "wardroom.marker"
PICTURES = "wardroom.pictures"
"""Fields of ours, which no program shows: the post's marker, and what is to be shown below it."""
EVENT_BYTES = 60_000
"""An event may have 65,536 bytes; the rest is for what the homeserver adds (ids, hashes, signatures)."""
SHORT = 200
"""Characters of the plain text of a change, which only programs that know no changes show."""


def text_message(post: Post, pictures: Sequence[Json] = ()) -> Json:
    """A post. It mentions nobody, whatever names are in it. `pictures` are the messages of `picture_message`."""
    content = _text(post) | ({PICTURES: list(pictures)} if pictures else {})
    content["body"] = _cut(content["body"], EVENT_BYTES - _bytes(content | {"body": ""}))
    return content


def picture_message(marker: str, picture: Picture, address: str) -> Json:
    """A picture that is at this address (mxc:). Its words are its plain text."""
    about = {"mimetype": "image/png", "size": len(picture.png)}
    return {
        "msgtype": "m.image",
        "body": picture.words or picture.name,
        "filename": picture.name,
        "url": address,
        "info": about,
        MARKER: marker,
        "m.mentions": {},
    }


def changed_message(post: Post, event: str) -> Json:
    """What makes the message `event` into this post."""
    new = text_message(post)
    return {
        "msgtype": "m.text",
        "body": f"* {new['body'][:SHORT]}",
        "m.new_content": new,
        "m.mentions": {},
        "m.relates_to": {"rel_type": "m.replace", "event_id": event},
    }


def threaded(content: Json, root: str) -> Json:
    """The message in the thread of this event; for programs that know no threads it answers the event."""
    if not root:
        return content
    answered = {"is_falling_back": True, "m.in_reply_to": {"event_id": root}}
    return content | {"m.relates_to": {"rel_type": "m.thread", "event_id": root} | answered}


def _text(post: Post) -> Json:
    return {
        "msgtype": "m.text",
        "body": without_tags(post.text),
        "format": "org.matrix.custom.html",
        "formatted_body": paragraphs(post.text),
        "m.mentions": {},
        MARKER: post.marker,
    }


def _cut(text: str, size: int) -> str:
    """The text, or as much of its beginning as has so many bytes in an event."""
    if _bytes(text) <= size:
        return text
    kept = text.encode()[: max(0, size // 2)].decode(errors="ignore")  # a line break takes two bytes in an event
    return f"{kept}..."


def _bytes(content: Json | str) -> int:
    return len(json.dumps(content, ensure_ascii=False).encode())
