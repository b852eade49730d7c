"""Reading one ship's block of a mail over the ship's current orders."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pbem.core.orders.order_words import Words
from pbem.core.texts import filing
from pbem.core.texts.envelope import IllegalOrder, Piece, UnreadableOrder, suggest
from pbem.games.star_navy.language.slate import KEYS, SETUP_KEYS, Slate
from pbem.games.star_navy.language.stored import chain_text, read_chain, stored, stored_engine
from pbem.games.star_navy.language.syntax import HEADS
from pbem.games.star_navy.model.orders import (
    COMMANDS,
    ENGINE_ITEM,
    ENGINE_ORDERS,
    JUMPS,
    NAMED,
    POLICIES,
    SETUPS,
    EngineItem,
    Isd,
)
from pbem.games.star_navy.model.reserved_words import ENGINE_SLOTS, NOTHINGS, RESERVED, TURN_SLOTS
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.orders import checks, prospects

SLOT = re.compile(r"[TE][0-9]+")
COMMANDS_LEGAL = f"Commands are {NAMED}."
ORDER_HEADS = tuple(head for head in HEADS if head not in TURN_SLOTS + ENGINE_SLOTS)


def take_slot(order: Words) -> str:
    """Take `T3`, `T 3`, `T3.`, `T3)` or `T3 -`, if one comes next; else ""."""
    word = order.peek()
    apart = word in ("T", "E") and order.peek(1).isdigit()
    slot = word + order.peek(1) if apart else word
    if not SLOT.fullmatch(slot):
        return ""
    order.take(2 if apart else 1)
    order.accept(".", ")", "-", ",")
    if slot not in TURN_SLOTS + ENGINE_SLOTS:
        raise UnreadableOrder(f"there is no {slot}", "Slots are T1 to T6, E1 and E2.")
    return slot


class Filing(filing.Filing):
    """One ship while a mail is read. SN-15.2: a rejected order spoils no other."""

    most_length = 1000

    def __init__(self, state: State, ship: Ship, lines: Sequence[str]) -> None:
        super().__init__(ship.id, lines)
        self.state = state
        self.ship = ship
        self._slate = Slate.read(lines)
        self._given: set[str] = set()
        self._engine: dict[str, list[tuple[Piece, EngineItem]]] = {}
        self._slot = "E2"
        self._plain: dict[str, Callable[[Words], None]] = {
            "CLEAR": self._clear,
            "STANDING": self._standing,
            **dict.fromkeys(SETUPS.words, self._setup),
            **dict.fromkeys(POLICIES.words, self._policy),
            **dict.fromkeys(JUMPS.words, self._jump),
        }
        """Orders that take no slot."""

    @property
    def given(self) -> list[str]:
        return self._slate.lines({*self._given, *self._engine})

    def remarks(self, coming: State) -> list[str]:
        """What of this mail's orders is sure to lapse in the `coming` turn: they are filed all the same (SN-15.8)."""
        entries = self._slate.entries
        given = [(key, entries[key][0]) for key in KEYS if key in self._given and key in entries]
        return [words for key, text in given for words in prospects.remarks(coming, self.ship, key, text)]

    def take(self, piece: Piece) -> None:
        order = Words(piece.text)
        slot = take_slot(order)
        head = slot or order.peek()
        self._slot = slot if slot in ENGINE_SLOTS else self._slot
        if order.peek(0 if slot else 1) == ":" and head in RESERVED:
            raise UnreadableOrder(f'"{head}:" was read as a ship; write {head} without the colon')
        if slot and order.peek() in self._plain:
            raise UnreadableOrder(f"{order.peek()} takes no slot", f"Leave {slot} out.")
        if slot in TURN_SLOTS:
            self._turn(slot, order)
        elif head in self._plain:
            self._plain[head](order)
        elif slot or (head in ENGINE_ORDERS.words and head not in NOTHINGS):
            self._engine_order(piece, order)
        else:
            self._unslotted(order)

    def _put(self, key: str, *texts: str, again: str = "") -> None:
        """Put `texts` under `key`, once in a mail."""
        if key in self._given:
            raise UnreadableOrder(again or f"{key} is already given in this mail", kind="ambiguous")
        self._given.add(key)
        self._slate.put(key, *texts)
        self.accepted += 1

    def _put_line(self, line: str, words: int = 1) -> None:
        """Put an order under the words that it begins with."""
        *key, text = line.split(" ", words)
        self._put(" ".join(key), text)

    # ------------------------------------------------------------ commands

    def _turn(self, slot: str, order: Words) -> None:
        """SN-15.4: the one chain of a turn."""
        head = order.peek()
        if not head:
            raise UnreadableOrder(f"{slot} needs a command", COMMANDS_LEGAL)
        if head in ENGINE_ORDERS.words and head not in NOTHINGS:
            raise UnreadableOrder(f"{head} is an order of the Engine phase; write E1 or E2 before it")
        self._put_chain(slot, order)

    def _put_chain(self, slot: str, order: Words) -> None:
        chain = read_chain(order)
        checks.check_chain(self.state, self.ship, chain)
        self._put(slot, chain_text(chain), again=f"{slot} already has a command in this mail; use ELSE for alternatives")

    def _unslotted(self, order: Words) -> None:
        """SN-15.1: with pace=turn a command without slot is for the next turn to be resolved."""
        known = order.peek() in COMMANDS.words
        if known and self.state.by_cycle:
            raise UnreadableOrder("give a turn T1 to T6 (this game is ordered by cycles)")
        if not known:
            reason = f'unknown order "{order.shown()}"; commands are {NAMED}'
            raise UnreadableOrder(reason, suggest(order.peek(), ORDER_HEADS))
        self._put_chain(f"T{self.state.next_turn[1]}", order)

    def _standing(self, order: Words) -> None:
        """SN-15.10: STANDING chain, or STANDING NONE."""
        order.take()
        if not order.peek():
            raise UnreadableOrder("STANDING needs a command or NONE", COMMANDS_LEGAL)
        if order.peek() == "NONE" and not order.peek(1):
            self._put("STANDING")
        else:
            self._put_chain("STANDING", order)

    # ------------------------------------------------------------ what takes no slot

    def _jump(self, order: Words) -> None:
        """SN-15.13, SN-11.3, SN-11.4: JUMP."""
        jump = JUMPS.whole(order)
        checks.check_jump(self.state, self.ship, jump)
        self._put_line(JUMPS.write(jump))

    def _policy(self, order: Words) -> None:
        """SN-15.12: POLICY."""
        policy = POLICIES.whole(order)
        checks.check_targets(self.state, self.ship, policy.targets)
        self._put_line(POLICIES.write(policy), words=2)

    def _setup(self, order: Words) -> None:
        """SN-2.1, SN-2.2, SN-2.5: SETUP."""
        checks.check_setup_open(self.state)
        given = SETUPS.whole(order)
        checks.check_place(self.state, self.ship, given)
        if given.weapons:
            given = checks.full_loadout(self.ship, stored(self._slate.lines(SETUP_KEYS)).setup, given)
        self._put_line(SETUPS.write(given), words=2)

    def _clear(self, order: Words) -> None:
        """CLEAR: what is in the slots, and what this mail has put there so far, is forgotten."""
        order.take()
        order.finish("CLEAR stands alone.")
        self._slate.clear()
        self._engine.clear()
        self._given.clear()
        self.accepted += 1

    # ------------------------------------------------------------ engine orders

    def _engine_order(self, piece: Piece, order: Words) -> None:
        """SN-10.3: one order of E1 or E2; a slot alone opens it for the orders that follow."""
        head = order.peek()
        if not head:
            return
        if head in COMMANDS.words and head not in NOTHINGS:
            raise UnreadableOrder(f"{head} is a command; write T1 to T6 before it")
        item = ENGINE_ITEM.whole(order)
        checks.check_engine(self.state, self.ship, item)
        self._engine.setdefault(self._slot, []).append((piece, item))

    def settle(self) -> None:
        """SN-15.2, SN-15.13: the mail's engine orders replace those of the same slot; ISD needs a JUMP."""
        jumps = "JUMP" in self._slate.entries
        for slot, entries in list(self._engine.items()):
            kept = tuple(item for _, item in entries if jumps or not isinstance(item.order, Isd))
            for piece in (piece for piece, item in entries if item not in kept):
                self.complain(piece, IllegalOrder("ISD needs a JUMP order (JUMP LEAVE or JUMP hex facing speed)"))
            if kept:
                self._slate.put(slot, *map(ENGINE_ITEM.write, kept))
                self.accepted += len(kept)
                stored_engine.keep(self._slate.slots()[slot], kept)  # as `chain_text` does
            else:
                del self._engine[slot]
        self.lines = self._slate.lines()
