"""Links to the order desk: what they hold, how letters come by them, and what keeps the desk."""

import base64
import errno
import json
import re
import zlib
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters.outbox import letters
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.chance import Stream
from adjudicator.cli.files import desk as command
from adjudicator.cli.main import cli
from adjudicator.desk import files as desk_files
from adjudicator.desk.files import DeskError, keep_desk, write_desk
from adjudicator.desk.link import (
    LONGEST,
    LONGEST_IN_SIGHT,
    PLACE,
    DeskPlace,
    MasterPage,
    lead_master_to_desk,
    lead_to_desk,
    make_link,
)
from adjudicator.games.registry import find
from adjudicator.post.passes.compose import write
from adjudicator.post.passes.sending import send_all
from adjudicator.post.transport.mailbox import Delivery, Terms
from adjudicator.reports.model import File, Report
from adjudicator.service.configuration import ConfigurationError, read_configuration
from adjudicator.store.database import open_store
from adjudicator.store.queries import find_campaign
from adjudicator.store.records import Master, Settings

URL = "https://example.org/games/order_desk/"
SHEET = "game sekigahara\nseat Oda\nphase 1 plan\ntoken abc\n\nEND\n"


def opened(link):
    text = urlsplit(link).fragment.removeprefix("2.")
    packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return json.loads(zlib.decompress(packed))


def letter(*files):
    html = f'<a href="mailto:judge@games.test">Schreib</a>{PLACE}'
    return Report("Round 1", "Next: your plan.\n\nThe rest.\n", html, files)


def letter_with_sheet():
    position = File("position-sekigahara-1-plan.json", "application/json", b'{"round": 1}')
    sheet = File("orders-sekigahara-1-plan.txt", "text/plain; charset=utf-8", SHEET.encode())
    return letter(position, sheet)


