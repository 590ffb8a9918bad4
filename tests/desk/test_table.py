"""The practice table plays as the command line does: the same positions, the same reports."""

import json

import pytest
from click.testing import CliRunner
from packages import installed

from adjudicator.cli.main import cli
from adjudicator.desk.judge import Desk
from adjudicator.desk.table import DeskTable, open_table
from adjudicator.games.contract import GameError
from adjudicator.games.registry import find

SECRET = "ab" * 32
WAYS = {
    "samurai-swords": (3, {}),
    "ikusa": (3, {}),
    "shogun": (3, {"start": "predetermined"}),
    "gekokujo": (3, {}),
    "diplomacy": (7, {}),
}
MOST_PHASES = 40


def ask(desk, call, *given):
    answer = json.loads(desk.answer(call, *given))
    assert "result" in answer, answer
    return answer["result"]


def begin(desk, name, seats, options, **more):
    start = {"game": name, "seats": seats, "options": options, "secret": SECRET, **more}
    return ask(desk, "begin", json.dumps(start))


def run(*arguments):
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code in (0, 1), result.output
    return result


@pytest.mark.parametrize("name", WAYS)
def test_two_rounds_come_out_as_on_the_command_line(name, tmp_path, monkeypatch):
    def draw(*_):
        return b"a picture"

    for each in ("draw_png", "draw_front"):
        monkeypatch.setattr(f"adjudicator.maps.{each}", draw)
    package = tmp_path / "package"
    package.mkdir()
    with installed("diplomacy", "diplomacy_game", package):
        play_beside(name, *WAYS[name], tmp_path)


def says_something_new(state):
    """Whether what a phase is about says more than its title, behind which it stands."""
    title, about = (each.casefold() for each in (state["phase"]["title"], state["about"]))
    return about.rstrip(".") not in title


def play_beside(name, seats, options, folder):
    """Play at the table, and each phase of it with the command, from the same secret."""
    desk = Desk()
    state = begin(desk, name, seats, options)
    position = json.loads(ask(desk, "position"))
    given = [f"--option={key}={value}" for key, value in options.items()]
    players = [f"--seat={seat}" for seat in position["seats"]]
    at = folder / "0"
    run(
        "position",
        "new",
        name,
        *players,
        *given,
        "--seed",
        SECRET,
        "--name=practice",
        "--out",
        str(at),
    )
    own, game = state["own"][0], find(name)
    begun, number = state["phase"]["round"], 0
    while not state["phase"]["over"] and state["phase"]["round"] < begun + 2:
        number = catch_up(game, desk, folder, number, own, {})
        assert ask(desk, "sit", own)["seat"] == own
        assert says_something_new(state), state["about"]
        about = {x.phase: text for x, text in game.languages(position["options"])}
        assert state["about"] == about[state["phase"]["name"]]
        text = ask(desk, "suggest")
        before = number
        state = ask(desk, "go on", json.dumps({own: text}))
        number = catch_up(game, desk, folder, number, own, {own: text})
        assert number > before
        assert number < MOST_PHASES
        assert state["reports"]
        told = (folder / str(number) / own / "report.txt").read_text("utf-8").splitlines()[0]
        assert state["reports"][-1]["title"] == told


def catch_up(game, desk, folder, number, own, orders):
    """Carry phases out with the command until its position is the table's; return their number."""
    wanted = ask(desk, "position")
    while (folder / str(number) / "position.json").read_text("utf-8") != wanted:
        at, out = folder / str(number), folder / str(number + 1)
        phase = game.phase(game.decode((at / "position.json").read_bytes()))
        files = folder / f"orders-{number}"
        files.mkdir()
        for seat, text in orders.items():
            (files / f"{seat}.txt").write_text(text)
        regents = [f"--regent={seat}" for seat in phase.may if seat != own]
        run(
            "adjudicate",
            str(at / "position.json"),
            "--orders",
            str(files),
            *regents,
            "--out",
            str(out),
        )
        orders, number = {}, number + 1
        assert number < MOST_PHASES
    return number


