"""A dry run of a seat's orders in tables: track, ranges, odds, costs. Made of what the reader knows and the orders alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pbem.core.game.panels import filled, outline, panel_of
from pbem.core.game.report_parts import Paragraph, Preview
from pbem.core.geometry.hexes import DIRECTIONS, label
from pbem.core.texts.envelope import OrderSheet
from pbem.games.star_navy.model.geometry import bearing_sections, range_of
from pbem.games.star_navy.model.ships import READY, Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.planning import odds
from pbem.games.star_navy.planning.dry_run import Run, Sight, dry_run, guesses
from pbem.games.star_navy.planning.preview_scene import draw_preview
from pbem.games.star_navy.report.pictures.map_scene import draw_map
from pbem.games.star_navy.report.record_sheet import weapon_count
from pbem.games.star_navy.rules.boarding import shields_to_beat
from pbem.games.star_navy.rules.fire import Volley
from pbem.games.star_navy.rules.legal import Boarding

MOST_SHIELDS = 5
"""Table 2.2: no section has more."""

Lines = Callable[[Run, State, str], Iterator[str]]
"""What there is to say of one ship."""


def preview(known: State, sheet: OrderSheet) -> Preview:
    """What the orders would do if nobody else gave any. For a seat that owes no orders, the map as it is."""
    if known.over or not known.mine():
        return Preview(draw_map(known), [])
    runs = [dry_run(known, sheet, guess) for guess in guesses(known)]
    tables = [
        panel_of("TRACK", *outline(_track(runs, known))),
        panel_of("RANGES", *outline(_ranges(runs, known))),
        panel_of("ODDS", *_per_guess(runs, known, _odds)),
        panel_of("COSTS", *_per_guess(runs, known, _costs)),
    ]
    scene, plan, words = draw_preview(runs, known)
    return Preview(scene, filled(tables), plan, words)


def _per_guess(runs: Sequence[Run], known: State, lines: Lines) -> list[Paragraph]:
    """Ship by ship: once where the guesses about the enemies make no difference, else for each of them."""
    return [line for id in runs[0].ships for line in _of_ship(runs, known, lines, id)]


def _of_ship(runs: Sequence[Run], known: State, lines: Lines, id: str) -> list[Paragraph]:
    found = [list(lines(run, known, id)) for run in runs]
    if all(each == found[0] for each in found[1:]):
        return outline(found[0])
    apart = zip(runs, found, strict=True)
    return [part for run, each in apart for part in (Paragraph(f"{id} {run.guess.words}:"), *outline(each or ["  none"]))]


# ---------------------------------------------------------------- track


def _track(runs: Sequence[Run], known: State) -> Iterator[str]:
    for ship in known.mine():
        yield f"{ship.id}  now in {label(ship.hex)} heading {DIRECTIONS[ship.heading]}"
        for turn in dict.fromkeys(said.turn for run in runs for said in run.said if said.ship == ship.id):
            yield from _apart(runs, [_said(run, ship.id, turn) for run in runs])
        yield from _apart(runs, [[f"ends {_end(run.state.ships[ship.id])}"] for run in runs])


def _said(run: Run, id: str, turn: int) -> list[str]:
    found = [said.words for said in run.said if said.ship == id and said.turn == turn]
    return [f"T{turn}  {words}" if turn else words for words in found]


def _apart(runs: Sequence[Run], found: Sequence[list[str]]) -> Iterator[str]:
    """What a ship does: once if every guess comes to the same, else for each of them."""
    if all(each == found[0] for each in found[1:]):
        yield from (f"  {line}" for line in found[0])
        return
    for run, lines in zip(runs, found, strict=True):
        yield f"  {run.guess.words}:"
        yield from (f"    {line}" for line in lines)


def _end(ship: Ship) -> str:
    if not ship.alive:
        return f"{ship.fate} in {label(ship.hex)}"
    return f"in {label(ship.hex)} heading {DIRECTIONS[ship.heading]}, speed {ship.console.speed}"


# ---------------------------------------------------------------- ranges


def _ranges(runs: Sequence[Run], known: State) -> Iterator[str]:
    """SN-5.10, SN-7.4: in whose sweeps they lie, now and when commands are carried out."""
    for own in known.mine():
        for enemy in known.enemies():
            yield f"{own.id} and {enemy.id}"
            mine = bearing_sections(own.hex, own.heading, enemy.hex)
            theirs = bearing_sections(enemy.hex, enemy.heading, own.hex)
            yield _sight("now", Sight(0, own.id, enemy.id, range_of(own.hex, enemy.hex), mine, theirs))
            seen = [(run, sight) for run in runs for sight in run.sights if (sight.ship, sight.enemy) == (own.id, enemy.id)]
            for turn in dict.fromkeys(sight.turn for _, sight in seen):
                yield from _rows([(run, sight) for run, sight in seen if sight.turn == turn])


def _rows(seen: Sequence[tuple[Run, Sight]]) -> Iterator[str]:
    """One turn: a row for each guess, unless they come to the same."""
    if len({sight for _, sight in seen}) == 1:
        seen = seen[:1]
    for run, sight in seen:
        yield _sight(f"T{sight.turn} {run.guess.brief if len(seen) > 1 else ''}", sight)


def _sight(when: str, sight: Sight) -> str:
    if not sight.range:
        return f"  {when:18} in one hex, where nothing bears"
    yours, its = " and ".join(sight.mine), " and ".join(sight.theirs)
    return f"  {when:18} range {sight.range:2}  it is in your {yours}, you in its {its}"


# ---------------------------------------------------------------- odds


def _odds(run: Run, known: State, id: str) -> Iterator[str]:
    for shot in run.shots:
        if shot.volley.ship.id == id:
            yield from _volley(run, known, shot.turn, shot.volley)
    for number, boarding in run.boardings:
        if boarding.ship.id == id:
            yield from _boarding(run, known, number, boarding)


def _volley(run: Run, known: State, number: int, volley: Volley) -> Iterator[str]:
    head = f"T{number} {volley.ship.id} {volley.section} at {volley.target.id}, range {volley.range}"
    if not volley.number:
        yield f"{head}: no effect through the asteroids (SN-7.5)"
        return
    yield f"{head}: {weapon_count(volley.number, volley.weapon)}"
    yield from (f"  {words}" for words in _points(run, known, volley))
    yield f"  section: {odds.sections_words(volley.seen)} (SN-7.8)"


def _points(run: Run, known: State, volley: Volley) -> Iterator[str]:
    number, weapon = volley.number, volley.weapon
    if weapon == "L":
        yield f"{odds.laser_points(number, volley.range)} points on one section, without fail (SN-7.9)"
    elif weapon == "P":
        larger, smaller = odds.pulser_points(number)
        yield f"{larger} points on the section hit and both its neighbours, {smaller} on the others (SN-7.12)"
    elif weapon == "C":
        least, mean, most = odds.cannon_spread(number, volley.wear)
        worn = f" with wear {volley.wear}" if volley.wear else ""
        yield f"{least} to {most} points on one section{worn}, {odds.decimal(mean)} expected (SN-7.13)"
    else:
        seen = known.ships[volley.target.id].console_if_known
        yield "6 points a hit, each on a section of its own; by the marked speed (SN-7.10):"
        yield from odds.torpedo_words(number, (volley.target.console.speed,) if seen else run.guess.possible)


def _boarding(run: Run, known: State, number: int, boarding: Boarding) -> Iterator[str]:
    ship, target = boarding.ship, boarding.target
    yield f"T{number} {ship.id} boards {target.id} with {ship.console.marines} marines; {boarding.retreat} (SN-9.7)"
    if known.ships[target.id].console_if_known:
        chance = odds.percent(odds.boarding_chance(shields_to_beat(run.state, ship, target)))
        yield f"  gets aboard with {chance} (SN-9.4); {target.console.marines} marines there"
        return
    by_shields = ", ".join(f"{n}: {odds.percent(odds.boarding_chance(n))}" for n in range(MOST_SHIELDS + 1))
    yield "  gets aboard, by the active shields of its weakest section (SN-9.4):"
    yield f"  {by_shields}"
    yield f"  printed marines there: {target.printed.marines}; each side hits on 5 and 6 (SN-9.6)"


# ---------------------------------------------------------------- costs


def _costs(run: Run, known: State, id: str) -> Iterator[str]:
    """SN-1.8, SN-5.3, SN-5.5: what is spent, and what is left."""
    ship, before = run.state.ships[id], known.ships[id].console
    if not ship.alive:
        return
    after = ship.console
    capacitors = f"capacitors {_change(before.capacitor_energy, after.capacitor_energy)}"
    engines = f"engines {_change(before.engine_energy, after.engine_energy)}"
    yield f"{ship.id}  energy {_change(before.energy, after.energy)} ({capacitors}, {engines})"
    yield f"  free thrusters {_change(before.free_thrusters, after.free_thrusters)}, mines {_change(before.mines, after.mines)}"
    changed = [
        f"{name} {_status(section.status, section.used)}"
        for name, section in after.sections.items()
        if section.status != before.sections[name].status
    ]
    raised = [
        f"{name} {_change(before.sections[name].active, section.active)}"
        for name, section in after.sections.items()
        if section.active != before.sections[name].active
    ]
    if changed:
        yield f"  sections: {', '.join(changed)}"
    if raised:
        yield f"  active shields: {', '.join(raised)}"


def _status(status: str, used: int) -> str:
    return status if status == READY or not used else f"{status}({used})"


def _change(before: int, now: int) -> str:
    return f"{before}" if before == now else f"{before} -> {now}"
