"""The desk reads a text once, by whichever button and in whichever form it comes."""

from __future__ import annotations

import pytest

from tests.service.builders.readings import ONCE, count_readings
from tests.web.builders.sites import WebSite
from tests.web.play.test_desk_page import field, shown

POST = '[quote="red"]PEU: TURN R[/quote]\n[b]BIS:[/b] TURN L'


@pytest.mark.parametrize(
    ("way", "text", "more"),
    [
        ("", "BIS: TURN L", {"act": "file"}),
        ("", "BIS: TURN L", {"done": "yes"}),
        ("", "BIS: TURN L", {"done": "yes", "sure": "yes"}),
        ("", "", {"done": "yes"}),
        ("/ready", "", {"ready": "yes"}),
        ("/try", "BIS: TURN L", {}),
        ("/try", POST, {"from": "forum"}),
        ("/draft", "BIS: TURN L", {}),
    ],
)
def test_a_text_is_opened_and_parsed_once(
    site: WebSite, monkeypatch: pytest.MonkeyPatch, way: str, text: str, more: dict[str, str]
) -> None:
    """Filed, filed with `ready`, refused because nothing would be filed, tried, kept as a draft or pasted out of a forum."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    page = shown(blue, stream)
    counted = count_readings(monkeypatch, site.context, "star_navy")
    form = {"text": text, "turn": field(page, "turn"), "form": field(page, "form"), **more}
    assert blue.post(f"/g/{stream}/orders{way}?side=blue", data=form).status_code in (200, 303)
    assert counted == ONCE
