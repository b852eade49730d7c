"""What is told of a conversation whose place tells neither edits nor deletions."""

from __future__ import annotations

from pbem.gateway.forums.drivers.conversation import AT_ONCE, WATCHED, Conversation, Page, news, read, stored, turn
from pbem.gateway.forums.port import Reply

GONE = Reply("", "t", "", "", "", False)


def _said(id: int, version: str = "") -> Reply:
    return Reply(str(id), "t", "blue", f"text {id}", version, False)


def _page(*ids: int, whole: bool = True, last: int = 0) -> Page:
    return Page([_said(id) for id in ids], str(last or max(ids, default=0)), whole)


def test_ids_are_numbers_of_any_length() -> None:
    """9 comes before 10, although not as words."""
    told, after = news(Conversation("9", {"9": ""}), _page(9, 10, 11), GONE)
    assert [reply.id for reply in told] == ["10", "11"] and after.last == "11" and after.start == "9"


def test_edits_and_deletions_are_told_once() -> None:
    """A message that is not there any more is deleted; told again it is not."""
    before = Conversation("3", {"1": "", "2": "", "3": ""})
    told, after = news(before, Page([_said(1), _said(3, "edited")], "3"), GONE)
    assert [(reply.id, reply.deleted, reply.text) for reply in told] == [("2", True, ""), ("3", False, "text 3")]
    assert news(after, Page([_said(1), _said(3, "edited")], "3"), GONE) == ([], after)


def test_what_was_not_read_is_not_deleted() -> None:
    """Of a page that is not the last, nothing is said about what comes after it; reading goes on from there."""
    before = Conversation("50", {"10": "", "50": ""})
    told, after = news(before, _page(10, 20, whole=False), GONE)
    assert told == [] and after.last == "50" and after.start == "10"


def test_only_the_last_messages_are_watched() -> None:
    """So that a cursor stays small, and as much is read again each time."""
    _, after = news(Conversation(), _page(*range(100, 300)), GONE)
    assert len(after.known) == WATCHED and after.start == str(300 - WATCHED)


def test_a_cursor_keeps_conversations_in_the_order_of_reading() -> None:
    """New ones come first, then who waited longest; those that nobody wants are dropped."""
    before = {f"c{number}": Conversation(str(number), {"1": "v"}, private=True) for number in range(AT_ONCE + 5)}
    assert read(stored(before)) == before
    due, waiting = turn(before, [*list(before)[1:], "new"])
    assert due == ["new", *list(before)[1:AT_ONCE]] and waiting == list(before)[AT_ONCE:]
