"""Discourse: its driver, its calls, and how what others write there is read."""

from pbem.gateway.forums.drivers.discourse.driver import Discourse

__all__ = ["Discourse"]
