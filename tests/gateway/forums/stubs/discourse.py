"""A stub of a Discourse: a real HTTP server on loopback that answers as the real one does, and can be made to fail.

As a process of its own: `python -m tests.gateway.forums.stubs.discourse --port 0` prints its port. What other people do
there, and what they see, is under `/stub/`, where it never fails.
"""

from __future__ import annotations

import argparse
import hashlib
import socket
import threading
from collections import deque
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Flask, Response, g, jsonify, redirect, request
from werkzeug.exceptions import HTTPException
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from tests.gateway.forums.stubs.discourse_site import rules, shapes
from tests.gateway.forums.stubs.discourse_site.acts import People
from tests.gateway.forums.stubs.discourse_site.hooks import Hooks
from tests.gateway.forums.stubs.discourse_site.posting import Posting
from tests.gateway.forums.stubs.discourse_site.problems import Problem, missing, not_allowed, too_many, wrong_key
from tests.gateway.forums.stubs.discourse_site.records import Category, Post, Site, Topic, Upload, User

KEY, US, HOOK_KEY = "0123456789abcdef" * 4, "wardroom", "a secret of the webhook"
CHUNK, LATEST, LISTED = 20, 50, 30


class Quiet(WSGIRequestHandler):
    """Says nothing on the screen."""

    def log(self, *_: object) -> None:
        """Nothing."""


