"""What a person settles for all their games: how they are reminded, and that they are away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import abort

from pbem.accounts.people import BadPerson
from pbem.accounts.reminder_choices import ALL_GAMES, Mode, ReminderChoice, ReminderChoices, checked_choice
from pbem.service import vacation
from pbem.service.reminders.choices import choose, games_of
from pbem.service.vacation import ToldGame
from pbem.web.api.describe import route
from pbem.web.api.endpoint import person, read
from pbem.web.api.master import moment_of
from pbem.web.api.seats import Absence
from pbem.web.infra.site import site


@dataclass(frozen=True)
class Reminders:
    """What holds in a game, or in all games that have nothing of their own (`stream` "")."""

    stream: str
    mode: Mode
    hours: list[int]


@dataclass(frozen=True)
class NewReminders:
    """`hours` before a deadline count in the mode `reminders`. With the mode "" the game follows what holds in all."""

    mode: str
    stream: str = ""
    hours: list[int] = field(default_factory=lambda: list(ReminderChoice().hours))


@dataclass(frozen=True)
class ToldSeat:
    """A game that was told, for your seat; `refused` is why it was not ("": it was)."""

    stream: str
    seat: str
    refused: str


@dataclass(frozen=True)
class VacationNow:
    """Until when you are away from all your games (UTC; "": you are not), and why; which games were told just now."""

    until: str
    why: str
    told: list[ToldSeat]


@route("GET /me/reminders", "me", list[Reminders], signed=True)
def list_reminders() -> list[Reminders]:
    """How you are reminded of deadlines: in all games, then in those that have a choice of their own."""
    return _reminders()


@route("POST /me/reminders", "me", list[Reminders], NewReminders)
def set_reminders() -> list[Reminders]:
    """Choose how you are reminded, in all games or in one."""
    asked, who = read(NewReminders), person()
    if asked.stream and asked.stream not in games_of(site().context, who.id):
        abort(404, f"you have no game {asked.stream}")
    modes: dict[str, Mode] = {"reminders": "reminders", "digest": "digest", "off": "off"}
    if asked.mode not in modes and (asked.mode or asked.stream == ALL_GAMES):
        raise BadPerson(f"reminders are one of {', '.join(modes)}, not {asked.mode[:40]!r}")
    choose(site().context, who, asked.stream, checked_choice(modes[asked.mode], asked.hours) if asked.mode else None)
    return _reminders()


def _reminders() -> list[Reminders]:
    found = ReminderChoices(site().context.database).of_person(person().id)
    return [Reminders(stream, choice.mode, list(choice.hours)) for stream, choice in found.items()]


@route("GET /me/vacation", "me", VacationNow, signed=True)
def show_vacation() -> VacationNow:
    """Until when you are away from all your games."""
    return _vacation([])


@route("POST /me/vacation", "me", VacationNow, Absence)
def set_vacation() -> VacationNow:
    """Tell all your games that you are away, also those that you join meanwhile; or that you are back."""
    asked, who = read(Absence), person()
    if asked.until:
        return _vacation(vacation.leave(site().context, who.id, moment_of(asked.until), asked.why))
    return _vacation(vacation.come_back(site().context, who.id, asked.why or vacation.BACK))


def _vacation(told: Sequence[ToldGame]) -> VacationNow:
    found = vacation.vacation_of(site().context, person().id)
    seats = [ToldSeat(game.stream, game.seat, game.refused) for game in told]
    return VacationNow(found.until if found else "", found.why if found else "", seats)
