"""Usenet for the tests: a real INN, and a wire in front of it that can be cut."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.message import EmailMessage
from itertools import count

import pytest

from pbem.gateway.forums.drivers.usenet import Usenet
from pbem.gateway.forums.port import Account, Posted
from tests.e2e.programs import until
from tests.gateway.forums.bench import Failure, Seen
from tests.gateway.forums.servers.inn import GROUP, KEY, KEY_HASH, NO_KEY_HASH, Inn, require_inn

OURS = "wardroom@games.example"
LOST = (b"STAT", b"OVER")
"""Questions whose answers are lost; that to a posted article is lost, too."""


class UsenetBench:
    """One group on a news server."""

    name = "usenet"
    real = True
    ours = "Wardroom"
    part = GROUP
    failures: frozenset[Failure] = frozenset({"lost answer", "out of order", "away", "moderated", "wrong key"})

    def __init__(self) -> None:
        self.inn = Inn()
        self.wire = Wire(self.inn.port)
        self.account = Account(f"nntp://127.0.0.1:{self.wire.port}", "wardroom", KEY, options={"from": OURS})
        self.forum = Usenet(self.account)
        self._numbers = count(1)

    def seen(self, topic: str) -> list[Seen]:
        return [
            Seen(article["Message-ID"], article["From"].addresses[0].display_name, article.get_content())
            for article in self.inn.articles()
            if topic in (article["Message-ID"], article["References"])
        ]

    def say(self, user: str, topic: str, text: str, **headers: str) -> str:
        article = EmailMessage()
        article["From"] = f"{user} <{user}@example.org>"
        article["Newsgroups"] = GROUP
        article["Subject"] = "Re: a game"
        article["Message-ID"] = f"<said{next(self._numbers)}@example.org>"
        article["References"] = topic
        for name, value in headers.items():
            article[name.replace("_", "-")] = value
        article.set_content(text)
        self.inn.take(article)
        return str(article["Message-ID"])

    def tell(self, user: str, text: str, topic: str = "") -> str:
        raise NotImplementedError("nothing is private on Usenet")

    def inbox(self, user: str) -> list[Seen]:
        raise NotImplementedError("nothing is private on Usenet")

    def change(self, post: str, text: str) -> None:
        pytest.skip("an article is never changed")

    def delete(self, post: str) -> None:
        pytest.skip("a news server does not tell what was cancelled")

    def approve(self, posted: Posted) -> None:
        """The moderator posts what was mailed to them."""
        (article,) = [mail for mail in self.inn.waiting() if mail["Message-ID"] == posted.id]
        del article["To"]
        article["Approved"] = "moderator@news.example"
        self.inn.take(article)

    @contextmanager
    def fails(self, how: Failure) -> Iterator[None]:
        if how == "lost answer":
            with self.wire.losing():
                yield
        elif how == "away":
            with self.wire.away():
                yield
        elif how == "out of order":
            with self._told(("throttle", "the disk is full"), ("go", "")):
                yield
        elif how == "moderated":
            with self._told(("changegroup", GROUP, "m"), ("changegroup", GROUP, "y")):
                yield
        else:
            self.inn.take_keys(NO_KEY_HASH)
            yield
            self.inn.take_keys(KEY_HASH)

    @contextmanager
    def _told(self, first: tuple[str, ...], then: tuple[str, ...]) -> Iterator[None]:
        self.inn.control(*first)
        try:
            yield
        finally:
            self.inn.control(*then)

    def hook(self, post: str) -> tuple[Mapping[str, str], bytes]:
        raise NotImplementedError("a news server tells nothing by itself")

    def close(self) -> None:
        self.wire.close()
        self.inn.close()


def open_bench() -> UsenetBench:
    """With a server of its own."""
    require_inn()
    return UsenetBench()


class Wire:
    """Between whoever connects to `port` and the server's own port."""

    def __init__(self, server_port: int) -> None:
        self.server_port = server_port
        self.loses = False
        self._listening: _Listening | None = _Listening(("127.0.0.1", 0), self)
        self.port: int = self._listening.server_address[1]

    @contextmanager
    def losing(self) -> Iterator[None]:
        """The server does what it is asked, and the wire is cut before it answers."""
        self.loses = True
        try:
            yield
        finally:
            self.loses = False

    @contextmanager
    def away(self) -> Iterator[None]:
        """Nobody listens."""
        self.close()
        try:
            yield
        finally:
            self._listening = _Listening(("127.0.0.1", self.port), self)

    def close(self) -> None:
        """Listen no more."""
        if self._listening is not None:
            self._listening.shutdown()
            self._listening.server_close()
            self._listening = None


class _Passing(socketserver.BaseRequestHandler):
    """One connection: what the client says goes on by lines, what the server says goes back as it comes."""

    server: _Listening

    def handle(self) -> None:
        wire = self.server.wire
        with socket.create_connection(("127.0.0.1", wire.server_port)) as there:
            self.cut = False
            back = threading.Thread(target=self._back, args=(there,), daemon=True)
            back.start()
            self._forth(there, wire)
            until(lambda: not back.is_alive(), "the server ends the conversation")

    def _forth(self, there: socket.socket, wire: Wire) -> None:
        with self.request.makefile("rb") as said:
            for line in said:
                self.cut = self.cut or (wire.loses and (line == b".\r\n" or line.startswith(LOST)))
                there.sendall(line)
        there.shutdown(socket.SHUT_WR)

    def _back(self, there: socket.socket) -> None:
        while piece := there.recv(65_536):
            if self.cut:
                break
            self.request.sendall(piece)
        self.request.shutdown(socket.SHUT_RDWR)


class _Listening(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, address: tuple[str, int], wire: Wire) -> None:
        self.wire = wire
        super().__init__(address, _Passing)
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
