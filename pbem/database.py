"""The one list of all tables: the log's, the people's, the mail's. Whatever opens the service's database opens it with this."""

from __future__ import annotations

from pathlib import Path

from events import store
from events.database import Connections
from pbem.accounts import credentials, last_looks, people, reminder_choices, substitutes, vacations
from pbem.gateway.forums import accounts, places, posts_table
from pbem.gateway.forums.intake import place_reading, reply_table
from pbem.gateway.mailboxes import claims_table, deliverability, mail_migrations, quarantine_table
from pbem.service import mail_facts
from pbem.service.masters import weekly
from pbem.service.orders import drafts
from pbem.service.outages import tables as outage_tables
from pbem.service.press import messages
from pbem.service.reminders import reminder_tables
from pbem.service.thread import abuse, comment_table, following

MIGRATIONS = (
    *store.MIGRATIONS,
    people.migrations,
    credentials.migrations,
    substitutes.migrations,
    mail_migrations.migrations,
    claims_table.migrations,
    deliverability.migrations,
    quarantine_table.migrations,
    messages.migrations,
    drafts.migrations,
    last_looks.migrations,
    mail_facts.migrations,
    weekly.migrations,
    outage_tables.migrations,
    reminder_choices.migrations,
    reminder_tables.migrations,
    vacations.migrations,
    places.migrations,
    posts_table.migrations,
    accounts.migrations,
    reply_table.migrations,
    place_reading.migrations,
    comment_table.migrations,
    abuse.migrations,
    following.migrations,
)


def open_database(path: Path | str) -> Connections:
    """The service's database, set up on first run and brought up to date after an update."""
    return Connections(path, MIGRATIONS)
