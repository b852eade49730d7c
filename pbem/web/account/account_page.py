"""The visitor's own page: name and clock, browsers that are signed in, tokens for programs, secret addresses of feeds."""

from __future__ import annotations

from functools import cache
from typing import cast
from zoneinfo import available_timezones

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.accounts.credentials import KeyKind
from pbem.accounts.people import BadPerson, clean_name
from pbem.campaign.played import rule_books
from pbem.core.game.phrases import count
from pbem.service.context import stamp
from pbem.service.games.lobby import lobby
from pbem.service.masters import weekly
from pbem.service.reminders.choices import games_of, plan_anew
from pbem.service.vacation import vacation_of
from pbem.web.account.feeds import secret_url
from pbem.web.account.reminder_form import chosen
from pbem.web.account.substitute_form import substitute_for
from pbem.web.infra.site import site
from pbem.web.infra.visitor import sign_off, signed_in, visitor

pages = Blueprint("account", __name__, url_prefix="/you")


@pages.get("")
def show() -> ResponseReturnValue:
    """All of it, with a form for each change."""
    return _page()


@pages.post("")
def change() -> ResponseReturnValue:
    """Another name, another clock."""
    person, zone = signed_in(), request.form.get("zone", "").strip()
    name = clean_name(request.form.get("name", ""))
    site().people.set_zone(person.id, "" if zone.upper() == "UTC" else zone)
    site().people.rename(person.id, name)
    plan_anew(site().context, site().people.by_id(person.id) or person)
    flash("Saved.")
    return _back()


@pages.post("/weekly")
def set_weekly() -> ResponseReturnValue:
    """The weekly mail about the games that one runs: yes or no."""
    wanted = request.form.get("weekly") == "yes"
    weekly.set_wanted(site().context, signed_in().id, wanted)
    flash("You get the weekly mail." if wanted else "You get no weekly mail.")
    return _back()


@pages.post("/sessions")
def sign_out_others() -> ResponseReturnValue:
    """Sign out one browser (`hash`), or all but this one."""
    person, opened = signed_in(), visitor().session
    chosen, this = request.form.get("hash", ""), opened.hash if opened else ""
    if not chosen:
        flash(f"Signed out: {count(site().keys.close_sessions(person.id, but=this), 'other browser')}.")
    elif chosen == this:
        sign_off()
        flash("You are signed out.")
        return redirect(url_for("start.index"), 303)
    elif site().keys.close_session(person.id, chosen):
        flash("That browser is signed out.")
    else:
        abort(404, "that browser is signed out already")
    return _back()


@pages.post("/tokens")
def give_token() -> ResponseReturnValue:
    """A token for a program. It is in this answer and nowhere else."""
    person = signed_in()
    label = " ".join(request.form.get("label", "").split())
    if not label:
        raise BadPerson("a token needs a name, so that you know it again")
    token = site().keys.give_token(person.id, label, stamp(site().context.now()))
    return _page(token), 200, {"Cache-Control": "no-store"}


@pages.post("/addresses")
def give_address() -> ResponseReturnValue:
    """A secret address of a feed (of one game, or of all) or of the calendar."""
    person, kind, stream = signed_in(), request.form.get("kind", ""), request.form.get("stream", "")
    if kind not in ("feed", "calendar"):
        abort(400, "there are addresses for a feed and for a calendar")
    if stream and stream not in _streams(person.id):
        abort(404, f"you have no game {stream}")
    site().keys.give_address(person.id, cast(KeyKind, kind), "" if kind == "calendar" else stream, stamp(site().context.now()))
    return _back()


@pages.post("/revoke")
def revoke() -> ResponseReturnValue:
    """Make a token or a secret address worthless; with `again`, a new address takes its place."""
    person = signed_in()
    key = next((key for key in site().keys.keys(person.id) if key.id == request.form.get("id", "")), None)
    if key is None:
        abort(404, "that was revoked already")
    site().keys.revoke(person.id, key.id)
    if request.form.get("again") and key.kind != "api":
        site().keys.give_address(person.id, cast(KeyKind, key.kind), key.stream, stamp(site().context.now()))
        flash("The old address is worthless. The new one is below.")
    else:
        flash("Revoked: it opens nothing any more.")
    return _back()


# ---------------------------------------------------------------- how it is made


def _back() -> ResponseReturnValue:
    return redirect(url_for("account.show"), 303)


def _page(token: str = "") -> str:
    person, opened = signed_in(), visitor().session
    keys = site().keys.keys(person.id)
    return render_template(
        "account.html",
        person=person,
        aliases=site().people.aliases(person.id),
        zones=_zones(),
        sessions=site().keys.sessions(person.id),
        this=opened.hash if opened else "",
        tokens=[key for key in keys if key.kind == "api"],
        addresses=[(key, secret_url(key)) for key in keys if key.kind != "api"],
        streams=_streams(person.id),
        substitute=substitute_for(person.id),
        rule_books=rule_books(site().context.games).values(),
        token=token,
        reminders=chosen(person.id),
        own_games=games_of(site().context, person.id),
        vacation=vacation_of(site().context, person.id),
        weekly=weekly.wants(site().context, person.id),
        links=site().mailer.forums.links.boxes(person.id),
    )


def _streams(person: str) -> dict[str, str]:
    """The person's games, with their titles."""
    found = lobby(site().context, site().asks, person)
    return {seat.stream: seat.title for seat in [*found.waiting, *found.playing, *found.over]} | {
        table.stream: table.title for table in found.runs
    }


@cache
def _zones() -> list[str]:
    return sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "posix/", "right/")))
