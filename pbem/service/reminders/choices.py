"""A person chooses how they are reminded; what was planned by another choice is planned anew."""

from __future__ import annotations

from datetime import time

from pbem.accounts.people import Person
from pbem.accounts.reminder_choices import ALL_GAMES, ReminderChoice, ReminderChoices
from pbem.service.context import ServiceContext, stamp
from pbem.service.reminders.night import next_time
from pbem.service.reminders.reminder_tables import ReminderTables

DIGEST_AT = time(8)
"""By the clock of each person."""


def choose(context: ServiceContext, person: Person, stream: str, choice: ReminderChoice | None) -> None:
    """What holds in a game, or in all (`ALL_GAMES`); None: nothing of its own holds in the game."""
    choices = ReminderChoices(context.database)
    if choice is None:
        choices.follow(person.id, stream)
    else:
        choices.choose(person.id, stream, choice)
    plan_anew(context, person)


def stop(context: ServiceContext, person: Person, stream: str) -> None:
    """No more reminders of a game, or of any. Stopped again they stay so."""
    choices = ReminderChoices(context.database)
    for each in [stream] if stream != ALL_GAMES else choices.of_person(person.id):
        if choices.in_game(person.id, each).mode != "off":
            choices.choose(person.id, each, choices.in_game(person.id, each)._replace(mode="off"))
    plan_anew(context, person)


def resume(context: ServiceContext, person: Person, stream: str) -> None:
    """Reminders of a game again, or of all."""
    choices = ReminderChoices(context.database)
    if stream == ALL_GAMES:
        for each in choices.of_person(person.id):
            if each != ALL_GAMES and choices.in_game(person.id, each).mode == "off":
                choices.follow(person.id, each)
    elif choices.in_game(person.id, ALL_GAMES).mode != "off":
        choices.follow(person.id, stream)
    if (off := choices.in_game(person.id, stream)).mode == "off":
        choices.choose(person.id, stream, off._replace(mode="reminders"))
    plan_anew(context, person)


def stopped(context: ServiceContext, person: Person, stream: str) -> bool:
    """Does the person want no reminders of a game, or (`ALL_GAMES`) of any?"""
    choices = ReminderChoices(context.database)
    found = [choices.in_game(person.id, stream)] if stream != ALL_GAMES else choices.of_person(person.id).values()
    return all(choice.mode == "off" for choice in found)


def games_of(context: ServiceContext, person: str) -> dict[str, str]:
    """The games that are not over in which the person orders for a seat, with their titles."""
    held = context.store.played_by(person)
    return {game.stream: game.title for game, _, _ in held if game.status != "ended"}


def plan_anew(context: ServiceContext, person: Person) -> None:
    """The person has chosen something else, or another clock: their games are looked at again, and their digest comes by it."""
    tables = ReminderTables(context.database)
    tables.check_again(games_of(context, person.id))
    digest = any(choice.mode == "digest" for choice in ReminderChoices(context.database).of_person(person.id).values())
    tables.digest_at(person.id, stamp(next_time(context.now(), DIGEST_AT, person.zone)) if digest else "")


def erase(context: ServiceContext, person: str) -> None:
    """Forget what a person has chosen, and what they were reminded of."""
    ReminderChoices(context.database).erase(person)
    ReminderTables(context.database).erase(person)
