"""Pages that are kept up to date: by tick, after a roll-back, after a kill, in folders of others."""

import os
import re
import stat
import subprocess
import sys
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from passing import make_pass
from site_campaigns import BEGINS, Played

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.people.forget import forget
from adjudicator.campaign.people.settings import change_settings, read_changes
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import NewCampaign, Player, announce
from adjudicator.campaign.phases.endings import end
from adjudicator.service.configuration import Configuration, ConfigurationError, configuration_from
from adjudicator.site import folder as folders
from adjudicator.site import keep
from adjudicator.site.episode import _Teller
from adjudicator.site.folder import MARKS, NEW, Marks, plain, read_marks, remove_pages, write_pages
from adjudicator.site.keep import _read, keep_site
from adjudicator.site.place import Site, SiteError, check_url
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.records import Settings


@pytest.fixture(scope="module")
def three_phases(tmp_path_factory):
    return Played(tmp_path_factory.mktemp("kept")).play(phases=3)


@pytest.fixture
def played(tmp_path, three_phases):
    return three_phases.copy(tmp_path)


@pytest.fixture
def site(tmp_path):
    return Site(tmp_path / "site", "https://games.example/")


def keep_up(played, site):
    with open_store(played.db) as store:
        return list(keep_site(store, site, played.now))


def files(folder):
    return {p.relative_to(folder).as_posix() for p in Path(folder).rglob("*") if p.is_file()}


def set_(played, *changes):
    with open_store(played.db) as store:
        commit(store, played.campaign(store), played.now, change_settings, **read_changes(changes))


def test_only_what_changed_is_made_anew(played, site, monkeypatch):
    first = keep_up(played, site)
    assert [each.campaign for each in first] == ["sekigahara", ""]
    marks = read_marks(site.folder / "sekigahara").files
    assert {*marks, MARKS} == files(site.folder / "sekigahara")
    assert keep_up(played, site) == []
    before = {path: path.stat().st_mtime_ns for path in site.folder.rglob("*.html")}
    asked = []
    tell = _Teller.tell
    monkeypatch.setattr(_Teller, "tell", lambda *args: asked.append(args[2].phase) or tell(*args))
    with open_store(played.db) as store:  # an order changes no page
        campaign = played.campaign(store)
        head = queries.head(store, campaign)
        seat = next(each for each in queries.seats(store, campaign) if each.name in head.opens.may)
        played.send(store, campaign, seat, "ready")
    assert keep_up(played, site) == []
    played.play(phases=1)
    (made,) = keep_up(played, site)[:1]
    assert len(asked) == 1
    old = {path for path, when in before.items() if path.stat().st_mtime_ns == when}
    assert {"000-setup.html", "001-1-deploy.html"} <= {path.name for path in old}
    assert "index.html" in made.changed


def test_a_campaign_that_is_as_the_last_round_found_it_is_not_looked_at(played, site, monkeypatch):
    asked = []
    monkeypatch.setattr(
        keep, "_keep", lambda *args, real=keep._keep: asked.append(args[1].name) or real(*args)
    )
    last = keep.PagesSeen()

    def keep_up(after=timedelta()):
        asked.clear()
        with open_store(played.db) as store:
            made = list(keep_site(store, site, played.now + after, last))
        return [each.campaign for each in made], list(asked)

    assert keep_up() == (["sekigahara", ""], ["sekigahara"])
    shown = (site.folder / "index.html").read_bytes()
    assert keep_up() == ([], [])
    set_(played, "publish=never")
    assert keep_up() == (["sekigahara", ""], ["sekigahara"])
    assert keep_up() == ([], [])
    set_(played, "publish=now")
    assert keep_up() == (["sekigahara", ""], ["sekigahara"])
    assert (site.folder / "index.html").read_bytes() == shown
    assert keep_up() == ([], [])
    (site.folder / "sekigahara/index.html").unlink()  # what others do is seen after a while
    assert keep_up() == ([], [])
    assert keep_up(keep.LONGEST_TRUST) == (["sekigahara"], ["sekigahara"])


