"""A player is forgotten: no address and no name is left in the file."""

import shutil
from pathlib import Path

import pytest
from playing import START, Table

from adjudicator import maps
from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.tokens import new_token, token
from adjudicator.campaign.letters.encryption import encrypt_report, is_encrypted
from adjudicator.campaign.letters.letters import write_notice
from adjudicator.campaign.letters.outbox import queue_answer, unpack
from adjudicator.campaign.people.forget import forget
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.campaign.phases.endings import end
from adjudicator.campaign.press.press import open_press, read_press
from adjudicator.campaign.records.moving import move_all
from adjudicator.post.requests.pipeline import take
from adjudicator.reports.model import File, Report
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.errors import DatabaseError
from adjudicator.store.letter_records import Disposition, Letter, Note, Press, StoredFile
from adjudicator.store.place import Server
from adjudicator.store.queries import mark_sent
from adjudicator.store.records import Guest, Master, Seat, Settings, Submission
from adjudicator.store.tables import TABLES

REAL = True
ANN, NAME = "ann.smith@example.org", "Ann O'Hara"
LETTERS = []
"""Those of the game that has ended."""


class Game(Table):
    def __init__(self, store):
        self.store, self.now, self.count, self.mails = store, START, 0, []
        self.name = "sekigahara"

    def begin(self):
        players = (
            Player("Oda", "Ann.Smith@example.org", NAME),
            Player("Takeda", "bob@example.org", "Bob"),
            Player("Mori", regent="steady"),
        )
        settings = Settings(gm="gm@example.org", address="game@example.net", host="example.net")
        create(
            self.store, NewCampaign("sekigahara", "samurai-swords", players, {}, settings), START
        )

    def mail(self, body, seat="Oda", sender=ANN):
        self.count += 1
        proof = token(self.state.seat(seat))
        id = f"<{self.count}@ann-at-home.example>" if seat == "Oda" else f"<bob-{self.count}@x>"
        head = f"From: {NAME} <{sender}>\nTo: game+{proof}@example.net\nMessage-ID: {id}"
        self.mails.append(f"{head}\n\n{body}\n".encode())
        return take(self.store, self.mails[-1], self.now)

    def send_all(self):
        for each in queries.letters_to_send(self.store):
            mark_sent(self.store, each, self.now)

    def everything(self):
        """Return every byte of the database's files, and what is packed in them as it reads."""
        path = self.store.place
        if isinstance(path, Server):
            return everything_of(self.store)
        files = [path.with_name(f"{path.name}{end}") for end in ("", "-wal")]
        packed = repr([self.store.rows(each) for each in (StoredFile, Letter)]).encode()
        return b"".join([*(each.read_bytes() for each in files if each.exists()), packed])


def everything_of(store):
    """Return every byte of the files in which a PostgreSQL keeps a database, and all rows."""
    store.conn.execute("CHECKPOINT")
    ((folder,),) = store.select(
        "SELECT current_setting('data_directory') || '/base/' || oid FROM pg_database"
        " WHERE datname = current_database()"
    )
    files = [each.read_bytes() for each in Path(folder).iterdir() if each.is_file()]
    rows = [repr(store.rows(table.record)).encode() for table in TABLES if not table.of_files]
    return b"".join((*files, *rows))


@pytest.fixture(scope="module")
def databases(tmp_path_factory):
    """Two databases: a game that has begun, and one in which letters came until it was ended."""
    folder = tmp_path_factory.mktemp("databases")
    with open_store(folder / "begun.db", create=True) as store:
        game = Game(store)
        game.begin()
        store.back_up(folder / "ended.db")
    with open_store(folder / "ended.db") as store:
        game = Game(store)
        game.mail("status")
        game.mail("ready\n\nI am Ann O'Hara, write to ann.smith+games@example.org\n")
        game.mail("help", sender="ANN.SMITH@EXAMPLE.ORG")
        game.mail("press Takeda\nYours, Ann O'Hara (ann.smith@example.org)\nendpress")
        game.mail("nonsense without a token", sender=ANN)
        game.mail("record")
        game.mail("Who asks? Ann O'Hara, who reads ann.smith@example.org")
        game.count = 6
        game.mail("ready", seat="Takeda", sender="bob@example.org")
        game.send_all()
        LETTERS[:] = game.mails
        commit(store, game.campaign, START, end, "Ann O'Hara has no time any more.")
    return folder


@pytest.fixture
def copy(databases, new_place, tmp_path):
    """Return a function that opens a copy of one of the two, on the kind of database wanted."""
    opened = []

    def make(name):
        place = new_place("copy")
        shutil.copy(databases / f"{name}.db", tmp_path / "copy.db")
        opened.append(open_store(place if isinstance(place, Server) else tmp_path / "copy.db"))
        if isinstance(place, Server):
            with open_store(tmp_path / "copy.db") as source:
                move_all(source, opened[0], START)
        return Game(opened[0])

    yield make
    for each in opened:
        each.close()


