"""`game webhook`: where turns are told, and the key that it is signed with."""

from __future__ import annotations

import json

from tests.cli.shell import Shell


def test_a_webhook_is_set_listed_and_dropped(shell: Shell) -> None:
    """The key comes with setting it; the list says what was told; what is not there cannot be dropped."""
    stream = shell("game", "open", "star_navy", "first-blood").strip()
    url = "https://forum.example/hooks/17"
    assert len(shell("game", "webhook", stream, url).strip()) == 64
    (row,) = json.loads(shell("game", "webhook", stream, "--json"))
    assert (row["url"], row["told"], row["error"]) == (url, 0, "")
    assert url in shell("game", "webhook", stream)
    shell("game", "webhook", stream, url, "--drop")
    assert json.loads(shell("game", "webhook", stream, "--json")) == []
    assert "has no webhook" in shell.fails("game", "webhook", stream, url, "--drop")
    assert "no web address" in shell.fails("game", "webhook", stream, "not-an-address")
    assert "there is no game" in shell.fails("game", "webhook", "g9", url)
