"""Who plays a seat: a person, a bot, or nobody."""

from __future__ import annotations

import pytest

from pbem.core.state.players import bot_name, is_person


@pytest.mark.parametrize(("player", "bot", "person"), [("p1", "", True), ("bot:steady", "steady", False), ("", "", False)])
def test_a_player_is_a_person_a_bot_or_nobody(player: str, bot: str, person: bool) -> None:
    assert (bot_name(player), is_person(player)) == (bot, person)


def test_a_bot_without_a_name_is_no_person() -> None:
    assert not is_person("bot:") and not bot_name("bot:")
