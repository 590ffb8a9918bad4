"""A game as one file, and back."""

import io
import zipfile
from datetime import UTC, datetime
from functools import partial

import pytest
from passing import waiting_letters
from playing import Table

from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.letters.outbox import letters
from adjudicator.campaign.phases.correct import correct, roll_back
from adjudicator.campaign.phases.create import NewCampaign, Player
from adjudicator.campaign.press.drafts import Draft
from adjudicator.campaign.press.press import open_press, send_press
from adjudicator.campaign.records import archive_file
from adjudicator.campaign.records.archive_file import read_archive, write_archive
from adjudicator.campaign.records.verify import verify
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import (
    Attempt,
    Disposition,
    DoneMark,
    Press,
)
from adjudicator.store.queries import mark_sent
from adjudicator.store.records import Due, Submission
from adjudicator.store.tables import TABLES

NOW = datetime(2027, 5, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def game(store, play, prepare):
    return prepare(store, "archived", lambda: play_to_the_end(play))


@pytest.fixture
def other(tmp_path):
    """Another database, with nothing in it."""
    with open_store(tmp_path / "other.db", create=True) as opened:
        yield opened


def play_to_the_end(play):
    game = play(deadline="every 2 days at 12:00", options={"rounds": 2}, address="j@example.net")
    game.send("Oda", "hide 3\nword heron\nphase 2 plan\nhide 1")
    game.adjudicate()
    game.change(roll_back, "1 plan")
    position = game.head.position.replace(b'"gold":', b'"gold":1')
    game.change(correct, position, "So it is.", expected=game.head.serial)
    came = {"letter": "x", "arrived": game.now, "code": "orders", "why": "y"}
    game.store.add(Disposition(outcome="taken", campaign_id=game.campaign.id, **came))
    game.store.add(DoneMark("x", game.now, "orders"))
    game.store.add(Attempt(letter=1, recipient="a@b.example", state="sent", at=game.now))
    while not game.head.opens.over:
        game.adjudicate()
    return game


def held(store):
    """Return all that a campaign is, with its numbers taken out."""
    campaign = queries.find_campaign(store, "sekigahara")
    found = {}
    for table in TABLES:
        fields = [f for f in table.record.__struct_fields__ if f not in ("id", "campaign_id")]
        if "campaign_id" in table.record.__struct_fields__:
            is_due = table.record is Due  # of which a server holds jobs instead
            rows = (
                store.due_of(campaign.id)
                if is_due
                else store.rows(table.record, campaign_id=campaign.id)
            )
            found[table.name] = [tuple(getattr(row, field) for field in fields) for row in rows]
    found["submission"] = [each[:-7] + each[-6:] for each in found["submission"]]
    return found


def test_a_game_is_written_and_read_back_whole(game, other):
    for each in waiting_letters(game.store):
        mark_sent(game.store, each, game.now)
    data = write_archive(game.state)
    assert data == write_archive(game.state)
    with pytest.raises(CampaignError, match="already"):  # none is ever overwritten
        read_archive(game.store, data, NOW)
    back = read_archive(other, data, NOW)
    assert back.archived
    assert back.secret == game.campaign.secret
    for table, rows in held(game.store).items():
        assert held(other)[table] == rows, table
    texts = [(each.message_id, each.content) for each in letters(game.store, game.campaign)]
    assert [(each.message_id, each.content) for each in letters(other, back)] == texts
    assert [each.faults for each in verify(other, back) if each.faults] == []
    assert other.has(DoneMark, key="x")
    assert other.count(Attempt) == 1


def test_beside_other_games_it_gets_numbers_of_its_own_and_its_letters_go_to_nobody(game, other):
    there = Table(other, NewCampaign("there", "toy", (Player("Oda"), Player("Takeda")), {}))
    there.send("Oda", "hide 2\nphase 2 plan\nhide 4")
    with pytest.raises(CampaignError, match="not over"):
        write_archive(there.state)
    waiting = waiting_letters(other)
    assert waiting_letters(game.store)
    back = read_archive(other, write_archive(game.state), NOW)
    assert back.id != there.campaign.id
    waited = [each for each in other.rows(Submission, campaign_id=back.id) if each.waited]
    assert waited
    for each in waited:
        assert other.find(Submission, id=each.waited).campaign_id == back.id
    for campaign in (back, there.campaign):
        assert [each.faults for each in verify(other, campaign) if each.faults] == []
    assert queries.campaigns(other) == [there.campaign]
    assert len(letters(other, back)) == len(letters(game.store, game.campaign))
    assert waiting_letters(other) == waiting


def change(data, name, new):
    """Return an archive with another content for one member; None: without it."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(target, "w") as changed:
        for each in old.namelist():
            content = new(old.read(each)) if each.startswith(name) else old.read(each)
            if content is not None:
                changed.writestr(each, content)
    return target.getvalue()


DAMAGE = [
    ("records/adjudication", lambda data: data.replace(b'"over":true', b'"over":false')),
    ("archive.json", lambda data: None),
    ("archive.json", lambda data: b"[" * 100_000),
    ("archive.json", lambda data: data.replace(b'"format":1', b'"format":9')),
    ("records/campaign", lambda data: None),
    ("records/campaign", lambda data: data + b"\n" + data),
    ("records/campaign", lambda data: data.replace(b"sekigahara", b"../../x")),
    ("records/campaign", lambda data: data.replace(b'"commitment":"', b'"commitment":"0')),
    ("records/seat", lambda data: None),
    ("records/seat", lambda data: data + b"\n" + data),
    ("records/submission", lambda data: b'{"x":1}'),
    ("records/submission", lambda data: data.replace(b'"id":', b'"id":9')),
    ("records/letter", lambda data: data[:100]),
    ("files/", lambda data: data + b"x"),
]


def test_what_is_damaged_or_no_archive_is_refused_and_nothing_is_entered(game, other):
    whole = write_archive(game.state)
    damaged = [change(whole, *each) for each in DAMAGE]
    for data in (*damaged, b"", b"PK", b"x" * 9999, b"PK\x05\x06" + b"\0" * 18):
        with pytest.raises(CampaignError):
            read_archive(other, data, NOW)
        assert queries.campaigns(other, archived=True) == []


def test_an_archive_is_as_large_as_what_is_in_it_and_not_as_its_file(game, other, monkeypatch):
    data = write_archive(game.state)
    with zipfile.ZipFile(io.BytesIO(data)) as whole:
        holds = sum(each.file_size for each in whole.infolist())
    assert holds > 2 * len(data)
    monkeypatch.setattr(archive_file, "LARGEST", holds - 1)
    with pytest.raises(CampaignError) as caught:
        read_archive(other, data, NOW)
    assert caught.value.code == "archive-too-large"
    monkeypatch.setattr(archive_file, "LARGEST", holds)
    assert read_archive(other, data, NOW).archived


def test_press_goes_along_sealed(game, other):
    drafts, source = (Draft("press", "Takeda", text="the-heron"),), Source(key="x", id="<x@y>")
    send = partial(send_press, drafts=drafts, source=source)
    game.change(lambda at: send(at, at.seat("Oda")))
    data = write_archive(game.state)
    with zipfile.ZipFile(io.BytesIO(data)) as whole:
        assert not [each for each in whole.namelist() if b"the-heron" in whole.read(each)]
    back = read_archive(other, data, NOW)
    (press,) = other.rows(Press)
    assert open_press(back, press).text == "the-heron"
    (copy,) = [each for each in letters(other, back) if each.kind == "press"]
    assert "the-heron" in copy.content.text
    assert not [each for each in verify(other, back) if each.faults]