@pytest.fixture
def game(copy):
    return copy("ended")


@pytest.fixture
def begun(copy):
    return copy("begun")


@pytest.mark.both_databases
def test_no_address_and_no_name_is_left_in_the_file(game):
    if isinstance(game.store.place, Server):
        game.store.conn.execute(
            "ANALYZE"
        )  # as a server does by itself; its statistics hold addresses
    before = game.everything().lower()
    assert ANN.encode() in before
    assert b"o'hara" in before or b"o&#39;hara" in before
    done = forget(game.store, ANN, (), game.now)
    assert done.names == (NAME,)
    assert all(
        any(said in each for each in done.stays)
        for said in ("what Oda did in", "letters in the mailbox", "backups")
    )
    after = game.everything().lower()
    assert b"ann.smith" not in after
    assert b"o'hara" not in after
    assert b"o&#39;hara" not in after
    assert b"bob@example.org" in after


def test_nor_in_a_file_of_a_letter_that_is_encrypted(game):
    data = f"What {NAME} ({ANN}) kept.".encode()
    report = Report("A record", "It is below.", "", (File("record.txt", "text/plain", data),))
    letter = Letter(
        campaign_id=game.campaign.id,
        message_id="<sealed@example.net>",
        kind="answer",
        seat="Oda",
        recipients=(ANN,),
        created=game.now,
        content=encrypt_report(game.campaign, "<sealed@example.net>", report),
    )
    queue_answer(game.store, letter)
    forget(game.store, ANN, (), game.now)
    (letter,) = game.store.rows(Letter, message_id=letter.message_id)
    assert is_encrypted(letter.content)
    (file,) = unpack(game.store, letter).content.files
    assert file.data.startswith(b"What ")
    assert ANN.encode() not in file.data
    assert NAME.encode() not in file.data


@pytest.mark.both_databases
def test_message_ids_of_his_letters_go_and_the_letters_are_known_again(game):
    before = game.everything()
    assert b"ann-at-home" in before
    forget(game.store, ANN, (), game.now)
    after = game.everything()
    assert b"ann-at-home" not in after
    assert b"<bob-7@x>" in after
    answers = {each.in_reply_to for each in game.store.rows(Letter)}
    (mine, *_) = (each.source for each in game.store.rows(Submission, seat="Oda"))
    assert mine.startswith("<forgotten-")
    assert mine in answers  # what belonged together still does
    for raw in LETTERS:
        assert take(game.store, raw, game.now).disposition.code == "again"


@pytest.mark.postgresql_alone
def test_a_server_s_statistics_know_him_no_more_and_its_log_of_changes_is_named(game):
    game.store.conn.execute("ANALYZE")
    known = "SELECT count(*) FROM pg_stats s WHERE s::text ILIKE '%ann.smith%'"
    assert game.store.select(known) > [(0,)]
    done = forget(game.store, ANN, (), game.now)
    assert game.store.select(known) == [(0,)]
    assert any("log of changes (WAL)" in each for each in done.stays)


def test_press_and_the_game_are_still_there_without_him_and_can_be_verified(game, monkeypatch):
    monkeypatch.setattr(maps, "draw_png", lambda picture: b"")
    orders = [each.text for each in game.store.rows(Submission)]
    before = game.state.seat("Oda")
    forget(game.store, NAME, (), game.now)  # by his name
    ((_, said),) = read_press(game.store, game.campaign)
    assert said is None
    (press,) = game.store.rows(Press)
    assert "a former player" in open_press(game.campaign, press).text
    texts = [each.content.text for each in game.letters()]
    assert not any("Hara" in text or "ann.smith" in text.casefold() for text in texts)
    assert any("a former player" in text for text in texts)
    assert [each.text for each in game.store.rows(Submission)] == orders
    assert game.faults() == []
    with pytest.raises(DatabaseError, match="never deleted"):
        game.store.write("DELETE FROM letter")
    after = game.state.seat("Oda")
    assert (after.player, after.address) == ("", "")
    assert token(after) != token(before)


def test_whoever_holds_no_seat_is_known_by_the_name_that_he_asked_with(begun):
    begun.change(change_settings, open=True)
    head = "From: Ruth Archer <ruth@example.com>\nTo: game@example.net\nMessage-ID: <r@x>"
    assert take(
        begun.store, f"{head}\n\nobserve sekigahara\n".encode(), begun.now
    ).disposition.answered
    begun.store.add(Note(0, begun.campaign.id, begun.now, "x", "Ruth Archer has asked."))
    assert forget(begun.store, "ruth@example.com", (), begun.now).names == ("Ruth Archer",)
    assert b"Archer" not in begun.everything()


