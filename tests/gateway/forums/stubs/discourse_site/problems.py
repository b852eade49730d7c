"""What a Discourse answers when it does not do what it is asked.

Source: discourse/discourse app/controllers/application_controller.rb, config/locales/server.en.yml.
"""

from __future__ import annotations

from typing import Any

NOT_FOUND = "The requested URL or resource could not be found."
NOT_ALLOWED = "You are not permitted to view the requested resource."


class Problem(Exception):
    """A status with its JSON; `seconds` to wait before the next try (0: no matter)."""

    def __init__(self, status: int, said: str, kind: str, seconds: int = 0) -> None:
        self.status, self.seconds = status, seconds
        self.body: dict[str, Any] = {"errors": [said], "error_type": kind}
        if seconds:
            self.body["extras"] = {"wait_seconds": seconds, "time_left": f"{seconds} seconds"}


def missing() -> Problem:
    """What is not there, or must not be seen."""
    return Problem(404, NOT_FOUND, "not_found")


def not_allowed() -> Problem:
    """What this user must not do."""
    return Problem(403, NOT_ALLOWED, "invalid_access")


def wrong_key() -> Problem:
    """A key that is none, or another user's."""
    return Problem(403, f"{NOT_ALLOWED} The API username or key is invalid.", "invalid_access")


def too_many(seconds: int) -> Problem:
    """Too many calls."""
    said = f"You’ve performed this action too many times. Please wait {seconds} seconds before trying again."
    return Problem(429, said, "rate_limit", seconds)
