"""Orders put into the subject."""

from __future__ import annotations

import pytest

from pbem.gateway.extract.lines.subject import subject_note, without_prefixes

PREFIXED = [
    "Re: x",
    "RE: Re: x",
    "AW: x",
    "SV: VS: x",
    "Odp: x",
    "Re[2]: x",
    "回复：x",
    "[G7-T3] Re: x",
    "Re: [G7-T3] x",
    "Vá: x",
]


@pytest.mark.parametrize("subject", PREFIXED)
def test_prefixes_of_answers_go(subject: str) -> None:
    """M-42: in any language, more than one, with tags between."""
    assert without_prefixes(subject) == "x"


def test_a_subject_that_looks_like_orders() -> None:
    """M-42: `orders:` or a block is pointed out, a title is not."""
    assert subject_note("Re: Orders: MOVE A B")
    assert subject_note("SR1: 2 S 2")
    assert not subject_note("Re: orders for turn 3")
    assert not subject_note("")
    assert not subject_note("[" * 5000)
