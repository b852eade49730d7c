"""A NodeBB 4.15.1 board as far as the driver speaks to it: its answers, refusals, limits and page sizes.

All facts are from NodeBB/NodeBB at version 4.15.1; the file is named at each. Only the fields that matter are told.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.gateway.forums.bench import Failure
from tests.gateway.forums.stub_server import Asked, StubServer, Told

TOKEN = "7e1a5b56-5a3c-4b0e-9d5e-2f3f5f6a7b8c"
ERRORS = {  # public/language/en-GB/error.json
    "no-privileges": "You do not have enough privileges for this action.",
    "no-topic": "Topic does not exist",
    "no-post": "Post does not exist",
    "no-user": "User does not exist",
    "api.401": "A valid login session was not found. Please log in and try again.",
    "api.404": "Invalid API call",
    "chat-room-does-not-exist": "Chat room does not exist.",
    "post-already-deleted": "This post has already been deleted",
    "content-too-short": "Please enter a longer post. Posts should contain at least {} character(s).",
    "content-too-long": "Please enter a shorter post. Posts can't be longer than {} character(s).",
    "title-too-short": "Please enter a longer title. Titles should contain at least {} character(s).",
    "title-too-long": "Please enter a shorter title. Titles can't be longer than {} character(s).",
    "too-many-posts": "You can only post once every {} second(s) - please wait before posting again",
    "chat-message-too-long": "Chat messages can not be longer than {} characters.",
}
CODES = {400: "bad-request", 401: "not-authorised", 403: "forbidden", 404: "not-found", 503: "service-unavailable"}


@dataclass
class Limits:
    """Settings of the board. The defaults are those of install/data/defaults.json."""

    least_post: int = 8
    most_post: int = 32767
    least_title: int = 0
    most_title: int = 255
    most_chat: int = 1000
    page: int = 20
    use_pagination: bool = False


@dataclass
class Person:
    """A user; `slug` is the name in addresses."""

    uid: int
    username: str

    @property
    def slug(self) -> str:
        """As src/slugify.js makes it of a plain name."""
        return self.username.lower().replace(" ", "-")


@dataclass
class Written:
    """A post or a chat message: `place` is its topic or room."""

    number: int
    uid: int
    place: int
    content: str
    timestamp: int
    edited: int = 0
    deleted: int = 0


@dataclass
class Topic:
    """A topic; `posts` are its posts' numbers, the first of them the one it began with."""

    tid: int
    cid: int
    uid: int
    title: str
    posts: list[int] = field(default_factory=list)


@dataclass
class Room:
    """A chat room; `begun` lets rooms without messages be sorted."""

    number: int
    uids: list[int]
    mids: list[int] = field(default_factory=list)
    last: int = 0


