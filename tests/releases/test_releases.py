"""What each release wrote is read, played on and verified by this one.

Each folder is called by the number of a schema, and holds a database, an archive and positions as
the release with that schema wrote them. They are never written again. A release whose schema has a
new number adds a folder of its own.
"""

import gzip
import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec import json
from msgspec.structs import replace

from adjudicator import maps
from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.outbox import letters
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.correct import amend, correct
from adjudicator.campaign.phases.endings import end
from adjudicator.campaign.records.archive_file import read_archive, write_archive
from adjudicator.campaign.records.verify import verify
from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import GameError
from adjudicator.games.engine.game import ModularGame
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.migrations import SCHEMA, keep_rulings_of_running_games

HERE = Path(__file__).parent


def kept(pattern):
    """Return the files of all releases of a kind, as parameters."""
    found = sorted(HERE.glob(f"schema-*/{pattern}"))
    return [pytest.param(each, id=f"{each.parent.name} {each.name}") for each in found]


@pytest.fixture(autouse=True)
def no_maps(monkeypatch):
    monkeypatch.setattr(maps, "draw_png", lambda picture, *size: b"\x89PNG no map")


def faults(store, campaign):
    return [(each.phase, each.faults) for each in verify(store, campaign) if each.faults]


@pytest.mark.parametrize("file", kept("*.db.gz"))
def test_a_database_is_opened_played_on_and_archived(file, tmp_path):
    path = tmp_path / "campaign.db"
    path.write_bytes(gzip.decompress(file.read_bytes()))
    number = int(file.parent.name.removeprefix("schema-"))
    with open_store(path) as store:
        assert path.with_name(f"campaign.db.schema-{number}").exists() == (number < SCHEMA.number)
        (campaign,) = queries.campaigns(store)
        assert faults(store, campaign) == []
        before = queries.head(store, campaign)
        assert before.number > 0
        now = before.created + timedelta(days=1)
        adjudicate(store, campaign.name, now)
        after = queries.head(store, campaign)
        assert (after.parent, after.number) == (before.serial, before.number + 1)
        commit(store, queries.find_campaign(store, campaign.name), now, end, "It was enough.")
        campaign = queries.find_campaign(store, campaign.name)
        assert faults(store, campaign) == []
        data = write_archive(State(store, campaign, now))
        words = [each.content.text for each in letters(store, campaign)]
    with open_store(tmp_path / "other.db", create=True) as other:
        back = read_archive(other, data, now)
        assert faults(other, back) == []
        assert [each.content.text for each in letters(other, back)] == words


@pytest.mark.parametrize("file", kept("*.db.gz"))
def test_what_has_got_a_default_since_is_no_fault(file, tmp_path):
    path = tmp_path / "campaign.db"
    path.write_bytes(gzip.decompress(file.read_bytes()))
    with open_store(path) as store:
        (campaign,) = queries.campaigns(store)
        for each in queries.resolutions(store, campaign):
            shorter = each.position.replace(b'"format":1,', b"")
            assert shorter != each.position
            with store.without_guards():
                store.overwrite(replace(each, position=shorter))
        assert faults(store, campaign) == []


@pytest.mark.parametrize("file", kept("*.db.gz"))
def test_what_an_earlier_release_wrote_can_be_corrected(file, tmp_path):
    path = tmp_path / "campaign.db"
    path.write_bytes(gzip.decompress(file.read_bytes()))
    with open_store(path) as store:
        (campaign,) = queries.campaigns(store)
        head = queries.head(store, campaign)
        state = State(store, campaign, head.created + timedelta(days=1))
        (data, *_) = amended(state)
        commit(store, campaign, state.now, correct, data, "A slip.", expected=head.serial)
        assert faults(store, campaign) == []


