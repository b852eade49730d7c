"""Guests: try a game without signing in; keep it with a mail address; and what a guest may not do."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_limiter.util import get_remote_address

from events.lists.game_list import GameRow
from pbem.accounts.people import BadPerson, fold_address
from pbem.service.context import stamp
from pbem.service.guests.guest_games import check_room, open_to_try, play_on
from pbem.web.account.sign_in_links import MINUTES, link_for
from pbem.web.infra.limits import SIGN_IN, SIGN_IN_ADDRESS, TRY_GAME, limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import login, signed_in, visitor

pages = Blueprint("guests", __name__)

MAY_SEND = frozenset({"desk", "draft", "guests", "hints", "mail", "sandboxes", "seats", "signin"})
"""The page groups to which a guest may send something: their own games', and those that lead to being known."""
MAY_NOT_SEE = frozenset({"account", "joining", "needs", "newgame", "press", "thread.write"})
"""Those that are of no use to a guest."""
REFUSED = "a guest plays the games to try, and nothing else: keep your game with a mail address, then all else is open to you"
PLAYED = ("desk.file", "desk.ready")


def _asked_address() -> str:
    return request.form.get("address", "").strip().casefold() or get_remote_address()


@pages.post("/try/<game>")
@limiter.limit(TRY_GAME, error_message="so many games were begun from here that the next has to wait for an hour")
def begin(game: str) -> ResponseReturnValue:
    """Open this rule book's teaching game for whoever asks, as a guest if nobody knows them, and lead to its table."""
    person = visitor().person
    if game not in site().context.games:
        abort(404, f"there is no game {game}")
    if person is None:
        check_room(site().context)
        person = site().people.add_guest(stamp(site().context.now()))
        login(person)
    stream = open_to_try(site().context, game, person.id)
    return redirect(url_for("games.latest", stream=stream), 303)


@pages.get("/keep")
def show_keep() -> ResponseReturnValue:
    """The form that makes a guest a person with a mail address."""
    return _keep()


@pages.post("/keep")
@limiter.limit(SIGN_IN, error_message="too many links were asked for from here; try again in an hour")
@limiter.limit(SIGN_IN_ADDRESS, key_func=_asked_address, error_message="links are on the way to this address; look there first")
def keep() -> ResponseReturnValue:
    """Mail a link: whoever opens it has the guest's seats. The answer is the same whether the address is known or not."""
    guest, given = signed_in(), request.form.get("address", "")
    try:
        address = fold_address(given)
    except BadPerson as e:
        return _keep(given, str(e)), 400
    if guest.is_guest:
        person = site().people.by_address(address)
        to = person or guest._replace(id="", name="", address=address)
        site().mailer.mail_sign_in(to, link_for(person, address, url_for("start.index"), guest.id), MINUTES)
    return render_template("signin_sent.html", address=address, minutes=MINUTES)


def _keep(given: str = "", wrong: str = "") -> str:
    found = [each.game for each in site().context.store.played_by(signed_in().id)]
    return render_template("keep.html", games=found, given=given, wrong=wrong, minutes=MINUTES)


# ---------------------------------------------------------------- before and after every request


def check_guest() -> None:
    """Before each request: what is not among what a guest may do is refused with a sentence."""
    sends = request.method not in ("GET", "HEAD", "OPTIONS")
    closed = request.blueprint in MAY_NOT_SEE or (sends and request.blueprint not in MAY_SEND)
    if closed and request.blueprint is not None and (person := visitor().person) and person.is_guest:
        abort(403, REFUSED)


def play_on_at_once(response: Response) -> Response:
    """After orders: when all are ready in a game to learn by, its turn is resolved, and a page leads to its report."""
    if request.endpoint not in PLAYED or response.status_code >= 400:
        return response
    stream = str((request.view_args or {}).get("stream", ""))
    row = site().live.store.game(stream)
    if row is None or not (play_on(site().live, row) or _is_over(row)) or response.mimetype == "application/json":
        return response
    return make_response(redirect(url_for("games.latest", stream=stream), 303))


def _is_over(row: GameRow) -> bool:
    """Has the clock resolved the turn that was sent, before `play_on` could?"""
    now = site().live.store.game(row.stream)
    return bool(row.hidden) and now is not None and request.form.get("turn") == str(now.closed)
