"""Order sheets that are read when their seat has another token: what is void is of no use."""

import email

import pytest
import tables
from outboxes import MemoryOutbox
from tables import NOW

from adjudicator.campaign.letters import outbox
from adjudicator.campaign.phases.create import announce
from adjudicator.post.passes.sending import send_all
from adjudicator.store.letter_records import Letter


class Table(tables.Table):
    """A campaign with real letters."""

    def ask(self, body, seat="Oda", **which):
        """Send a letter; return the last one that it led to, or the last such, with its files."""
        assert self.mail(body, seat).outcome == "answered"
        return outbox.unpack(self.store, self.store.rows(Letter, **which)[-1]).content

    def send(self):
        """Send what waits; return what went to each address, all parts decoded."""
        out = MemoryOutbox()
        list(send_all(self.store, out, NOW))
        went = {}
        for mail in out.mails:
            parts = email.message_from_bytes(mail.data).walk()
            whole = b"".join(part.get_payload(decode=True) or b"" for part in parts)
            went.setdefault(mail.recipients, []).append(whole)
        return went


@pytest.fixture(autouse=True)
def toy():
    """The letters are real ones here."""


def sheet(report):
    (only,) = [each for each in report.files if each.name.startswith("orders-")]
    return only.data.decode()


def test_after_a_new_token_reports_have_it_and_none_has_the_old_one(store):
    table = Table(store)
    old, others = table.token(), table.token("Takeda")
    as_sent = table.ask("report")
    assert f"\ntoken {old}\n" in sheet(as_sent)
    brought = sheet(table.ask("token", kind="token"))
    new = table.token()
    assert f"\ntoken {new}\n" in brought
    again = table.ask("report")
    assert f"\ntoken {new}\n" in sheet(again)
    assert old not in again.text + again.html + sheet(again)
    assert sheet(again).replace(new, old) == sheet(as_sent)
    files = [
        [x for x in each.files if not x.name.startswith("orders-")] for each in (as_sent, again)
    ]
    assert files[0] == files[1]
    # What has waited goes out with the token that counts then.
    went = table.send()
    mine = [each for each in went[("oda@example.org",)] if b"\nseat Oda\nphase " in each]
    assert len(mine) == 4
    assert all(new.encode() in each and old.encode() not in each for each in mine)
    (theirs,) = [each for each in went[("takeda@example.org",)] if b"\nseat Takeda\n" in each]
    assert others.encode() in theirs
    assert not any(new.encode() in each for to in went if "oda" not in to[0] for each in went[to])


def test_the_letter_before_the_deal_has_it_too(store):
    table = Table(store, begin=announce)
    old = table.token()
    assert f"\ntoken {old}\n" in table.ask("report").text
    table.ask("token")
    again = table.ask("report")
    assert f"\ntoken {table.token()}\n" in again.text
    assert old not in again.text + again.html
