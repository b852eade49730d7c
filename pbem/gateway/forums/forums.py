"""All of the forums as one object: what the service, the pages and the commands ask of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from events.lists.game_list import PostedGame
from events.store import Corrupt
from pbem.gateway.forums.accounts import Accounts
from pbem.gateway.forums.drivers.mailing import Send
from pbem.gateway.forums.intake.place_reading import PlaceReader
from pbem.gateway.forums.intake.taking import Intake
from pbem.gateway.forums.links import Links
from pbem.gateway.forums.places import Place, Places
from pbem.gateway.forums.port import BadSignature, Forum, ForumError, Post, RateLimited, Unreachable, Unsure
from pbem.gateway.forums.posting import Poster, PostGone
from pbem.gateway.forums.posts_table import PostRow, PostStatus, PostTable
from pbem.gateway.forums.seat_reports import queue_seat_reports
from pbem.gateway.forums.writing import Writer
from pbem.gateway.reading.mail_context import MailContext
from pbem.service.context import ActRefused, RecordCache
from pbem.service.released import nobody_at_once, public_view
from pbem.service.thread.comment_table import came_from
from pbem.service.thread.forum_port import ForumPlace, HookAnswer, PostAtPlace
from pbem.service.thread.posts import DuePost, posts_since, said_post, undone_words
from pbem.service.thread.thread import Views


class Forums:
    """Places, what is posted there, and whose accounts are there. `base_url` is where our pages are."""

    def __init__(self, mail_context: MailContext, send: Send) -> None:
        self.context = context = mail_context.context
        self.mail_context = mail_context
        self.signer = mail_context.signer
        self.places = Places(context.database, send)
        self.posts = PostTable(context.database)
        self.accounts = Accounts(context.database)
        self.links = Links(mail_context, self.places, self.posts, self.accounts)
        self.intake = Intake(mail_context, self.places, self.posts, self.accounts, self.links)
        self.reader = PlaceReader(context, self.places, self.posts, self.intake)
        self.poster = Poster(context, self.places, self.posts, self._written)
        self._past = RecordCache()

    @property
    def views(self) -> Views:
        """The games as those see them who do not play, and as they are."""
        return Views(public_view(self.context, nobody_at_once, self._past), self.context)

    def flush(self, stop: Callable[[], bool] = lambda: False) -> int:
        """Take in what others wrote, queue what is new, post what is due. Returns how many posts are to be read there now."""
        self.read_answers(stop)
        self.intake.hide()
        self.queue_new()
        return self.poster.flush(stop)

    def read_answers(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Ask the places what was written there, each at most once a minute, and take it."""
        self.reader.read_all(stop)
        self.intake.take_stored(stop)

    def read_before(self, now: str, stop: Callable[[], bool] = lambda: False) -> None:
        """Ask once more where games are talked of that are due now; take what is stored of all places."""
        self.reader.read_due([stream for stream, _ in self.context.store.due(now)], stop)
        self.intake.take_stored(stop)

    def receive(self, place: str, headers: Mapping[str, str], body: bytes) -> HookAnswer:
        """What a place tells us by itself (header names in lower case): stored, then answered. The same event twice is once."""
        try:
            known = self.places.get(place)
        except ActRefused:
            return HookAnswer(404, "there is no such place")
        forum = self.places.open(known)
        if "hooks" not in forum.abilities:
            return HookAnswer(404, "this place tells us nothing by itself")
        try:
            received = forum.receive(headers, body)
        except BadSignature:
            return HookAnswer(403, "this is not signed as it should be")
        except (Unreachable, RateLimited, Unsure):
            return HookAnswer(503, "try again later")
        except ForumError:
            return HookAnswer(400, "this cannot be read")
        self.intake.store(place, received.found, received.event)
        return HookAnswer(200, received.answer)

    def queue_new(self) -> None:
        """Each post of a game's thread is due at the places where the game is posted, once, and as late as all may see it."""
        views = self.views
        for game in self.context.store.posted_games():
            try:
                due = posts_since(views, game.stream, game.place, game.what)
            except Corrupt:
                continue  # its own page says what is wrong
            known = self.posts.public(game.place, game.stream)
            for post in due:
                if not came_from(self.context, game.stream, post.id, game.place):
                    self._queue(game, post, known.get(post.id))
        queue_seat_reports(self.context, self.posts, self.accounts)

    def _queue(self, game: PostedGame, post: DuePost, row: PostRow | None) -> None:
        """A post that is new is wanted; one that is there and is another by now is to be changed."""
        if row is None:
            self.posts.want(PostRow(game.place, game.stream, "", "", post.id, "waiting", version=post.version))
        elif row.version != post.version and row.status in ("posted", "refused"):
            self.posts.save(row._replace(status=_begun_again(row), version=post.version, refusals=0))

    def _written(self, row: PostRow, place: Place, forum: Forum) -> Post:
        """The post of a row. Raises PostGone when there is nothing (any more) to be read, Corrupt."""
        if row.user and not row.words:
            return self._seat_report(row, place, forum)
        writer = Writer(self.views.seen, self.signer.base_url, place.name, forum)
        if row.words:
            return writer.notice(row)
        if row.post.startswith("t"):
            turn = int(row.post[1:])
            return writer.report(row.stream, turn, undone_words(self.views, row.stream, turn))
        said = said_post(self.views, row.stream, row.post)
        if said is None or (said.text is None and not row.topic):
            raise PostGone("its words are gone")
        return writer.said(row.stream, said)

    def _seat_report(self, row: PostRow, place: Place, forum: Forum) -> Post:
        """A turn for who plays the seat, or orders for its player, now. Raises PostGone."""
        person = self.accounts.person_of(place.name, row.user)
        holders = self.mail_context.directory.holders(row.stream, row.seat)
        reader = next((holder for holder, _ in holders if holder.id == person), None)
        if reader is None:
            raise PostGone("whoever has this account does not play the seat any more")
        turn = int(row.post[1:])
        link = self.signer.seat_link(row.stream, row.seat, turn + 1, reader.key)
        writer = Writer(self.context, self.signer.base_url, place.name, forum)
        return writer.seat_report(row.stream, row.seat, turn, link)

    # ------------------------------------------------------------ what the pages ask for

    def known_places(self) -> list[ForumPlace]:
        """All places, without keys."""
        return [ForumPlace(place.name, place.kind, place.part, place.error) for place in self.places.all()]

    def probe(self, place: str, part: str = "") -> str:
        """Who we are at a place, and whether we may post there, in a sentence; nothing is posted. Raises ActRefused."""
        known = self.places.get(place)
        try:
            return self.places.open(known).probe(part or known.part)
        except ForumError as e:
            raise ActRefused(f"{place}: {e}") from e

    def posts_of(self, stream: str) -> list[PostAtPlace]:
        """What has become of all posts of a game, oldest first."""
        rows = self.posts.of(stream)
        return [PostAtPlace(row.place, row.post, row.status, row.url, row.error) for row in rows if not row.user]

    def retry(self, stream: str) -> int:
        """Try the posts of a game again that a place did not take. Returns how many."""
        refused = [row for row in self.posts.of(stream) if row.status == "refused"]
        for row in refused:
            self.posts.save(row._replace(status=_begun_again(row), refusals=0, error="", next_at=""))
        return len(refused)


def _begun_again(row: PostRow) -> PostStatus:
    """What is there is changed; what may be there is searched for before it is posted."""
    return "changed" if row.topic else "tried"