def amended(state):
    """Yield the position with one number in it raised, if it is a sound one."""
    text = state.game.encode(state.position).decode()
    for number in re.finditer(r"(?<=:)\d+", text):
        data = f"{text[: number.start()]}{int(number[0]) + 1}{text[number.end() :]}".encode()
        with suppress(CampaignError, GameError):
            amend(state, data)
            yield data


RULINGS_THAT_CHANGED = {
    "samurai-swords": {"successors": "with the plans"},
    "ikusa": {"successors": "with the plans"},
    "shogun": {"battle cards": "may stay", "leader deploys": "as the supply allows"},
}
"""By option, the ruling by which games were played before it became another."""


@pytest.mark.parametrize("file", kept("*.json"))
def test_a_position_keeps_the_rulings_of_its_game(file):
    game = registry.find(file.stem)
    options = game.decode(file.read_bytes(), strict=True).options
    kept = RULINGS_THAT_CHANGED.get(file.stem, {})
    assert options == {**options, **kept}
    plain = game.meta.fill_options({})
    assert all(plain[name] != value for name, value in kept.items())


@pytest.mark.parametrize("file", kept("*.db.gz"))
def test_a_campaign_keeps_the_rulings_that_it_began_by(file, tmp_path):
    path = tmp_path / "campaign.db"
    path.write_bytes(gzip.decompress(file.read_bytes()))
    with open_store(path) as store:
        (campaign,) = queries.campaigns(store)
        position = campaign.game.decode(queries.head(store, campaign).position)
    kept = RULINGS_THAT_CHANGED[campaign.ruleset]
    assert campaign.options == {**campaign.options, **kept}
    assert dict(position.options) == campaign.game.meta.fill_options(campaign.options)


def test_each_ruling_that_became_another_is_kept_in_databases_too():
    added = {game: {} for game in RULINGS_THAT_CHANGED}
    upgrade = SimpleNamespace(add_option=lambda game, *option: added[game].update([option]))
    keep_rulings_of_running_games(upgrade)
    assert added == RULINGS_THAT_CHANGED


@pytest.mark.parametrize("file", kept("*.zip"))
def test_an_archive_is_read_back(file, tmp_path):
    with open_store(tmp_path / "campaign.db", create=True) as store:
        campaign = read_archive(store, file.read_bytes(), datetime.now(UTC))
        assert queries.head(store, campaign).number > 0
        assert faults(store, campaign) == []
        assert all(each.content.text for each in letters(store, campaign))


@pytest.mark.parametrize("file", kept("*.json"))
def test_a_position_is_read_and_played_on(file):
    game = registry.find(file.stem)
    position = game.decode(file.read_bytes())
    orders = {}
    for seat in game.phase(position).may:
        language = game.language(position, game.phase(position).name, seat)
        assert language is not None
        orders[seat] = game.regent("steady").orders(game.view(position, seat), seat, Stream(b"1"))
    after = game.adjudicate(position, orders, Stream(b"2"))
    assert game.phase(after.position) != game.phase(position)
    assert game.decode(game.encode(after.position)) == after.position


def test_a_position_of_an_earlier_format_is_brought_to_the_present():
    """Here as if the count of rounds had had another name before."""

    def rename(position):
        position["round"] = position.pop("turn")
        return position

    now = registry.find("shogun")
    later = ModularGame(
        replace(now.meta, upgrades=(*now.meta.upgrades, rename)), now.modules, now._own
    )
    data = (HERE / "schema-5" / "shogun.json").read_bytes()
    position = later.decode(data.replace(b'"round":', b'"turn":'))
    assert (position.format, position.round) == (3, now.decode(data).round)
    assert later.decode(later.encode(position)) == position
    seats = list(position.seats)
    assert later.new(seats, {}, Stream(b"1")).position.format == 3
    with pytest.raises(GameError, match=r"format 3; this program reads 1 to 2"):
        now.decode(later.encode(position))
    with pytest.raises(GameError, match="not a position of Shogun"):
        later.decode(data.replace(b'"round":', b'"lap":'))
    assert json.decode(later.encode(position))["format"] == 3
