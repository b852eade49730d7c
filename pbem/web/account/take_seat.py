"""Taking a seat and leaving it: by invitation, or a free one; and telling the others when one is away."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.service.context import ActRefused
from pbem.service.games import seating
from pbem.service.games.overview import overview
from pbem.service.history import PLAYER
from pbem.service.ladder import absence
from pbem.service.ladder.promises import promise
from pbem.service.orders.requests import NAMED, TAKEN_BACK
from pbem.service.repository import load
from pbem.web.account.invitations import Invitation, read_invitation
from pbem.web.account.sign_in_links import MINUTES, link_for
from pbem.web.account.sitter_forms import SITTER_ACTS, act_on
from pbem.web.infra.limits import TRY_LINK, limiter
from pbem.web.infra.site import player_names, site
from pbem.web.infra.times import read_moment
from pbem.web.infra.visitor import check_plays, game_row, played_among, seat_rows, signed_in, visitor

pages = Blueprint("joining", __name__)

SEATS_AN_HOUR = "60 per hour"


@pages.get("/g/<stream>/seat")
def show(stream: str) -> ResponseReturnValue:
    """The free seats, and what the visitor may do with their own."""
    row = game_row(stream)
    now = overview(site().context, stream)
    rows = seat_rows(stream)
    return render_template(
        "seat.html",
        row=row,
        now_at=now,
        own={held.seat for held in played_among(rows)},
        names=player_names(now),
        promise=promise(now.policy),
    )


@pages.post("/g/<stream>/seat")
@limiter.limit(SEATS_AN_HOUR)
def seat(stream: str) -> ResponseReturnValue:
    """Take a free seat, leave one's own, be away or back; name who orders for one, or order for nobody any more."""
    person, row = signed_in(), game_row(stream)
    context, form = site().context, request.form
    chosen, why, act = form.get("seat", ""), form.get("why", ""), form.get("act", "")
    if act == "take":
        seating.take_free(context, stream, chosen, person.id)
        flash(f"{chosen} is yours. Your report is on this page, and on its way by mail.")
        return redirect(url_for("games.latest", stream=row.stream, side=chosen), 303)
    if act not in ("resign", "away", "back", *SITTER_ACTS):
        abort(400, "that is nothing that can be done with a seat")
    if act != "decline":
        check_plays(stream, chosen)
    if act in SITTER_ACTS:
        act_on(stream, chosen, act, form.get("address", ""), why or (NAMED if act == "sitter" else TAKEN_BACK))
        return redirect(url_for("joining.show", stream=stream), 303)
    if act == "resign":
        return _resign(stream, chosen, person.id, why)
    until = read_moment(form.get("until", ""), person) if act == "away" else None
    absence.set_absence(context, stream, chosen, until, why or ("back again" if act == "back" else ""), PLAYER)
    flash("The others are told that you are away." if until else "Welcome back.")
    return redirect(url_for("joining.show", stream=stream), 303)


def _resign(stream: str, chosen: str, person: str, why: str) -> ResponseReturnValue:
    """Asked twice: a seat that is left may be somebody else's the next moment."""
    if request.form.get("sure") != "yes":
        return render_template("resign.html", row=game_row(stream), seat=chosen, why=why)
    seating.resign(site().context, stream, chosen, person, why)
    flash(f"You have left {chosen}.")
    return redirect(url_for("games.latest", stream=stream), 303)


# ---------------------------------------------------------------- invitations


@pages.get("/invite/<token>")
@limiter.limit(TRY_LINK)
def invitation(token: str) -> ResponseReturnValue:
    """What the invited person is invited to. Nothing happens before the button is pressed: mail guards open links."""
    asked = _read(token)
    row = game_row(asked.stream)
    game = load(site().context, row.stream).game
    scenario = game.scenarios.find(row.scenario)
    seats = {seat.seat: seat for seat in site().context.store.seats(asked.stream)}
    found = seats.get(asked.seat)
    rules = overview(site().context, row.stream).rules
    free = found is not None and found.player is None and row.status != "ended"
    told = {"game": game, "scenario": scenario, "person": asked.person, "rules": rules}
    return render_template("invite.html", row=row, seat=found, token=token, free=free, **told)


@pages.post("/invite/<token>")
@limiter.limit(TRY_LINK)
def accept(token: str) -> ResponseReturnValue:
    """Take the seat. The link came to the person's mailbox: proof enough for that, but too old a one to sign anybody in by.

    So a fresh one is mailed.
    """
    asked = _read(token)
    game_row(asked.stream)
    seating.accept(site().context, asked.stream, asked.seat, asked.person.id)
    flash(f"{asked.seat} of {asked.stream} is yours. Your first report is on its way by mail.")
    here = url_for("games.latest", stream=asked.stream, side=asked.seat)
    if visitor().id == asked.person.id:
        return redirect(here, 303)
    site().mailer.mail_sign_in(asked.person, link_for(asked.person, "", here), MINUTES)
    return render_template("signin_sent.html", address="", minutes=MINUTES)


def _read(token: str) -> Invitation:
    found = read_invitation(token)
    if found is None:
        raise ActRefused("this invitation does not hold any more: ask the game master for another one")
    return found
