"""Threads of mails, as Jamie Zawinski's algorithm finds them in References and In-Reply-To; subjects are not looked at."""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.message import Message
from itertools import pairwise

ID = re.compile(r"<[^<>\s]+>")


def threads(mails: Iterable[Message]) -> list[set[str]]:
    """The Message-IDs of each thread."""
    parent: dict[str, str] = {}
    present: list[str] = []
    for mail in mails:
        own = str(mail["Message-ID"])
        present.append(own)
        chain = ID.findall(str(mail.get("References", ""))) or ID.findall(str(mail.get("In-Reply-To", "")))[:1]
        for upper, lower in pairwise(chain):
            if lower not in parent and not _leads_to(parent, upper, lower):
                parent[lower] = upper
        if chain and not _leads_to(parent, chain[-1], own):
            parent[own] = chain[-1]
    found: dict[str, set[str]] = {}
    for own in present:
        found.setdefault(_root(parent, own), set()).add(own)
    return list(found.values())


def _leads_to(parent: dict[str, str], start: str, goal: str) -> bool:
    while start != goal and start in parent:
        start = parent[start]
    return start == goal


def _root(parent: dict[str, str], start: str) -> str:
    while start in parent:
        start = parent[start]
    return start
