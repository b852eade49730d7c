"""The game master's box: every act is a small form with a reason that all players read; what is grave is asked twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from events.platform import PolicySet
from pbem.accounts.people import Person
from pbem.campaign.model.state import State
from pbem.campaign.played import KEY
from pbem.core.game.options import NoScenario, finite
from pbem.core.state.players import BOT
from pbem.service.context import ActRefused
from pbem.service.games import game_master, seating
from pbem.service.games.overview import Overview, overview
from pbem.service.history import latest, newest
from pbem.service.ladder import absence
from pbem.service.masters import co_masters
from pbem.service.policy.parse_policy import PRESET, policy_from
from pbem.service.repository import reading
from pbem.service.turns import close, rollback
from pbem.web.account.invitations import invite, mail_invitation
from pbem.web.admin.forum_form import forums_of
from pbem.web.admin.needs_page import needs_of
from pbem.web.admin.policy_form import policy_form, read_policy
from pbem.web.infra.limits import limiter
from pbem.web.infra.seat_names import seat_title
from pbem.web.infra.site import player_names, site
from pbem.web.infra.times import here, read_moment
from pbem.web.infra.visitor import check_first_master, check_master, game_row, held_seats, is_first_master, is_master

pages = Blueprint("master", __name__)

ACTS_AN_HOUR = "120 per hour"
SHOWN_ACTS = 40
TURN = re.compile(r"[0-9]{1,8}")


class ActionRequest(NamedTuple):
    """What was asked for, by whom."""

    stream: str
    person: Person

    def text(self, name: str) -> str:
        """A field as it was sent."""
        return request.form.get(name, "").strip()

    def seat(self) -> str:
        """What the seat that was chosen is called."""
        return seat_title(self.stream, self.text("seat"))

    def number(self, name: str, what: str) -> float:
        """A number. Raises `ActRefused` naming what is wanted."""
        found = finite(self.text(name))
        if found is None:
            raise ActRefused(f"{what}: write a number, not {self.text(name)!r}")
        return found

    def turn(self) -> int:
        """The turn that was chosen. Raises `ActRefused`."""
        if not TURN.fullmatch(self.text("turn")):
            raise ActRefused("choose a turn")
        return int(self.text("turn"))

    def moment(self, name: str) -> datetime:
        """A date and time by the visitor's own clock. Raises `ActRefused`."""
        return read_moment(self.text(name), self.person)


# ---------------------------------------------------------------- what each form does


def _pause(asked: ActionRequest) -> str:
    game_master.pause(site().context, asked.stream, asked.text("why"))
    return "The clock stands still. Orders are still taken."


def _resume(asked: ActionRequest) -> str:
    game_master.resume(site().context, asked.stream, asked.text("why"))
    return "The clock runs again."


def _extend(asked: ActionRequest) -> str:
    game_master.extend(site().context, asked.stream, asked.number("hours", "hours"), asked.text("why"))
    return "The deadline was moved."


def _deadline(asked: ActionRequest) -> str:
    game_master.set_deadline(site().context, asked.stream, asked.moment("due"), asked.text("why"))
    return "The deadline was set."


def _resolve_now(asked: ActionRequest) -> str:
    return (
        f"Turn {close.resolve_now(site().context, asked.stream, asked.text('why'))} is resolved; its reports are on their way."
    )


def _announce(asked: ActionRequest) -> str:
    game_master.announce(site().context, asked.stream, asked.text("words"))
    return "It was announced, and mailed to all players."


def _invite(asked: ActionRequest) -> str:
    person = invite(asked.text("address"))
    seating.offer(site().context, asked.stream, asked.text("seat"), person.id, asked.text("why"))
    mail_invitation(asked.stream, asked.text("seat"), person, asked.text("why"))
    return f"An invitation is on its way to {person.address}."


def _replace(asked: ActionRequest) -> str:
    person = invite(asked.text("address"))
    seating.replace_player(site().context, asked.stream, asked.text("seat"), person.id, asked.text("why"))
    mail_invitation(asked.stream, asked.text("seat"), person, asked.text("why"))
    return f"The seat is free, and an invitation is on its way to {person.address}."


def _bot(asked: ActionRequest) -> str:
    seating.seat_player(site().context, asked.stream, asked.text("seat"), f"{BOT}{asked.text('bot')}", asked.text("why"))
    return f"The bot {asked.text('bot')} plays {asked.seat()} from now on."


def _vacate(asked: ActionRequest) -> str:
    seating.vacate(site().context, asked.stream, asked.text("seat"), asked.text("why"))
    return f"{asked.seat()} is free."


def _away(asked: ActionRequest) -> str:
    until = asked.moment("until") if asked.text("until") else None
    absence.set_absence(site().context, asked.stream, asked.text("seat"), until, asked.text("why"))
    return "The absence is noted." if until else "It is noted that the player is back."


