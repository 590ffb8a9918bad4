"""Commands with a board file of one's own."""

import json
from pathlib import Path

GROVE = (Path(__file__).parents[1] / "boards" / "grove.toml").read_text()
SEATS = ("--seat", "Oda", "--seat", "Takeda", "--seat", "Mori")


def test_a_game_is_played_from_files_on_a_board_of_ones_own(shell):
    shell.write("grove.toml", GROVE)
    new = ("position", "new", "samurai-swords", *SEATS, "--board", "grove.toml", "--out", "start")
    assert "the first reinforcements" in shell(*new, "--seed", "00" * 16)
    (shell.folder / "grove.toml").unlink()  # nobody needs it any more
    position = json.loads((shell.folder / "start/Oda/position.json").read_text())
    assert position["options"]["board"] == GROVE
    shell("position", "show", "start/position.json")
    home = [name for name, land in position["provinces"].items() if land["owner"] == "Oda"]
    shell.write("orders/oda.txt", f"seat Oda\nphase 1 deploy\nreinforce {', '.join(home)}\n")
    at = ("start/Oda/position.json",)
    shown = shell("check", "orders/oda.txt", *at, "--map", "orders.png")
    assert "reinforce" in shown
    assert home[0].encode() in (shell.folder / "orders.png").read_bytes()  # as the toy draws it
    assert home[0] in shell("legal-orders", "start/Oda/position.json")
    shell("map", "start/Oda/position.json", "-o", "map.svg")
    assert (shell.folder / "map.svg").is_file()
    played = ("adjudicate", "start/position.json", "--orders", "orders", "--out", "after", "--yes")
    assert "1 deploy is adjudicated" in shell(*played)
    assert json.loads((shell.folder / "after/position.json").read_text())["options"]["board"]


def test_a_campaign_on_a_board_of_ones_own_is_made_and_verified(shell):
    shell.write("grove.toml", GROVE.replace("\n", "\r\n"))
    seats = [word for seat in SEATS[1::2] for word in ("--seat", f"{seat}=regent")]
    new = ("new", "ikusa", "--name", "grove", *seats, "--begin")
    shell(*new, "--option", "board=grove.toml")
    shell("adjudicate", "grove", "--now", "--yes")
    assert "1 deploy: all is right" in shell("verify", "grove")


def test_what_is_wrong_with_a_board_is_a_sentence(shell):
    new = ("position", "new", "samurai-swords", *SEATS, "--out", "start", "--board")
    assert "no such file" in shell(*new, "nowhere.toml", code=2)
    shell.write("bad.toml", GROVE.replace('land = ["Birch", "Ginkgo"]', 'land = ["Birch"]'))
    shown = " ".join(shell(*new, "bad.toml", code=2).split())
    assert "provinces.Ginkgo.land: Alder does not list Ginkgo in return" in shown
    assert "board check bad.toml" in shown
    shell.write("names.toml", GROVE.replace("Elm", "Army"))
    assert "“Army” means something" in shell(*new, "names.toml", code=2)
    shell.write("bytes.toml", b"\xff\xfe")
    assert "not UTF-8" in shell(*new, "bytes.toml", code=2)
    shogun = ("position", "new", "shogun", *new[3:])
    assert "shogun takes no board of your own" in shell(*shogun, "bad.toml", code=2)
    assert not (shell.folder / "start").exists()
