"""Where a database is: a file, or a server."""

import pytest

from adjudicator.store.database import open_store
from adjudicator.store.errors import StoreError
from adjudicator.store.place import Server, read_place


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://a@b/c", "postgresql://a@b/c"),
        ("postgresql://a:secret@b:5/c", "postgresql://a:…@b:5/c"),
        ("postgres://a:se@cr:et@b/c?x=y", "postgres://a:…@b/c?x=y"),
        ("postgresql:///c?user=a&password=secret&x=y", "postgresql:///c?user=a&password=…&x=y"),
        ("postgresql://b/c?sslpassword=secret", "postgresql://b/c?sslpassword=…"),
        ("postgresql://b/c?%70assword=secret&x=y", "postgresql://b/c?%70assword=…&x=y"),
        ("postgresql://a:se/cret@b/c", "postgresql://a:…@b/c"),
        ("postgresql://a:se?cr&et@b/c", "postgresql://a:…@b/c"),
        ("postgresql://:secret@b/c", "postgresql://:…@b/c"),
    ],
)
def test_an_address_is_shown_without_its_password(address, shown):
    assert str(read_place(address)) == shown


def test_what_is_a_file_and_what_a_server(tmp_path):
    assert read_place("a/b.db", tmp_path) == tmp_path / "a/b.db"
    assert read_place("postgresql", tmp_path) == tmp_path / "postgresql"
    assert isinstance(read_place("POSTGRESQL://x/y", tmp_path), Server)
    with pytest.raises(StoreError, match="mysql:// is no database"):
        read_place("mysql://a/b")


@pytest.mark.parametrize(
    "text",
    [
        "postgresql:judge:secret@h/g",
        " postgresql://judge:secret@h/g",
        "postgresql//judge:secret@h/g",
        "judge:secret@h/g",
        "host=h dbname=g password=secret",
    ],
)
def test_what_is_almost_the_address_of_a_server_is_not_repeated(text):
    with pytest.raises(StoreError, match="and is none") as refused:
        read_place(text)
    assert "secret" not in str(refused.value)


def test_a_server_that_does_not_answer_is_told_in_one_line():
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match=r"Connection refused\. Does the server run") as told:
        open_store(Server("postgresql://judge@127.0.0.1:1/games"))
    assert str(told.value).isprintable()
    assert "�" not in str(told.value)
