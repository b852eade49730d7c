"""What a bot may do in a channel of Discord, from the roles of its server and the channel's own permissions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

ADMINISTRATOR = 1 << 3
NEEDED: Mapping[str, int] = {
    "View Channel": 1 << 10,
    "Send Messages": 1 << 11,
    "Attach Files": 1 << 15,
    "Read Message History": 1 << 16,
    "Create Public Threads": 1 << 35,
    "Send Messages in Threads": 1 << 38,
}
"""What posting needs, as Discord's settings call it."""


def missing(channel: Mapping[str, Any], roles: Sequence[Mapping[str, Any]], member: Mapping[str, Any]) -> list[str]:
    """What this member may not do in the channel, of what posting needs; all three are as Discord's API has them."""
    everyone = str(channel["guild_id"])
    held = {everyone, *member["roles"]}
    allowed = 0
    for role in roles:
        if role["id"] in held:
            allowed |= int(role["permissions"])
    if allowed & ADMINISTRATOR:
        return []
    over = {each["id"]: each for each in channel.get("permission_overwrites") or ()}
    for ids in ((everyone,), member["roles"], (member["user"]["id"],)):
        ours = [over[id] for id in ids if id in over]
        for each in ours:
            allowed &= ~int(each["deny"])
        for each in ours:
            allowed |= int(each["allow"])
    return [name for name, bit in NEEDED.items() if not allowed & bit]