def test_what_is_said_to_all_before_the_deal_is_on_the_page_at_once(tmp_path, site):
    played = Played.__new__(Played)
    played.db, played.name, played.now, played.count = tmp_path / "c.db", "owari", BEGINS, 0
    with open_store(played.db, create=True) as store:
        people = tuple(Player(seat, open=True) for seat in ("Oda", "Takeda"))
        announce(store, NewCampaign("owari", "ikusa", people, {}, Settings()), BEGINS)
    keep_up(played, site)
    played.say("Oda", "Heard by everybody", broadcast=True)
    assert [each.campaign for each in keep_up(played, site)] == ["owari"]
    assert "Heard by everybody" in (site.folder / "owari/index.html").read_text("utf-8")


def test_a_roll_back_removes_the_pages_that_are_void(played, site):
    keep_up(played, site)
    void = site.folder / "sekigahara/phases/003-1-muster.html"
    assert void.exists()
    with open_store(played.db) as store:
        commit(store, queries.find_campaign(store, "sekigahara"), played.now, roll_back, "1 muster")
    keep_up(played, site)
    assert not void.exists()
    text = "".join(path.read_text("utf-8") for path in site.folder.rglob("*.html"))
    assert "003-1-muster" not in text
    assert 'id="p3"' not in (site.folder / "sekigahara/map.svg").read_text("utf-8")
    played.play(phases=1)
    keep_up(played, site)
    assert void.exists()


def test_pages_are_readable_for_all_whatever_the_umask_says(played, site):
    before = os.umask(0o077)
    try:
        keep_up(played, site)
    finally:
        os.umask(before)
    for path in (site.folder, *site.folder.rglob("*")):
        wanted = 0o755 if path.is_dir() else 0o644
        assert stat.S_IMODE(path.stat().st_mode) == wanted


def test_names_of_players_are_on_the_pages_only_if_the_setting_says_so(played, site):
    keep_up(played, site)
    index = site.folder / "sekigahara/index.html"
    assert "Person A" not in index.read_text("utf-8")
    set_(played, "names=players")
    keep_up(played, site)
    assert "Oda: Person A" in index.read_text("utf-8")
    played.say("Oda", "Person A greets you.")
    played.play(1)
    keep_up(played, site)
    of_phases = sorted((site.folder / "sekigahara/phases").glob("*.html"))
    assert sum("Person A greets" in each.read_text("utf-8") for each in of_phases) == 1
    with open_store(played.db) as store:
        commit(store, played.campaign(store), played.now, end, "enough")
    keep_up(played, site)
    with open_store(played.db) as store:
        forget(store, "player-0@homes.example", [], played.now)
    keep_up(played, site)
    assert all("Person A" not in each.read_text("utf-8") for each in (index, *of_phases))


def test_a_campaign_that_is_published_after_its_end_has_no_pages_before(played, site, tmp_path):
    keep_up(played, site)
    set_(played, "publish=after the end")
    assert [each.removed for each in keep_up(played, site)[:1]] == [("all",)]
    assert not (site.folder / "sekigahara").exists()
    assert "sekigahara" not in (site.folder / "index.html").read_text("utf-8")
    with pytest.raises(SiteError, match="publish=now"):
        played.pages(tmp_path / "alone")
    with open_store(played.db) as store:
        commit(store, played.campaign(store), played.now, end, "enough")
    keep_up(played, site)
    text = (site.folder / "sekigahara/dice.html").read_text("utf-8")
    assert "<dt>Secret</dt>" in text
    assert "ended before its time" in (site.folder / "sekigahara/index.html").read_text("utf-8")
    set_(played, "publish=never")
    keep_up(played, site)
    assert not (site.folder / "sekigahara").exists()


def test_a_campaign_that_gathers_its_players_has_a_page_and_one_lists_all(played, site):
    with open_store(played.db) as store:
        people = tuple(Player(seat, open=True) for seat in ("Oda", "Takeda", "Mori"))
        announce(
            store,
            NewCampaign("owari", "ikusa", people, {}, Settings()),
            played.now,
            secret=b"x" * 32,
        )
    keep_up(played, site)
    text = (site.folder / "owari/index.html").read_text("utf-8")
    assert "has not begun" in text
    assert "Oda · free" in text
    assert "../index.html" in text
    text = (site.folder / "index.html").read_text("utf-8")
    assert 'href="owari/index.html"' in text
    assert 'href="sekigahara/index.html"' in text
    played.play(phases=1)
    assert [each.campaign for each in keep_up(played, site)] == ["sekigahara", ""]


