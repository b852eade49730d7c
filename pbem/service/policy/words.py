"""A policy in words: its clock, its ladder as one table, who decides and who may watch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from events.platform import PolicySet
from pbem.service.policy.pace import pace_of, span_words

MISSED, TURNS_MISSED, SEAT_FREE = "at a missed deadline", "when turns are missed", "when a seat is free"
VOTED = {
    "more time": "more time",
    "pause": "a pause",
    "go on": "going on after a pause",
    "draw": "a draw",
    "master": "another game master",
    "roll back": "a roll-back",
}


@dataclass(frozen=True)
class Rung:
    """A step of the ladder: its name, what happens, and when."""

    step: str
    what: str
    when: str


@dataclass(frozen=True)
class PolicyInWords:
    """All of a policy. `runs`: turns have deadlines; `ladder` is a table; the others are sentences."""

    runs: bool
    clock: str
    ladder: list[Rung]
    deciding: str
    watching: str

    @property
    def lines(self) -> list[str]:
        """The same in five lines: a mail has no room for a table."""
        before = [rung for rung in self.ladder if rung.when not in (TURNS_MISSED, SEAT_FREE)]
        after = [rung.what for rung in self.ladder if rung.when in (TURNS_MISSED, SEAT_FREE)]
        steps = ", ".join(rung.step.lower() for rung in before)
        return [self.clock, f"When orders are missing: {steps}.", " ".join(after), self.deciding, self.watching]


def in_words(policy: PolicySet, rhythm_hours: float) -> PolicyInWords:
    """The policy of a game whose turns were to last so many hours at its opening."""
    runs = pace_of(policy, rhythm_hours).runs
    return PolicyInWords(runs, clock_words(policy, rhythm_hours), ladder(policy), deciding(policy), watching(policy))


def clock_words(policy: PolicySet, rhythm_hours: float) -> str:
    """When turns are due, and what a deadline moves for."""
    pace = pace_of(policy, rhythm_hours)
    if not pace.runs:
        return "Turns have no deadline: each is resolved when all are ready."
    early = "or as soon as all are ready" if policy.early else "even if all are ready sooner"
    said = [f"Orders are due {pace.words}, {early}."]
    if policy.days_off:
        said.append(f"No turn is due on {_days_off(policy.days_off)}.")
    if policy.min_hours:
        said.append(f"A turn has {span_words(policy.min_hours)} at least.")
    if policy.max_hours:
        said.append(f"Its deadline moves by {span_words(policy.max_hours)} at most in all, but for decisions and outages.")
    if policy.notice_hours:
        said.append(f"After an outage {span_words(policy.notice_hours)} are left.")
    return " ".join(said)


def _days_off(days: list[str]) -> str:
    """All of them, or how many there are and until when."""
    return ", ".join(days) if len(days) <= FEW_DAYS else f"{len(days)} days off, the last on {max(days)}"


FEW_DAYS = 6


def ladder(policy: PolicySet) -> list[Rung]:
    """What is done for a seat whose orders are missing, in order; the last rungs are about a seat whose player is gone."""
    return [*_before(policy), *_instead(policy), _resolved(policy), *_gone(policy)]


def _before(policy: PolicySet) -> Iterator[Rung]:
    """What moves the deadline."""
    if policy.use_standing:
        yield Rung("Standing orders", "Nobody waits for a seat that has standing or advance orders: they are used.", MISSED)
    if policy.wait_days:
        what = f"The deadline waits until they are back, {policy.wait_days:g} days at most."
        yield Rung("Waiting", what, "for a player who has said that they are away")
    if policy.excuses:
        back = f" {policy.excuse_after} turns on time in a row win one back." if policy.excuse_after else ""
        what = f"The deadline moves by {span_words(policy.excuse_hours)}; each seat has {policy.excuses}.{back}"
        yield Rung("Excuse", what, f"{MISSED}, by itself")
    if policy.grace_hours:
        yield Rung("Grace", f"The deadline moves by {span_words(policy.grace_hours)}.", f"{MISSED}, once a turn")


def _instead(policy: PolicySet) -> Iterator[Rung]:
    """Who orders instead of the player."""
    if policy.officers or policy.sitters:
        sitter, officer = "the sitter whom the player has named", "another player of the side"
        who = " or ".join([sitter] * policy.sitters + [officer] * policy.officers)
        moved = f"; a missed deadline moves by {span_words(policy.sitter_hours)} for them" if policy.sitter_hours else ""
        step = "Sitter" if policy.sitters else "Other officer"
        yield Rung(step, f"{who[0].upper()}{who[1:]} orders for the seat{moved}.", "then, until the player is back")
    if policy.bot:
        yield Rung("Bot", f"The bot {policy.bot} orders for the seat.", "when nobody else does")


def _resolved(policy: PolicySet) -> Rung:
    what = "Advance and standing orders are used; without them units act by the rule book's clause for missing orders."
    return Rung("The turn is resolved", what, "at the deadline that is left")


def _gone(policy: PolicySet) -> Iterator[Rung]:
    """What becomes of a seat whose player is gone."""
    if policy.offer_after:
        turns = "one turn" if policy.offer_after == 1 else f"{policy.offer_after} turns in a row"
        yield Rung("The seat is lost", f"A player who misses {turns} loses the seat.", TURNS_MISSED)
    if policy.substitutes:
        what = "A free seat is offered to people who take over seats; the first answer wins."
        yield Rung("Substitutes", what, SEAT_FREE)
    yield Rung("Free seat", _free(policy), SEAT_FREE)


def _free(policy: PolicySet) -> str:
    if not policy.open_seats:
        return "A free seat is given by invitation."
    if policy.reliability:
        return f"A free seat is for whoever comes and had {policy.reliability}% of their turns in time."
    return "A free seat is for whoever comes."


def deciding(policy: PolicySet) -> str:
    """What is voted on, and what becomes of a game whose master is silent."""
    asked = ", ".join(f"{VOTED.get(on, on)} ({part}%)" for on, part in policy.votes.items() if part)
    voted = f"The players vote on {asked}." if asked else "Nothing is voted on."
    if not policy.silent_days:
        return voted
    who = "the players decide" if policy.silent_then == "players" else "the operator decides"
    return f"{voted} When the game master is silent for {policy.silent_days:g} days, {who}."


def watching(policy: PolicySet) -> str:
    """When everybody else sees a turn, and who may comment."""
    when = f"{span_words(policy.delay_hours)} later than the players" if policy.delay_hours else "when the players do"
    return f"Spectators and forums see a turn {when}. {COMMENTED[policy.comments]}"


COMMENTED = {
    "everybody": "Whoever is signed in may comment in the game's thread.",
    "players": "The players and the game master may comment in the game's thread.",
    "nobody": "Nobody comments in the game's thread.",
}


def in_short(policy: PolicySet) -> str:
    """For the history: the pace, if it is said, and what is done for missing orders."""
    pace = f"Orders are due {pace_of(policy, 0.0).words}. " if policy.pace else ""
    grace = f"{policy.grace_hours:g} hours of grace once a turn" if policy.grace_hours else "no grace"
    away = f"the deadline waits, {policy.wait_days:g} days at most" if policy.wait_days else "standing orders are used"
    away = f"the bot {policy.bot} stands in" if policy.bot else away
    excuses = f"; {policy.excuses} excuses of {policy.excuse_hours:g} hours" if policy.excuses else ""
    seats = "; whoever comes may take a free seat" if policy.open_seats else ""
    return f"{pace}When orders are missing: {grace}; for a player who is away {away}{excuses}{seats}"