def _watch(asked: ActionRequest) -> str:
    game_master.watch(site().context, asked.stream, asked.text("seat"), asked.text("why"))
    return f"You look through the eyes of {asked.seat()} until the turn is resolved. All players are told."


def _policy(asked: ActionRequest) -> str:
    present = overview(site().context, asked.stream).policy
    absence.set_policy(site().context, asked.stream, read_policy(replace(present, why=asked.text("why"))))
    return "The rules were changed. The present deadline stays; the next one is set by them."


def _roll_back(asked: ActionRequest) -> str:
    opened = rollback.roll_back(site().context, asked.stream, asked.turn(), asked.text("why"))
    return f"The position is that after turn {asked.turn()}; turn {opened} is open."


def _rerun(asked: ActionRequest) -> str:
    again = rollback.rerun(site().context, asked.stream, asked.turn(), asked.text("why"))
    return f"Turn {asked.turn()} was played again, as turn {again}."


def _hand_over(asked: ActionRequest) -> str:
    person = invite(asked.text("address"))
    game_master.name_master(site().context, asked.stream, person.id, asked.text("why"))
    return f"{person.name} runs the game from now on."


def _co_master(asked: ActionRequest) -> str:
    person = invite(asked.text("address"))
    co_masters.name_co_master(site().context, asked.stream, person.id, asked.text("why"))
    return f"{person.name} runs the game beside you from now on."


def _no_co_master(asked: ActionRequest) -> str:
    co_masters.remove_co_master(site().context, asked.stream, asked.text("person"), asked.text("why"))
    return "It is noted: they run the game no more."


def _end(asked: ActionRequest) -> str:
    game_master.end(site().context, asked.stream, asked.text("why"))
    return "The game is over, and everything in it is laid open."


# ---------------------------------------------------------------- what is asked twice


def _undone(first: int, last: int) -> str:
    return f"turn {first} is undone" if first == last else f"turns {first} to {last} are undone"


_REOPENED = [
    "The game, which is over, goes on. What its end laid open (all orders and dice, all that was hidden, the seed of the dice)"
    " could be read by everybody, and cannot be made secret again. Think of asking the players first.",
    "A new secret seed is drawn, and its hash published: nobody can work out dice to come from the old one.",
]


def _before_resolve_now(asked: ActionRequest, now: Overview) -> list[str]:
    owing = [seat_title(asked.stream, each.seat) for each in now.seats if each.orders in ("none", "open")]
    missing = f"Not ready: {', '.join(owing)}. Whoever has filed nothing goes by advance and standing orders."
    return [
        f"Turn {now.turn} is resolved now, before its deadline; turn {now.turn + 1} opens with its full time.",
        *([missing] if owing else []),
        "What is filed by now counts. All players read your reason in the report.",
    ]


def _before_roll_back(asked: ActionRequest, now: Overview) -> list[str]:
    to = asked.turn()
    ends = now.turn + 1 if now.ended else now.turn
    dropped = "" if now.ended else f"Orders filed for turn {now.turn} are dropped. "
    return [
        *(_REOPENED if now.ended else []),
        f"The position will be again that {f'after turn {to}' if to else 'of the opening'}; {_undone(to + 1, ends - 1)}.",
        f"{dropped}Turn {ends + 1} opens at once, with new dice and its full time.",
        "Nothing is deleted: undone turns can still be read and replayed, and you can go back to one of them later.",
        "What the players have seen in them, they have seen. All are mailed a report with your reason.",
    ]


def _before_rerun(asked: ActionRequest, now: Overview) -> list[str]:
    turn = asked.turn()
    return [
        f"The position goes back to before turn {turn}; {_undone(turn, now.turn - 1)}.",
        f"The orders that were filed for turn {turn} are filed anew for turn {now.turn + 1}, which is resolved at once.",
        "The orders are the same. The dice are new, and the rules are today's: so the outcome will be another one.",
        f"Orders filed for turn {now.turn} are dropped. Nothing is deleted, and all players are mailed what happened and why.",
    ]


def _before_end(asked: ActionRequest, now: Overview) -> list[str]:
    return [
        "The game ends now, without a winner.",
        "Everything that was hidden is laid open to everybody: all orders, all dice, every view.",
        "You can roll the game back later, but what was laid open cannot be made secret again.",
    ]


def _before_vacate(asked: ActionRequest, now: Overview) -> list[str]:
    return [
        f"{asked.seat()} has no player any more. It goes by its standing orders until somebody takes it.",
        "Its player gets no more reports, and their order addresses are worthless.",
    ]


def _before_replace(asked: ActionRequest, now: Overview) -> list[str]:
    return [*_before_vacate(asked, now), f"{asked.text('address')} is mailed an invitation to the seat."]


