"""A small storm: eight kills while mail comes in, turns are resolved and reports go out. docs/reliability.md has a big one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.storm import mails
from tests.storm.audit import audit
from tests.storm.storm import LoadPlan, run_storm


@pytest.mark.parametrize("maildirs", [False, True], ids=["smtp", "maildirs"])
def test_nothing_is_lost_or_doubled_however_often_the_service_is_killed(maildirs: bool, tmp_path: Path) -> None:
    """M-22, M-24, M-56: what was told 250 is filed once and answered once, whatever copies and rubbish come between; what
    came too late is answered, too.

    Into Maildirs each Message-ID is delivered once. By SMTP a kill between the server's yes and our note may hand a mail over
    once more: the same one, byte for byte. That the count would find a lost order and a doubled mail is tried, too.
    """
    run = run_storm(LoadPlan(kills=4, mails=50, maildirs=maildirs), tmp_path)
    found = audit(run)
    assert found.faults == []
    assert found.counts["answers to what came too late"] >= 8
    assert found.counts["orders filed"] >= 25 and found.counts["turns resolved"] >= 2
    if maildirs:
        seat = run.seats[0]
        run.sent.answered.append(mails.orders(seat, 1, "never.filed", "orders@example.org"))
        run.sent.answered.append(mails.late(seat, 1, "never.answered", "orders@example.org"))
        run.deliveries.received.append(run.deliveries.received[0])
        faults = " ".join(audit(run).faults)
        assert "late orders without an answer: 1" in faults
        assert "told 250 and lost: 1" in faults and "mails put into a mailbox twice: 1" in faults
