"""Signing in by a mailed link. Looking at the link uses nothing up (mail guards open every link first); its button does."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_limiter.util import get_remote_address

from pbem.accounts.people import BadPerson, Person, clean_name, fold_address
from pbem.service.context import stamp
from pbem.service.guests.guest_games import hand_over
from pbem.web.account.sign_in_links import MINUTES, Ticket, WornOut, link_for, local_path, read_link, use_up
from pbem.web.infra.limits import SIGN_IN, SIGN_IN_ADDRESS, TRY_LINK, limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import login, sign_off

pages = Blueprint("signin", __name__)


def _asked_address() -> str:
    """Whose mailbox a link is asked for: what is counted beside the visitor."""
    return request.form.get("address", "").strip().casefold() or get_remote_address()


@pages.get("/sign-in")
def ask() -> ResponseReturnValue:
    """The form that asks for a link."""
    return _form(local_path(request.args.get("next", "")))


@pages.post("/sign-in")
@limiter.limit(SIGN_IN, error_message="too many links were asked for from here; try again in an hour")
@limiter.limit(SIGN_IN_ADDRESS, key_func=_asked_address, error_message="links are on the way to this address; look there first")
def mail_link() -> ResponseReturnValue:
    """Mail a link. The answer is the same whether the address is known here or not."""
    given, next = request.form.get("address", ""), local_path(request.form.get("next", ""))
    try:
        address = fold_address(given)
    except BadPerson as e:
        return render_template("signin.html", next=next, wrong=str(e), given=given, minutes=MINUTES), 400
    person = site().people.by_address(address)
    site().mailer.mail_sign_in(person or Person("", "", address, ""), link_for(person, address, next), MINUTES)
    return render_template("signin_sent.html", address=address, minutes=MINUTES)


@pages.get("/sign-in/<token>")
@limiter.limit(TRY_LINK)
def open_link(token: str) -> ResponseReturnValue:
    """A page with one button; a newcomer is asked for a name."""
    try:
        return render_template("signin_link.html", ticket=read_link(token), token=token, problem="")
    except WornOut as e:
        return _form("/", str(e)), 410


@pages.post("/sign-in/<token>")
@limiter.limit(TRY_LINK)
def use_link(token: str) -> ResponseReturnValue:
    """Sign this browser in, once."""
    try:
        ticket = read_link(token)
    except WornOut as e:
        return _form("/", str(e)), 410
    name = " ".join(request.form.get("name", "").split())
    if ticket.person is None and not name:
        return render_template("signin_link.html", ticket=ticket, token=token, problem="Say what you want to be called."), 400
    if ticket.person is None:
        clean_name(name)
    if not use_up(ticket.nonce):
        return _form("/", "this link has been used; each is good for once"), 410
    person = ticket.person or _newcomer(ticket, name)
    if ticket.guest and ticket.guest != person.id:
        hand_over(site().context, ticket.guest, person.id)
    login(person)
    return redirect(ticket.next, 303)


def _newcomer(ticket: Ticket, name: str) -> Person:
    if ticket.guest:
        return site().people.name_guest(ticket.guest, name, ticket.address)
    return site().people.add(name, ticket.address, stamp(site().context.now()))


def _form(next: str, problem: str = "") -> str:
    return render_template("signin.html", next=next, problem=problem, minutes=MINUTES)


@pages.post("/sign-in/demo")
def demo() -> ResponseReturnValue:
    """The demonstration's own player, whose mailbox is in the browser anyway."""
    person = site().people.by_address(site().mailbox) if site().mailbox else None
    if person is None:
        abort(404, "there is no demonstration here")
    login(person)
    return redirect(local_path(request.form.get("next", "")), 303)


@pages.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """This browser alone."""
    sign_off()
    flash("You are signed out.")
    return redirect(url_for("start.index"), 303)
