"""What each event of the service does to the ledger."""

from __future__ import annotations

from typing import Any

from events.base import Event
from events.platform import (
    AddressMisused,
    Announced,
    BattleBegun,
    Blinded,
    DeadlineSet,
    ExtensionAsked,
    ForceDeployed,
    ForumPosted,
    ForumSet,
    GameEnded,
    GameForked,
    GameHidden,
    GameOpened,
    GameReopened,
    OrdersAwaited,
    OrdersFiled,
    OrdersHeld,
    OrdersRefused,
    OutageHealed,
    PolicySet,
    PostHidden,
    PressSent,
    ReadyChanged,
    ResolvedNow,
    Rolled,
    RolledBack,
    SeedDrawn,
    SeedRevealed,
    StateRestored,
    TurnClosed,
    TurnLocked,
    TurnOpened,
)
from pbem.core.fleets.berths import Force
from pbem.core.fleets.fleet_units import Unit
from pbem.core.state.ledger import Ledger
from pbem.core.state.ledger_seats import SEAT_HANDLERS, Handler, remember, settled

BY_SITTER = "sitter"
"""The first word of a filing's source when somebody filed it who orders for the seat's player."""
TURNS_KEPT = 100
"""So far is counted how many turns in a row came in time."""


def _forked(ledger: Ledger, e: GameForked) -> None:
    ledger.turn = ledger.closed = e.turn
    ledger.laid_open = bool(e.seat)


def _opened(ledger: Ledger, e: GameOpened) -> None:
    ledger.game, ledger.rules_version, ledger.scenario, ledger.title = e.game, e.rules_version, e.scenario, e.title
    ledger.options, ledger.seats, ledger.crews = e.options, dict(e.seats), dict(e.crews)
    ledger.seed_hash, ledger.rhythm_hours = e.seed_hash, e.rhythm_hours


def _seed(ledger: Ledger, e: SeedDrawn | SeedRevealed) -> None:
    ledger.seed = e.seed


def _turn_opened(ledger: Ledger, e: TurnOpened) -> None:
    ledger.turn, ledger.root, ledger.audiences = e.turn, e.root, e.audiences
    ledger.filed, ledger.ready, ledger.due, ledger.awaited, ledger.watched, ledger.extensions = {}, [], "", [], [], {}
    ledger.held, ledger.misused, ledger.excused, ledger.stood_in, ledger.first_due = [], [], [], {}, ""
    ledger.only_ready, ledger.filings = {}, {}


def _deadline(ledger: Ledger, e: DeadlineSet) -> None:
    ledger.due, ledger.extensions = e.due, {}
    if not ledger.first_due or e.cause in ("decision", "outage", "clock"):
        ledger.first_due = e.due


def _extension(ledger: Ledger, e: ExtensionAsked) -> None:
    ledger.extensions[e.seat] = e.hours
    remember(ledger, e.source)


def _filed(ledger: Ledger, e: OrdersFiled) -> None:
    ledger.filed[e.seat] = e
    ledger.filings[e.seat] = [*ledger.filings.get(e.seat, []), e]
    remember(ledger, e.source)


def _refused(ledger: Ledger, e: OrdersRefused) -> None:
    remember(ledger, e.source)


def _ready(ledger: Ledger, e: ReadyChanged) -> None:
    others = [seat for seat in ledger.ready if seat != e.seat]
    ledger.ready = [*others, e.seat] if e.ready else others
    if e.seat not in ledger.filed:
        ledger.only_ready[e.seat] = e.source
    remember(ledger, e.source)


def _held(ledger: Ledger, e: OrdersHeld) -> None:
    ledger.held = [*ledger.held, e]


def _misused(ledger: Ledger, e: AddressMisused) -> None:
    ledger.misused = [*ledger.misused, e]


def _press(ledger: Ledger, e: PressSent) -> None:
    remember(ledger, e.source)


def _locked(ledger: Ledger, e: TurnLocked) -> None:
    """Who was in time is counted where there was a deadline: not when a turn is played again, or resolved before it."""
    ledger.commitments, ledger.digest = e.commitments, e.digest
    for seat in ledger.seats if ledger.due else ():
        if seat in e.missed or ledger.stood_in.get(seat) == "missed":
            if ledger.absent.get(seat, "") <= ledger.due:
                ledger.missed[seat] = ledger.missed.get(seat, 0) + 1
            ledger.on_time[seat] = 0
        elif (seat in e.commitments or seat in ledger.ready) and not _by_another(ledger, seat):
            ledger.missed.pop(seat, None)
            _kept(ledger, seat)


def _by_another(ledger: Ledger, seat: str) -> bool:
    """Did a bot that stood in, or whoever orders for the player, file the orders in force, or with none say `ready`?"""
    filed = ledger.filed.get(seat)
    source = filed.source if filed else ledger.only_ready.get(seat, "")
    return seat in ledger.stood_in or source.partition(" ")[0] == BY_SITTER