def test_one_campaign_that_fails_does_not_stop_the_others(played, site):
    Played(played.db.parent, name="himeji", kind="two")
    (site.folder / "himeji").mkdir(parents=True)
    (site.folder / "himeji/index.html").write_text("somebody's own page")
    (site.folder / MARKS).write_bytes(msgspec.json.encode(Marks("campaigns")))
    done = keep_up(played, site)
    assert [each for each in done if isinstance(each, str)] == [
        f"the pages of himeji: {site.folder / 'himeji'} is not empty and holds no pages: "
        "nothing was touched."
    ]
    assert (site.folder / "sekigahara/index.html").exists()
    assert (site.folder / "himeji/index.html").read_text() == "somebody's own page"


def test_a_folder_that_is_not_ours_is_not_touched(played, tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home/letter.txt").write_text("mine")
    with pytest.raises(SiteError, match="nothing was touched"):
        played.pages(tmp_path / "home")
    assert files(tmp_path / "home") == {"letter.txt"}
    (tmp_path / "file").write_text("mine")
    with pytest.raises(SiteError, match="is no folder"):
        played.pages(tmp_path / "file")
    played.pages(tmp_path / "pages")
    other = Played(played.db.parent, name="himeji", kind="two")
    with pytest.raises(SiteError, match="holds the pages of sekigahara"):
        other.pages(tmp_path / "pages")
    with pytest.raises(SiteError, match="Nothing was touched"):
        keep_up(played, Site(tmp_path / "pages"))
    (tmp_path / "pages" / MARKS).write_bytes(b"{")
    with pytest.raises(SiteError, match="is damaged"):
        played.pages(tmp_path / "pages")


def test_what_lies_beside_the_pages_stays(played, tmp_path):
    played.pages(tmp_path / "pages")
    (tmp_path / "pages/robots.txt").write_text("mine")
    (tmp_path / "pages/phases/photo.jpg").write_text("mine")
    played.play(phases=1)
    played.pages(tmp_path / "pages")
    with open_store(played.db) as store:
        campaign = played.campaign(store)
    assert remove_pages(tmp_path / "pages", Marks("campaign", campaign.name, campaign.commitment))
    assert files(tmp_path / "pages") == {"robots.txt", "phases/photo.jpg"}


def test_marks_that_lead_out_of_the_folder_remove_nothing(tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "precious").write_text("mine")
    marks = Marks("campaign", "x", files={"../precious": "0" * 64, "/etc/passwd": "", "": ""})
    (tmp_path / "pages" / MARKS).write_bytes(msgspec.json.encode(marks))
    write_pages(tmp_path / "pages", {"index.html": plain(b"new")}, Marks("campaign", "x"))
    assert (tmp_path / "precious").read_text() == "mine"
    assert remove_pages(tmp_path / "pages", marks)
    assert (tmp_path / "precious").exists()


def test_links_that_lead_out_of_the_folder_are_not_followed(tmp_path):
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious/1.html").write_text("mine")
    pages = tmp_path / "pages"
    marks = Marks("campaign", "x", files={"phases/1.html": "0" * 64})
    pages.mkdir()
    (pages / MARKS).write_bytes(msgspec.json.encode(marks))
    (pages / "phases").symlink_to(tmp_path / "precious")
    (pages / f"{NEW}1").symlink_to(tmp_path / "precious")
    write_pages(pages, {"index.html": plain(b"new")}, Marks("campaign", "x"))
    with pytest.raises(SiteError, match="leads out of the pages"):
        write_pages(pages, {"phases/1.html": plain(b"new")}, Marks("campaign", "x"))
    (pages / MARKS).write_bytes(msgspec.json.encode(marks))
    remove_pages(pages, marks)
    assert files(tmp_path / "precious") == {"1.html"}
    assert (tmp_path / "precious/1.html").read_text() == "mine"


def test_a_link_is_no_folder_for_pages(played, site):
    (site.folder.parent / "elsewhere").mkdir()
    site.folder.mkdir()
    keep_up(played, Site(site.folder / "others"))
    (site.folder / "link").symlink_to(site.folder.parent / "elsewhere")
    with pytest.raises(SiteError, match="link is a link, and none is followed here"):
        keep_up(played, Site(site.folder / "link"))
    (site.folder / "all").mkdir()
    (site.folder / "all" / MARKS).write_bytes(msgspec.json.encode(Marks("campaigns")))
    (site.folder / "all/sekigahara").symlink_to(site.folder.parent / "elsewhere")
    failed, _ = keep_up(played, Site(site.folder / "all"))
    assert failed.startswith("the pages of sekigahara: ")
    assert "sekigahara is a link, and none is followed here" in failed
    assert files(site.folder.parent / "elsewhere") == set()


@pytest.mark.system
def test_processes_that_write_at_once_leave_whole_pages(tmp_path):
    """A folder is written by one at a time; nobody clears away what another is at."""
    program = f"""
import sys
from pathlib import Path
from adjudicator.site.folder import Marks, plain, write_pages
for turn in range(25):
    pages = {{f"phases/{{n}}.html": plain(f"{{sys.argv[1]}} {{turn}} {{n}}".encode()) for n in range(12)}}
    write_pages(Path({str(tmp_path / "pages")!r}), pages, Marks("campaign", "x"))
"""
    at_once = [subprocess.Popen([sys.executable, "-c", program, str(n)]) for n in range(3)]
    assert [each.wait() for each in at_once] == [0, 0, 0]
    there = read_marks(tmp_path / "pages").files
    assert len(there) == 12
    for path, digest in there.items():
        assert sha256((tmp_path / "pages" / path).read_bytes()).hexdigest() == digest
    assert not list((tmp_path / "pages").glob(f"{NEW}*"))


def test_who_was_killed_is_no_hindrance_and_who_never_lets_go_is_not_waited_for_for_ever(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(folders, "PATIENCE", 0.05)
    (tmp_path / f"{NEW}77").mkdir()  # of one who was killed before the first marks
    (tmp_path / f"{NEW}77" / MARKS).write_bytes(b"{")
    write_pages(tmp_path, {"index.html": plain(b"old")}, Marks("campaign", "x"))
    assert files(tmp_path) == {MARKS, "index.html"}
    with (
        folders._alone(tmp_path),
        pytest.raises(SiteError, match="Another program is writing"),
    ):
        write_pages(tmp_path, {"index.html": plain(b"new")}, Marks("campaign", "x"))
    assert (tmp_path / "index.html").read_bytes() == b"old"


def test_the_pages_of_another_database_are_never_removed(played, site):
    keep_up(played, site)
    marks = site.folder / "sekigahara" / MARKS
    others = msgspec.structs.replace(read_marks(marks.parent), commitment="0" * 64)
    marks.write_bytes(msgspec.json.encode(others))
    there = files(site.folder / "sekigahara")
    set_(played, "publish=never")
    keep_up(played, site)
    assert files(site.folder / "sekigahara") == there


def keys_of(folder):
    marks = read_marks(folder).files
    return {episode.made_from for episode in _read(folder)[0]} | {
        marks[path] for path in marks if "phases" in path
    }


def test_what_is_hidden_cannot_be_guessed_from_hashes_beside_the_pages(played, tmp_path):
    """Two campaigns that differ only in secrets that nobody learns have no hash in common."""
    played.pages(tmp_path / "pages")
    keys = keys_of(tmp_path / "pages")
    made_from = read_marks(tmp_path / "pages").made_from
    with open_store(played.db) as store:
        campaign = played.campaign(store)
        commit(
            store, campaign, played.now, end, "enough"
        )  # from now on the secret of the dice is public
    played.pages(tmp_path / "pages")
    after = read_marks(tmp_path / "pages").made_from
    with open_store(played.db) as store:
        for seat in queries.seats(store, played.campaign(store)):
            store.save(msgspec.structs.replace(seat, token_secret=os.urandom(32)))
    played.pages(tmp_path / "pages")
    assert not keys & keys_of(tmp_path / "pages")
    assert len({made_from, after, read_marks(tmp_path / "pages").made_from}) == 3


def test_no_page_is_written_outside_its_folder(tmp_path):
    for path in ("../x", "/x", "a/../../x", "a\\b", ""):
        with pytest.raises(SiteError, match="cannot be called"):
            write_pages(tmp_path / "pages", {path: plain(b"")}, Marks("campaign", "x"))


@pytest.mark.parametrize("damage", [b"not zlib", None])
def test_damaged_episodes_are_made_again(played, tmp_path, damage):
    played.pages(tmp_path / "pages")
    whole = {p: p.read_bytes() for p in (tmp_path / "pages").rglob("*.html")}
    path = tmp_path / "pages/.episodes"
    path.write_bytes(path.read_bytes()[:-9] if damage is None else damage)
    played.pages(tmp_path / "pages")
    assert whole == {p: p.read_bytes() for p in whole}


@pytest.mark.system
def test_a_process_that_is_killed_leaves_whole_pages(played, tmp_path):
    """Killed between any two files: every page is an old or a new one, and the next run ends it."""
    program = f"""
import os, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from adjudicator.site import folder
from adjudicator.store.database import open_store
from adjudicator.site.keep import make_pages
from adjudicator.store.queries import find_campaign
from datetime import datetime, UTC
from pathlib import Path
real, left = os.replace, [int(sys.argv[1])]
def replace(*args):
    left[0] -= 1
    if left[0] < 0:
        os._exit(9)
    real(*args)
os.replace = replace
with open_store(Path({str(played.db)!r})) as store:
    make_pages(store, find_campaign(store, "sekigahara"), datetime.now(UTC), Path({str(tmp_path / "pages")!r}))
"""
    played.pages(tmp_path / "pages")
    old = {p: p.read_bytes() for p in (tmp_path / "pages").rglob("*.html")}
    played.play(phases=1)
    played.pages(tmp_path / "whole")
    new = {
        tmp_path / "pages" / p.relative_to(tmp_path / "whole"): p.read_bytes()
        for p in (tmp_path / "whole").rglob("*.html")
    }
    for count in (0, 1, 3):
        killed = subprocess.run([sys.executable, "-c", program, str(count)], check=False)
        assert killed.returncode == 9
        for path in (tmp_path / "pages").rglob("*.html"):
            if NEW not in str(path):
                assert path.read_bytes() in (old.get(path), new.get(path))
                links = re.findall(r'(?:href|src)="([^"#:?]+)', path.read_text("utf-8"))
                assert [x for x in links if not (path.parent / x).exists()] == []
    played.pages(tmp_path / "pages")
    there = {p: p.read_bytes() for p in (tmp_path / "pages").rglob("*.html")}
    assert there == new
    assert not list((tmp_path / "pages").glob(f"{NEW}*"))


def test_a_pass_publishes_after_all_else_and_says_what_failed(played, site, tmp_path):
    with open_store(played.db) as store:
        settings = Configuration(site=str(site.folder), site_url=site.url)
        deeds = list(make_pass(store, played.now, configuration=settings))
        assert [deed.text for deed in deeds if deed.what == "published"] == [
            "the pages of sekigahara",
            "the page of all campaigns",
        ]
        assert deeds[-1].what == "published"
        (tmp_path / "file").write_text("mine")
        later = played.now + timedelta(minutes=1)
        settings = Configuration(site=str(tmp_path / "file"))
        (failed,) = make_pass(store, later, configuration=settings)
    assert failed.what == "failed"
    assert "is no folder" in failed.text


def test_the_file_of_settings_says_where_pages_lie(tmp_path):
    path = tmp_path / "adjudicator.toml"
    made = configuration_from(b'site = "pages"\nsite_url = "https://games.example/a"\n', path)
    assert made.pages() == Site(tmp_path / "pages", "https://games.example/a/")
    assert configuration_from(b"", path).pages() is None
    with pytest.raises(ConfigurationError, match="site_url"):
        configuration_from(b'site_url = "games.example"\n', path)


WRONG = (
    *("javascript:alert(1)", "https://", "https://a b/", 'https://x/"><script>', "//x.example/"),
    *("https://user:word@x.example/", "https://x.example/?q=1", "https://x.example/#a"),
    *("https://[x/", "https://x.example/" + "a" * 600, "ftp://x.example/", "https://x/\n"),
)


def test_what_is_no_address_of_pages_is_refused():
    for url in WRONG:
        with pytest.raises(SiteError, match="is no address of pages"):
            check_url(url)
