"""A game that is read from a real IMAP server."""

import time
from datetime import timedelta

from adjudicator.post.passes.exchange import take_all
from adjudicator.post.transport.accounts import Account, ImapAccount, Login
from adjudicator.post.transport.imap import ImapMailbox
from adjudicator.post.transport.watermarks import SETTLE
from adjudicator.store import queries
from adjudicator.store.letter_records import Watermark


def test_a_thousand_letters_that_wait_are_taken(post, imap_office):
    """The oldest first, however they lie; the last orders of each seat stand."""
    address = imap_office.address()
    letters = [
        post.raw(f"hide {n % 9 + 1}", seat=seat) for n in range(500) for seat in ("Oda", "Takeda")
    ]
    came = post.now.timestamp()
    imap_office.fill(address, letters[500:], came + 60)
    imap_office.fill(address, letters[:500], came)
    post.wait(hours=1)
    login = Login(address, password=lambda: imap_office.password)
    account = Account("localhost", imap_office.imap, "clear", login)
    box = ImapMailbox(ImapAccount(account))
    begun = time.process_time()
    found = list(take_all(post.store, box, post.now))
    assert time.process_time() - begun < 30
    assert [each.error for each in found] == [""] * 1000
    assert [each.disposition.outcome for each in found] == ["taken"] * 1000
    assert len(imap_office.letters(address, "Done")) == 1000
    assert box.arrivals() == []
    assert post.stands() == post.stands("Takeda") == "hide 5"
    assert len(queries.dispositions(post.store, 2000)) == 1000
    (mark,) = post.store.rows(Watermark)
    assert mark.read_to == post.now - SETTLE
    assert timedelta() < post.now - found[0].disposition.arrived < timedelta(hours=2)
    box.close()
