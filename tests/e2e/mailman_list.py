"""Makes a list in a new Mailman 3: `python mailman_list.py CONFIG LIST MEMBER ...`, run by Mailman's own Python.

Anyone may post; From is munged, as lists do for senders whose domain has a DMARC policy.
"""

from __future__ import annotations

import sys

from mailman.app.lifecycle import create_list
from mailman.core.initialize import initialize
from mailman.database.transaction import transaction
from mailman.interfaces.action import Action
from mailman.interfaces.domain import IDomainManager
from mailman.interfaces.mailinglist import DMARCMitigateAction
from mailman.interfaces.usermanager import IUserManager
from zope.component import getUtility


def make(config: str, name: str, members: list[str]) -> None:
    """Set the database up, and the list in it."""
    initialize(config)
    with transaction():
        getUtility(IDomainManager).add(name.partition("@")[2])
        made = create_list(name, [])
        made.dmarc_mitigate_action = DMARCMitigateAction.munge_from
        made.dmarc_mitigate_unconditionally = True
        made.default_nonmember_action = Action.accept
        made.send_welcome_message = False
        for address in members:
            made.subscribe(getUtility(IUserManager).create_address(address))


if __name__ == "__main__":
    make(sys.argv[1], sys.argv[2], sys.argv[3:])
