"""A DNS server on the loopback, which the tests' own look-ups ask."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

import dns.flags
import dns.message
import dns.rcode
import dns.resolver
import dns.rrset
import pytest

Records = dict[tuple[str, str], list[str]]
"""By name and type, each as in a zone file; what is not here does not exist."""
SILENT, BROKEN = "silent.org", "broken.org"
"""Domains of which nothing is answered, and of which the server says that it cannot."""


class _Answers(socketserver.BaseRequestHandler):
    records: ClassVar[Records] = {}

    def handle(self) -> None:
        data, sock = self.request
        asked = dns.message.from_wire(data)
        name, kind = str(asked.question[0].name).rstrip("."), dns.rdatatype.to_text(asked.question[0].rdtype)
        if name.endswith(SILENT):
            return
        answer = dns.message.make_response(asked)
        answer.flags |= dns.flags.RA
        if found := self.records.get((name, kind)):
            answer.answer.append(dns.rrset.from_text(asked.question[0].name, 60, "IN", kind, *found))
        elif name.endswith(BROKEN):
            answer.set_rcode(dns.rcode.SERVFAIL)
        elif not any(name == known for known, _ in self.records):
            answer.set_rcode(dns.rcode.NXDOMAIN)
        sock.sendto(answer.to_wire(), self.client_address)


@contextmanager
def dns_server(records: Records, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Running, and asked in place of the machine's own."""
    handler = type("Answers", (_Answers,), {"records": records})
    with socketserver.UDPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        resolver = dns.resolver.Resolver(configure=False)
        resolver.nameservers, resolver.port = ["127.0.0.1"], server.server_address[1]
        monkeypatch.setattr(dns.resolver, "default_resolver", resolver)
        yield
        server.shutdown()
