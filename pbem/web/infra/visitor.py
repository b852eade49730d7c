"""Who is asking, and what they may see and do. Every page and every address of the API asks here, and nowhere else."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from flask import Response, abort, after_this_request, g, request, session

from events.base import EVERYONE
from events.lists.game_list import GameRow, SandboxRow, SeatRow
from pbem.accounts.credentials import Key, KeyKind, Session
from pbem.accounts.people import Person
from pbem.service import released
from pbem.service.context import stamp
from pbem.service.ladder.sitters import sitter_source
from pbem.web.infra.site import site

OPENER = "opener"
"""The name under which the browser's signed cookie holds what opens its session."""
NOBODY_SEAT = "spectator"
"""`?side=spectator` asks for what everybody may see."""
EVERYTHING = "everything"
"""`?side=everything` asks for what all sides together may see, in replays of a game that is over."""


@dataclass(frozen=True)
class Visitor:
    """Who sent this request: nobody known (`person` None), a browser (`session`), or a program with a token."""

    person: Person | None
    session: Session | None = None
    seats: dict[str, list[SeatRow]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The person's id, "" for nobody."""
        return self.person.id if self.person else ""


def visitor() -> Visitor:
    """Who sent this request. Asked for once; a token is looked at by the API alone, which sets `g.visitor` itself."""
    found: Visitor | None = g.get("visitor")
    if found is None:
        found = g.visitor = _from_cookie()
    return found


def key_holder(kind: KeyKind, text: str) -> tuple[Key, Person] | None:
    """The key that this token or secret is, and whose; that it is in use is noted. None for one that opens nothing."""
    key = site().keys.holder(kind, text)
    person = site().people.by_id(key.person) if key else None
    if key is None or person is None:
        return None
    now = stamp(site().context.now())
    if now[:15] != key.seen[:15]:  # every ten minutes is often enough to tell which are in use
        site().keys.see_key(key.id, now)
    return key, person


def _from_cookie() -> Visitor:
    opener = session.get(OPENER)
    opened = site().keys.session(opener) if isinstance(opener, str) else None
    person = site().people.by_id(opened.person) if opened else None
    if opened is None or person is None:
        return Visitor(None)
    now = stamp(site().context.now())
    if now[:15] != opened.seen[:15]:  # every ten minutes is often enough to be told of a stranger's browser
        site().keys.see_session(opened.hash, now)
        session.modified = True  # the cookie lasts from its last use, too
    return Visitor(person, opened)


def signed_in() -> Person:
    """The person who asks. 401 for nobody: the error page offers to sign in and come back."""
    person = visitor().person
    if person is None:
        abort(401, "this page is for its player: sign in first")
    return person


# ---------------------------------------------------------------- one game


def open_view() -> None:
    """Before each request: what is read in it is what the visitor may see (`site().seen`, `site().context`)."""
    look_as(lambda: visitor().id)


def look_as(who: Callable[[], str]) -> None:
    """From here on this request sees the games of the person whose id `who` gives as they are, and others with their delay."""

    def at_once(stream: str) -> bool:
        return takes_part(stream, who())

    reads = request.method in ("GET", "HEAD")
    live = site().live
    g.seen = released.public_view(live, at_once, site().past, once=reads)
    g.context = g.seen if reads else live


def sees_at_once(row: GameRow) -> bool:
    """Does the visitor see the game as it is? Who takes no part in it does so only if its policy has no delay."""
    return not row.delay_hours or takes_part(row.stream, visitor().id)


def takes_part(stream: str, person: str) -> bool:
    """Does the person play the game, order for a player, or run it?"""
    return released.takes_part(site().live, stream, person)


def game_row(stream: str) -> GameRow:
    """The game of this address, as the visitor may see it. 404 when there is none."""
    row = site().seen.store.game(stream) if stream.isprintable() else None
    if row is None:
        abort(404, f"there is no game {stream}")
    return row


def seat_rows(stream: str) -> list[SeatRow]:
    """Its seats."""
    return site().context.store.seats(stream)


def held_seats(stream: str) -> list[SeatRow]:
    """The seats of the game that the visitor plays, by id, then those that they order for in their players' place."""
    return held_among(seat_rows(stream))


def held_among(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """Those of these seats that the visitor plays, then those that they order for."""
    id = visitor().id
    return [*played_among(seats), *(row for row in seats if id and row.sitter == id)]


def played_among(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """Those of these seats that the visitor plays."""
    id = visitor().id
    return [row for row in seats if id and row.player == id]


def check_plays(stream: str, seat: str) -> None:
    """403 for another's seat, and for whoever orders for its player: the seat stays the player's."""
    rows = [row for row in held_seats(stream) if row.seat == seat]
    if not rows:
        abort(403, f"{seat} of {stream} is not your seat")
    if not played_among(rows):
        abort(403, f"you order for the player of {seat}: the seat itself stays theirs")


def written_as(stream: str, seat: str, source: str) -> str:
    """What the log knows something by that the visitor writes for a seat: another thing when they order for its player."""
    plays = any(row.seat == seat for row in played_among(seat_rows(stream)))
    return source if plays else sitter_source(source)


def is_master(row: GameRow) -> bool:
    """Does the visitor run this game, as its game master or beside them?"""
    return site().context.store.runs(row.stream, visitor().id)


def is_first_master(row: GameRow) -> bool:
    """Is the visitor the one whom only they themselves, the players or the operator replace?"""
    return bool(visitor().id) and hmac.compare_digest(row.master, visitor().id)


def reader(row: GameRow) -> str | None:
    """As which seat the page is to be shown, from `?side=`; None is a spectator.

    While a game goes on that is one of the visitor's own seats (the first, if they do not say), or a seat that its game
    master has said they look through; when it is over, any. `side` may be a seat or a side with one seat. 403 for another
    player's, 404 for none.
    """
    asked = request.args.get("side", "")
    seats = seat_rows(row.stream)
    own = [seat.seat for seat in held_among(seats)]
    if asked == NOBODY_SEAT or (not asked and (row.status == "ended" or not own)):
        return None
    if not asked:
        return own[0]
    named = [seat.seat for seat in seats if asked == seat.seat] or [seat.seat for seat in seats if asked == seat.side]
    if not named:
        abort(404, f"{row.stream} has no seat {asked!r}; its seats are {', '.join(seat.seat for seat in seats)}")
    open_to = open_seats(row, seats)
    found = next((seat for seat in named if seat in open_to), None)
    if found is None:
        abort(401 if visitor().person is None else 403, f"{asked} of {row.stream} is not your seat")
    return found


def seat_reader(row: GameRow) -> str:
    """As `reader`, for a page about a seat alone, which a spectator has no part in: 401 for nobody, 403 for anybody else."""
    seat = reader(row)
    if seat is None:
        signed_in()
        abort(403, "this page is for the player of a seat; when the game is over `?side=` says which")
    return seat


def open_seats(row: GameRow, seats: Sequence[SeatRow]) -> list[str]:
    """Those of the game's seats as which the visitor may look now; everybody may look as a spectator besides."""
    if row.status == "ended":
        return [seat.seat for seat in seats]
    own = [seat.seat for seat in held_among(seats)]
    return list(dict.fromkeys([*own, *_watched(row)]))


def viewer(row: GameRow) -> str | None:
    """As `reader`, and `?side=everything` is `EVERYONE`: everybody's knowledge together, when the game is over. 403 before."""
    if request.args.get("side", "") != EVERYTHING:
        return reader(row)
    if row.status != "ended":
        abort(403, f"{row.stream} goes on: what is hidden is laid open when it is over")
    return EVERYONE


def sees_whole(row: GameRow) -> bool:
    """May the visitor take up the game's whole position? When it is over whoever is signed in; before, only a game master who
    does not play and has said that they look through every seat."""
    if visitor().person is None or row.status == "ended":
        return visitor().person is not None
    seats = seat_rows(row.stream)
    return not held_among(seats) and {seat.seat for seat in seats} == set(_watched(row))


def what_if(row: GameRow, seat: str | None) -> str | None:
    """As whom the visitor may fork what they look at as this reader: a seat, "" for the whole; None: not at all."""
    if visitor().person is None:
        return None
    if seat in (None, EVERYONE):
        return "" if sees_whole(row) else None
    return seat


def forker(row: GameRow) -> str:
    """As whom the visitor forks the game, from `?side=`: a seat, "" for the whole. 401 for nobody, 403 for others."""
    signed_in()
    found = what_if(row, viewer(row))
    if found is None:
        abort(403, f"only who looks through a seat of {row.stream} may go on from what it knows; the whole is open at the end")
    return found


def own_sandbox(name: str) -> SandboxRow:
    """A sandbox of the visitor. 401 for nobody, 404 for all but its owner: to others there is none."""
    person = signed_in()
    row = site().context.store.sandbox(name) if name.isprintable() else None
    if row is None or row.owner != person.id:
        abort(404, f"you have no sandbox {name}")
    return row


def compared_as(row: SandboxRow, other: str) -> str:
    """As which seat the visitor may lay their sandbox beside another of theirs, or beside its game; "": nothing is left out.

    404 for what is neither, 403 for a game of which they may not see so much any more.
    """
    if other != row.origin or site().context.store.sandbox(other):
        own_sandbox(other)
        return ""
    game = game_row(other)
    if sees_whole(game):
        return ""
    if row.seat not in open_seats(game, seat_rows(other)):
        abort(403, f"while {other} goes on it can be compared as a seat that you look through")
    return row.seat


def _watched(row: GameRow) -> list[str]:
    """Seats through which the game master looks in the open turn, as the log and all players know."""
    if not is_master(row):
        return []
    return site().context.store.watched(row.stream, row.turn)


def sees_all_seats(row: GameRow) -> bool:
    """May the visitor see what all seats together know? Everybody when the game is over; before that only its game master, who
    does not play, while they look through the eyes of every seat."""
    seats = seat_rows(row.stream)
    return row.status == "ended" or (not held_among(seats) and {seat.seat for seat in seats} <= set(_watched(row)))


def check_sees_all_seats(row: GameRow) -> None:
    """401 for nobody, 403 for whoever may not see what all seats together know."""
    if not sees_all_seats(row):
        check_master(row)
        abort(403, f"{row.stream} goes on: its game master sees this while they look through the eyes of all its seats")


def commander(row: GameRow) -> str:
    """The visitor's seat that orders are written for, from `?side=`. 401 for nobody, 403 for who holds no seat, or another."""
    signed_in()
    own = [seat.seat for seat in held_seats(row.stream)]
    asked = request.args.get("side", "") or (own[0] if own else "")
    if asked not in own:
        abort(403, f"you hold no seat {asked} of {row.stream}".replace("  ", " "))
    return asked


def check_master(row: GameRow) -> Person:
    """The game's master or a co-master, who asks. 401 for nobody, 403 for anybody else."""
    person = signed_in()
    if not is_master(row):
        abort(403, f"only its game master runs {row.stream}")
    return person


def check_first_master(row: GameRow) -> Person:
    """As `check_master`, and 403 for a co-master: who hands a game over is the game master alone."""
    person = check_master(row)
    if not is_first_master(row):
        abort(403, f"only the game master hands {row.stream} over; a co-master can leave")
    return person


# ---------------------------------------------------------------- coming and going


def login(person: Person) -> None:
    """Sign this browser in. Whatever its cookie held before is gone, and so is the session that it opened."""
    logout()
    now = stamp(site().context.now())
    session[OPENER] = site().keys.open_session(person.id, browser_name(request.user_agent.string), now)
    session.permanent = True


def logout() -> None:
    """Sign this browser out."""
    opened = visitor().session
    if opened is not None:
        site().keys.close_session(opened.person, opened.hash)
    session.clear()
    g.visitor = Visitor(None)


def sign_off() -> None:
    """Sign this browser out as its owner wishes: what scripts of ours kept in it, drafts of orders, is forgotten, too."""
    logout()

    @after_this_request
    def forget(response: Response) -> Response:
        response.headers["Clear-Site-Data"] = '"storage"'
        return response


BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "FxiOS": "Firefox",
    "Firefox/": "Firefox",
    "CriOS": "Chrome",
    "Chrom": "Chrome",
    "Safari/": "Safari",
}
"""What browsers call themselves. Many name others too: the first that is found is the one."""
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "a Mac",
    "CrOS": "a Chromebook",
    "Linux": "Linux",
}


def browser_name(agent: str) -> str:
    """`Firefox on Linux`: enough for its owner to know it again."""
    browser = next((name for sign, name in BROWSERS.items() if sign in agent), "A browser")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    return f"{browser} on {system}" if system else browser
