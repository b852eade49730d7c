"""A campaign of each rule book by mail alone, to its end: who is told what, and when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.message import EmailMessage

import pytest

from events.base import Entry, visible
from events.campaign.battles import BattleReported
from events.campaign.refit import ForceSent, Repaired
from events.codec import encode_json
from pbem.campaign.game import CAMPAIGN
from pbem.campaign.model.campaign_file import Edge
from pbem.campaign.model.scenario import SCENARIOS
from pbem.campaign.model.state import State
from pbem.campaign.report.unit_record import unit_record
from pbem.core.state import codec
from pbem.service.audit.verify import audit
from pbem.service.campaigns.campaign_log import campaign_state
from pbem.service.repository import load
from tools.simulation.mail_campaign import MailedCampaign, SentReport, opened
from tools.smtp_service import served, words

MOST_ANSWERS = 60
NO_ORDERS = "No orders are wanted now: the next turn ends by itself, and has no deadline."


@dataclass(frozen=True)
class Over:
    """A campaign that is over, with its log."""

    campaign: MailedCampaign
    state: State
    log: list[Entry]

    def reports(self, player: str, stream: str) -> list[SentReport]:
        """The reports of a game as a player was mailed them, in order."""
        return [each for each in self.campaign.reports if (each.player, each.stream) == (player, stream)]


def two_rounds(key: str) -> str:
    """The first battle of a campaign twice, so that there is something to repair."""
    file = SCENARIOS[key]
    first = replace(file.node(file.start[0]), edges=[Edge(file.start[0])])
    return encode_json(codec.dump(replace(file, nodes=[first], start=[first.id], rounds=2, level=0)))


@pytest.fixture(scope="module", params=["harrow", "raiders-cruise", "patrol-season", "channel"])
def over(request: pytest.FixtureRequest) -> Iterator[Over]:
    """Played by bots that answer what they are mailed; nothing else moves it on."""
    sides = [side.id for side in SCENARIOS[request.param].sides]
    with served({side: f"{side}@example.org" for side in sides}, request.param) as service:
        campaign = opened(service, "own", {"file": two_rounds(request.param)})
        list(campaign.play(MOST_ANSWERS))
        record = load(service.context, campaign.stream)
        yield Over(campaign, campaign_state(record), list(service.context.store.read(campaign.stream)))


def text_of(mail: EmailMessage) -> str:
    """All that can be read in a mail, in one line."""
    parts = [
        part for part in mail.walk() if part.get_content_maintype() == "text" or part.get_content_subtype().endswith("json")
    ]
    return " ".join(b" ".join(bytes(part.get_payload(decode=True) or b"") for part in parts).decode().split())


def one_line(mail: EmailMessage) -> str:
    """The words of a mail, however they are wrapped."""
    return " ".join(words(mail).split())


def test_each_seat_is_mailed_a_report_after_each_battle(over: Over) -> None:
    """CMP-3.1: with the graph, the fleets, what became of every unit, and what can be done until when."""
    ends = [entry for entry in over.log if isinstance(entry.event, BattleReported)]
    assert len(ends) == 2
    for player in over.campaign.service.players:
        sent = {report.turn: report.mail for report in over.reports(player, over.campaign.stream)}
        for entry in ends:
            assert isinstance(entry.event, BattleReported)
            mail, told = sent[entry.turn], one_line(sent[entry.turn])
            assert any(part.get_content_type() == "image/png" and part["Content-ID"] for part in mail.walk())
            assert f"AFTER BATTLE {entry.event.battle}" in told and "FLEET " in told
            for unit in entry.event.units:
                assert unit in told
                changed = [item for item in changes(over.state, unit, entry.event.battle)]
                assert all(item in told for item in changed), changed
            assert ("Then a battle is set at every open node" in told) == (not over.state.over or entry is not ends[-1])
        assert "ORDERS DUE" in one_line(sent[ends[0].turn]) and "# form" in words(sent[ends[0].turn])


def changes(state: State, unit: str, battle: int) -> Iterator[str]:
    """What a battle has changed of a unit that came back from it."""
    for fought in unit_record(state, unit).battles:
        if fought.battle.number == battle and fought.fate != "lost":
            yield from (f"{item.item} {item.before} -> {item.after} of {item.most}" for item in fought.items if item.changed)


def test_a_battle_turn_asks_for_nothing(over: Over) -> None:
    """No form, no deadline, no calendar; and it says so."""
    for player in over.campaign.service.players:
        asking = [report for report in over.reports(player, "c1") if "# form" in words(report.mail)]
        silent = [report for report in over.reports(player, "c1") if report not in asking][:-1]
        assert len(asking) == len(silent) == 2
        for report in silent:
            told = one_line(report.mail)
            assert NO_ORDERS in told and "ORDERS DUE" not in told and "edit the form" not in told
            assert not any(part.get_content_type() == "text/calendar" for part in report.mail.walk())


def test_refit_orders_have_receipts_with_their_cost(over: Over) -> None:
    """CMP-5.7."""
    refits = [receipt for report, receipt in over.campaign.receipts if report.stream == "c1"]
    assert len(refits) == 2 * len(over.campaign.service.players)
    assert all("these orders cost" in one_line(receipt) for receipt in refits)


def test_the_last_report_has_the_verdict(over: Over) -> None:
    for player in over.campaign.service.players:
        last = over.reports(player, "c1")[-1].mail
        assert f"THE GAME IS OVER: {over.state.verdict}" in one_line(last)
        assert "ORDERS DUE" not in words(last) and "edit the form" not in words(last)


def test_every_report_of_a_battle_says_of_which_campaign_it_is(over: Over) -> None:
    battles = {battle.stream: battle.number for battle in over.state.battles.values()}
    fought = [report for report in over.campaign.reports if report.stream in battles]
    assert {report.stream for report in fought} == set(battles)
    for report in fought:
        assert f"battle {battles[report.stream]} of campaign c1" in one_line(report.mail)


def test_no_mail_of_a_side_holds_what_others_keep_secret(over: Over) -> None:
    """CMP-9.1: repairs, points, forces, scouts, in any part of any mail before the end; its own side reads of them."""
    told = {player: " ".join(map(text_of, before_the_end(over, player))) for player in over.campaign.service.players}
    kinds = set()
    for entry in over.log:
        sentence = CAMPAIGN.report.tell(entry.event, over.state) if secret(over, entry) else None
        if sentence and entry.turn < over.log[-1].turn:
            kinds.add(type(entry.event))
            for player, text in told.items():
                assert (sentence in text) == visible(entry.audience, reader(over, player)), (player, sentence)
    assert {Repaired, ForceSent} <= kinds


def secret(over: Over, entry: Entry) -> bool:
    """Is it an event of the campaign that some seat was not told?"""
    told = [visible(entry.audience, reader(over, player)) for player in over.campaign.service.players]
    return type(entry.event).__module__.startswith("events.campaign") and not all(told)


def reader(over: Over, player: str) -> frozenset[str]:
    """Seat and side of a player."""
    return frozenset({player, over.state.seats[player]})


def before_the_end(over: Over, player: str) -> Iterator[EmailMessage]:
    """All that a player was mailed before everything was open (CMP-9.3)."""
    last = over.reports(player, "c1")[-1]
    yield from (report.mail for report in over.campaign.reports if report.player == player and report is not last)
    yield from (receipt for report, receipt in over.campaign.receipts if report.player == player)


def test_the_logs_are_sound(over: Over) -> None:
    context = over.campaign.service.context
    for stream in ("c1", *(row.stream for row in context.store.battles("c1"))):
        found = audit(context, stream)
        assert found.sound, (stream, found.broken, found.different)
