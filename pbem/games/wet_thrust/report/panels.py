"""The report's fixed-width parts (section 9): own control sheets, the enemy, ranges, aircraft, contacts, smoke, score."""

from __future__ import annotations

from pbem.core.game.panels import columns, filled, options_panel, panel_of, prose, wrapped
from pbem.core.game.phrases import count, join_words
from pbem.core.game.report_parts import Columns, Panel, Paragraph
from pbem.core.game.unit_ids import ids_words
from pbem.core.geometry.tabletop import Spot, distance, inches, relative, together, within
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import LONG_RANGE, TORPEDO_RANGE, gun_dice
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.report.phrases import AIRCRAFT, DEPTHS, place, speed_text
from pbem.games.wet_thrust.report.score import score_panel
from pbem.games.wet_thrust.report.sheet_text import doing_words, ladder_words, sheet_panel
from pbem.games.wet_thrust.rules.combat.aim import bears_on

AIM_INDENT = 4
"""Columns before a squadron's aim, under its row."""


def panels(known: State) -> list[Panel]:
    """Section 9: sheets that the reader may see, own first, then the tables."""
    found = [sheet_panel(known, ship, ship.sheet) for ship in in_order(known) if ship.sheet_if_known]
    found += [_enemy(known), _printed(known), _ranges(known), _aircraft(known), _contacts(known)]
    found += [_sea(known), score_panel(known), _fleet(known), options_panel(known.options, known.turn)]
    return filled(found)


def in_order(known: State) -> list[Vessel]:
    """Vessels in play: the reader's, their side's, then the others."""
    return sorted(known.afloat(), key=lambda ship: (ship.seat != known.reader, ship.side != known.side))


# ---------------------------------------------------------------- ships without a sheet


def unseen(known: State) -> list[Vessel]:
    """Vessels in play whose sheets the reader may not see."""
    return [ship for ship in known.afloat() if ship.sheet_if_known is None]


def _enemy(known: State) -> Panel:
    """WT-23.1, WT-23.2: what everybody sees."""
    head = ("", "ship", "type", "at", "course", "speed", "scored", "burning")
    rows = [
        (
            ship.id,
            ship.name or ship.printed.name,
            ship.printed.type,
            place(ship.at),
            str(ship.course),
            speed_text(ship.speed),
            f"{ship.scored} of {ship.printed.boxes}",
            str(ship.burning or "-"),
        )
        for ship in unseen(known)
    ]
    does = [f"{ship.id} {join_words(words)}" for ship in unseen(known) if (words := doing_words(ship))]
    fired = [f"{ship.id} has fired at {ladder_words(known, ship)}" for ship in unseen(known) if ship.ladder]
    return panel_of("ENEMY IN SIGHT" if known.side else "SHIPS", Columns(head, rows), *prose([*does, *fired]))


def _printed(known: State) -> Panel:
    """Section 7: the printed sheets of others are known; how damaged they are is not."""
    head, rows = ("", "top", "turns", "belt", "deck", "rows", "guns, launchers, mounts"), []
    for ship in unseen(known):
        printed = ship.printed
        numbers = " ".join(f"{boxes}({number or '-'})" for boxes, number in printed.rows)
        weapons = ids_words(mount.id for mount in printed.mounts)
        top, turns = speed_text(printed.printed_top()), ",".join(printed.levels)
        rows.append([ship.id, top, turns, str(printed.belt), str(printed.deck), numbers, weapons])
    return panel_of("THEIR SHEETS AS PRINTED", Columns(head, rows))


# ---------------------------------------------------------------- ranges


def _ranges(known: State) -> Panel:
    """WT-1.3, WT-1.4: from each of the reader's ships to each enemy: range, relative bearing, armour struck, what bears."""
    head = ("from", "to", "range", "bears", "armour", "guns and torpedoes that bear and reach")
    rows = [_range_row(ship, name, at) for ship in known.mine() for name, at in _targets(known)]
    return panel_of("RANGES AND BEARINGS", Columns(head, rows))


def _targets(known: State) -> list[tuple[str, Spot]]:
    """Enemies in sight, and contacts held."""
    foes = [(ship.id, ship.at) for ship in known.afloat() if ship.side != known.side and ship.visible]
    return foes + [(name, contact.at) for name, contact in known.held().items()]


