"""What the tests ask of Star Navy."""

from __future__ import annotations

from collections.abc import Iterator

from tests.kit.pages import page, samples
from tests.kit.samples import LUCK, SampleMail, Samples
from tests.rulebook.star_navy.builders.orders import position


def mails() -> Iterator[SampleMail]:
    """Those of the page of orders: a duel by turns, a squadron by cycles."""
    duel, squadron = samples(page("orders/star_navy"))
    yield SampleMail("duel", position(), "blue", f"{duel}{LUCK}\nready")
    yield SampleMail("squadron", position("harrow-belt", "cycle", 0, 0), "blue", squadron)


SAMPLES = Samples(
    mails=mails,
    shown=("first-blood",),
    busy=("wolf-pack",),
    hidden={"wolf-pack": 4, "four-corners": 3},
    reader=("four-corners", "a"),
    excuses=("no ready section bears", r"within .*hex", "condition false"),
)
