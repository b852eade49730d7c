"""Reading one ship's block of a mail over the ship's current orders."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from pbem.core.orders.envelope import Piece, Problem, shortened
from pbem.core.orders.order_words import IllegalOrder, OrderError, UnreadableOrder, join_pieces
from pbem.games.star_navy.language import engine_grammar, grammar, setup_grammar, words
from pbem.games.star_navy.language.lexer import Words
from pbem.games.star_navy.language.slate import KEYS, SETUP_KEYS, Slate
from pbem.games.star_navy.model.orders import Isd, Setup
from pbem.games.star_navy.model.reserved_words import ENGINE_SLOTS, NOTHINGS, RESERVED, TURN_SLOTS
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.orders import checks, prospects

SLOT = re.compile(r"[TE][0-9]+")
GOES_ON = re.compile(r"(ELSE|IF|AND)\b", re.I)
"""SN-15.4: how a line begins that continues the order above it."""
MAX_LENGTH = 1000
SHOWN_LENGTH = 200
COMMANDS_HELP = f"Commands are {grammar.COMMANDS}."


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


def _refuse_colon(order: Words, word: str, ahead: int) -> None:
    if order.peek(ahead) == ":" and word in RESERVED:
        raise UnreadableOrder(f'"{word}:" was read as a ship; write {word} without the colon')


@dataclass
class Filing:
    """One ship's orders while a mail is read. After `read`, `slate` is what is in force."""

    state: State
    ship: Ship
    slate: Slate
    problems: list[Problem] = field(default_factory=list)
    accepted: int = 0
    _given: set[str] = field(default_factory=set)
    _engine: dict[str, list[tuple[Piece, str, bool]]] = field(default_factory=dict)
    _slot: str = "E2"

    @property
    def given(self) -> list[str]:
        """The lines of this mail among the current orders."""
        return self.slate.lines({*self._given, *self._engine})

    def read(self, pieces: list[Piece]) -> None:
        """SN-15.2: take every order that can be taken; a rejected one spoils no other."""
        for piece in join_pieces(pieces, GOES_ON):
            try:
                if len(piece.text) > MAX_LENGTH:
                    raise UnreadableOrder(f"an order may have {MAX_LENGTH} characters; this one has {len(piece.text)}")
                self._order(piece, Words(piece.text))
            except OrderError as why:
                self._reject(piece, why)
        self._settle_engine()
        self.problems.sort(key=lambda p: p.line)

    def remarks(self) -> list[str]:
        """What of this mail's orders is sure to lapse: they are filed all the same (SN-15.8)."""
        entries = self.slate.entries
        given = [(key, entries[key][0]) for key in KEYS if key in self._given and key in entries]
        return [words for key, text in given for words in prospects.remarks(self.state, self.ship, key, text)]

    def _reject(self, piece: Piece, why: OrderError) -> None:
        quoted = shortened(piece.text, SHOWN_LENGTH)
        self.problems.append(Problem(piece.line, self.ship.id, quoted, why.reason, why.legal, why.kind))

    def _put(self, key: str, *texts: str, again: str = "") -> None:
        """Put `texts` under `key`, once in a mail."""
        if key in self._given:
            raise UnreadableOrder(again or f"{key} is already given in this mail", kind="ambiguous")
        self._given.add(key)
        self.slate.put(key, *texts)
        self.accepted += 1

    def _order(self, piece: Piece, order: Words) -> None:
        slot = take_slot(order)
        self._slot = slot if slot in ENGINE_SLOTS else self._slot
        head = order.peek()
        _refuse_colon(order, slot or head, 0 if slot else 1)
        if slot in TURN_SLOTS:
            self._turn(slot, order)
        elif slot:
            self._engine_order(piece, order)
        elif head in self._plain():
            self._plain()[head](order)
        elif head in engine_grammar.ENGINE_HEADS:
            self._engine_order(piece, order)
        else:
            self._unslotted(order)

    def _plain(self) -> dict[str, Callable[[Words], None]]:
        """Orders that take no slot."""
        return {
            "CLEAR": self._clear,
            "SETUP": self._setup,
            "POLICY": self._policy,
            "STANDING": self._standing,
            "JUMP": self._jump,
            "IST": self._jump,
            "DISENGAGE": self._jump,
        }

    def _turn(self, slot: str, order: Words) -> None:
        """SN-15.4: the one chain of a turn."""
        head = order.peek()
        if not head:
            raise UnreadableOrder(f"{slot} needs a command", COMMANDS_HELP)
        if head in engine_grammar.ENGINE_HEADS:
            raise UnreadableOrder(f"{head} is an order of the Engine phase; write E1 or E2 before it")
        self._refuse_plain(head, slot)
        self._put_chain(slot, order)

    def _refuse_plain(self, head: str, slot: str) -> None:
        if head in self._plain():
            raise UnreadableOrder(f"{head} takes no slot", f"Leave {slot} out.")

    def _put_chain(self, slot: str, order: Words) -> None:
        chain = grammar.chain(order)
        checks.check_chain(self.state, self.ship, chain)
        again = f"{slot} already has a command in this mail; use ELSE for alternatives"
        text = words.chain_text(chain)
        self._put(slot, text, again=again)
        words.told_chain(text)  # and kept: at the deadline, when many games are due at once, it need not be read

    def _unslotted(self, order: Words) -> None:
        """SN-15.1: with pace=turn a command without slot is for the next turn to be resolved."""
        if order.peek() in grammar.COMMAND_HEADS and self.state.by_cycle:
            raise UnreadableOrder("give a turn T1 to T6 (this game is ordered by cycles)")
        self._put_chain(f"T{self.state.next_turn[1]}", order)

    def _standing(self, order: Words) -> None:
        """SN-15.10: STANDING chain, or STANDING NONE."""
        order.take()
        if not order.peek():
            raise UnreadableOrder("STANDING needs a command or NONE", COMMANDS_HELP)
        if order.peek() == "NONE" and not order.peek(1):
            self._put("STANDING")
        else:
            self._put_chain("STANDING", order)

    def _jump(self, order: Words) -> None:
        """SN-15.13, SN-11.3, SN-11.4: JUMP."""
        head = order.take()
        jump = engine_grammar.jump(order, alone=head == "DISENGAGE")
        checks.check_jump(self.state, self.ship, jump)
        self._put("JUMP", words.jump_text(jump))

    def _policy(self, order: Words) -> None:
        """SN-15.12: POLICY."""
        order.take()
        name, text = setup_grammar.policy(order)
        if name == "TARGETS":
            checks.check_targets(self.state, self.ship, text.split(", "))
        self._put(f"POLICY {name}", text)

    def _setup(self, order: Words) -> None:
        """SN-2.1, SN-2.2, SN-2.5: SETUP."""
        order.take()
        checks.check_setup_open(self.state)
        given = setup_grammar.setup(order, Setup())
        checks.check_place(self.state, self.ship, given)
        if given.weapons:
            before = grammar.stored(self.slate.lines(SETUP_KEYS)).setup
            given = checks.full_loadout(self.ship, before, given)
        for line in words.setup_lines(given):
            verb, part, text = line.split(" ", 2)
            self._put(f"{verb} {part}", text)

    def _clear(self, order: Words) -> None:
        """CLEAR: what is in the slots, and what this mail has put there so far, is forgotten."""
        order.take()
        order.finish("CLEAR stands alone.")
        self.slate.clear()
        self._engine.clear()
        self._given.clear()
        self.accepted += 1

    def _engine_order(self, piece: Piece, order: Words) -> None:
        """SN-10.3: one order of E1 or E2; a slot alone opens it for the orders that follow."""
        head = order.peek()
        if not head:
            return
        self._refuse_plain(head, self._slot)
        if head in grammar.COMMAND_HEADS and head not in NOTHINGS:
            raise UnreadableOrder(f"{head} is a command; write T1 to T6 before it")
        item = engine_grammar.engine_item(order)
        checks.check_engine(self.state, self.ship, item)
        entry = (piece, words.engine_item_text(item), isinstance(item.order, Isd))
        self._engine.setdefault(self._slot, []).append(entry)

    def _settle_engine(self) -> None:
        """SN-15.2, SN-15.13: the mail's engine orders replace those of the same slot; ISD needs a JUMP."""
        jumps = "JUMP" in self.slate.entries
        for slot, entries in list(self._engine.items()):
            for piece, _, isd in entries:
                if isd and not jumps:
                    self._reject(
                        piece,
                        IllegalOrder("ISD needs a JUMP order (JUMP LEAVE or JUMP hex facing speed)"),
                    )
            texts = [text for _, text, isd in entries if jumps or not isd]
            if texts:
                self.slate.put(slot, *texts)
                self.accepted += len(texts)
                grammar.read_engine(self.slate.slots()[slot])  # kept, as in `_put_chain`
            else:
                del self._engine[slot]