def _before_hand_over(asked: ActionRequest, now: Overview) -> list[str]:
    return [f"{asked.text('address')} runs the game from now on, and you do not any more. Is the address right?"]


Warning_ = Callable[[ActionRequest, Overview], list[str]]


@dataclass(frozen=True)
class ActionForm:
    """A form of the box. `mailed`: the players are told at once, for no report tells them soon enough or at all.

    `first`: it is for the game master alone, not for co-masters.
    """

    title: str
    do: Callable[[ActionRequest], str]
    mailed: bool = True
    warning: Warning_ | None = None
    first: bool = False


ACTS: dict[str, ActionForm] = {
    "pause": ActionForm("Pause the clock", _pause),
    "resume": ActionForm("Start the clock again", _resume),
    "extend": ActionForm("Move the deadline", _extend),
    "deadline": ActionForm("Set the deadline", _deadline),
    "resolve": ActionForm("Resolve the turn now", _resolve_now, mailed=False, warning=_before_resolve_now),
    "announce": ActionForm("Announce", _announce),
    "invite": ActionForm("Invite a player", _invite, mailed=False),
    "replace": ActionForm("Replace a player", _replace, warning=_before_replace),
    "bot": ActionForm("Give a seat to a bot", _bot),
    "vacate": ActionForm("Take a seat from its player", _vacate, warning=_before_vacate),
    "away": ActionForm("Note an absence", _away, mailed=False),
    "watch": ActionForm("Look through a seat's eyes", _watch),
    "policy": ActionForm("Change the rules for the clock and for missing orders", _policy),
    "roll_back": ActionForm("Roll back", _roll_back, mailed=False, warning=_before_roll_back),
    "rerun": ActionForm("Play a turn again", _rerun, mailed=False, warning=_before_rerun),
    "hand_over": ActionForm("Hand the game over", _hand_over, warning=_before_hand_over, first=True),
    "co_master": ActionForm("Name a co-master", _co_master),
    "no_co_master": ActionForm("A co-master leaves", _no_co_master),
    "end": ActionForm("End the game", _end, mailed=False, warning=_before_end),
}


@pages.get("/g/<stream>/master")
def show(stream: str) -> ResponseReturnValue:
    """The box: how the game stands, every act, and what was done so far."""
    return _page(stream, check_master(game_row(stream)))


def _page(stream: str, person: Person, problem: str = "") -> str:
    """The box. `problem`: what is wrong with a policy that was sent; it is shown as it was typed."""
    now = overview(site().context, stream, filings=not held_seats(stream))
    acts = latest(site().context, stream, SHOWN_ACTS)[::-1]
    due = here(now.due, person) if now.due else ""
    return render_template(
        "master.html",
        now_at=now,
        row=game_row(stream),
        names=player_names(now),
        acts=acts,
        due_here=due,
        first=is_first_master(game_row(stream)),
        policy=policy_form(_started(now.policy), now.rhythm_hours, now.bots),
        problem=problem,
        needs=needs_of(stream),
        places=forums_of(stream),
        campaign=_campaign(stream),
    )


def _campaign(stream: str) -> State | None:
    """The campaign as the game master knows it, who may play in it; None for another game."""
    held = held_seats(stream)
    with reading(site().context, stream) as record:
        known: State | None = record.known(held[0].seat if held else None) if record.ledger.game == KEY else None
    return known


def _started(present: PolicySet) -> PolicySet:
    """The present policy, or a ready-made one to start from."""
    return policy_from({PRESET: request.args.get(PRESET, "")}, present, site().context.now().date())


@pages.post("/g/<stream>/master")
@limiter.limit(ACTS_AN_HOUR)
def act(stream: str) -> ResponseReturnValue:
    """Do one act, or first ask whether it is meant."""
    asked = ActionRequest(stream, check_master(game_row(stream)))
    chosen = ACTS.get(asked.text("act"))
    if chosen is None:
        abort(400, "that is none of the game master's acts")
    if chosen.first:
        check_first_master(game_row(stream))
    if chosen.warning and asked.text("sure") != "yes":
        warning = chosen.warning(asked, overview(site().context, stream))
        fields = {name: value for name, value in request.form.items() if name not in ("csrf_token", "sure")}
        return render_template("master_sure.html", act=chosen, warning=warning, fields=fields, row=game_row(stream))
    try:
        flash(chosen.do(asked))
    except (ActRefused, NoScenario) as e:
        if chosen.do is not _policy:
            raise
        return _page(stream, asked.person, problem=str(e)), 400
    if chosen.mailed:
        tell_players(stream)
    return redirect(url_for("master.show" if is_master(game_row(stream)) else "games.latest", stream=stream), 303)


def tell_players(stream: str) -> None:
    """Mail what was done last to all players of the game."""
    version = site().context.store.head(stream).version
    site().mailer.mail_announcement(stream, newest(site().context, stream), version)
