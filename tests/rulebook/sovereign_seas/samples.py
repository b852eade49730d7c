"""What the tests ask of Sovereign Seas."""

from __future__ import annotations

from collections.abc import Iterator

from tests.kit.pages import chapter, page, samples
from tests.kit.samples import SampleMail, Samples
from tests.rulebook.sovereign_seas.builders.fleet import state_with
from tests.rulebook.sovereign_seas.builders.orders import SHIPS


def mails() -> Iterator[SampleMail]:
    """Those of the page of orders, of both admirals."""
    text = page("orders/sovereign_seas")
    printed = [samples(text)[0], *samples(chapter(text, "Two sample mails"))]
    for number, (seat, mail) in enumerate(zip(("gb", "gb", "fr", "fr"), printed, strict=True)):
        yield SampleMail(f"mail {number}", state_with({**SHIPS, "FB2": ("1822", "N", 6)}, 2), seat, mail)


SAMPLES = Samples(
    mails=mails,
    shown=("bellerophon-ocean", "blockade-breakout"),
    busy=("fleet-engagement",),
    hidden={"convoy-attack": 3, "cruisers": 1},
    reader=("cruisers", "gb"),
)