def test_that_no_name_is_known_is_said(begun):
    assert begun.mail("resign Oda").outcome == "answered"
    assert "--name" in forget(begun.store, ANN, (), begun.now).stays[0]


def test_a_letter_that_waits_is_dropped(game):
    def to_send():
        return [x for each in queries.letters_to_send(game.store) for x in each.recipients]

    game.change(lambda at: write_notice(at, at.seat("Oda"), "pause", {}))
    assert ANN in map(str.casefold, to_send())
    forget(game.store, ANN, (), game.now)
    assert not any("forgotten" in each for each in to_send())


def test_who_is_not_known_cannot_be_forgotten(game):
    for who in ("nobody@example.org", "Cleo", "", "@", "a@b@c"):
        with pytest.raises(CampaignError):
            forget(game.store, who, (), game.now)


def test_who_plays_or_runs_a_game_that_goes_on_stays(begun):
    game, store = begun, begun.store
    second = "second@example.org"
    store.add(Master(game.campaign.id, second, **new_token(store), added=START))
    for who in (ANN, "gm@example.org", second):
        with pytest.raises(CampaignError, match="which goes on"):
            forget(store, who, (), START)
    commit(store, game.campaign, START, hand_over, Player("Oda", regent="steady"))
    forget(store, ANN, (), START)
    assert not any(each.address.casefold() == ANN for each in store.rows(Seat))


@pytest.mark.parametrize("role", ["observer", "substitute"])
def test_who_watches_a_game_that_goes_on_or_waits_for_a_seat_stays(begun, role):
    who = "ruth@example.com"
    proof = new_token(begun.store)
    guest = Guest(begun.campaign.id, who, role, "Ruth Archer", **proof, since=START)
    begun.store.add(guest)
    with pytest.raises(CampaignError, match=f"{who} is {role} of sekigahara, which goes on"):
        forget(begun.store, who, (), START)
    assert begun.store.rows(Guest) == [guest]


def test_two_players_of_one_name_are_told_apart_by_their_addresses(begun):
    begun.change(hand_over, Player("Takeda", "other@example.org", NAME))
    begun.change(end, "Enough.")
    with pytest.raises(CampaignError, match="More than one player"):
        forget(begun.store, NAME, (), START)
    assert {each.player for each in begun.store.rows(Seat, player=NAME)} == {NAME}


def test_a_word_for_the_dice_in_which_a_name_is_stays_and_is_named(begun):
    begun.mail(f"word {NAME}")
    begun.change(end, "Enough.")
    done = forget(begun.store, ANN, (), START)
    assert any("Oda" in each and "word" in each for each in done.stays)


def test_a_name_that_is_a_seat_s_too_stays_and_is_named(play):
    game = play()
    game.change(hand_over, Player("Oda", "t@example.org", "Takeda"))
    game.change(end, "Enough.")
    done = forget(game.store, "t@example.org", (), game.now)
    assert done.names == ()
    assert "the name Takeda, since a seat or a game is called so" in done.stays
    assert game.state.seat("Oda").player == ""
    assert game.state.seat("Takeda").name == "Takeda"


def test_others_whose_addresses_and_names_are_alike_stay(begun):
    game, store = begun, begun.store
    store.add(
        Note(0, None, START, "x", "joann.smith@example.org, ann.smith@example.org.uk, Ann O'Haran")
    )
    store.add(Note(0, None, START, "y", "Ann\n  O'Hara wrote; <ann.smith@example.org>"))
    commit(store, game.campaign, START, end, "Enough.")
    forget(store, ANN, (), START)
    first, second = (n.text for n in store.rows(Note) if n.code in "xy")
    assert first == "joann.smith@example.org, ann.smith@example.org.uk, Ann O'Haran"
    assert "smith" not in second
    assert "O'Hara" not in second


def test_a_former_player_is_forgotten_by_the_names_that_are_given(begun):
    game, store = begun, begun.store
    commit(store, game.campaign, START, hand_over, Player("Oda", "cleo@example.org", "Cleo"))
    game.send_all()
    forget(store, ANN, ("Ann", "Ann O", "Ann O'Hara"), START)  # no part of the longest stays
    left = game.everything().lower()
    assert not any(each in left for each in (b"o'hara", b"'hara", b";hara"))
    assert store.find(Seat, campaign_id=game.campaign.id, name="Oda").player == "Cleo"
    assert store.count(Letter) > 0
    assert store.count(Disposition) == 0
