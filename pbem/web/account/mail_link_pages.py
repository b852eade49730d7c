"""Pages that our mails link to: let held orders count, stop a game's reports or reminders, or the mail of its thread. Looking
at one changes nothing; mail programs and their guards look at every link before a person does.
"""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from pbem.service.mail_port import MailLinkPort, SitterNaming
from pbem.web.infra.site import site

pages = Blueprint("post", __name__, url_prefix="/mail")


def _mail_links() -> MailLinkPort:
    return site().mailer.mail_links


@pages.get("/confirm/<code>")
def held(code: str) -> ResponseReturnValue:
    """The held orders, with a button for each answer."""
    found = _mail_links().held(code)
    if found is None:
        abort(404, "no orders are held under this address")
    return render_template("held.html", held=found, said="")


@pages.post("/confirm/<code>")
def confirm(code: str) -> ResponseReturnValue:
    """They are mine: file them. The address is the permission; it was mailed to the seat's player alone."""
    if _mail_links().held(code) is None:
        abort(404, "no orders are held under this address")
    said = _mail_links().confirm(code)
    return render_template("held.html", held=_mail_links().held(code), said=said)


@pages.post("/confirm/<code>/discard")
def discard(code: str) -> ResponseReturnValue:
    """They are not mine: throw them away."""
    done = _mail_links().discard(code)
    found = _mail_links().held(code)
    if found is None:
        abort(404, "no orders are held under this address")
    return render_template("held.html", held=found, said="thrown away" if done else "nothing was changed")


@pages.get("/unsubscribe/<claim>")
def unsubscribe(claim: str) -> ResponseReturnValue:
    """What would be stopped, with a button."""
    found = _mail_links().unsubscribe(claim)
    if found is None:
        abort(404, "this address is out of use")
    return render_template("unsubscribe.html", unsubscribe=found, claim=claim)


@pages.post("/unsubscribe/<claim>")
def leave(claim: str) -> ResponseReturnValue:
    """Stop the reports: asked for by a person's button, or by their mail program alone (RFC 8058: no cookie, no redirect)."""
    if not _mail_links().leave(claim):
        abort(404, "this address is out of use")
    return render_template("unsubscribe.html", unsubscribe=_mail_links().unsubscribe(claim), claim=claim)


@pages.get("/sitter/<claim>")
def naming(claim: str) -> ResponseReturnValue:
    """Who is asked to order for the player of which seat, with a button to decline."""
    return render_template("sitter.html", naming=_asked(claim), claim=claim, declined=False)


@pages.post("/sitter/<claim>")
def decline(claim: str) -> ResponseReturnValue:
    """They do not want to, or cannot any more. The address is the permission; it was mailed to them alone."""
    asked = _asked(claim)
    _mail_links().decline(claim)
    return render_template("sitter.html", naming=asked, claim=claim, declined=True)


def _asked(claim: str) -> SitterNaming:
    found = _mail_links().naming(claim)
    if found is None:
        abort(404, "this address is out of use: you are not named any more to order for the player of that seat")
    return found


@pages.post("/unsubscribe/<claim>/rejoin")
def rejoin(claim: str) -> ResponseReturnValue:
    """Send the reports again after all."""
    if not _mail_links().rejoin(claim):
        abort(404, "this address is out of use")
    return render_template("unsubscribe.html", unsubscribe=_mail_links().unsubscribe(claim), claim=claim)


@pages.get("/reminders/<claim>")
def reminders(claim: str) -> ResponseReturnValue:
    """Of which game no reminders would come any more, with a button; or that there are none, with the way back."""
    return _reminders(claim)


@pages.post("/reminders/<claim>")
def stop_reminders(claim: str) -> ResponseReturnValue:
    """No more of them: by a person's button, or by their mail program alone, as with the reports."""
    if not _mail_links().stop_reminders(claim):
        abort(404, "this address is out of use")
    return _reminders(claim)


@pages.post("/reminders/<claim>/all")
def stop_all_reminders(claim: str) -> ResponseReturnValue:
    """No more reminders of any game."""
    if not _mail_links().stop_reminders(claim, of_all=True):
        abort(404, "this address is out of use")
    return _reminders(claim)


@pages.post("/reminders/<claim>/again")
def resume_reminders(claim: str) -> ResponseReturnValue:
    """Reminders after all."""
    if not _mail_links().resume_reminders(claim):
        abort(404, "this address is out of use")
    return _reminders(claim)


def _reminders(claim: str) -> str:
    found = _mail_links().reminders(claim)
    if found is None:
        abort(404, "this address is out of use")
    return render_template("reminders_off.html", reminders=found, claim=claim)


@pages.get("/thread/<claim>")
def thread(claim: str) -> ResponseReturnValue:
    """The mail of which thread would not come any more, with a button; or that it does not come, with the way back."""
    return _thread(claim)


@pages.post("/thread/<claim>")
def unfollow(claim: str) -> ResponseReturnValue:
    """No more of it: by a person's button, or by their mail program alone, as with the reports."""
    if not _mail_links().unfollow(claim):
        abort(404, "this address is out of use")
    return _thread(claim)


@pages.post("/thread/<claim>/again")
def follow_again(claim: str) -> ResponseReturnValue:
    """The mail of the thread after all."""
    if not _mail_links().follow_again(claim):
        abort(404, "this address is out of use")
    return _thread(claim)


def _thread(claim: str) -> str:
    found = _mail_links().thread(claim)
    if found is None:
        abort(404, "this address is out of use")
    return render_template("thread_off.html", thread=found, claim=claim)
