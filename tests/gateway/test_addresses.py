"""Signed addresses: who may order for which seat in which turn."""

from __future__ import annotations

import pytest

from pbem.gateway.addresses import Claim, read_address, seat_address, verify

SECRET = b"key"
GOOD = seat_address(SECRET, "wardroom.example", "g17", "blue", 3, "p1")


def test_an_address_is_read_back_and_belongs_to_its_player() -> None:
    """Game, seat and turn come back; only the player it was made for is right."""
    claim = read_address(GOOD, "wardroom.example")
    assert claim is not None
    assert claim[:3] == ("g17", "blue", 3)
    assert verify(SECRET, claim, "p1")
    assert not verify(SECRET, claim, "p2")
    assert not verify(b"another key", claim, "p1")
    assert f"{claim.text()}@wardroom.example" == GOOD


@pytest.mark.parametrize("separator", ["-", "+", ".", "="])
def test_separators_and_case_do_not_matter(separator: str) -> None:
    """Mailers change both."""
    assert read_address(GOOD.replace("-", separator).upper(), "Wardroom.Example") == read_address(GOOD, "wardroom.example")


def test_a_stream_may_have_separators_of_its_own() -> None:
    """The last three parts are found whatever the stream is called."""
    address = seat_address(SECRET, "wardroom.example", "cup-2026.final", "red_2", 12, "p1")
    claim = read_address(address, "wardroom.example")
    assert claim is not None
    assert claim[:3] == ("cup-2026.final", "red_2", 12)
    assert verify(SECRET, claim, "p1")


@pytest.mark.parametrize("change", [(0, "other"), (1, "red"), (2, 4)])
def test_each_part_is_signed(change: tuple[int, object]) -> None:
    """Another game, seat or turn needs another signature."""
    claim = read_address(GOOD, "wardroom.example")
    assert claim is not None
    parts = list(claim)
    parts[change[0]] = change[1]
    assert not verify(SECRET, Claim(*parts), "p1")


@pytest.mark.parametrize(
    "address",
    [
        *("", "@", "x", "orders@wardroom.example", "é" + GOOD, GOOD.replace("wardroom", "other")),
        *("g17-blue-3@wardroom.example", "g17-blue-x-abcdefghijklmnop@wardroom.example"),
        "g17-blue-3-abcdefghijklmno1@wardroom.example",
    ],
)
def test_another_form_is_no_address_of_a_seat(address: str) -> None:
    """Anything else gives None."""
    assert read_address(address, "wardroom.example") is None


@pytest.mark.parametrize(("stream", "seat"), [("G17", "blue"), ("g17", "b-2"), ("g" * 50, "blue"), ("", "blue")])
def test_names_that_an_address_cannot_carry_are_refused(stream: str, seat: str) -> None:
    """Upper case would be lost, a separator in a seat misread, and a local part has 64 characters."""
    with pytest.raises(ValueError, match="do not fit"):
        seat_address(SECRET, "wardroom.example", stream, seat, 1, "p1")