def _range_row(ship: Vessel, name: str, at: Spot) -> list[str]:
    far, angle = distance(ship.at, at), relative(ship.at, ship.course, at)
    armour = "belt" if within(ship.at, at, LONG_RANGE) else "deck"
    bearing = "-" if together(ship.at, at) else f"{round(angle) % 360:03d}"
    reach = ids_words(reaching(ship, ship.sheet, at))
    return [ship.id, name, f'{inches(far)}"', bearing, armour, reach or "none"]


def reaching(ship: Vessel, sheet: Sheet, at: Spot) -> list[str]:
    """Working guns with a die at that range and launchers within theirs that bear."""
    far = distance(ship.at, at)
    guns = [gun.id for gun in sheet.printed.guns if gun_dice(gun.id, far)]
    tubes = [tube.id for tube in sheet.printed.torpedoes if within(ship.at, at, TORPEDO_RANGE) and sheet.loads(tube.id)]
    return [id for id in (*guns, *tubes) if sheet.works(id) and bears_on(ship, at, id)]


# ---------------------------------------------------------------- aircraft


def _aircraft(known: State) -> Panel:
    """WT-11.4: the reader's side's squadrons, and those of the enemy in the air."""
    there = [each for each in known.wings() if each.place != "gone"]
    head, rows = ("", "aircraft", "where", "fuel", "state"), [_squadron_row(known, each) for each in there]
    aims = {row: " | ".join(each.standing) for row, each in enumerate(there) if each.standing_if_known}
    fixed = columns([head, *rows])
    below = [wrapped(f"{' ' * AIM_INDENT}{aims[row]}") if row in aims else [] for row in range(len(rows))]
    narrow = [fixed[0], *(line for row, aim in zip(fixed[1:], below, strict=True) for line in [row, *aim])]
    return panel_of("AIRCRAFT", Columns(head, rows, below=aims, narrow=narrow))


def _squadron_row(known: State, each: Squadron) -> list[str]:
    deck = each.deck_if_known
    fuel = str(deck.endurance) if each.airborne and deck and deck.endurance and each.kind in ("F", "DB", "T") else "-"
    kind = "plane" if each.kind == "R" else AIRCRAFT[each.kind]
    return [each.id, count(each.aircraft, kind), _whereabouts(each), fuel, _state(known, each)]


def _whereabouts(each: Squadron) -> str:
    """WT-13.7: land-based bombers wait where they will come in."""
    if each.airborne:
        return f"in air {place(each.at)}"
    return f"off {place(each.at)}" if each.place == "waiting" else f"{each.place} {each.home}"


def _state(known: State, each: Squadron) -> str:
    """WT-11.10, WT-11.11."""
    deck = each.deck_if_known
    if deck is None:
        return "?"
    if each.place == "waiting":
        return f"comes in on game turn {deck.enters}"
    if each.airborne:
        return "must return" if deck.spent else "-"
    if each.place == "aboard":
        return f"ready from game turn {deck.ready}" if deck.ready > known.next_turn else "ready"
    return "-"


# ---------------------------------------------------------------- contacts, sea, score


def _contacts(known: State) -> Panel:
    """WT-19.3, WT-23.4: submarines below the surface, as they are known."""
    head, rows = ("", "where", "at", "seen", "scored on her"), []
    for name, contact in known.known_contacts().items():
        held = "held now" if contact.turn == known.turn else f"last known on game turn {contact.turn}"
        seen = "destroyed" if contact.destroyed else held
        rows.append([name, DEPTHS[contact.mode], place(contact.at), seen, str(contact.scored)])
    return panel_of("SUBMARINE CONTACTS", Columns(head, rows))


def _sea(known: State) -> Panel:
    """WT-7.15, WT-20.1, WT-20.6: the weather, and the smoke screens that lie."""
    weather = known.weather
    smoke = f"screens last {count(weather.lasts, 'further turn')}" if weather.smoke else "no smoke can be made"
    lines = [f"weather: {weather.words}, hit dice {-weather.x if weather.x else '+0'}; {smoke}"]
    for screen in known.screens:
        ends = f"{place(screen.way[0])} to {place(screen.way[-1])}"
        lines.append(f"smoke screen of {screen.ship}: {ends}, {screen_left(known, screen.until)}")
    return panel_of("THE SEA", *map(Paragraph, lines))


def screen_left(known: State, until: int) -> str:
    """WT-20.6: `2 turns more`, `gone next turn`."""
    left = until - known.turn
    return f"{count(left, 'turn')} more" if left > 0 else "gone next turn"


def _fleet(known: State) -> Panel:
    """Section 5: standing orders of the FLEET block, of the reader's own side."""
    return panel_of("FLEET ORDERS", *prose(known.fleet.get(known.side, [])))
