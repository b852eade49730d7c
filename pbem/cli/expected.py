"""Failures that a user can understand and mend."""

from __future__ import annotations

from events.store import Conflict, Corrupt
from pbem.accounts.people import BadPerson
from pbem.core.game.options import NoScenario
from pbem.core.texts.text_limits import TooLong
from pbem.gateway.outbound.dkim import BadKey
from pbem.service.audit.adjudicate import BadCase
from pbem.service.context import ActRefused, NoSuchGame, NoSuchSeat
from pbem.settings.settings import BadConfig

EXPECTED = (BadConfig, BadCase, NoScenario, NoSuchGame, NoSuchSeat, BadPerson, BadKey, ActRefused, TooLong, Corrupt, Conflict)
"""They are told in one sentence, with exit 1. Anything else is our bug and keeps its traceback."""
