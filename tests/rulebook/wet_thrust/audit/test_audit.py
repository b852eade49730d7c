"""Whole games held against the rule book: an auditor with tables of its own reckons every event again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from events.base import Draft, Event
from events.platform import Rolled
from events.wet_thrust import damage, firing, flying, opening, sailing
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model.scs import CLASS_OF
from tests.kit.playing import Played, by_bot, play
from tests.rulebook.wet_thrust.audit import audit_tables
from tests.rulebook.wet_thrust.audit.auditor import SECRET, SET_UP, Audit, AuditFailed

OTHERWISE: dict[str, Any] = {
    "weather": "driving",
    "hit_faces": 5,
    "fc_loss_penalty": "cumulative",
    "ladder_resume": "advanced",
    "evasive_armour_scope": "all",
    "ram_modifier_unit": "row",
    "collision_radius": 2,
    "dc_teams_shared": "on",
    "recon_bar": "game",
    "capital_smoke_hides": "off",
    "torpedo_reload_turns": 1,
    "open_sheets": "on",
}
"""Every option of the rules the other way, but for `recon_bar` aloft."""
SEATS = ("de", "gb")
RULES = (sailing, firing, flying, damage)
FEW = 6
"""Kinds of events that may be missing in the games played here."""


@dataclass(frozen=True)
class BotGame:
    """A game: scenario, bots of the two sides, whether the options are OTHERWISE, seed."""

    scenario: str
    german: str
    british: str
    otherwise: bool
    seed: str

    def __str__(self) -> str:
        return f"{self.scenario} {self.german} {self.british}{' otherwise' * self.otherwise} {self.seed}"


BRAWLS = (
    BotGame("two-carriers", "random", "random", False, "a"),
    BotGame("convoy", "random", "random", False, "f"),
    BotGame("two-carriers", "random", "random", True, "e"),
    BotGame("convoy", "random", "random", True, "e"),
    BotGame("two-carriers", "random", "random", True, "c"),
    BotGame("swordfish", "random", "random", True, "c"),
    BotGame("acasta", "random", "random", True, "h"),
)
"""Between them all but the rarest events."""
BOT_GAMES = (
    *BRAWLS,
    BotGame("convoy", "steady", "bold", False, "a"),
    BotGame("swordfish", "bold", "steady", True, "b"),
    BotGame("denmark-strait", "steady", "steady", False, "c"),
)
bot_games = pytest.mark.parametrize("bot_game", BOT_GAMES, ids=str)


@cache
def played(bot_game: BotGame) -> Played:
    """The whole game."""
    orders = by_bot(dict(zip(SEATS, (bot_game.german, bot_game.british), strict=True)))
    return play(WET_THRUST, bot_game.scenario, OTHERWISE if bot_game.otherwise else {}, orders, f"audit {bot_game.seed}", 60)


@bot_games
def test_every_event_is_borne_out_by_the_rule_book(bot_game: BotGame) -> None:
    """WT-2.1: the sequence of section 3, each roll where it is due, and all that comes of the dice."""
    game = played(bot_game)
    audit = Audit(game.drafts).game()
    for id, ship in game.state.ships.items():
        own, sheet = audit.ships[id], ship.sheet
        assert (ship.at, ship.course, ship.speed, ship.mode, ship.fate) == (own.at, own.course, own.speed, own.mode, own.fate)
        assert (sheet.marked, sheet.fires, set(sheet.lost), set(sheet.beyond)) == (
            own.marked,
            own.fires,
            {*own.lost},
            {*own.beyond},
        )
        assert (sheet.empty, sheet.fuel_lost, sheet.used) == (own.empty, own.fuel_lost, own.used)
    for id, squadron in game.state.squadrons.items():
        wing = audit.wings[id]
        assert (squadron.aircraft, squadron.place, squadron.lost) == (wing.aircraft, wing.place, wing.lost)
        assert not squadron.airborne or (squadron.at, squadron.deck.spent) == (wing.at, wing.spent)


def test_the_auditors_sheets_are_the_printed_ones() -> None:
    """Chapters 2.1 to 2.3: the auditor's own tables of the classes, written from the rule book, are those of the data."""
    for id, sheet in CLASS_OF.items():
        own = audit_tables.printed(id)
        assert str(own.type) == sheet.type and own.top == sheet.printed_top(False)
        assert not sheet.boat or own.below == sheet.printed_top(True)
        assert (own.belt, own.deck, own.evasive, own.levels) == (sheet.belt, sheet.deck, sheet.evasive, list(sheet.levels))
        assert (own.fuel, own.fire_boxes, own.rows) == (sheet.fuel, sheet.fire_boxes, [tuple(row) for row in sheet.rows])
        assert own.systems == list(sheet.all_systems)
        assert {mount: arc.sectors for mount, arc in own.mounts.items()} == dict(sheet.arcs)


def test_most_of_what_can_happen_is_audited() -> None:
    """WT-1.10: the games together have nearly every kind of event; the rarest have tests of their own."""
    seen = {type(draft.event) for bot_game in BRAWLS for draft in played(bot_game).drafts}
    kinds = {event for module in RULES for event in vars(module).values() if event in WET_THRUST.events}
    missing = [event.__name__ for event in kinds - seen if not issubclass(event, SECRET)]
    assert len(missing) <= FEW, missing


# ---------------------------------------------------------------- the audit itself

BY_ORDER = (sailing.SmokeMade, sailing.ScreenLaid, sailing.RanSilent)
"""Whether they are ordered the auditor does not know."""


def forged(drafts: list[Draft], done: set[type[Event]]) -> Iterator[tuple[str, list[Draft]]]:
    """The log with one event left out, or one number of it another: the first of each kind not yet done, and each field."""
    first = {type(draft.event): at for at, draft in reversed(list(enumerate(drafts)))}
    for kind, at in first.items():
        if kind in (*SECRET, *SET_UP, opening.GameDecided, *done):
            continue
        done.add(kind)
        if kind not in BY_ORDER:
            yield f"no {kind.__name__}", drafts[:at] + drafts[at + 1 :]
        told = vars(drafts[at].event)
        for name, value in told.items():
            if isinstance(value, int) and (kind, name) != (Rolled, "number"):
                event = kind(**{**told, name: not value if isinstance(value, bool) else value + 1})
                yield f"{kind.__name__}.{name}", [*drafts[:at], replace(drafts[at], event=event), *drafts[at + 1 :]]


def test_nothing_can_be_forged() -> None:
    """An event that is missing, or a number that is one too high, does not get past the auditor."""
    done: set[type[Event]] = set()
    for bot_game in BRAWLS:
        for name, drafts in forged(played(bot_game).drafts, done):
            with pytest.raises(AuditFailed):
                Audit(drafts).game()
                pytest.fail(f"{name} in {bot_game}")
    assert len(done) > 40
