"""Which kinds of places there are. A driver is imported when a place of its kind is opened: most commands open none."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import ClassVar, Protocol, cast

from pbem.gateway.forums.drivers.mailing import Send
from pbem.gateway.forums.port import Ability, Account, Forum

ONLINE = {
    "discord": "discord.Discord",
    "discourse": "discourse.Discourse",
    "matrix": "matrix.Matrix",
    "mattermost": "mattermost.Mattermost",
    "nodebb": "nodebb.NodeBB",
    "slack": "slack.Slack",
    "usenet": "usenet.Usenet",
    "webhook": "webhook.Webhook",
}
"""Where the drivers are that speak to their places themselves, by kind: module and class."""
BY_MAIL = {
    "elkarte-mail": "board_mail.ElkArteMail",
    "fudforum-mail": "board_mail.FudForumMail",
    "mail-list": "mail_list.MailList",
    "phpbb-mail": "board_mail.PhpbbMail",
}
"""And those that post by mail."""
KINDS = (*ONLINE, *BY_MAIL)


class Driver(Protocol):
    """A driver's class: what is known of a kind before a place of it is opened."""

    abilities: ClassVar[frozenset[Ability]]
    options: ClassVar[Mapping[str, str]]

    def __call__(self, account: Account, *send: Send) -> Forum: ...


def driver_of(kind: str) -> Driver:
    """The driver of one of `KINDS`."""
    module, _, name = (ONLINE | BY_MAIL)[kind].rpartition(".")
    return cast(Driver, getattr(import_module(f"{__package__}.{module}"), name))


def open_forum(kind: str, account: Account, send: Send) -> Forum:
    """A driver for a place of this kind. `send` queues a mail, once by its Message-ID."""
    return driver_of(kind)(account, *([send] if kind in BY_MAIL else []))