def _kept(ledger: Ledger, seat: str) -> None:
    """A turn on time; so many of them as the policy says win an excuse back."""
    count, after, used = ledger.on_time.get(seat, 0) + 1, ledger.policy.excuse_after, ledger.excuses_used.get(seat, 0)
    if used and after and count >= after:
        ledger.excuses_used[seat] = used - 1
        count = 0
    ledger.on_time[seat] = min(count, TURNS_KEPT)


def _resolved_now(ledger: Ledger, e: ResolvedNow) -> None:
    """No deadline has come, so nobody has missed it."""
    ledger.due = ""


def _closed(ledger: Ledger, e: TurnClosed) -> None:
    ledger.closed, ledger.due = e.turn, ""


def _ended(ledger: Ledger, e: GameEnded) -> None:
    """Whoever ends it by hand does so in an open turn, which is not resolved."""
    if ledger.closed < ledger.turn:
        ledger.back[ledger.turn] = ledger.turn - 1
    ledger.ends, ledger.votes = [*ledger.ends, ledger.turn], {}
    ledger.ended, ledger.winners, ledger.verdict, ledger.due = True, e.winners, e.verdict, ""
    ledger.closed = ledger.turn


def _policy(ledger: Ledger, e: PolicySet) -> None:
    ledger.policy = e


def _awaited(ledger: Ledger, e: OrdersAwaited) -> None:
    ledger.awaited = [*ledger.awaited, e.cause]
    if e.cause == "excuse":
        ledger.excused = [*ledger.excused, *e.seats]
        for seat in e.seats:
            ledger.excuses_used[seat] = ledger.excuses_used.get(seat, 0) + 1
            ledger.on_time[seat] = 0


def _healed(ledger: Ledger, e: OutageHealed) -> None:
    ledger.healed = e.ended


def _rolled_back(ledger: Ledger, e: RolledBack) -> None:
    """A turn that leads to the position again is undone no more: a roll-back can itself be rolled back."""
    ledger.back[e.turn] = e.to
    ledger.closed, ledger.due = e.turn, ""
    settled(ledger, "roll back")
    stand = ledger.line()
    ledger.undone = {turn: ledger.undone.get(turn, e.why) for turn in range(1, e.turn) if turn not in stand}


def _reopened(ledger: Ledger, e: GameReopened) -> None:
    """What was said when it ended is void. The clock runs: whoever had paused it did so in another position."""
    ledger.ended, ledger.winners, ledger.verdict, ledger.paused = False, [], "", False
    ledger.turn, ledger.seed, ledger.seed_hash = e.turn, "", e.seed_hash
    ledger.filed, ledger.ready, ledger.watched, ledger.extensions = {}, [], [], {}
    ledger.held, ledger.misused, ledger.only_ready, ledger.filings = [], [], {}, {}


def _forum_set(ledger: Ledger, e: ForumSet) -> None:
    ledger.forums[e.place] = e
    if not e.what:
        del ledger.forums[e.place]


def _forum_posted(ledger: Ledger, e: ForumPosted) -> None:
    ledger.posted[e.place] = [*ledger.posted.get(e.place, []), e.post]


def _post_hidden(ledger: Ledger, e: PostHidden) -> None:
    ledger.hidden = [post for post in ledger.hidden if post != e.post] + [e.post] * e.hidden


def _battle(ledger: Ledger, e: BattleBegun) -> None:
    ledger.campaign, ledger.battle = e.campaign, e.battle


def _deployed(ledger: Ledger, e: ForceDeployed) -> None:
    ledger.forces[e.side] = Force([Unit(**unit) for unit in e.units], list(e.keeps))


def _nothing(ledger: Ledger, e: Event) -> None:
    """Facts that only the log itself needs."""


def _hears_master(handler: Handler) -> Handler:
    """A game master who does something is silent no more."""

    def handle(ledger: Ledger, e: Any) -> None:
        if e.by == "master":
            ledger.silent = ""
        handler(ledger, e)

    return handle


_HANDLERS: dict[type[Event], Handler] = {
    **SEAT_HANDLERS,
    GameForked: _forked,
    BattleBegun: _battle,
    ForceDeployed: _deployed,
    GameOpened: _opened,
    SeedDrawn: _seed,
    SeedRevealed: _seed,
    TurnOpened: _turn_opened,
    DeadlineSet: _deadline,
    OrdersFiled: _filed,
    OrdersRefused: _refused,
    OrdersHeld: _held,
    AddressMisused: _misused,
    PressSent: _press,
    ReadyChanged: _ready,
    ExtensionAsked: _extension,
    TurnLocked: _locked,
    Blinded: _nothing,
    Rolled: _nothing,
    TurnClosed: _closed,
    GameEnded: _ended,
    PolicySet: _policy,
    Announced: _nothing,
    GameHidden: _nothing,
    OrdersAwaited: _awaited,
    OutageHealed: _healed,
    RolledBack: _rolled_back,
    StateRestored: _nothing,
    GameReopened: _reopened,
    ResolvedNow: _resolved_now,
    ForumSet: _forum_set,
    ForumPosted: _forum_posted,
    PostHidden: _post_hidden,
}
HANDLERS = {kind: _hears_master(handler) if hasattr(kind, "by") else handler for kind, handler in _HANDLERS.items()}
