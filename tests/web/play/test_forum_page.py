"""The page for forums: what is to be posted there, and orders out of a post."""

from __future__ import annotations

import html

from tests.web.builders.sites import WebSite

BLUE = "blue@example.org"


def test_the_public_report_is_given_in_both_languages(site: WebSite) -> None:
    """BBCode and Markdown of the latest turn as a spectator knows it, with its address and its map's; also for nobody."""
    stream = site.opened()
    site.played(stream, 1)
    page = html.unescape(site.browser().get(f"/g/{stream}/forum").text)
    assert f"[url={site.base}/g/{stream}/t/1]" in page and f"[img]{site.base}/g/{stream}/t/1/map.png[/img]" in page
    assert "### Star Navy: First Blood" in page and "Orders from a post" not in page
    assert site.browser().get(f"/g/{stream}/forum?t=0").status_code == 200
    assert site.browser().get(f"/g/{stream}/forum?t=2").status_code == 404


def test_what_a_seat_knows_is_its_players_alone(site: WebSite) -> None:
    """With a warning, and without a picture that the forum could not fetch; refused to others."""
    stream = site.opened()
    page = site.browser(BLUE).get(f"/g/{stream}/forum?side=blue").text
    assert "do not post this where others read" in page and "[img]" not in page
    assert site.browser("red@example.org").get(f"/g/{stream}/forum?side=blue").status_code == 403
    assert site.browser().get(f"/g/{stream}/forum?side=blue").status_code == 401


def test_a_pasted_post_is_read_and_not_filed(site: WebSite) -> None:
    """Quotation and tags are taken off, the rest is tried on the desk; nothing is filed before its player says so."""
    stream = site.opened("star_navy", "open-space")
    post = '[quote="red"]MKE: TURN R[/quote]\n[b]MIL:[/b] TURN L'
    head = site.context.store.head(stream)
    tried = site.browser(BLUE).post(f"/g/{stream}/orders/try?side=blue", data={"text": post, "from": "forum", "turn": "1"})
    assert tried.status_code == 200
    text = html.unescape(tried.text)
    assert "MIL: TURN L" in text and "MKE: TURN R" not in text and "[b]" not in text
    assert site.context.store.head(stream) == head


def test_forums_get_the_map_as_a_picture_they_can_show(site: WebSite) -> None:
    """PNG, as everybody may know it, whoever asks; of a turn that is not there yet: 404."""
    stream = site.opened("stingray", "agent-x20", captain=BLUE, copilot="bot:steady", aquaphibian="bot:steady")
    site.played(stream, 1)
    pictures = [site.browser(who).get(f"/g/{stream}/t/1/map.png") for who in ("", BLUE)]
    assert pictures[0].data.startswith(b"\x89PNG") and pictures[0].data == pictures[1].data
    assert pictures[0].mimetype == "image/png" and "Set-Cookie" not in pictures[0].headers
    assert site.browser().get(f"/g/{stream}/t/2/map.png").status_code == 404
