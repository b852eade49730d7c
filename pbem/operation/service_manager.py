"""What systemd is told of a service that it has started (`sd_notify`)."""

from __future__ import annotations

import os
import socket


def tell_ready() -> None:
    """Say that all doors are open, so that who starts the service waits for that (`Type=notify`).

    NOTIFY_SOCKET names its socket; "@" stands for the zero byte of an abstract one. Without the name nobody waits.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.sendto(b"READY=1", f"\0{address[1:]}" if address.startswith("@") else address)
