"""Whatever becomes of a campaign and its battles when one of them is rolled back, its players are mailed it."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.campaign.played import PLAYED
from pbem.service.campaigns.go_on import go_on
from pbem.service.turns.rollback import roll_back
from tests.gateway.builders.tiny_game import GAMES
from tests.gateway.conftest import MailSetup, text_of
from tests.service.builders.skirmishes import fight, skirmishes, to_battles


@dataclass
class Told:
    """What was mailed since it was last asked for."""

    app: MailSetup
    seen: int = 0

    def new(self) -> list[str]:
        """Recipient, subject and text of each report, on one line."""
        self.app.gateway.publish_pending()
        mails = self.app.queued("report")
        fresh, self.seen = mails[self.seen :], len(mails)
        return [" ".join(f"{mail['To']} {mail['Subject']} {text_of(mail)}".split()) for mail in fresh]


def test_both_players_are_mailed_that_the_campaign_went_back_and_that_a_battle_is_void(app: MailSetup) -> None:
    """CMP-8.2: each turn in which something was undone has its report, though others follow it at once."""
    app.context.games = {**GAMES, **{key: PLAYED[key] for key in PLAYED}}
    campaign = skirmishes(app.context, {"blue": app.blue.id, "red": app.red.id})
    for stream in to_battles(app.context, campaign):
        fight(app.context, stream)
    go_on(app.context)
    assert to_battles(app.context, campaign) == ["g4"]
    told = Told(app)
    told.new()
    roll_back(app.context, "g3", 0, "the die was cocked", "operator")
    go_on(app.context)
    mails = told.new()
    for address in ("blue@example.org", "red@example.org"):
        own = [mail for mail in mails if address in mail]
        assert sum("battle 2 (g3) goes on: the die was cocked" in mail and f"[{campaign} T" in mail for mail in own) == 1
        assert any("[g4 T" in mail and "c1 went back: battle 3 is not fought any more" in mail for mail in own)
    assert told.new() == []
