"""What each event does to the state. Nothing else changes it; nothing here decides or rolls.

Here are the opening and the sailing; fire, damage and aircraft have modules of their own.

A reader's own state is folded from what they may see (WT-23): handlers never need an event that is another side's, and an event
may name a vessel or contact that the reader does not know.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from events.base import Event
from events.wet_thrust import opening, sailing
from pbem.core.geometry.tabletop import spot
from pbem.games.wet_thrust.model.apply.apply_air import AIR_HANDLERS
from pbem.games.wet_thrust.model.apply.apply_common import mode_of, nothing_changes, score
from pbem.games.wet_thrust.model.apply.apply_damage import DAMAGE_HANDLERS
from pbem.games.wet_thrust.model.apply.apply_fire import FIRE_HANDLERS
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.orders import FLEET
from pbem.games.wet_thrust.model.scs import exact
from pbem.games.wet_thrust.model.state import Contact, FireMark, Screen, State
from pbem.games.wet_thrust.model.units import Mode, OrderBook, Vessel


def apply(state: State, event: Event) -> None:
    """Write one event down in the state."""
    HANDLERS[type(event)](state, event)


# ---------------------------------------------------------------- opening


def _sea_set(state: State, event: opening.SeaSet) -> None:
    state.scenario, state.options, state.limit = event.scenario, dict(event.options), event.limit
    state.sides, state.seats, state.weather_name = list(event.sides), dict(event.seats), event.weather


def _vessel_entered(state: State, event: opening.VesselEntered) -> None:
    """Section 8: no level yet."""
    state.ships[event.ship] = _new_vessel(event, mode_of(event.mode))


def _new_vessel(event: opening.VesselEntered | sailing.Sighted, mode: Mode) -> Vessel:
    return Vessel(
        id=event.ship,
        index=event.index,
        name=event.name,
        ship_class=event.ship_class,
        side=event.side,
        seat=event.seat,
        at=spot(event.at),
        course=event.course,
        speed=Fraction(event.speed),
        mode=mode,
    )


def _sheet_opened(state: State, event: opening.SheetOpened) -> None:
    """Section 8: fuel full and launchers loaded, undamaged but for what had happened before the game.

    WT-24.5: where the bridge was lost before, the secondary one is in control.
    """
    if ship := state.ships.get(event.ship):
        sheet = Sheet(ship.ship_class, lost=list(event.lost), beyond=list(event.beyond), empty=event.empty)
        sheet.lost_before = list(event.lost)
        sheet.takes_over = int(sheet.works("SB") and not sheet.works("BR"))
        ship.sheet_if_known = sheet


def _damage_carried(state: State, event: opening.DamageCarried) -> None:
    """WT-24.4: no check is made for rows that were completed in an earlier battle."""
    if ship := state.ships.get(event.ship):
        sheet = ship.sheet
        sheet.marked = sheet.marked_before = event.marked
        sheet.used = dict(event.used)


def _order_books_opened(state: State, event: opening.OrderBooksOpened) -> None:
    """WT-23.3: nothing stands yet."""
    state.fleet[event.side] = []
    for ship in state.ships.values():
        if ship.side == event.side:
            ship.book_if_known = OrderBook()
    for squadron in state.squadrons.values():
        if squadron.side == event.side:
            squadron.standing_if_known = []


def _orders_stood(state: State, event: opening.OrdersStood) -> None:
    if event.unit == FLEET:
        state.fleet[event.side] = list(event.lines)
    elif ship := state.ships.get(event.unit):
        ship.book.standing = list(event.lines)
    elif squadron := state.squadrons.get(event.unit):
        squadron.standing_if_known = list(event.lines)


def _orders_kept(state: State, event: opening.OrdersKept) -> None:
    """WT-15.2."""
    if ship := state.ships.get(event.ship):
        ship.book.last = list(event.lines)


def _helm_kept(state: State, event: opening.HelmKept) -> None:
    """WT-4.3."""
    if ship := state.ships.get(event.ship):
        ship.book.helm = event.turns


def _turn_began(state: State, event: opening.TurnBegan) -> None:
    """Step 1 of section 3: flags are cleared. WT-20.6: old screens are gone. The map shows one turn's ways and fire."""
    state.turn, state.marks = event.turn, []
    state.screens = [screen for screen in state.screens if screen.until >= event.turn]
    state.raiders, state.raiding = state.raiding, []
    for ship in state.ships.values():
        ship.smoking = ship.evasive = ship.chasing = False
        ship.way = []
        if sheet := ship.sheet_if_known:
            sheet.silent = sheet.barred = False
    for squadron in state.squadrons.values():
        squadron.start = None


def _turn_ended(state: State, event: opening.TurnEnded) -> None:
    """WT-7.14: what was lost in this turn counts in the next."""
    for ship in state.ships.values():
        if sheet := ship.sheet_if_known:
            sheet.controls_lost_before, sheet.controls_lost = sheet.controls_lost, 0


def _game_decided(state: State, event: opening.GameDecided) -> None:
    state.over, state.winners = True, list(event.winners)
    state.points, state.verdict = dict(event.points), event.verdict


