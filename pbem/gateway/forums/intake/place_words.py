"""What people are told at a place when a receipt does not say it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.service.receipt import Receipt

GONE_SEAT = "You do not play {seat} of {stream} any more, nor order for its player: nothing was done."
NO_GAME = "You play in no game that is under way here, so there is nothing that this message could be for."
PUBLIC = (
    "Orders that everybody can read are not taken, so what you wrote at {url} changed nothing. Send it to us as a private"
    " message, in answer to this one: `[{stream}]` in its first line says for which game it is.{desk}"
)
TOO_LATE = (
    "You {did} a message that was for turn {turn} of {title} ({stream}). That turn is resolved, so nothing was changed. Turn"
    " {now} is open now: what you want for it goes into a new message."
)


def how_to_link(place: str, account_page: str) -> str:
    """The answer to somebody whose account is nobody's."""
    where = (
        f"Sign in at {account_page} and ask there for a code for {place}"
        if account_page
        else "Ask whoever runs the games for a code"
    )
    return (
        f"We do not know yet whose this account is, so nothing of your message was taken. {where}, then send us the words"
        " `link CODE` from this account, with that code. After that your messages are orders."
    )


def which_game(seats: Sequence[tuple[str, str, str]]) -> str:
    """The answer to a message that does not say for which of several games it is: (stream, seat, title) of each."""
    if not seats:
        return NO_GAME
    lines = [f"- [{stream}] {seat}: {title}" for stream, seat, title in seats]
    example = f"[{seats[0][0]}] {seats[0][1]}"
    return "\n".join(
        [
            "It is not clear which of your games this message is for, so nothing was taken. You play:",
            *lines,
            f"Begin a message with the game and your seat, as in `{example}`, and write your orders below that.",
        ]
    )


def withdrawn(receipt: Receipt) -> str:
    """What became of a message that was deleted."""
    game = f"{receipt.title} ({receipt.stream}), {receipt.turn_words}"
    if receipt.outcome == "over":
        return f"OVER: {game} has ended, so a message that you delete changes nothing."
    lines = [f"WITHDRAWN: you deleted a message for {game}.", *(f"- {note}" for note in receipt.notes), "", "In force now"]
    orders = receipt.current_orders or "Nothing is filed. Units without orders act by the game's rule for missing orders."
    ready = "You are ready." if receipt.ready else "You are not ready; write `ready` when you are done."
    return "\n".join([*lines, orders, "", ready])
