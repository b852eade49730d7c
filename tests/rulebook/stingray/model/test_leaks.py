"""Section 7 over whole games: nobody is given the name of a vessel that their crew was never told of, not even by a receipt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from events import codec
from events.base import Draft, Event, visible
from events.platform import Rolled
from events.stingray import contacts, ending, movement, opening, weapons
from pbem.core.texts.envelope import OrderSheet
from pbem.games import GAMES
from pbem.games.stingray.model.state import State
from tests.kit.playing import Orders, by_bot, open_play, readers, turns_of

STINGRAY = GAMES["stingray"]
VESSEL = re.compile(r"\b(?:SR|SS|TF|MF)\d+\b")
THE_END = (ending.Scored, ending.GameDecided)
"""When these come all is public."""
PROBES = ("STING 1 AT {}", "STING 2 AT {} WHEN RANGE <= 9", "AIM {}", "RAM {}", "MSG {}: all well", "MINE MN1 ON", "AT {}")

games = pytest.mark.parametrize("scenario", list(STINGRAY.scenarios))
bots = pytest.mark.parametrize("bot", ["random", "steady", "mixed"])


def commanders(bot: str, scenario: str) -> Orders:
    """One bot on all seats, or steady Terrainians against haphazard fish."""
    seats = STINGRAY.rules.seats(scenario, STINGRAY.scenarios.options(scenario, {}))
    mixed = {"terrainians": "steady", "aquaphibians": "random"}
    return by_bot({seat.id: mixed[seat.side] if bot == "mixed" else bot for seat in seats})


def taught(event: Event) -> str:
    """What an event tells of vessels by its nature: contacts, encounters, robbery, plans, briefings, other people's words.

    A Mk61's target is in sight when it is launched. Who puts an agent or a trap aboard has chosen the vessel themselves.
    """
    match event:
        case movement.Encountered() | ending.Robbed() | opening.PlansRead() | opening.SideBriefed() | opening.SpyCardPlayed():
            return codec.encode(event)
        case contacts.ContactsHeld():
            return " ".join(line["id"] for line in event.contacts)
        case contacts.MessageHeard():
            return f"{event.sender} {event.text}"
        case weapons.Launched() if event.weapon == "MK61":
            return event.target
    return ""


def words(draft: Draft) -> str:
    """All that is in an event: a roll's purpose, else the payload."""
    return draft.event.purpose if isinstance(draft.event, Rolled) else codec.encode(draft.event)


def strangers(drafts: list[Draft], reader: frozenset[str]) -> Iterator[str]:
    """Events that name a vessel that this reader has not been told of; their own they have commanded from the start."""
    seen = [draft for draft in drafts if visible(draft.audience, reader)]
    known = {draft.event.vessel for draft in seen if isinstance(draft.event, opening.VesselEntered)}
    for draft in seen:
        if not isinstance(draft.event, THE_END):
            known |= set(VESSEL.findall(taught(draft.event)))
            if unknown := set(VESSEL.findall(words(draft))) - known:
                yield f"move {draft.turn}: {draft.event.type} names {unknown}: {words(draft)}"


@games
@bots
def test_no_event_names_a_vessel_that_its_reader_never_met(scenario: str, bot: str) -> None:
    """Section 7: payloads and purposes of rolls, for every seat and a spectator, until the game is over."""
    played = open_play(STINGRAY, scenario, {}, f"names {bot}")
    for _ in turns_of(played, commanders(bot, scenario), f"names {bot}", 20):
        pass
    assert played.over
    for seat, reader in readers(STINGRAY, scenario).items():
        assert list(strangers(played.drafts, reader)) == [], seat


def test_a_name_that_was_not_told_is_noticed() -> None:
    """The check itself: a roll for a crew that names a vessel of others."""
    told = Draft(contacts.ContactsHeld("SR1", [{"id": "TF1"}], [], [], [], [], []), 1, audience="sr1")
    fair = Draft(Rolled("collision TF1", 6, [3], 0), 1, audience="sr1")
    leak = Draft(Rolled("collision TF2", 6, [3], 0), 1, audience="sr1")
    own = Draft(contacts.ContactsHeld("SR1", [{"id": "SR1"}], [], [], [], [], []), 1, audience="sr1")
    assert list(strangers([own, told, fair], frozenset({"sr1"}))) == []
    assert list(strangers([own, told, leak], frozenset({"sr1"}))) == ["move 1: game.rolled names {'TF2'}: collision TF2"]
    assert list(strangers([leak], frozenset({"fish"}))) == []


def mails(state: State, seat: str) -> Iterator[str]:
    """Orders of a seat about every vessel that there is, whether it knows of it or not, and some that there are not."""
    own = [vessel.id for vessel in state.vessels.values() if seat in vessel.seats]
    for id in own:
        for other in (*state.vessels, "U1", "TF9", "SR9"):
            yield f"{other}: HALT\n{id}:\n" + "\n".join(probe.format(other) for probe in PROBES)


@games
def test_no_receipt_tells_which_vessels_there_are(scenario: str) -> None:
    """Section 7: orders about vessels, known and unknown, are answered as one would who knows only what the seat knows."""
    played = open_play(STINGRAY, scenario, {}, "receipts")
    for _ in turns_of(played, commanders("mixed", scenario), "receipts", 8):
        if played.over:
            break
        for seat in played.state.seats:
            known, whole = played.known(seat), replace(played.state, reader=seat)
            # What a fish without comms has found is no secret of others: it is another contact on the list.
            for text in mails(whole, seat) if all(vessel.can_report for vessel in known.mine()) else ():
                first, second = (STINGRAY.orders.read(state, seat, text, OrderSheet()) for state in (known, whole))
                assert first == second, text


@games
def test_remarks_are_made_of_what_the_crew_knows(scenario: str) -> None:
    """STG-SEA.2: what a receipt says of the two seats' orders together is said from the crew's knowledge."""
    played = open_play(STINGRAY, scenario, {}, "remarks")
    orders = commanders("random", scenario)
    for _ in turns_of(played, orders, "remarks", 8):
        if played.over:
            break
        sheets = {
            seat: STINGRAY.orders.read(played.known(seat), seat, text, STINGRAY.orders.sheet(played.state, seat)).sheet
            for seat, text in played.texts[-1].items()
        }
        for seat in sheets:
            assert STINGRAY.orders.remarks(played.known(seat), sheets, seat) == STINGRAY.orders.remarks(
                played.state, sheets, seat
            )
