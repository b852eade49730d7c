"""A NodeBB 4.15.1 board as far as the driver speaks to it: its answers, refusals, limits and page sizes.

All facts are from NodeBB/NodeBB at version 4.15.1; the file is named at each. Only the fields that matter are told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from tests.gateway.forums.bench import Failure
from tests.gateway.forums.stub_server import Asked, StubServer, Told
from tests.gateway.forums.stubs.nodebb_answers import CODES, TOKEN, Limits, Person, Written, done, refusal
from tests.gateway.forums.stubs.nodebb_rooms import Rooms


@dataclass
class Topic:
    """A topic; `posts` are its posts' numbers, the first of them the one it began with."""

    tid: int
    cid: int
    uid: int
    title: str
    posts: list[int] = field(default_factory=list)


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
        self.losing = False
        self.refused: Told | None = None
        self.refused_after: tuple[int, Told] | None = None
        self.moment = 1_790_000_000_000
        self.unknown = refusal(404, "api.404")
        # src/middleware/maintenance.js; the status is meta.config.maintenanceModeStatus
        self.instead = {"out of order": Told({"status": {"code": CODES[503], "message": "maintenance"}, "response": {}}, 503)}
        self.chats = Rooms(self.people, self.limits, self.caller, self.now)
        self.chats.add_routes(self)
        self._add_routes()

    def _add_routes(self) -> None:
        self.route("GET", "/api/self", self._self)
        self.route("GET", "/api/user/username/{name}", self._user)
        self.route("GET", "/api/user/{slug}/topics", self._user_topics)
        self.route("GET", "/api/category/{cid}", self._category)
        self.route("GET", "/api/topic/{tid}", self._topic)
        self.route("GET", "/api/post-queue", self._post_queue)
        self.route("GET", "/api/v3/posts/{pid}/raw", self._raw)
        self.route("POST", "/api/v3/topics", self._new_topic)
        self.route("POST", "/api/v3/topics/{tid}", self._answer_topic)
        self.route("PUT", "/api/v3/posts/{pid}", self._edit)
        self.route("DELETE", "/api/v3/posts/{pid}/state", self._delete)

    def answer(self, asked: Asked) -> Told:
        """While answers get lost, only who asks is still answered: a driver that hears nothing at all writes nothing."""
        if self.losing:
            lost: Failure | None = None if asked.path == "/api/self" else "lost answer"
            self.failure = lost
        if asked.method != "GET" and (refused := self._refusal()):
            return refused
        return super().answer(asked)

    def _refusal(self) -> Told | None:
        """What is answered to whatever would be written: `refused`, or that of `refused_after` so many questions."""
        if self.refused_after:
            left, refused = self.refused_after
            self.refused_after = (left - 1, refused)
            return refused if left <= 0 else None
        return self.refused

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
        return Told(self.people[1].data())

    def _user(self, asked: Asked) -> Told:
        # src/controllers/user.js getUserByUsername; nobody: the page that is not found
        found = [uid for uid, person in self.people.items() if person.username == asked.at["name"]]
        return Told(self.people[found[0]].data()) if found else Told({"title": "404", "path": asked.path}, 404)

    def _category(self, asked: Asked) -> Told:
        # src/controllers/category.js, privileges: src/privileges/categories.js privsCategories.get
        cid = int(asked.at["cid"])
        if cid not in self.categories:
            return Told({"title": "404", "path": asked.path}, 404)
        member = bool(self.caller(asked))
        may = {"topics:create": member, "topics:read": True, "read": True, "isAdminOrMod": member and self.moderator}
        return Told({"cid": cid, "name": self.categories[cid], "privileges": may})

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
            "user": self.people[post.uid].data(),
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
            {"id": id, "user": self.people[1].data(), "data": {**data, "rawContent": data["content"]}}
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
