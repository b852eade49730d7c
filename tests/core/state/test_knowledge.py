"""What readers know: folded from what they were shown, made when it is asked for, kept and read back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from events.base import Draft
from events.platform import Rolled
from pbem.core.state import codec, knowledge
from pbem.core.state.game_state import Unknown, shown
from pbem.core.state.knowledge import Knowledge, known
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from tests.kit.playing import Played, by_bot, play

SEATS = ("gb", "fr", None)


@pytest.fixture(scope="module")
def played() -> Played:
    """Three turns with hidden logs."""
    bots = by_bot(dict.fromkeys(SEATS[:2], "line"))
    return play(SOVEREIGN_SEAS, "fleet-engagement", {"hidden_logs": "on"}, bots, "knowledge", 4)


def told(knowledge: Knowledge, drafts: list[Draft]) -> Knowledge:
    knowledge.tell((draft.event, draft.audience) for draft in drafts if not isinstance(draft.event, Rolled))
    return knowledge


def alone(played: Played, seat: str | None) -> dict[str, Any]:
    """The JSON of what a reader was shown, folded by itself."""
    events = [(draft.event, draft.audience) for draft in played.drafts if not isinstance(draft.event, Rolled)]
    return codec.dump(known(SOVEREIGN_SEAS, events, seat, played.readers[seat]))


def test_a_reader_knows_what_they_were_shown(played: Played) -> None:
    """And nothing else: the enemy's log was never shown to them, so asking for it is a mistake."""
    mine = Knowledge(SOVEREIGN_SEAS, played.readers)
    state = told(mine, played.drafts).of("gb")
    assert state.reader == "gb" and codec.dump(state) == alone(played, "gb")
    assert all(ship.log_if_known for ship in state.ships.values() if ship.side == "british")
    french = next(ship for ship in state.ships.values() if ship.side == "french")
    with pytest.raises(Unknown, match=f"the log of {french.id} was never shown to the reader of this state"):
        print(french.log)


def test_it_is_the_same_whenever_it_is_asked_for(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """Late, after every event, or when so many wait that all readers are told at once."""
    monkeypatch.setattr(knowledge, "MOST_TOLD", 7)
    few, often = Knowledge(SOVEREIGN_SEAS, played.readers), Knowledge(SOVEREIGN_SEAS, played.readers)
    for draft in played.drafts:
        told(few, [draft])
        told(often, [draft]).of("fr")
    for seat in SEATS:
        assert codec.dump(few.of(seat)) == codec.dump(often.of(seat)) == alone(played, seat)


@pytest.mark.parametrize("most", [7, 5000])
@pytest.mark.parametrize("early", [(), ("fr",)], ids=str)
def test_what_was_passed_over_is_told_again(
    played: Played, monkeypatch: pytest.MonkeyPatch, most: int, early: tuple[str, ...]
) -> None:
    """Events of the log are not kept for readers of whom nobody asked; whoever is asked for later is told them then."""
    monkeypatch.setattr(knowledge, "MOST_TOLD", most)
    events = [(draft.event, draft.audience) for draft in played.drafts if not isinstance(draft.event, Rolled)]
    readers = Knowledge(SOVEREIGN_SEAS, played.readers, lambda: events)
    for number, (event, audience) in enumerate(events):
        if number < len(events) // 2:
            readers.pass_over(event, audience)
        else:
            readers.tell([(event, audience)])
        if number in (3, len(events) - 5):
            for seat in early:
                readers.of(seat)
    for seat in SEATS:
        assert codec.dump(readers.of(seat)) == alone(played, seat)


def test_it_is_kept_and_taken_up_again(played: Played) -> None:
    """What was dumped is unpacked once, when somebody is first asked for, and goes on from there."""
    half = len(played.drafts) // 2
    first = told(Knowledge(SOVEREIGN_SEAS, played.readers), played.drafts[:half])
    dumped, asked = json.dumps(first.dump()), []
    second = Knowledge(SOVEREIGN_SEAS, played.readers)
    second.restore(lambda: asked.append(1) or json.loads(dumped))
    told(second, played.drafts[half:])
    assert asked == []
    for seat in SEATS:
        assert codec.dump(second.of(seat)) == alone(played, seat) and second.of(seat).reader == seat
    assert len(asked) == 1


def test_a_seat_that_is_not_there(played: Played) -> None:
    with pytest.raises(KeyError):
        Knowledge(SOVEREIGN_SEAS, played.readers).of("es")


def test_what_is_shown_is_given() -> None:
    assert shown(0, "a number") == 0
    with pytest.raises(Unknown, match="her log was never shown"):
        shown(None, "her log")
