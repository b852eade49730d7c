"""One conversation with a news server (RFC 3977), in a bounded time: what is needed to read a group and to post there.

Python's own client is gone since 3.13, and gives up at a line of more than 2,048 bytes, which people do post.
"""

from __future__ import annotations

import re
import socket
import ssl
import time
from types import TracebackType
from typing import NamedTuple

SECONDS = 15.0
"""The most that a conversation takes."""
TO_CONNECT = 5.0
LONGEST_ANSWER = 5_000_000
"""Bytes; a server that answers more is out of order."""
ANSWER = re.compile(rb"([1-5]\d\d)(?: (.*))?", re.S)


class Said(NamedTuple):
    """A server's answer in one line: its number, and the words behind it."""

    code: int
    words: str

    def __str__(self) -> str:
        return f"{self.code} {self.words}".strip()


class Conversation:
    """Begun with whoever listens there; `greeting` is how it began. All calls raise OSError when it breaks off."""

    def __init__(self, host: str, port: int, encrypted: bool) -> None:
        self._end = time.monotonic() + SECONDS
        self._unread = b""
        self._socket = socket.create_connection((host, port), TO_CONNECT)
        try:
            if encrypted:
                self._socket = ssl.create_default_context().wrap_socket(self._socket, server_hostname=host)
            self.greeting = self.answer()
        except BaseException:
            self._socket.close()
            raise

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._socket.close()

    def ask(self, command: str) -> Said:
        """Give a command, which has no line ends in it, and read the first line of the answer."""
        self._send(command.encode() + b"\r\n")
        return self.answer()

    def answer(self) -> Said:
        """Read the first line of an answer."""
        line = self._line()
        read = ANSWER.fullmatch(line)
        if read is None:
            raise ConnectionError(f"it answers {line[:80]!r}, which is no NNTP")
        return Said(int(read[1]), (read[2] or b"").decode("utf-8", "replace"))

    def lines(self) -> list[bytes]:
        """Read what follows the first line of an answer, to the full stop on a line of its own."""
        read: list[bytes] = []
        size = 0
        while (line := self._line()) != b".":
            read.append(line.removeprefix(b"."))
            size += len(line) + 1
            if size > LONGEST_ANSWER:
                raise ConnectionError("its answer has no end")
        return read

    def send_article(self, article: bytes) -> None:
        """Send an article, of lines that end with CR and LF."""
        body = article.removesuffix(b"\r\n").replace(b"\r\n.", b"\r\n..")
        self._send((b"." if body.startswith(b".") else b"") + body + b"\r\n.\r\n")

    def _send(self, raw: bytes) -> None:
        self._socket.settimeout(self._left())
        self._socket.sendall(raw)

    def _line(self) -> bytes:
        """The next line, without its end."""
        while b"\n" not in self._unread:
            if len(self._unread) > LONGEST_ANSWER:
                raise ConnectionError("a line of its answer has no end")
            self._socket.settimeout(self._left())
            piece = self._socket.recv(65_536)
            if not piece:
                raise ConnectionError("it hung up")
            self._unread += piece
        line, _, self._unread = self._unread.partition(b"\n")
        return line.removesuffix(b"\r")

    def _left(self) -> float:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("it took too long")
        return left
