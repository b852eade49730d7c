"""Naming who orders for a seat's player, and declining it: on the seat's own page, or behind the link of the mail."""

from __future__ import annotations

from flask import flash

from pbem.service.history import PLAYER
from pbem.service.ladder import sitters
from pbem.web.account.invitations import invite
from pbem.web.infra.site import site
from pbem.web.infra.visitor import signed_in

SITTER_ACTS = ("sitter", "no-sitter", "alone", "decline")
"""What a form may ask for: the last one is for who was named, the others for the player."""


def name(stream: str, seat: str, address: str, why: str) -> None:
    """The person with this address orders for the seat's player when they cannot ("": nobody does); they are told by mail.

    Raises ActRefused, `BadPerson`; 429 for who invites too often.
    """
    context = site().context
    sitters.check_name(context, stream, seat)
    person = invite(address).id if address.strip() else ""
    sitters.name_sitter(context, stream, seat, person, why, PLAYER)
    site().mailer.mail_sitter_named(stream, seat)


def act_on(stream: str, seat: str, act: str, address: str, why: str) -> None:
    """What a form of the page asks for, with a word of what was done."""
    if act == "sitter":
        name(stream, seat, address, why)
        flash("They are told by mail.")
    elif act == "no-sitter":
        name(stream, seat, "", why)
        flash(f"Nobody is named any more to order for {seat}.")
    elif act == "alone":
        sitters.come_back(site().context, stream, seat)
        flash("Welcome back: nobody orders for you any more.")
    else:
        sitters.decline(site().context, stream, seat, signed_in().id)
        site().mailer.mail_sitter_named(stream, seat)
        flash(f"You do not order for {seat}.")
