"""A game by real programs: reports come through postfix into dovecot's mailboxes, and are answered from there."""

from __future__ import annotations

from tests.e2e.site import Site, quoted, text_of


def test_orders_above_a_quoted_report_by_swaks(site: Site) -> None:
    """M-43: the receipt goes to the registered address and names the player's mail; report and receipt are one thread."""
    duel = site.duel()
    report = duel.report("blue")
    thread = {"In_Reply_To": str(report["Message-ID"]), "Message_Id": "<by-hand@players.example>"}
    text = f"BIS: T1 TURN L\n\nOn Sun, Nov 22, 2026 at 11:07 AM Wardroom wrote:\n{quoted(report)}"
    sent = duel.player("blue").swaks(str(report["Reply-To"]), text, f"Re: {report['Subject']}", **thread)
    assert sent.returncode == 0, sent.stdout
    receipt = duel.receipt("blue")
    assert text_of(receipt).startswith("ACCEPTED") and "T1 TURN L" in text_of(receipt)
    assert receipt["In-Reply-To"] == "<by-hand@players.example>"
    assert str(receipt["References"]).split()[-1] == "<by-hand@players.example>"
    assert receipt["To"].addresses[0].addr_spec == duel.players["blue"]
    assert duel.filed() == ["blue"]
    assert duel.is_one_thread("blue")


def test_a_turn_by_mutt_and_s_nail(site: Site) -> None:
    """M-50: one answers in mutt's screen, one by s-nail's `reply`; the turn is resolved; all their mail is one thread."""
    duel = site.duel_by_command()
    duel.report("blue")
    duel.player("blue").mutt_reply(1, "BIS: T1 TURN L\n\n")
    assert "T1 TURN L" in text_of(duel.receipt("blue"))
    duel.report("red")
    duel.player("red").nail_reply(1, "SR1: T1 TURN R", "quote", "reply-to-honour")
    assert "T1 TURN R" in text_of(duel.receipt("red"))
    duel.player("red").nail_reply(2, "ready", "reply-to-honour")
    duel.receipt("red", 2)
    shown = duel.show()
    assert {seat: (row["filed"], row["ready"]) for seat, row in shown["seats"].items()} == {"blue": (1, 0), "red": (1, 1)}
    duel.player("blue").mutt_reply(3, "ready\n", below=True)
    for seat, own in (("blue", 2), ("red", 0)):
        assert f"game {duel.stream}, turn 1" in text_of(duel.report(seat, turn=1))
        duel.receipt(seat, 2)
        assert len(site.dovecot.mails(duel.players[seat])) == 4 + own
        assert duel.is_one_thread(seat)


def test_a_draft_sent_by_mutt_without_a_screen(site: Site) -> None:
    """Headers and text come from a file, as scripts do it."""
    duel = site.duel()
    report = duel.report("red")
    head = f"To: {report['Reply-To']}\nSubject: Re: {report['Subject']}\nIn-Reply-To: {report['Message-ID']}\n"
    duel.player("red").mutt_draft(f"{head}\nSR1: T1 TURN R\n\n{quoted(report)}")
    receipt = duel.receipt("red")
    assert text_of(receipt).startswith("ACCEPTED") and "T1 TURN R" in text_of(receipt)
    assert duel.is_one_thread("red")


def test_a_program_that_leaves_reply_to_aside(site: Site) -> None:
    """M-3: s-nail as it comes answers to From, our own address; the mail it names as the one it answers leads to the game."""
    duel = site.duel()
    duel.report("red")
    duel.player("red").nail_reply(1, "SR1: T1 TURN R")
    assert "T1 TURN R" in text_of(duel.receipt("red"))
    assert duel.filed() == ["red"]
