"""Simulated worlds: weeks of a campaign, in which everything goes wrong and nothing is lost."""

import os
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from ledger import NOTHING, Closing, Possible, Written, possible_orders
from planted import PLANTED, PLANTED_IN_JOBS, ForgetfulMailbox
from simulation import World
from stories import live, story_of
from tell import MOST, tell
from wishes import WORDS

from adjudicator.post.requests.catalogue import REQUESTS

KEPT = tomllib.loads(Path(__file__).with_name("seeds.toml").read_text("utf-8")).get("seed", [])
DAYS = 9


@pytest.mark.system
@pytest.mark.parametrize("seed", range(1, 7))
def test_nothing_is_lost_and_the_game_goes_on(seed):
    assert not (story := story_of(seed, DAYS)), story


@pytest.mark.system
@pytest.mark.parametrize("kept", KEPT, ids=lambda each: str(each["seed"]))
def test_what_went_wrong_once_does_not_come_again(kept):
    assert not (story := story_of(kept["seed"], kept["days"], kept["faults"])), story


@pytest.mark.system
def test_the_same_seed_is_the_same_world():
    (one, _), (other, _) = live(2, 4), live(2, 4)
    assert one.story == other.story
    assert one.counts == other.counts
    assert one.counts["kills"] > 5


@pytest.fixture
def kind_on_server(new_place):
    from on_server import world_on_server

    return world_on_server(lambda: new_place().address)


TWO_WORKERS = 5
"""The seed of a world in which two of them stay."""


@pytest.mark.system
@pytest.mark.postgresql_alone
@pytest.mark.parametrize(("seed", "days"), [(1, 6), (TWO_WORKERS, 3)])
def test_on_a_server_nothing_is_lost_either(kind_on_server, seed, days):
    assert not (story := story_of(seed, days, kind=kind_on_server)), story


@pytest.mark.system
@pytest.mark.postgresql_alone
def test_of_workers_on_a_server_the_same_seed_is_the_same_world(kind_on_server):
    (one, _), (other, _) = (live(TWO_WORKERS, 1, kind=kind_on_server) for _ in range(2))
    assert one.stays
    assert one.counts["deed job"] > 20
    assert one.counts["kills"]
    assert one.counts == other.counts
    assert one.story == other.story


@pytest.mark.system
@pytest.mark.postgresql_alone
def test_a_fault_that_is_planted_in_the_jobs_is_found(kind_on_server):
    planted = PLANTED_IN_JOBS["letters that are tried later have no job"]
    _, error = planted.find(2, [TWO_WORKERS], kind_on_server)
    assert error.code == "no job"


@pytest.mark.system
@pytest.mark.parametrize(
    ("name", "seed"),
    [("letters are put away before they are taken", 3), ("deadlines are by another clock", 1)],
)
def test_a_fault_that_is_planted_is_found(name, seed):
    assert PLANTED[name].find(6, [seed])


@pytest.mark.system
def test_a_world_that_fails_is_told_as_a_short_story_with_the_faults_that_it_needs():
    kind = type("World", (World,), {"mailbox_kind": ForgetfulMailbox})
    story = story_of(8, 6, ("kill", "double", "typos"), kind)
    (entry,) = tomllib.loads(story.partition("seeds.toml:")[2])["seed"]
    assert entry == {"seed": 8, "days": 6, "faults": ["kill"], "why": "no disposition"}
    assert "a process is killed" in story
    assert "VIOLATION no disposition" in story
    assert len(story.splitlines()) < 60


GH = """\
#!/bin/sh
echo "$@" >> asked
[ "$2" = create ] || echo '[{"title": "World 8"}, {"title": "World peace"}]'
"""


@pytest.mark.system
@pytest.mark.skipif(os.name != "posix", reason="a script stands in for GitHub's command")
def test_of_each_world_that_failed_one_issue_is_open(tmp_path, monkeypatch):
    gh, folder = tmp_path / "gh", tmp_path / "stories"
    gh.write_text(GH)
    gh.chmod(0o755)
    folder.mkdir()
    for seed in (7, 8, *range(100, 100 + MOST)):
        folder.joinpath(f"{seed}.md").write_text("A short story.")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.chdir(tmp_path)
    opened = tell(folder)
    assert len(opened) == MOST
    assert "World 8" not in opened
    first, *created = Path("asked").read_text().splitlines()
    assert first.startswith("issue list --state=open ")
    path = folder / f"{opened[0].removeprefix('World ')}.md"
    assert created[0] == f"issue create --title={opened[0]} --body-file={path}"
    assert len(created) == MOST


# The model itself


def at(hour):
    return datetime(2026, 3, 20, hour, tzinfo=UTC)


def letter(*lines, hour, phase="1 plan", is_sound=True, amends=False, **more):
    what = frozenset(lines), is_sound, amends
    return Written(
        "<1@x>", "a@x", "Oda", phase, "1 plan", *what, arrivals=[(at(hour), "m1")], **more
    )


def possible(*letters, ends=12, opened=1, disturbed=False):
    closing = Closing(at(opened), at(13), at(ends), at(ends), disturbed)
    return possible_orders(letters, "1 plan", closing, lambda *_: True)


def exactly(*lines):
    return Possible(frozenset(lines), is_exact=True)


def test_the_latest_letter_in_time_counts_alone():
    assert possible() == [NOTHING]
    late, first = letter("a", hour=13), letter("b", hour=3)
    assert possible(letter("c", hour=4), first, late) == [exactly("c")]
    assert possible(first, letter("d", hour=4, phase="2 plan")) == [exactly("b")]


def test_what_the_model_cannot_know_it_allows():
    slip = possible(letter("a", hour=3), letter("b", hour=4, is_sound=False))
    assert [each.lines for each in slip] == [{"a"}, {"b"}]
    late = possible(letter("a", hour=3), letter("b", hour=12), ends=11, disturbed=True)
    assert [each.lines for each in late] == [set(), {"a"}, {"b"}]


def test_a_letter_that_lay_unread_until_a_phase_opened_may_count_for_it():
    read_then = letter("a", hour=3, phase="", read=at(5))
    read_before = letter("b", hour=2, phase="", read=at(3))
    found = possible(read_before, read_then, opened=4)
    assert found == [NOTHING, Possible(frozenset("a"), is_exact=False)]


def test_a_letter_of_what_was_suggested_may_change_that_alone():
    found = possible(letter("a", hour=3), letter("b", hour=4, is_suggested=True))
    assert found == [exactly("b"), Possible(frozenset("ab"), is_exact=False)]


def test_people_ask_for_whatever_can_be_asked():
    assert {each.name for each in REQUESTS} == set(WORDS)
