"""The page of a mail that offers a free seat. Looking at it changes nothing; its address was mailed to one person alone."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from pbem.service.mail_port import OfferedSeat
from pbem.web.infra.limits import TRY_LINK, limiter
from pbem.web.infra.site import site

pages = Blueprint("offers", __name__, url_prefix="/mail/take")


def _offered(code: str) -> OfferedSeat:
    return site().mailer.mail_links.offered(code) or abort(404, "no seat was offered under this address")


@pages.get("/<code>")
@limiter.limit(TRY_LINK)
def show(code: str) -> ResponseReturnValue:
    """The seat, and a button that takes it."""
    return _page(code, "")


@pages.post("/<code>")
@limiter.limit(TRY_LINK)
def take(code: str) -> ResponseReturnValue:
    """Take it. Who was second is told so."""
    _offered(code)
    return _page(code, site().mailer.mail_links.take(code))


@pages.post("/<code>/no-more")
@limiter.limit(TRY_LINK)
def ask_no_more(code: str) -> ResponseReturnValue:
    """Off the list of substitutes."""
    _offered(code)
    site().mailer.mail_links.ask_no_more(code)
    return _page(code, "")


def _page(code: str, refused: str) -> str:
    return render_template("offer.html", offered=_offered(code), code=code, refused=refused)
