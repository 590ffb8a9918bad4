"""A game that is read from a real IMAP server."""

import time
from datetime import timedelta

from adjudicator.post.passes.exchange import SETTLE, take_all
from adjudicator.post.transport.imap import ImapMailbox
from adjudicator.post.transport.mailbox import Account, ImapAccount, Login
from adjudicator.store import queries
from adjudicator.store.letter_records import Watermark


def test_hundreds_of_letters_that_wait_are_taken(post, imap_office):
    """The oldest first, however they lie; the last orders of each seat stand."""
    address = imap_office.address()
    letters = [
        post.raw(f"hide {n % 9 + 1}", seat=seat) for n in range(150) for seat in ("Oda", "Takeda")
    ]
    came = post.now.timestamp()
    imap_office.fill(address, letters[150:], came + 60)
    imap_office.fill(address, letters[:150], came)
    post.wait(hours=1)
    login = Login(address, password=lambda: imap_office.password)
    account = Account("localhost", imap_office.imap, "clear", login)
    box = ImapMailbox(ImapAccount(account))
    begun = time.process_time()
    found = list(take_all(post.store, box, post.now))
    assert time.process_time() - begun < 30
    assert [each.error for each in found] == [""] * 300
    assert [each.disposition.outcome for each in found] == ["taken"] * 300
    assert len(imap_office.letters(address, "Done")) == 300
    assert box.arrivals() == []
    assert post.stands() == post.stands("Takeda") == "hide 6"
    assert len(queries.dispositions(post.store, 2000)) == 300
    (mark,) = post.store.rows(Watermark)
    assert mark.read_to == post.now - SETTLE
    assert timedelta() < post.now - found[0].disposition.arrived < timedelta(hours=2)
    box.close()