# ---------------------------------------------------------------- sailing


def _mode_changed(state: State, event: sailing.ModeChanged) -> None:
    """WT-18.7, WT-18.8."""
    if ship := state.ships.get(event.ship):
        ship.mode = mode_of(event.mode)


def _ran_silent(state: State, event: sailing.RanSilent) -> None:
    """WT-18.6."""
    if ship := state.ships.get(event.ship):
        ship.sheet.silent = True


def _left_sight(state: State, event: sailing.LeftSight) -> None:
    """WT-23.4: how deep she is her own side learns by another event, before or after this one."""
    ship = state.ships.get(event.ship)
    if ship and ship.visible:
        ship.mode = "below"


def _sighted(state: State, event: sailing.Sighted) -> None:
    """WT-23.1: whoever sees her learns where she is now, not how she came there."""
    if event.ship not in state.ships:
        state.ships[event.ship] = _new_vessel(event, "surfaced")
    ship = state.ships[event.ship]
    ship.mode, ship.at, ship.course, ship.speed = "surfaced", spot(event.at), event.course, Fraction(event.speed)
    ship.way, ship.evasive, ship.chasing = [], False, False


def _moved(state: State, event: sailing.Moved) -> None:
    """WT-2.13."""
    if ship := state.ships.get(event.ship):
        ship.way = [spot(place) for place in event.way]
        ship.at, ship.course, ship.speed = ship.way[-1], event.course, exact(event.speed)
        ship.evasive, ship.chasing = event.evasive, event.chasing


def _main_guns_barred(state: State, event: sailing.MainGunsBarred) -> None:
    """WT-4.4."""
    if ship := state.ships.get(event.ship):
        ship.sheet.barred = True


def _smoke_made(state: State, event: sailing.SmokeMade) -> None:
    """WT-20.3."""
    if ship := state.ships.get(event.ship):
        ship.smoking = True


def _screen_laid(state: State, event: sailing.ScreenLaid) -> None:
    """WT-20.5."""
    state.screens.append(Screen(tuple(spot(place) for place in event.way), event.until, event.ship))


def _collided(state: State, event: sailing.Collided) -> None:
    """WT-5.3: each suffers what the other deals."""
    at = spot(event.at)
    points = event.first_deals + event.second_deals
    state.marks.append(FireMark("collision", event.first, event.second, at, at, 1, points))
    score(state, event.second, event.first, event.second_deals)
    score(state, event.first, event.second, event.first_deals)


def _contact_made(state: State, event: sailing.ContactMade) -> None:
    """WT-19.3, WT-23.4: a contact held on keeps what has been scored on it."""
    contacts = state.contacts.setdefault(event.side, {})
    before = contacts.get(event.contact)
    scored = before.scored if before else 0
    contacts[event.contact] = Contact(spot(event.at), mode_of(event.mode), state.turn, scored)


def _contact_held(state: State, event: sailing.ContactHeld) -> None:
    if ship := state.ships.get(event.ship):
        ship.book.contact, ship.book.contact_turn = event.contact, state.turn


def _disengaged(state: State, event: sailing.Disengaged) -> None:
    """WT-21.7: out of play, not sunk; what is aboard goes with her."""
    if ship := state.ships.get(event.ship):
        ship.fate, ship.gone = "away", state.turn
    for squadron in state.aboard(event.ship):
        squadron.place, squadron.home = "gone", ""


HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    opening.SeaSet: _sea_set,
    opening.VesselEntered: _vessel_entered,
    opening.SheetOpened: _sheet_opened,
    opening.DamageCarried: _damage_carried,
    opening.OrderBooksOpened: _order_books_opened,
    opening.OrdersStood: _orders_stood,
    opening.OrdersKept: _orders_kept,
    opening.HelmKept: _helm_kept,
    opening.TurnBegan: _turn_began,
    opening.TurnEnded: _turn_ended,
    opening.GameDecided: _game_decided,
    sailing.CrashDived: nothing_changes,
    sailing.ModeChanged: _mode_changed,
    sailing.RanSilent: _ran_silent,
    sailing.LeftSight: _left_sight,
    sailing.Sighted: _sighted,
    sailing.NerveTested: nothing_changes,
    sailing.RamRefused: nothing_changes,
    sailing.PlotCut: nothing_changes,
    sailing.OrderLapsed: nothing_changes,
    sailing.Moved: _moved,
    sailing.MainGunsBarred: _main_guns_barred,
    sailing.SmokeMade: _smoke_made,
    sailing.ScreenLaid: _screen_laid,
    sailing.Collided: _collided,
    sailing.ContactMade: _contact_made,
    sailing.ContactHeld: _contact_held,
    sailing.DisengageBarred: nothing_changes,
    sailing.DisengageTried: nothing_changes,
    sailing.Disengaged: _disengaged,
    **FIRE_HANDLERS,
    **DAMAGE_HANDLERS,
    **AIR_HANDLERS,
}
"""Every event type the rules emit, and what it does. Events that map to `nothing_changes` only tell."""
