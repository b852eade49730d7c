"""Two plays of a turn held against each other, event by event."""

from __future__ import annotations

from events.base import EVERYONE, Draft, Event
from events.platform import Rolled, TurnClosed
from events.star_navy.battle import SectionMarked, Turned
from pbem.service.audit.event_changes import EventPair, event_pairs, field_words, name_words, payload_words


def draft(event: Event, phase: str = "Fire", rule: str = "SN-7.1", audience: str = EVERYONE) -> Draft:
    return Draft(event, 1, phase, rule, audience)


def turned(ship: str, heading: int) -> Draft:
    return draft(Turned(ship, heading))


def roll(number: int, face: int, purpose: str = "hits", audience: str = EVERYONE) -> Draft:
    return draft(Rolled(purpose, 6, [face], number), audience=audience)


def test_equal_plays_have_no_pairs() -> None:
    """Nothing differs, in an empty turn either."""
    play = [turned("BIS", 1), roll(0, 3)]
    assert event_pairs(play, list(play)) == event_pairs([], []) == []


def test_events_in_one_play_only() -> None:
    """One that is gone and one that is new stand where they were; what is equal around them is passed over."""
    a, b, c = turned("AAA", 1), turned("BBB", 2), turned("CCC", 3)
    assert event_pairs([a, b, c], [a, c]) == [EventPair(b, None)]
    assert event_pairs([a, c], [a, b, c]) == [EventPair(None, b)]


def test_an_event_about_the_same_ship_is_one_that_changed() -> None:
    """By its first field; another ship's is another event. In their order, the new one before what comes after it."""
    log = [turned("AAA", 1), turned("BBB", 2)]
    now = [turned("CCC", 1), turned("AAA", 5)]
    assert event_pairs(log, now) == [EventPair(None, now[0]), EventPair(log[0], now[1]), EventPair(log[1], None)]


def test_the_likest_is_the_partner() -> None:
    """Of two about the same ship, that with more equal values."""
    was = draft(SectionMarked("BIS", "F", "ACTIVE", 2, 0))
    other, same = draft(SectionMarked("BIS", "R", "READY", 0, 1)), draft(SectionMarked("BIS", "F", "ACTIVE", 3, 0))
    assert event_pairs([was], [other, same]) == [EventPair(None, other), EventPair(was, same)]


def test_the_only_one_of_its_kind_is_the_same_event() -> None:
    """Even if its first field is another: there is nothing else that it could have been."""
    was, now = turned("AAA", 1), turned("BBB", 1)
    assert event_pairs([was], [now]) == [EventPair(was, now)]
    assert event_pairs([was], [draft(TurnClosed(1))]) == [EventPair(was, None), EventPair(None, draft(TurnClosed(1)))]


def test_a_roll_with_another_number_has_shifted() -> None:
    """The same purpose and audience, one number later, with other faces; with the same faces nothing is to be said."""
    extra = roll(0, 6, "weather")
    log, now = [roll(0, 3), roll(1, 4)], [extra, roll(1, 5), roll(2, 4)]
    assert event_pairs(log, now) == [EventPair(None, extra), EventPair(roll(0, 3), roll(1, 5))]
    assert [pair.shifted for pair in event_pairs(log, now)] == [False, True]


def test_other_faces_under_the_same_number_have_not_shifted() -> None:
    """Then the log's die is not that of its key, which is no matter of other rolls. Nor has one for another purpose shifted."""
    (forged,) = event_pairs([roll(0, 3)], [roll(0, 4)])
    assert forged == EventPair(roll(0, 3), roll(0, 4)) and not forged.shifted
    (renamed,) = event_pairs([roll(0, 3)], [roll(1, 4, "misses")])
    assert not renamed.shifted


def test_a_thousand_events_of_a_kind_are_compared() -> None:
    """One that is missing in the midst of many is found alone, whatever there is many of."""
    play = [turned("BIS", 1) for _ in range(1000)] + [turned(f"S{n}", n) for n in range(1000)]
    assert event_pairs(play, play[:1500] + play[1501:]) == [EventPair(play[1500], None)]


def test_values_in_words() -> None:
    """What no report has a sentence for: by name, with its values, and what differs of two."""
    was = draft(SectionMarked("BIS", "F", "ACTIVE", 2, 0))
    now = draft(SectionMarked("BIS", "F", "READY", 0, 0), phase="Damage", rule="", audience="")
    assert payload_words(was) == "section marked: ship BIS; section F; status ACTIVE; used 2; wear 0"
    assert name_words(was) == "section marked: ship BIS"
    assert field_words(was, now) == [
        "status: ACTIVE, now READY",
        "used: 2, now 0",
        "clause: SN-7.1, now none",
        "phase: Fire, now Damage",
        "seen by: everyone, now nobody before the end",
    ]
