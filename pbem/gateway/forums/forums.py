"""All of the forums as one object: what the service, the pages and the commands ask of them."""

from __future__ import annotations

from collections.abc import Callable

from events.game_list import PostedGame
from events.store import Corrupt
from pbem.gateway.forums.accounts import Accounts
from pbem.gateway.forums.drivers.mailing import Send
from pbem.gateway.forums.places import Place, Places
from pbem.gateway.forums.port import Forum, ForumError, Post
from pbem.gateway.forums.posting import Poster, PostGone
from pbem.gateway.forums.posts_table import PostRow, PostStatus, PostTable
from pbem.gateway.forums.writing import Writer
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.service.context import ActRefused, RecordCache, ServiceContext
from pbem.service.released import nobody_at_once, public_view
from pbem.service.thread.forum_port import ForumPlace, PostAtPlace
from pbem.service.thread.posts import DuePost, posts_since, said_post


class Forums:
    """Places, what is posted there, and whose accounts are there. `base_url` is where our pages are."""

    def __init__(self, context: ServiceContext, signer: AddressSigner, send: Send) -> None:
        self.context = context
        self.signer = signer
        self.places = Places(context.database, send)
        self.posts = PostTable(context.database)
        self.accounts = Accounts(context.database)
        self.poster = Poster(context, self.places, self.posts, self._written)
        self._past = RecordCache()

    @property
    def public(self) -> ServiceContext:
        """The games as those see them who do not play."""
        return public_view(self.context, nobody_at_once, self._past)

    def flush(self, stop: Callable[[], bool] = lambda: False) -> int:
        """Queue what is new in the games' threads, and post what is due. Returns how many posts are to be read there now."""
        self.queue_new()
        return self.poster.flush(stop)

    def queue_new(self) -> None:
        """Each post of a game's thread is due at the places where the game is posted, once, and as late as all may see it."""
        public = self.public
        for game in self.context.store.posted_games():
            try:
                due = posts_since(public, game.stream, game.place, game.what)
            except Corrupt:
                continue  # its own page says what is wrong
            known = self.posts.public(game.place, game.stream)
            for post in due:
                self._queue(game, post, known.get(post.id))

    def _queue(self, game: PostedGame, post: DuePost, row: PostRow | None) -> None:
        """A post that is new is wanted; one that is there and is another by now is to be changed."""
        if row is None:
            self.posts.want(PostRow(game.place, game.stream, "", "", post.id, "waiting", version=post.version))
        elif row.version != post.version and row.status in ("posted", "refused"):
            self.posts.save(row._replace(status=_begun_again(row), version=post.version, refusals=0))

    def _written(self, row: PostRow, place: Place, forum: Forum) -> Post:
        """The post of a row. Raises PostGone when there is nothing (any more) to be read, Corrupt."""
        writer = Writer(self.public, self.signer.base_url, place.name, forum)
        if not row.user and row.post.startswith("t"):
            return writer.report(row.stream, int(row.post[1:]))
        if row.words:
            return writer.notice(row)
        said = None if row.user else said_post(self.public, row.stream, row.post)
        if said is None:
            raise PostGone("its words are gone")
        return writer.said(row.stream, said)

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
    """What is there is changed, what is not is posted."""
    return "changed" if row.topic else "waiting"