class DiscourseStub:
    """The forum with its server. `failure` is how it fails at present; `calls_a_minute` 0: as many as anybody likes."""

    def __init__(self, port: int = 0) -> None:
        self.site, self.failure, self.calls_a_minute = Site(), "", 0
        self.hooks = Hooks(self.site, HOOK_KEY)
        self.site.users["system"] = User(-1, "system")
        self.us = self.site.user(US)
        self.us.categories = True
        self.people = People(self.site, self.hooks, self.us)
        self.posting = Posting(self.site, self.hooks)
        games, battles = Category(5, "Games", "games"), Category(6, "Battles", "battles", parent=5)
        self.site.categories = {each.id: each for each in (games, battles, Category(7, "Staff", "staff", open=False))}
        self.asked: list[str] = []
        self._calls: deque[datetime] = deque()
        self._app = _app(self)
        self._listen(port)

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def _listen(self, port: int) -> None:
        self._server: BaseWSGIServer = make_server("127.0.0.1", port, self._app, threaded=True, request_handler=Quiet)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def away(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def back(self) -> None:
        """Listen again, at the same address."""
        self._listen(self.port)

    def fail(self, how: str) -> None:
        """Fail like this from now on ("": not any more)."""
        self.failure = how

    def limit(self, calls: int) -> None:
        """Take so many calls a minute from now on."""
        self.calls_a_minute = calls

    def instead(self) -> Response | None:
        """What it answers without doing anything, while it fails like that."""
        if self.failure == "out of order":
            return Response("<html><h1>Oops</h1>The software powering this forum is busy.</html>", 503, mimetype="text/html")
        if self.failure == "read only" and request.method != "GET":
            raise Problem(503, "The site is in read only mode. Interactions are disabled.", "read_only")
        if self.failure == "address limited":  # in front of the forum: discourse/discourse lib/middleware/request_tracker.rb
            said = (
                "Slow down, you're making too many requests.\nPlease retry again in 9 seconds.\nError code: ip_10_secs_limit."
            )
            return Response(said, 429, {"Retry-After": "9"}, mimetype="text/plain")
        return None

    def count(self) -> None:
        """Count a call; too many are refused. Source of the defaults: meta.discourse.org topic 296032."""
        if self.failure == "limited":
            raise too_many(7)
        now = datetime.now(UTC)
        while self._calls and now - self._calls[0] > timedelta(minutes=1):
            self._calls.popleft()
        if self.calls_a_minute and len(self._calls) >= self.calls_a_minute:
            raise too_many(60 - int((now - self._calls[0]).total_seconds()))
        self._calls.append(now)

    def user(self) -> User:
        """Whose key this is."""
        right = request.headers.get("Api-Key") == KEY and request.headers.get("Api-Username", "").lower() == US
        if self.failure == "wrong key" or not right:
            raise wrong_key()
        return self.us

    def post(self, id: int, user: User) -> Post:
        """A post that the user may see."""
        post = self.site.posts.get(id)
        if post is None or not rules.may_see(self.site.topics[post.topic], user) or (post.deleted and not user.moderator):
            raise missing()
        return post

    def topic(self, id: int, user: User) -> Topic:
        """A topic that the user may see."""
        topic = self.site.topics.get(id)
        if topic is not None and not topic.deleted and not rules.may_see(topic, user) and self.site.settings["detailed_404"]:
            raise not_allowed()
        if topic is None or not rules.may_see(topic, user):
            raise missing()
        return topic

    def view(self, user: User, id: int, near: int) -> Response:
        """A topic, with the page of posts around this number. Source: discourse/discourse lib/topic_view.rb."""
        topic = self.topic(id, user)
        names = [name.lower() for name in request.args.get("username_filters", "").split(",") if name]
        stream = [each for each in topic.there if not names or each.number == 1 or each.user.username.lower() in names]
        closest = min(range(len(stream)), key=lambda at: abs(stream[at].number - near))
        start = min(max(0, closest - CHUNK // 4), max(0, len(stream) - CHUNK)) if near > 1 else 0
        raw = "include_raw" in request.args
        return jsonify(shapes.topic_json(self.site, topic, stream[start : start + CHUNK], stream, user, raw))


def fields() -> dict[str, Any]:
    """What was sent, as a form or as JSON."""
    return request.get_json() if request.is_json else request.form.to_dict()


def _app(stub: DiscourseStub) -> Flask:
    app = Flask(__name__)

    @app.before_request
    def checked() -> Response | None:
        if request.path.startswith("/stub/"):
            return None
        request.get_data()
        stub.site.lock.acquire()
        g.locked = True
        stub.asked.append(f"{request.method} {request.full_path.rstrip('?')}")
        instead = stub.instead()
        if instead is None:
            g.user = stub.user()
            stub.count()
        return instead

    @app.teardown_request
    def unlocked(_: BaseException | None) -> None:
        if g.pop("locked", False):
            stub.site.lock.release()

    @app.after_request
    def answered(response: Response) -> Response:
        if stub.failure == "lost answer" and not request.path.startswith("/stub/"):
            request.environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
        return response

    @app.errorhandler(Problem)
    def problem(e: Problem) -> tuple[Response, int, dict[str, str]]:
        return jsonify(e.body), e.status, {"Retry-After": str(e.seconds)} if e.seconds else {}

    @app.errorhandler(HTTPException)
    def unknown(e: HTTPException) -> tuple[Response, int, dict[str, str]]:
        return problem(missing()) if e.code == 404 else (jsonify({"errors": [e.description]}), e.code or 500, {})

    _reading(app, stub)
    _topics(app, stub)
    _writing(app, stub)
    _people(app, stub)
    return app


def _reading(app: Flask, stub: DiscourseStub) -> None:
    site = stub.site

    @app.get("/session/current.json")
    def session() -> Response:
        return jsonify({"current_user": shapes.current_user_json(g.user)})

    @app.get("/site.json")
    def about() -> Response:
        return jsonify({"categories": [shapes.category_json(each, g.user) for each in site.categories.values()]})

    @app.get("/site/settings.json")
    def settings() -> Response:
        return jsonify(site.settings)

    @app.get("/posts.json")
    def latest() -> Response:
        return jsonify({"latest_posts": _latest(False)})

    @app.get("/private-posts.json")
    def private() -> Response:
        return jsonify({"private_posts": _latest(True)})

    def _latest(private: bool) -> list[dict[str, Any]]:
        before = request.args.get("before", type=int) or 1 << 60
        posts = [each for each in site.posts.values() if each.id < before and not each.deleted and not each.hidden]
        topics = {each.id: each for each in site.topics.values() if each.private is private and rules.may_see(each, g.user)}
        found = [each for each in posts if each.topic in topics and (private or each.type == 1)]
        return [shapes.latest_json(site, each, g.user) for each in sorted(found, key=lambda each: -each.id)[:LATEST]]

    @app.get("/posts/<int:id>.json")
    def post(id: int) -> Response:
        return jsonify(shapes.post_json(site, stub.post(id, g.user), g.user, raw=True))

    @app.get("/posts/<name>/pending.json")
    def pending(name: str) -> Response:
        mine = [each for each in reversed(site.pending) if each.user.username.lower() == name.lower()]
        return jsonify({"pending_posts": [shapes.pending_json(each) for each in mine]})


def _topics(app: Flask, stub: DiscourseStub) -> None:
    site = stub.site

    @app.get("/t/external_id/<external_id>.json")
    def by_external_id(external_id: str) -> Any:
        found = [each for each in site.topics.values() if each.external_id == external_id and not each.deleted]
        topic = stub.topic(found[0].id if found else 0, g.user)
        return redirect(f"{stub.url}/t/{topic.slug}/{topic.id}.json", 301)

    @app.get("/t/<int:id>.json")
    def topic(id: int) -> Response:
        return stub.view(g.user, id, 1)

    @app.get("/t/<int:id>/<int:near>.json")
    def near(id: int, near: int) -> Response:
        return stub.view(g.user, id, near)

    @app.get("/t/<int:id>/last.json")
    def last(id: int) -> Response:
        return stub.view(g.user, id, 99_999_999)

    @app.get("/t/<int:id>/posts.json")
    def posts(id: int) -> Response:
        topic, wanted = stub.topic(id, g.user), request.args.getlist("post_ids[]", type=int)
        some = [each for each in topic.there if each.id in wanted] if wanted else topic.there[:CHUNK]
        raw = "include_raw" in request.args
        made = [shapes.post_json(site, each, g.user, raw) for each in some]
        return jsonify({"post_stream": {"posts": made}, "id": topic.id})

    @app.get("/topics/private-messages/<name>.json")
    def messages(name: str) -> Response:
        if name.lower() != g.user.username.lower():
            raise missing()
        return _listed([each for each in site.topics.values() if g.user in each.allowed and not each.deleted])

    @app.get("/topics/created-by/<name>.json")
    def created(name: str) -> Response:
        mine = [each for each in site.topics.values() if each.user.username.lower() == name.lower()]
        return _listed([each for each in mine if not each.private and rules.may_see(each, g.user)])

    def _listed(topics: list[Topic]) -> Response:
        page = request.args.get("page", 0, type=int) * LISTED
        newest = sorted(topics, key=lambda each: each.bumped, reverse=True)[page : page + LISTED]
        listed = {"can_create_topic": True, "per_page": LISTED, "topics": [shapes.listed_json(each) for each in newest]}
        return jsonify({"users": [], "primary_groups": [], "topic_list": listed})


def _writing(app: Flask, stub: DiscourseStub) -> None:
    site = stub.site

    @app.post("/posts.json")
    def create() -> Response:
        status, body = stub.posting.memoized(g.user, fields(), stub.failure)
        return Response(body, status, mimetype="application/json")

    @app.put("/posts/<int:id>.json")
    def edit(id: int) -> tuple[Response, int]:
        post, sent = stub.post(id, g.user), fields()["post"]
        if post.user is not g.user and not g.user.moderator:
            raise not_allowed()
        errors = rules.body_errors(site, sent["raw"], site.topics[post.topic].private)
        if errors:
            return jsonify({"errors": errors}), 422
        site.revise(post, sent["raw"], sent.get("edit_reason"))
        stub.hooks.tell("post_edited", post)
        return jsonify({"post": shapes.post_json(site, post, g.user, raw=True)}), 200

    @app.delete("/posts/<int:id>.json")
    def delete(id: int) -> tuple[str, int]:
        post = stub.post(id, g.user)
        if post.deleted:
            raise missing()
        moderates = g.user.moderator or (g.user.categories and not site.topics[post.topic].private)
        if not moderates and (post.user is not g.user or post.number == 1):
            raise not_allowed()
        site.delete(post, g.user)
        stub.hooks.tell("post_destroyed", post)
        return "", 200

    @app.post("/uploads.json")
    def upload() -> tuple[Response, int]:
        file = request.files["file"]
        if not g.user.may_upload or not (request.form.get("type") or request.form.get("upload_type")):
            return jsonify({"errors": ["Sorry, the file you are trying to upload is not authorized."]}), 422
        content = file.read()
        short = f"upload://{hashlib.sha1(content).hexdigest()[:27]}.png"
        made = Upload(site.next_id(), file.filename or "", content, short)
        site.uploads.append(made)
        return jsonify(shapes.upload_json(made)), 200


def _people(app: Flask, stub: DiscourseStub) -> None:
    """What other people do and see, and how the forum fails: not of Discourse."""

    @app.post("/stub/<act>")
    def act(act: str) -> Response:
        how = request.get_json()
        with stub.site.lock:
            return jsonify(getattr(stub if act in {"fail", "limit"} else stub.people, act)(**how))

    @app.get("/stub/seen")
    def seen() -> Response:
        with stub.site.lock:
            return jsonify(stub.people.seen())

    @app.get("/stub/asked")
    def asked() -> Response:
        return jsonify(stub.asked)


def main() -> None:
    """Run until the process is stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    stub = DiscourseStub(parser.parse_args().port)
    print(stub.port, flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
