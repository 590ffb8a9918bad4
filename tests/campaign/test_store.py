import sqlite3

import pytest

from adjudicator.campaign import migrations, records
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.store import open_store


def insert_and_fail(store, code):
    with store.atomic():
        store.insert("note", {"game": None, "created": "", "code": code, "text": ""})
        _ = 1 / 0


def test_what_a_failed_block_inserted_is_gone(store):
    with pytest.raises(ZeroDivisionError):
        insert_and_fail(store, "a")
    assert store.rows("SELECT * FROM note") == []


def test_an_inner_block_can_fail_alone(store):
    with store.atomic():
        store.insert("note", {"game": None, "created": "", "code": "outer", "text": ""})
        with pytest.raises(ZeroDivisionError):
            insert_and_fail(store, "inner")
    assert [row["code"] for row in store.rows("SELECT code FROM note")] == ["outer"]


def test_the_connection_is_as_durable_as_promised(store):
    def pragma(name):
        return store.db.conn.execute(f"PRAGMA {name}").fetchone()[0]

    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == 2  # FULL
    assert pragma("foreign_keys") == 1
    assert pragma("busy_timeout") == 30_000
    with pytest.raises(sqlite3.IntegrityError):
        store.insert("note", {"game": 99, "created": "", "code": "a", "text": ""})


@pytest.mark.parametrize("table", [*migrations.APPEND_ONLY, *migrations.FIXED])
def test_history_can_be_neither_changed_nor_deleted(play, table):
    game = play(deadline="every 2 days at 20:00")
    game.send("Oda", "hide 1")
    game.adjudicate()
    before = game.store.rows(f"SELECT * FROM {table}")
    assert before
    column = migrations.FIXED.get(table, tuple(before[0]))[-1]
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        game.store.db.execute(f"UPDATE {table} SET {column} = {column}")
    with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
        game.store.db.execute(f"DELETE FROM {table}")
    assert game.store.rows(f"SELECT * FROM {table}") == before


def test_a_database_of_a_newer_release_is_refused(tmp_path):
    with open_store(tmp_path / "a.db", create=True) as store:
        store.db.conn.execute("PRAGMA user_version = 99")
    with pytest.raises(CampaignError, match="Update adjudicator"):
        open_store(tmp_path / "a.db")


def test_opening_twice_migrates_once(tmp_path):
    open_store(tmp_path / "a.db", create=True).close()
    with open_store(tmp_path / "a.db") as store:
        assert migrations.version(store.db) == len(migrations.MIGRATIONS)


def test_what_is_no_campaign_database_is_left_alone(tmp_path):
    noise = tmp_path / "noise.db"
    noise.write_bytes(b"not a database" * 100)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as conn:
        conn.execute("CREATE TABLE mine (a)")
    conn.close()
    for path in (noise, other):
        before = path.read_bytes()
        with pytest.raises(CampaignError, match="not a campaign database"):
            open_store(path)
        assert path.read_bytes() == before
    with pytest.raises(CampaignError, match="no such database"):
        open_store(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()


def test_a_backup_holds_everything_and_overwrites_nothing(play, tmp_path):
    game = play()
    game.send("Oda", "hide 1")
    target = tmp_path / "backup.db"
    game.store.backup(target)
    with open_store(target) as copy:
        owner = records.campaign(copy, game.name)
        assert records.submissions(copy, records.head(copy, owner))["Oda"].text == "hide 1\n"
    with pytest.raises(CampaignError, match="never overwrites"):
        game.store.backup(target)
