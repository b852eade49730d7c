"""How often one address may try what could be abused.

Counted in memory where the database is a file, which one process serves; in PostgreSQL by all processes together.
"""

from __future__ import annotations

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import parse

from events.database import is_url
from pbem.service.context import ServiceContext
from pbem.web.infra import shared_counts

limiter = Limiter(get_remote_address, strategy="moving-window")
SIGN_IN = "10 per hour"
"""Asking for a link: each is a mail."""
SIGN_IN_ADDRESS = "5 per hour"
"""Asking for a link to one mailbox, wherever it is asked from."""
TRY_GAME = "5 per hour"
"""Beginning a game to try: each opens one."""
TRY_LINK = "60 per hour"
"""Opening what a link or a secret address claims."""
CHECK = "120 per minute"
"""Having orders checked while typing."""
DRAFT = "600 per minute"
"""Having a draft kept and tried while typing: a request each time that a hand rests, and one for each order pointed at."""
DRAW = "120 per hour"
"""Having a map drawn as PNG, which holds everything else up."""
INVITE = parse("30 per day")
"""Inviting, by one person: each is a mail with their words in it to an address that they chose."""
REPLAY_FILES = parse("20 per hour")
"""Having a replay file made, which draws hundreds of maps; fetching one that is there is not counted."""


def register(app: Flask, context: ServiceContext) -> None:
    """Count the requests of this application."""
    shared = is_url(context.database.address)
    app.config.update(
        RATELIMIT_HEADERS_ENABLED=True,
        RATELIMIT_STORAGE_URI=shared_counts.URI if shared else "memory://",
        RATELIMIT_STORAGE_OPTIONS={"database": context.database, "secret": context.secret} if shared else {},
    )
    limiter.init_app(app)


def may_make_replay(address: str) -> bool:
    """May this address have one more replay made? It is counted."""
    return limiter.limiter.hit(REPLAY_FILES, "replay", address)


def may_invite(person: str) -> bool:
    """May this person (an id) invite once more today? It is counted."""
    return limiter.limiter.hit(INVITE, "invitation", person)
