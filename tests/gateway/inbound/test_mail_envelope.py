"""Whom a mail fetched from a mailbox or folder is for and from."""

from __future__ import annotations

import time

import pytest

from pbem.gateway.extract.parts.mail_tree import head_of
from pbem.gateway.inbound import mail_envelope
from pbem.gateway.mailboxes.address_signer import AddressSigner

SIGNER = AddressSigner("wardroom.example", (b"a secret for tests",))
BLUE = SIGNER.seat_address("g1", "blue", 1, "p1")
RED = SIGNER.seat_address("g1", "red", 1, "p2")
BARE = SIGNER.address


def recipient(*lines: str) -> str:
    return mail_envelope.recipient(head_of("\r\n".join([*lines, "", "B1: move 3"]).encode()), SIGNER)


@pytest.mark.parametrize("name", ["Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "X-Gm-Original-To"])
def test_the_envelope_wins_over_what_the_writer_said(name: str) -> None:
    """M-5: two addresses of ours in To and Cc: the one that the mail server noted is the one that counts."""
    assert recipient(f"To: {BLUE}", f"Cc: {BLUE}", f"{name}: <{RED}>") == RED


def test_without_an_envelope_the_first_of_to_and_cc_counts() -> None:
    """M-5: To goes before Cc, and strangers are passed over."""
    assert recipient(f"Cc: {RED}", f'To: "An umpire" <umpire@example.org>, "Blue, really" <{BLUE}>') == BLUE
    assert recipient("To: umpire@example.org", f"Cc: {RED.upper()}") == RED.upper()


def test_the_bare_mailbox_does_not_hide_a_seat() -> None:
    """M-5: a server that cuts `+` parts notes the mailbox alone; the seat's address in To still counts."""
    assert recipient(f"Delivered-To: {BARE}", f"To: {BLUE}") == BLUE
    assert recipient("Delivered-To: postmaster@wardroom.example", "To: x@example.org") == "postmaster@wardroom.example"


def test_a_mail_with_no_address_of_ours_is_for_the_office() -> None:
    """M-3: a blind copy is told by what it answers, and so must come in."""
    assert recipient("To: undisclosed-recipients:;") == BARE
    assert recipient() == BARE


@pytest.mark.parametrize(
    ("line", "sender"),
    [
        ("Return-Path: <blue@example.org>", "blue@example.org"),
        ("Return-Path: <>", ""),
        ("Return-Path: a@b.example", "a@b.example"),
    ],
)
def test_the_return_path_is_the_sender(line: str, sender: str) -> None:
    """M-15: the null return path is known as such."""
    assert mail_envelope.sender(head_of(f"{line}\r\nTo: {BLUE}\r\n\r\nx".encode())) == sender


def test_a_missing_return_path_means_nothing() -> None:
    """M-15: nobody has noted it; that is not the same as none."""
    assert mail_envelope.sender(head_of(f"To: {BLUE}\r\n\r\nx".encode())) is None


@pytest.mark.parametrize("junk", ["(" * 100_000, ("a@b, " * 20_000), "=?utf-8?q?" * 10_000, "\xff\xfe" * 50_000, '"' * 99_999])
def test_no_header_is_too_odd_or_too_long(junk: str) -> None:
    """M-27: 100,000 characters of anything are read in no time."""
    began = time.process_time()
    assert recipient(f"To: {junk}", f"Cc: {BLUE}") == BLUE
    assert time.process_time() - began < 1
