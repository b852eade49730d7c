import time
from tests.e2e.site import Site, text_of
def test_x(site: Site) -> None:
    t=[time.time()]
    def lap(w):
        n=time.time(); print(f"{n-t[0]:6.2f} {w}"); t[0]=n
    duel = site.duel_by_command(); lap("open")
    duel.report("blue"); lap("report")
    duel.player("blue").mutt_reply(1, "BIS: T1 TURN L\n\n"); lap("mutt")
    duel.receipt("blue"); lap("receipt")
    duel.report("red"); lap("report")
    duel.player("red").nail_reply(1, "SR1: T1 TURN R", "quote", "reply-to-honour"); lap("nail")
    duel.receipt("red"); lap("receipt")
    duel.player("red").nail_reply(2, "ready", "reply-to-honour"); lap("nail")
    duel.receipt("red", 2); lap("receipt")
    duel.show(); lap("show")
    duel.player("blue").mutt_reply(3, "ready\n", below=True); lap("mutt")
    for seat in ("blue","red"):
        duel.report(seat, turn=1); lap("report")
        duel.receipt(seat, 2); lap("receipt")
        duel.is_one_thread(seat); lap("thread")
    assert 0
