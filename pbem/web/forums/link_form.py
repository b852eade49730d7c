"""On the visitor's own page: their accounts at the places where games are posted."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import signed_in

pages = Blueprint("links", __name__, url_prefix="/you/forums")
CODES = "20 per hour"
MESSAGES = "5 per hour"
"""Each is a mail, or a message to somebody who may not have asked for it."""


@pages.post("/<place>/code")
@limiter.limit(CODES)
def code(place: str) -> ResponseReturnValue:
    """Show a new code."""
    site().mailer.forums.links.give_code(signed_in().id, place)
    flash("Here is your code. It works once, and for an hour.")
    return _back()


@pages.post("/<place>/mail")
@limiter.limit(MESSAGES)
def mail(place: str) -> ResponseReturnValue:
    """Mail a new code to the visitor's own address."""
    site().mailer.mail_link_code(signed_in().id, place)
    flash("A code is on its way to your address. It works once, and for an hour.")
    return _back()


@pages.post("/<place>/write")
@limiter.limit(MESSAGES)
def write(place: str) -> ResponseReturnValue:
    """Have us write to the visitor's account first, for the places where they cannot."""
    site().mailer.write_to_account(signed_in().id, place, request.form.get("user", ""))
    flash("We write to that account now. Answer from it with the code that is shown below.")
    return _back()


@pages.post("/<place>/unlink")
def unlink(place: str) -> ResponseReturnValue:
    """The account there is theirs no more."""
    site().mailer.forums.links.unlink(signed_in().id, place)
    flash(f"Your account at {place} is not linked any more: what is written from it is nobody's.")
    return _back()


@pages.post("/<place>/reports")
def reports(place: str) -> ResponseReturnValue:
    """Turn reports there, too: yes or no."""
    wanted = request.form.get("reports") == "yes"
    site().mailer.forums.links.want_reports(signed_in().id, place, wanted)
    flash("Your turn reports come there, too." if wanted else "Your turn reports do not come there any more.")
    return _back()


def _back() -> ResponseReturnValue:
    return redirect(url_for("account.show", _anchor="forums"), 303)
