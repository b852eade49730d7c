"""Feeds and calendars: what happened in one's games, and when orders are due, at addresses that are secret and revocable."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, request, url_for
from flask.typing import ResponseReturnValue

from events.lists.game_list import GameRow
from events.store import Corrupt
from pbem.accounts.credentials import Key, KeyKind
from pbem.accounts.people import Person
from pbem.service.games.calendar import person_calendar
from pbem.service.games.feed import FeedEntry, feed_entries
from pbem.web.infra.limits import TRY_LINK, limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, key_holder, look_as

pages = Blueprint("feeds", __name__)
LONGEST = 60
"""Entries of a feed; older ones are read in the game's history."""
COMMON = "public, max-age=300"


def _wrong(response: Response) -> bool:
    """Only what leads nowhere counts against the limit: programs that know an address come often."""
    return response.status_code == 404


@pages.get("/feed/<secret>.atom")
@limiter.limit(TRY_LINK, deduct_when=_wrong)
def feed(secret: str) -> ResponseReturnValue:
    """What happened in a person's games, or in one of them."""
    key, person = _opened("feed", secret)
    rows = [game_row(key.stream)] if key.stream else _games_of(person)
    title = f"Wardroom: {key.stream}" if key.stream else "Wardroom: your games"
    found = [item for row in rows for item in _readable(row)]
    return _atom(title, f"person/{key.id}", request.path, found, key.created)


@pages.get("/g/<stream>/feed.atom")
def game_feed(stream: str) -> ResponseReturnValue:
    """What everybody may know of a game."""
    row = public_row(stream)
    return public_feed(f"{row.title} ({stream})", stream, feed_entries(site().public, stream, row.title))


def public_row(stream: str) -> GameRow:
    """The game of this address, as strangers see it. 404 when there is none."""
    row = site().public.store.game(stream) if stream.isprintable() else None
    if row is None:
        abort(404, f"there is no game {stream}")
    return row


def public_feed(title: str, name: str, found: list[FeedEntry]) -> Response:
    """A feed at this address that may be kept for everybody; `name` is that of its id."""
    made = _atom(title, name, request.path, found, found[-1].at if found else "")
    made.headers["Cache-Control"] = COMMON
    return made


@pages.get("/calendar/<secret>.ics")
@limiter.limit(TRY_LINK, deduct_when=_wrong)
def calendar(secret: str) -> ResponseReturnValue:
    """All deadlines of a person, on their own clock."""
    _, person = _opened("calendar", secret)
    made = person_calendar(site().context, person.id, person.zone, site().base_url, host())
    return _sent(Response(made, mimetype="text/calendar"))


def _readable(row: GameRow) -> list[FeedEntry]:
    """A game's news; none of one whose log cannot be read: its own page says what is wrong, and the others' news go on."""
    try:
        return feed_entries(site().context, row.stream, row.title)
    except Corrupt:
        return []


def secret_url(key: Key) -> str:
    """The secret address of a key, in full; "" for a token."""
    ways = {"feed": "feeds.feed", "calendar": "feeds.calendar"}
    if key.kind not in ways:
        return ""
    return f"{site().base_url}{url_for(ways[key.kind], secret=site().keys.secret_of(key))}"


def host() -> str:
    """The name of this service in ids that must be nobody else's."""
    return urlsplit(site().base_url).hostname or "wardroom.invalid"


def _opened(kind: KeyKind, secret: str) -> tuple[Key, Person]:
    """Whose address it is. 404 for none, and for one that was revoked."""
    found = key_holder(kind, secret)
    if found is None:
        abort(404, "there is nothing at this address; it may have been revoked")
    look_as(lambda: found[1].id)
    return found


def _games_of(person: Person) -> list[GameRow]:
    """The games that a person plays in or runs."""
    store = site().context.store
    found = {played.game for played in store.played_by(person.id)} | set(store.games_run_by(person.id))
    return sorted(found, key=lambda row: (len(row.stream), row.stream))


def _atom(title: str, name: str, path: str, found: list[FeedEntry], empty: str) -> Response:
    entries = sorted(found, key=lambda item: (item.updated, item.id), reverse=True)[:LONGEST]
    updated = entries[0].updated if entries else empty
    words = {"title": title, "name": name, "path": path, "updated": updated, "base_url": site().base_url, "host": host()}
    # Not by `render_template`: that looks at who asks, and what may be kept for everybody must carry nobody's cookie.
    xml = current_app.jinja_env.get_template("feed.atom").render(entries=entries, **words)
    return _sent(Response(xml, mimetype="application/atom+xml"))


def _sent(response: Response) -> Response:
    """Asked for again, it is not sent again while nothing is new."""
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    response.make_conditional(request.environ)
    return response
