"""What is said of a new game in the steps before it is opened: options, players, the pace; and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from flask import request

from events.platform import PolicySet
from pbem.accounts.people import fold_address
from pbem.core.game.options import Choice, NoScenario
from pbem.core.game.protocol import Game, Seat
from pbem.core.state.players import bot_name
from pbem.service.context import ActRefused
from pbem.service.games.opening import OPENED, check_player
from pbem.service.policy.parse_policy import PRESET, policy_from
from pbem.service.policy.presets import PRESETS, STANDARD
from pbem.service.policy.words import in_words
from pbem.web.admin.policy_form import read_policy, sent
from pbem.web.admin.scenario_cards import seat_options, seats_with
from pbem.web.infra.site import site

RULES, OWN, START = "rules", "own", "start"
"""The field of the pace that was chosen: a ready-made policy or one's own; and of one to begin one's own with."""
SEAT_FIELDS = ("title", "words", "seat-", "address-")
EVERY_STEP = ("csrf_token", "form", "shown", START)
"""Fields that a page writes by itself."""
PACES = {
    "evening": ("In one evening", "A turn waits for everybody. If somebody is gone, you resolve it, or find another player."),
    "fast": (
        "A turn a day",
        "Standing orders count at once. Else there is a little grace, and a sitter may order.",
    ),
    "club": ("Three days", "The deadline waits for who is away or asks for it. Then there is grace, and a sitter may order."),
    "patient": ("A turn a week", "There is much time for who is away or late: the deadline waits, long grace, then a sitter."),
}
"""The ready-made policies that are shown as cards: what they are called, and what follows when orders are missing."""


@dataclass
class NewGameForm:
    """The form as it was filled in, so that nothing typed is lost: options, all fields, and what is wrong with it.

    `seats` are those of the options; while these cannot be read, those of the defaults.
    """

    game: Game[Any]
    scenario: str
    options: dict[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""
    seats: list[Seat] = field(default_factory=list)

    @property
    def shown(self) -> str:
        """The seats, as the page sends back which it showed."""
        return " ".join(seat.id for seat in self.seats)

    @property
    def seat_choices(self) -> Mapping[str, Choice]:
        """The options that make other seats."""
        return seat_options(self.game, self.scenario)

    @property
    def other_choices(self) -> Mapping[str, Choice]:
        """The other options."""
        return {
            name: each for name, each in self.game.scenarios.choices(self.scenario).items() if name not in self.seat_choices
        }

    @property
    def of_seats(self) -> Mapping[str, str]:
        """The fields of the step that says who plays, but for those that every step sends."""
        return {name: value for name, value in self.fields.items() if self._is_of_seats(name) and name not in EVERY_STEP}

    @property
    def of_pace(self) -> Mapping[str, str]:
        """The fields of the step after it."""
        return {name: value for name, value in self.fields.items() if not self._is_of_seats(name) and name not in EVERY_STEP}

    def _is_of_seats(self, name: str) -> bool:
        return name.startswith(SEAT_FIELDS) or name.removeprefix("option-") in self.seat_choices

    def who(self, seat: Seat) -> str:
        """Who plays: `me`, `free`, `invite` or a bot; the first seat is for who opens the game."""
        return self.fields.get(f"seat-{seat.id}", "me" if seat == self.seats[0] else "free")

    def address(self, seat: Seat) -> str:
        """The address of who is invited to it."""
        return self.fields.get(f"address-{seat.id}", "").strip()

    @property
    def waits(self) -> bool:
        """Are there seats that nobody holds from the start?"""
        return any(self.who(seat) in ("free", "invite") for seat in self.seats)

    @property
    def rules(self) -> str:
        """The pace that was chosen. Fields of a policy without a choice are one's own."""
        typed = OWN if sent() or START in request.form or PRESET in request.args else STANDARD
        return OWN if START in request.form else self.fields.get(RULES, typed)


def form_of(game: Game[Any], scenario: str) -> NewGameForm:
    """The form as it was sent, or an empty one."""
    fields = {name: values[-1] for name, values in request.form.lists()}
    options = {name: fields[f"option-{name}"] for name in game.scenarios.choices(scenario) if f"option-{name}" in fields}
    sheet = NewGameForm(game, scenario, options, fields)
    try:
        sheet.seats = seats_with(game, scenario, options)
    except NoScenario as e:
        sheet.problem, sheet.seats = str(e), seats_with(game, scenario, {})
    return sheet


class Players(NamedTuple):
    """Who sits down at once, by seat, and the addresses of those who are invited."""

    seated: Mapping[str, str]
    invited: Mapping[str, str]


def read_players(sheet: NewGameForm, person: str) -> Players:
    """Who plays. Raises `ActRefused`, `BadPerson` or `NoScenario` for a seat that is not filled in rightly."""
    seated, invited = {}, {}
    ids = {seat.id: seat.side for seat in sheet.seats}
    for seat in sheet.seats:
        who = sheet.who(seat)
        if who == "me":
            seated[seat.id] = person
        elif bot_name(who):
            check_player(sheet.game, ids, seat.id, who)
            seated[seat.id] = who
        elif who == "invite":
            if not sheet.address(seat):
                raise ActRefused(f"{seat.title}: write the mail address of the person who is invited")
            invited[seat.id] = sheet.address(seat)
            fold_address(invited[seat.id])
    return Players(seated, invited)


def chosen_policy(sheet: NewGameForm) -> PolicySet:
    """The policy of the card that was chosen, or of the fields. Raises `ActRefused`."""
    opened = PolicySet(why=OPENED)
    return read_policy(opened) if sheet.rules == OWN else policy_from({PRESET: sheet.rules}, opened, _today())


def start_policy() -> PolicySet:
    """The ready-made policy that the fields of one's own begin with. Raises `ActRefused`."""
    name = request.form.get(START) or request.args.get(PRESET, STANDARD)
    return policy_from({PRESET: name}, PolicySet(), _today())


class PaceCard(NamedTuple):
    """A ready-made policy as a choice: what it is called, when turns are due, and what follows when orders are missing."""

    key: str
    title: str
    clock: str
    missing: str


def pace_cards() -> Iterable[PaceCard]:
    """The ready-made policies to choose from."""
    for key, (title, missing) in PACES.items():
        policy = PolicySet(**PRESETS[key].fields)
        clock = in_words(policy, 0.0).clock.partition(". ")[0].rstrip(".")
        lost = f" Who misses {policy.offer_after} turns in a row loses the seat." if policy.offer_after else ""
        yield PaceCard(key, title, f"{clock}.", f"{missing}{lost}")


def _today() -> date:
    return site().context.now().date()