def test_a_phase_is_taken_back_and_comes_out_the_same_again():
    desk = Desk()
    begin(desk, "gekokujo", 3, {})
    before = ask(desk, "position")
    played = ask(desk, "go on", "{}")
    after = ask(desk, "position")
    assert after != before
    assert played["reports"]
    ask(desk, "sit", played["own"][0])
    assert "board" in ask(desk, "answer", "changes")
    undone = ask(desk, "undo")
    assert (undone["undo"], undone["reports"]) == (played["undo"] - 1, []) == (0, [])
    assert ask(desk, "position") == before
    ask(desk, "go on", "{}")
    assert ask(desk, "position") == after
    ask(desk, "undo")
    assert "taken back" in json.loads(desk.answer("undo"))["error"]


def test_what_breaks_down_leaves_the_table_as_it_was(monkeypatch):
    desk = Desk()
    begin(desk, "gekokujo", 3, {})
    now = desk.table.now
    watched = DeskTable(desk.table.game, (), now)  # nobody is asked: phase follows on phase
    regents = [{}]  # of the first
    monkeypatch.setattr("adjudicator.desk.table.regent_orders", lambda *_: regents.pop())
    with pytest.raises(IndexError):
        watched.go_on({})
    assert (watched.now, watched.earlier) == (now, [])


def test_a_table_is_kept_and_goes_on_the_same():
    one, other = Desk(), Desk()
    begin(one, "shogun", 3, {"start": "predetermined"})
    ask(other, "open table", ask(one, "keep"))
    for desk in (one, other):
        ask(desk, "go on", "{}")
    assert ask(one, "position") == ask(other, "position")


def test_what_is_written_for_later_phases_lies_there_when_they_come():
    desk = Desk()
    one, two, _ = begin(desk, "samurai-swords", 3, {}, alone=True)["own"]
    text = "phase 1 deploy\nphase plan\narmy 1 rest\nfly\nphase 2 muster\nbuild {}\n"
    state = ask(desk, "go on", json.dumps({one: text.format(one)}))
    assert state["phase"]["name"] == "plan"
    left = [each["written"] for each in state["asked"][:2]]
    assert left == [f"army 1 rest\nfly\n\nphase 2 muster\nbuild {one}\n", ""]
    assert ask(Desk(), "open table", ask(desk, "keep"))["asked"] == state["asked"]
    ask(desk, "go on", json.dumps({two: "phase 1 plan\n"}))
    assert "phase 2 muster" in ask(desk, "keep")
    assert ask(desk, "undo")["asked"] == state["asked"]
    ask(desk, "go on", json.dumps({one: "phase 1 plan\n"}))  # she has deleted what waited
    assert "phase 2 muster" not in ask(desk, "keep")


def test_what_happens_before_a_seat_is_first_asked_is_told_from_the_start():
    options = {"deploy": "in turn"}
    starts = [
        begin(Desk(), "samurai-swords", 3, options, secret=f"{number:02x}" * 32)
        for number in range(1, 7)
    ]
    assert {len(each["reports"]) for each in starts} == {1, 2, 3}
    assert all(" begins: " in each["reports"][0]["title"] for each in starts)
    assert {each["undo"] for each in starts} == {0}


def test_a_sandbox_asks_for_all_seats_and_begins_from_any_whole_position():
    desk = Desk()
    state = begin(desk, "samurai-swords", 3, {}, alone=True)
    assert len(state["own"]) == 3
    position = ask(desk, "position")
    assert ask(Desk(), "open table", position)["own"] == state["own"]
    game = find("samurai-swords")
    view = game.encode(game.view(game.decode(position.encode()), state["own"][0])).decode()
    with pytest.raises(GameError, match="whole position"):
        open_table(view)
    assert "begun" in json.loads(Desk().answer("begin", "[]"))["error"]


def test_all_games_can_be_chosen_with_their_options():
    listed = {each["name"]: each for each in ask(Desk(), "games")}
    assert {"samurai-swords", "ikusa", "shogun", "gekokujo"} <= set(listed)
    assert listed["shogun"]["players"] == list(find("shogun").meta.players)
    assert {"name", "values", "default", "about"} <= set(listed["shogun"]["options"][0])
