"""Which kinds of places there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Protocol

from pbem.gateway.forums.port import Ability, Account, Forum

SendMail = Callable[[str, bytes], None]
"""Queues a mail (recipient's address, the whole message) once by its Message-ID: for the kinds that post by mail."""


class Driver(Protocol):
    """A driver's class."""

    abilities: ClassVar[frozenset[Ability]]
    options: ClassVar[Mapping[str, str]]

    def __call__(self, account: Account, send: SendMail) -> Forum: ...


KINDS: Mapping[str, Driver] = {}
"""The drivers by the kind of place that they speak to."""
