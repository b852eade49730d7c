"""The seat's link in reports and receipts: to the game for its player, and, once and in time, a way to sign in."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_limiter.util import get_remote_address

from pbem.service.mail_port import SeatRef
from pbem.web.account.sign_in_links import MINUTES, link_for, use_up
from pbem.web.infra.limits import SIGN_IN, SIGN_IN_ADDRESS, TRY_LINK, limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, login, visitor

pages = Blueprint("seats", __name__, url_prefix="/seat")

FILING = re.compile(r"[0-9a-f]{16}")


def _link(claim: str) -> SeatRef:
    """404 for a link that is nobody's."""
    link = site().mailer.seat_link(claim)
    if link is None:
        abort(404, "this link is out of use: the seat has another player, or new links were given out since")
    return link


def _where(link: SeatRef) -> str:
    """The game; from a receipt the page of its filing, `?orders=` says which."""
    filing = _filing()
    if filing:
        return url_for("filing.show", stream=link.stream, turn=link.turn, filing=filing, side=link.seat)
    return f"/g/{link.stream}?{urlencode({'side': link.seat})}"


def _filing() -> str | None:
    asked = request.args.get("orders", "")
    return asked if FILING.fullmatch(asked) else None


def _in_time(link: SeatRef) -> bool:
    """Does it still let its player in: for the first time, while the turn is open that it was mailed for?"""
    row = site().live.store.game(link.stream)
    return row is not None and row.status != "ended" and row.turn == link.turn and not site().keys.was_used(_nonce(link))


def _nonce(link: SeatRef) -> str:
    """Of what the link says, not of how it is spelled: a claim may be written in several ways."""
    return f"seat {link.stream} {link.seat} {link.turn} {link.person.key}"


def _whose_mailbox() -> str:
    """What is counted beside the visitor: a claim may be written in several ways."""
    link = site().mailer.seat_link(str((request.view_args or {}).get("claim", "")))
    return link.person.id if link else get_remote_address()


@pages.get("/<claim>")
@limiter.limit(TRY_LINK)
def show(claim: str) -> ResponseReturnValue:
    """A page with one button; straight to the game for its player."""
    link = _link(claim)
    if visitor().id == link.person.id:
        return redirect(_where(link), 303)
    return _page(link, claim)


@pages.post("/<claim>")
@limiter.limit(TRY_LINK)
def come_in(claim: str) -> ResponseReturnValue:
    """Sign this browser in as the seat's player."""
    link = _link(claim)
    if visitor().id != link.person.id:
        if not _in_time(link) or not use_up(_nonce(link)):
            return _page(link, claim), 410
        login(link.person)
    return redirect(_where(link), 303)


@pages.post("/<claim>/mail")
@limiter.limit(SIGN_IN)
@limiter.limit(SIGN_IN_ADDRESS, key_func=_whose_mailbox)
def mail(claim: str) -> ResponseReturnValue:
    """Mail a fresh link to the seat's player, wherever they get their reports."""
    link = _link(claim)
    site().mailer.mail_sign_in(link.person, link_for(link.person, "", _where(link)), MINUTES)
    return render_template("signin_sent.html", address="", minutes=MINUTES)


def _page(link: SeatRef, claim: str) -> str:
    return render_template(
        "signin_seat.html", game=game_row(link.stream), link=link, claim=claim, filing=_filing(), good=_in_time(link)
    )
