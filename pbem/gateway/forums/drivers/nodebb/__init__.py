"""NodeBB 4: the questions it takes, its chats, what others wrote, and the driver that joins them."""

from pbem.gateway.forums.drivers.nodebb.board import NodeBB

__all__ = ["NodeBB"]