def test_a_link_holds_the_position_and_the_sheet_where_no_server_sees_them():
    link = make_link(URL, b'{"round": 1}', SHEET, "judge@games.test")
    assert link.startswith(f"{URL}#2.")
    assert opened(link) == {"position": {"round": 1}, "sheet": SHEET, "to": "judge@games.test"}
    noise = "".join(str(hash((n, "x"))) for n in range(LONGEST // 8))
    assert make_link(URL, json.dumps({"x": noise}).encode()) == ""


def test_a_letter_that_asks_for_orders_leads_to_the_desk():
    led = lead_to_desk(letter_with_sheet(), DeskPlace(URL), "judge@games.test")
    (link,) = [part for part in led.html.split('"') if part.startswith(URL)]
    assert opened(link)["sheet"] == SHEET
    assert led.text.startswith(
        "Next: your plan.\n\nTo order by pointing at the map, open\n    https"
    )
    plain = lead_to_desk(
        letter_with_sheet(), DeskPlace(URL, holds_position=False), "judge@games.test"
    )
    assert f'href="{URL}"' in plain.html
    for other in (letter(), letter(letter_with_sheet().files[0])):
        assert lead_to_desk(other, DeskPlace(URL), "judge@games.test") == other
    assert lead_to_desk(letter_with_sheet(), DeskPlace(), "") == letter_with_sheet()


class Kept:
    """An outbox that keeps its letters in a list."""

    def __init__(self):
        self.terms = Terms(desk=DeskPlace(URL))
        self.mails = []

    def hang_up(self):
        pass

    def send(self, mail):
        self.mails.append(message_from_bytes(mail.data, policy=default))
        return [Delivery(each, "sent") for each in mail.recipients]


def test_letters_lead_there_with_the_token_that_counts_when_they_go(tmp_path, monkeypatch):
    for draw in ("draw_png", "draw_front"):
        monkeypatch.setattr(f"adjudicator.maps.{draw}", lambda *_: b"a picture")
    now, out = datetime(2026, 1, 5, tzinfo=UTC), Kept()
    people = tuple(
        Player(seat, f"{seat.lower()}@example.org") for seat in ("Oda", "Mori", "Takeda")
    )
    settings = Settings(address="judge@games.test")
    with open_store(tmp_path / "campaign.db", create=True) as store:
        plan = NewCampaign("sekigahara", "ikusa", people, {}, settings)
        create(store, plan, now)
        list(send_all(store, out, now))
        (first, *_) = letters(store, find_campaign(store, "sekigahara"), seat="Oda")
        both = replace(first, recipients=(*first.recipients, "else@example.org"))
        assert URL.encode() not in write(store, both, desk=out.terms.desk).data  # it has the token
    assert len(out.mails) == len(people)
    for each in out.mails:
        html = each.get_body(("html",)).get_content()
        (link,) = [part for part in html.split('"') if part.startswith(f"{URL}#")]
        opening = opened(link)
        (sheet,) = [x for x in each.iter_attachments() if x.get_filename().startswith("orders-")]
        assert opening["sheet"].split() == sheet.get_content().split()
        assert opening["to"] == "judge@games.test"
        plain = each.get_body(("plain",)).get_content()
        assert f"    {URL}\r\n" in plain
        assert f"    {URL}practice.html\r\n" in plain
        assert f'href="{URL}practice.html"' in html


def test_a_letter_to_a_game_master_leads_to_his_page(tmp_path):
    now, out = datetime(2026, 1, 5, tzinfo=UTC), Kept()
    players = tuple(Player(each, regent="steady") for each in ("Oda", "Mori", "Takeda"))
    settings = Settings(address="judge@games.test", gm="gm@example.org")
    with open_store(tmp_path / "campaign.db", create=True) as store:
        create(store, NewCampaign("sekigahara", "ikusa", players, {}, settings), now)
        own = token(store.find(Master, address="gm@example.org"))
        list(send_all(store, out, now))
    notes = [each for each in out.mails if each["To"] == "gm@example.org"]
    assert notes
    for each in notes:
        text = each.get_body(("plain",)).get_content()
        (link,) = [part for part in text.split() if part.startswith(f"{URL}#")]
        opening = opened(link)
        assert opening["position"] is None
        assert opening["sheet"] == f"game sekigahara\ntoken {own}\n"
        assert opening["master"]["seats"] == ["Oda", "Mori", "Takeda"]
        status = opening["master"].get("status", "")
        assert status in text.replace("\r\n", "\n")
        assert status or len(text) > LONGEST_IN_SIGHT
        assert len(link) <= LONGEST_IN_SIGHT


def test_a_long_letter_to_a_master_has_a_link_without_its_words():
    words = " ".join(str(hash((n, "x"))) for n in range(2000))
    page = MasterPage(("Oda",), "1 plan")
    led = lead_master_to_desk(Report("x", words, ""), DeskPlace(URL), "a@b.c", "game x\n", page)
    assert led.text.startswith(words)
    assert "status" not in opened(led.text.split()[-1])["master"]
    html = "<html><body><p>1</p></body></html>"
    led = lead_master_to_desk(
        Report("x", "1\n" * 900, html), DeskPlace(URL), "a@b.c", "game x\n", page
    )
    (link,) = [part for part in led.html.split('"') if part.startswith(URL)]
    assert opened(link)["master"]["status"] == "1\n" * 900
    assert led.html.endswith("</p>\n</body></html>")
    nowhere = lead_master_to_desk(Report("x", "y", ""), DeskPlace(), "a@b.c", "game x\n", page)
    assert nowhere.text == "y"


def test_the_settings_say_where_it_is(tmp_path):
    file = tmp_path / "adjudicator.toml"
    file.write_text('site = "pages"\nsite_url = "https://example.org/games"\ndesk = "file"\n')
    folder, desk = read_configuration(file).desk_place()
    assert (folder, desk) == (
        tmp_path / "pages" / "order_desk",
        DeskPlace(URL, holds_position=False),
    )
    file.write_text('desk = "link"\n')
    with pytest.raises(ConfigurationError, match="desk needs site and site_url"):
        read_configuration(file).desk_place()
    file.write_text('site = "pages"\n')
    assert read_configuration(file).desk_place() is None


def test_it_is_written_again_only_for_another_version(tmp_path, monkeypatch):
    made = []

    def make(runtime, forms):
        made.append((runtime, forms))
        mark = json.dumps({"program": desk_files.program_version(), "number": len(made)})
        return {"index.html": b"<p>desk</p>", "desk.json": mark.encode()}

    monkeypatch.setattr(desk_files, "make_files", make)
    monkeypatch.setattr(desk_files, "find_runtime", lambda: "runtime")
    folder = tmp_path / "order_desk"
    assert [keep_desk(folder, b"[]"), keep_desk(folder, b"[]")] == [True, False]
    monkeypatch.setattr(desk_files, "program_version", lambda: "9.9")
    assert keep_desk(folder, b"[]")
    assert made == [("runtime", b"[]")] * 2
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").write_text("mine")
    with pytest.raises(DeskError, match="holds no desk: nothing was touched"):
        write_desk(other, make("runtime", b"[]"))
    room, write = [1], desk_files.write_whole

    def write_while_there_is_room(*what):
        if not room:
            raise OSError(errno.ENOSPC, "No space left on device")
        room.pop()
        write(*what)

    monkeypatch.setattr(desk_files, "write_whole", write_while_there_is_room)
    with pytest.raises(OSError, match="No space"):
        keep_desk(tmp_path / "broken off", b"[]")
    room += [1] * 9
    assert keep_desk(tmp_path / "broken off", b"[]")
    assert not keep_desk(tmp_path / "broken off", b"[]")


def test_no_link_is_followed_where_a_desk_is_written(tmp_path):
    desk, elsewhere = tmp_path / "desk", tmp_path / "elsewhere"
    precious = elsewhere / "precious"
    for folder in (desk, elsewhere):
        folder.mkdir()
    precious.write_text("mine")
    files = {"index.html": b"new", "runtime/a.js": b"new", "desk.json": b"{}"}
    (desk / "desk.json").write_text("old")
    (desk / "index.html").symlink_to(precious)
    (desk / "runtime").symlink_to(elsewhere)
    with pytest.raises(DeskError, match="and none is followed here"):
        write_desk(desk, files)
    assert (desk / "desk.json").read_text() == "old"
    (desk / "runtime").unlink()
    assert write_desk(desk, files)
    assert (desk / "index.html").read_bytes() == b"new"
    (tmp_path / "link").symlink_to(desk)
    with pytest.raises(DeskError, match="link is a link"):
        write_desk(tmp_path / "link", files | {"desk.json": b"[]"})
    assert [each.name for each in elsewhere.iterdir()] == ["precious"]
    assert precious.read_text() == "mine"


def test_a_runtime_that_is_another_file_is_refused(tmp_path):
    (tmp_path / desk_files.PYODIDE.name).write_bytes(b"something else")
    with pytest.raises(DeskError, match="not the file that this version was tried with"):
        desk_files.find_runtime(tmp_path)
    with pytest.raises(DeskError, match="cannot be read"):
        desk_files.find_runtime(tmp_path / "nowhere")


def test_a_runtime_that_can_be_kept_nowhere_is_asked_for(tmp_path, monkeypatch):
    def find_no_home():
        raise RuntimeError

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(desk_files.Path, "home", find_no_home)
    with pytest.raises(DeskError, match="has no home folder"):
        desk_files.find_runtime()
    (tmp_path / "adjudicator").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(desk_files.shutil, "which", lambda name: name)
    told = []
    with pytest.raises(DeskError, match="give its folder with --runtime"):
        desk_files.find_runtime(tell=told.append)
    assert told == [tmp_path / "adjudicator" / desk_files.PYODIDE.name]


def test_the_command_opens_a_position_by_whose_it_is_and_with_none_the_practice_table(
    tmp_path, monkeypatch
):
    def end_at_once(_):
        raise KeyboardInterrupt

    served = []
    monkeypatch.setattr(command, "find_runtime", lambda *_: None)
    monkeypatch.setattr(command, "make_files", lambda runtime, forms: {"desk.json": forms})
    monkeypatch.setattr(command.webbrowser, "open", served.append)
    monkeypatch.setattr(command.ThreadingHTTPServer, "serve_forever", end_at_once)
    game = find("shogun")
    position = game.new(("Oda", "Takeda", "Mori"), {}, Stream(b"desk")).position
    file = tmp_path / "position.json"
    public, own = (game.encode(game.view(position, seat)) for seat in ("", "Oda"))
    for content, *whose in ((public,), (own,), (game.encode(position), "--seat", "Oda"), (b"",)):
        file.write_bytes(content)
        of_whom = [str(file), *whose] if content else []
        done = CliRunner().invoke(cli, ["desk", *of_whom, "--port", "0"])
        told = f"It is open at\n{served[-1]}\nCtrl-C closes it.\nClosed.\n"
        assert (done.exit_code, done.output) == (0, told)
    links = [opened(link) for link in served[:3]]
    assert [each["position"] for each in links] == [json.loads(x) for x in (public, own, own)]
    sheets = [each.get("sheet", "").startswith("seat Oda\nphase 1 plan\n") for each in links]
    assert sheets == [False, True, True]
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/practice\.html", served[3])