class NodeBBStub(StubServer):
    """The board: category 2 is there, our account `wardroom` moderates it, `blue` and `red` are people."""

    def __init__(self) -> None:
        super().__init__()
        self.limits = Limits()
        self.people = {uid: Person(uid, name) for uid, name in {1: "wardroom", 2: "blue", 3: "red"}.items()}
        self.categories = {2: "Games by post"}
        self.moderator = True
        self.topics: dict[int, Topic] = {}
        self.posts: dict[int, Written] = {}
        self.queue: dict[str, dict[str, Any]] = {}
        self.rooms: dict[int, Room] = {}
        self.messages: dict[int, Written] = {}
        self.losing = False
        self.moment = 1_790_000_000_000
        self.unknown = refusal(404, "api.404")
        # src/middleware/maintenance.js; the status is meta.config.maintenanceModeStatus
        self.instead = {"out of order": Told({"status": {"code": CODES[503], "message": "maintenance"}, "response": {}}, 503)}
        self._add_routes()

    def _add_routes(self) -> None:
        read: list[tuple[str, Callable[[Asked], Told]]] = [
            ("/api/self", self._self),
            ("/api/user/username/{name}", self._user),
            ("/api/user/{slug}/topics", self._user_topics),
            ("/api/category/{cid}", self._category),
            ("/api/topic/{tid}", self._topic),
            ("/api/post-queue", self._post_queue),
            ("/api/v3/posts/{pid}/raw", self._raw),
            ("/api/v3/users/{uid}/chat", self._private_room),
            ("/api/v3/chats", self._list_rooms),
            ("/api/v3/chats/{room}", self._room),
            ("/api/v3/chats/{room}/messages", self._messages),
            ("/api/v3/chats/{room}/messages/{mid}/raw", self._message_raw),
        ]
        write: list[tuple[str, str, Callable[[Asked], Told]]] = [
            ("POST", "/api/v3/topics", self._new_topic),
            ("POST", "/api/v3/topics/{tid}", self._answer_topic),
            ("PUT", "/api/v3/posts/{pid}", self._edit),
            ("DELETE", "/api/v3/posts/{pid}/state", self._delete),
            ("POST", "/api/v3/chats", self._new_room),
            ("POST", "/api/v3/chats/{room}", self._chat),
            ("PUT", "/api/v3/chats/{room}/messages/{mid}", self._edit_message),
        ]
        for path, answering in read:
            self.route("GET", path, answering)
        for method, path, answering in write:
            self.route(method, path, answering)

    def answer(self, asked: Asked) -> Told:
        """While answers get lost, only who asks is still answered: a driver that hears nothing at all writes nothing."""
        if self.losing:
            lost: Failure | None = None if asked.path == "/api/self" else "lost answer"
            self.failure = lost
        return super().answer(asked)

    def now(self) -> int:
        """The next moment, in milliseconds: no two things happen at once."""
        self.moment += 1
        return self.moment

    def caller(self, asked: Asked) -> int:
        """Whose token it is; 0 is a guest (src/middleware/user.js: a token that is not known is no error)."""
        known = asked.headers.get("authorization") == f"Bearer {TOKEN}" and self.failure != "wrong key"
        return 1 if known else 0

    # ------------------------------------------------------------ users, categories

    def _self(self, asked: Asked) -> Told:
        # src/controllers/user.js getCurrentUser
        if not self.caller(asked):
            return Told("not-authorized", 401)
        return Told(self._user_data(1))

    def _user(self, asked: Asked) -> Told:
        # src/controllers/user.js getUserByUsername; nobody: the page that is not found
        found = [uid for uid, person in self.people.items() if person.username == asked.at["name"]]
        return Told(self._user_data(found[0])) if found else Told({"title": "404", "path": asked.path}, 404)

    def _category(self, asked: Asked) -> Told:
        # src/controllers/category.js, privileges: src/privileges/categories.js privsCategories.get
        cid = int(asked.at["cid"])
        if cid not in self.categories:
            return Told({"title": "404", "path": asked.path}, 404)
        member = bool(self.caller(asked))
        may = {"topics:create": member, "topics:read": True, "read": True, "isAdminOrMod": member and self.moderator}
        return Told({"cid": cid, "name": self.categories[cid], "privileges": may})

    def _user_data(self, uid: int) -> dict[str, Any]:
        person = self.people[uid]
        return {"uid": uid, "username": person.username, "userslug": person.slug}

    # ------------------------------------------------------------ topics and posts

    def _topic(self, asked: Asked) -> Told:
        # src/controllers/topics.js topicsController.get, src/topics/posts.js getTopicPosts
        topic = self.topics.get(int(asked.at["tid"]))
        page = int(asked.query.get("page", "1"))
        count = max(1, -(-len(topic.posts) // self.limits.page)) if topic else 1
        if topic is None or (self.limits.use_pagination and page > count):
            return Told({"title": "404", "path": asked.path}, 404)
        pids = topic.posts[1:]
        pids = [topic.posts[0], *(reversed(pids) if asked.query.get("sort") == "newest_to_oldest" else pids)]
        start = (page - 1) * self.limits.page
        posts = [
            self._post_data(pid, asked) | {"index": start + n} for n, pid in enumerate(pids[start : start + self.limits.page])
        ]
        pagination = {"currentPage": page if count > 1 else 1, "pageCount": count}
        return Told({**self._topic_data(topic), "posts": posts, "pagination": pagination})

    def _user_topics(self, asked: Asked) -> Told:
        # src/controllers/accounts/posts.js getPostsFromUserSet: newest first; without usePagination no pages are counted
        mine = [topic for topic in self.topics.values() if self.people[topic.uid].slug == asked.at["slug"]]
        start = (int(asked.query.get("page", "1")) - 1) * self.limits.page
        found = [self._topic_data(topic) for topic in mine[::-1]][start : start + self.limits.page]
        return Told({"topics": found, "pagination": {"currentPage": 1, "pageCount": 1}})

    def _raw(self, asked: Asked) -> Told:
        # src/api/posts.js getRaw: of a deleted post only to its author and moderators
        post = self.posts.get(int(asked.at["pid"]))
        if post is None or (post.deleted and not self.moderator and post.uid != self.caller(asked)):
            return refusal(404, "no-post")
        return done({"content": post.content})

    def _new_topic(self, asked: Asked) -> Told:
        # src/api/topics.js create, src/topics/create.js post; queued: 202 (src/controllers/write/topics.js)
        body = asked.json
        if body["cid"] not in self.categories or not self.caller(asked):
            return refusal(403, "no-privileges")
        wrong = self._wrong_title(body["title"]) or self._wrong(body["content"])
        if wrong or self.failure == "moderated":
            return wrong or self._queued("topic", body, 202)
        return done(self._topic_data(self.begin(1, body["cid"], body["title"], body["content"])))

    def _answer_topic(self, asked: Asked) -> Told:
        # src/api/topics.js reply, src/topics/create.js reply; queued: 200 (src/controllers/write/topics.js)
        tid = int(asked.at["tid"])
        if tid not in self.topics:
            return refusal(404, "no-topic")
        if not self.caller(asked):
            return refusal(403, "no-privileges")
        wrong = self._wrong(asked.json["content"])
        if wrong or self.failure == "moderated":
            return wrong or self._queued("reply", {**asked.json, "tid": tid}, 200)
        return done(self._post_data(self.write(1, tid, asked.json["content"]), asked))

    def _edit(self, asked: Asked) -> Told:
        # src/api/posts.js edit, src/posts/edit.js: the title of a topic goes with its first post
        post = self.posts[int(asked.at["pid"])]
        wrong = self._wrong(asked.json["content"], limited=False)
        if wrong or post.uid != self.caller(asked):
            return wrong or refusal(403, "no-privileges")
        post.content, post.edited = asked.json["content"], self.now()
        topic = self.topics[post.place]
        if topic.posts[0] == post.number and asked.json.get("title"):
            topic.title = asked.json["title"]
        return done(self._post_data(post.number, asked))

    def _delete(self, asked: Asked) -> Told:
        # src/posts/tools.js togglePostDelete, src/privileges/posts.js canDelete
        post = self.posts.get(int(asked.at["pid"]))
        if post is None:
            return refusal(404, "no-post")
        if post.deleted:
            return refusal(400, "post-already-deleted")
        if not self.caller(asked) or not self.moderator:
            return refusal(403, "no-privileges")
        post.deleted = 1
        return done({})

    def begin(self, uid: int, cid: int, title: str, content: str) -> Topic:
        """Somebody begins a topic."""
        topic = self.topics[len(self.topics) + 1] = Topic(len(self.topics) + 1, cid, uid, title)
        self.write(uid, topic.tid, content)
        return topic

    def write(self, uid: int, tid: int, content: str) -> int:
        """Somebody writes in a topic; the number of the post."""
        post = Written(len(self.posts) + 1, uid, tid, content.rstrip(), self.now())
        self.posts[post.number] = post
        self.topics[tid].posts.append(post.number)
        return post.number

    def _wrong_title(self, title: str) -> Told | None:
        length = len(title.strip())
        if length < self.limits.least_title:
            return refusal(400, "title-too-short", self.limits.least_title)
        return refusal(400, "title-too-long", self.limits.most_title) if length > self.limits.most_title else None

    def _wrong(self, content: str, limited: bool = True) -> Told | None:
        """Is it posted too soon, too short, too long? src/user/posts.js isReady, src/topics/create.js checkContent."""
        if limited and self.failure == "limited":
            return refusal(400, "too-many-posts", 7)
        length = len(re.sub(r"</?[a-z][^>]*>", "", content).strip())
        if length < self.limits.least_post:
            return refusal(400, "content-too-short", self.limits.least_post)
        return refusal(400, "content-too-long", self.limits.most_post) if length > self.limits.most_post else None

    def _topic_data(self, topic: Topic) -> dict[str, Any]:
        # public/openapi/components/schemas/TopicObject.yaml
        return {
            "tid": topic.tid,
            "cid": topic.cid,
            "uid": topic.uid,
            "title": topic.title,
            "mainPid": topic.posts[0],
            "postcount": len(topic.posts),
        }

    def _post_data(self, pid: int, asked: Asked) -> dict[str, Any]:
        # src/posts/data.js, src/topics/posts.js addPostData and modifyPostsByPrivilege
        post = self.posts[pid]
        hidden = post.deleted and not self.moderator and post.uid != self.caller(asked)
        return {
            "pid": pid,
            "tid": post.place,
            "uid": post.uid,
            "content": "[[topic:post-is-deleted]]" if hidden else f"<p>{post.content}</p>",
            "timestamp": post.timestamp,
            "edited": post.edited,
            "deleted": post.deleted,
            "user": self._user_data(post.uid),
        }

    # ------------------------------------------------------------ posts that wait for a moderator

    def _queued(self, kind: str, data: dict[str, Any], status: int) -> Told:
        # src/posts/queue.js addToQueue
        id = f"{kind}-{self.now()}"
        self.queue[id] = data
        said = {"id": id, "type": kind, "queued": True, "message": "Your post has been queued for approval"}
        return Told({"status": {"code": "accepted" if status == 202 else "ok", "message": "OK"}, "response": said}, status)

    def _post_queue(self, asked: Asked) -> Told:
        # src/controllers/mods.js postQueue: whoever moderates nothing sees their own; rawContent: src/posts/queue.js
        if not self.caller(asked):
            return Told({"title": "404", "path": asked.path}, 404)
        page, size = int(asked.query.get("page", "1")), 20
        posts = [
            {"id": id, "user": self._user_data(1), "data": {**data, "rawContent": data["content"]}}
            for id, data in self.queue.items()
        ]
        count = max(1, -(-len(posts) // size))
        shown = posts[(page - 1) * size : page * size]
        return Told({"posts": shown, "pagination": {"currentPage": page, "pageCount": count}})

    def let_through(self) -> None:
        """A moderator takes all that waits. src/posts/queue.js submitFromQueue."""
        for data in self.queue.values():
            if "tid" in data:
                self.write(1, data["tid"], data["content"])
            else:
                self.begin(1, data["cid"], data["title"], data["content"])
        self.queue.clear()

    # ------------------------------------------------------------ chats

    def _private_room(self, asked: Asked) -> Told:
        # src/api/users.js getPrivateRoomId, src/messaging/index.js hasPrivateChat
        return done({"roomId": self.room_with(int(asked.at["uid"]))})

    def _new_room(self, asked: Asked) -> Told:
        # src/api/chats.js create, src/messaging/index.js canMessageUser
        uids = asked.json["uids"]
        if not self.caller(asked) or not all(uid in self.people for uid in uids):
            return refusal(400, "no-user")
        return done(self._room_data(self.open_room([1, *uids])))

    def _list_rooms(self, asked: Asked) -> Told:
        # src/controllers/write/chats.js list, src/messaging/index.js getRecentChats
        if not self.caller(asked):
            return refusal(401, "api.401")
        start = int(asked.query.get("start", "0"))
        size = min(100, int(asked.query.get("perPage", "20")))
        mine = sorted((room for room in self.rooms.values() if 1 in room.uids), key=lambda room: -room.last)
        rooms = [self._room_data(room) | {"teaser": self._teaser(room)} for room in mine[start : start + size]]
        return done({"rooms": rooms, "nextStart": start + size})

    def _room(self, asked: Asked) -> Told:
        # src/messaging/rooms.js loadRoom; middleware: src/middleware/assert.js
        room = self.rooms.get(int(asked.at["room"]))
        if room is None:
            return refusal(404, "chat-room-does-not-exist")
        if self.caller(asked) not in room.uids:
            return refusal(403, "no-privileges")
        return done({**self._room_data(room), "maximumChatMessageLength": self.limits.most_chat})

    def _messages(self, asked: Asked) -> Told:
        # src/api/chats.js listMessages (start counts from the newest; with direction 1, from the oldest)
        room = self.rooms[int(asked.at["room"])]
        start, count, total = int(asked.query.get("start", "0")), 50, len(room.mids)
        stop = start + count - 1
        if asked.query.get("direction") == "1":
            start = total - start - (count + 1)
            stop = start + count - 1
            start = max(0, start)
            if stop <= -1:
                return done({"messages": []})
        newest = room.mids[::-1][start : stop + 1]
        messages = [self._message_data(mid) | {"index": total - start - n - 1} for n, mid in enumerate(newest)]
        return done({"messages": messages[::-1]})

    def _message_raw(self, asked: Asked) -> Told:
        # src/api/chats.js getRawMessage
        return done({"content": self.messages[int(asked.at["mid"])].content})

    def _chat(self, asked: Asked) -> Told:
        # src/api/chats.js post, src/messaging/create.js checkContent
        number = int(asked.at["room"])
        if number not in self.rooms:
            return refusal(404, "chat-room-does-not-exist")
        if self.caller(asked) not in self.rooms[number].uids:
            return refusal(403, "no-privileges")
        if len(asked.json["message"].strip()) > self.limits.most_chat:
            return refusal(400, "chat-message-too-long", self.limits.most_chat)
        return done(self._message_data(self.chat(1, number, asked.json["message"])))

    def _edit_message(self, asked: Asked) -> Told:
        # src/messaging/edit.js editMessage, checkContent
        message = self.messages[int(asked.at["mid"])]
        if len(asked.json["message"].strip()) > self.limits.most_chat:
            return refusal(400, "chat-message-too-long", self.limits.most_chat)
        message.content, message.edited = asked.json["message"], self.now()
        return done(self._message_data(message.number))

    def room_with(self, uid: int) -> int | None:
        """The room that we and one person share."""
        found = [room for room in self.rooms.values() if sorted(room.uids) == sorted([1, uid])]
        return max(found, key=lambda room: room.last).number if found else None

    def open_room(self, uids: list[int]) -> Room:
        """A room for these people."""
        room = self.rooms[len(self.rooms) + 1] = Room(len(self.rooms) + 1, uids, [], self.now())
        return room

    def chat(self, uid: int, room: int, content: str) -> int:
        """Somebody writes in a room; the number of the message."""
        message = Written(len(self.messages) + 1, uid, room, content, self.now())
        self.messages[message.number] = message
        self.rooms[room].mids.append(message.number)
        self.rooms[room].last = message.timestamp
        return message.number

    def _room_data(self, room: Room) -> dict[str, Any]:
        # public/openapi/components/schemas/Chats.yaml RoomObject
        return {
            "roomId": room.number,
            "roomName": "",
            "groupChat": len(room.uids) > 2,
            "public": False,
            "userCount": len(room.uids),
            "messageCount": len(room.mids),
        }

    def _teaser(self, room: Room) -> dict[str, Any] | None:
        # src/messaging/index.js getTeasers: the last message that is not deleted
        last = [self.messages[mid] for mid in room.mids if not self.messages[mid].deleted][-1:]
        return {"fromuid": last[0].uid, "content": last[0].content, "timestamp": last[0].timestamp} if last else None

    def _message_data(self, mid: int) -> dict[str, Any]:
        # public/openapi/components/schemas/Chats.yaml MessageObject, src/messaging/data.js
        message = self.messages[mid]
        hidden = message.deleted and message.uid != 1
        return {
            "messageId": mid,
            "mid": mid,
            "roomId": str(message.place),
            "fromuid": message.uid,
            "content": "[[modules:chat.message-deleted]]" if hidden else f"<p>{message.content}</p>",
            "timestamp": message.timestamp,
            "edited": message.edited,
            "deleted": message.deleted,
            "system": 0,
            "fromUser": self._user_data(message.uid),
        }


def done(response: Any) -> Told:
    """The write API did it. src/controllers/helpers.js formatApiResponse."""
    return Told({"status": {"code": "ok", "message": "OK"}, "response": response})


def refusal(status: int, error: str, *arguments: int) -> Told:
    """The write API did not. src/controllers/helpers.js generateError; the usual status is 400 (src/routes/helpers.js)."""
    said = ERRORS[error].format(*arguments)
    return Told({"status": {"code": CODES[status], "message": said}, "response": {}}, status)
