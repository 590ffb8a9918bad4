"""What the files of a game that is played from files are called, and what stands in them.

Every seat has a folder with what its player is sent; what the game master alone may see is in a
folder of its own, from which the next phase takes the secret and the name.
"""

import re
from pathlib import Path

import msgspec

from adjudicator.by_files.order_files import POSITION
from adjudicator.by_files.phase import FileResult
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.chance.ingredients import Ingredients, Throws
from adjudicator.chance.keys import SETUP
from adjudicator.games.contract import Game
from adjudicator.orders.reading.scan import MOST_BYTES
from adjudicator.reports.files.attachments import short_name
from adjudicator.reports.model import Report

OF_PUBLIC = "public"
GAME_MASTER = "game-master"
SECRET = f"{GAME_MASTER}/secret.txt"
NAME = f"{GAME_MASTER}/name.txt"
CHANCE = f"{GAME_MASTER}/chance.json"
WORDS = f"{GAME_MASTER}/words.json"
MOST_FILES = 200
MOST_OF_A_FILE = 4 * MOST_BYTES + 1


def result_files(game: Game, result: FileResult, secret: bytes, name: str) -> dict[str, bytes]:
    """Return the files that a phase or the deal leaves.

    A seat has its position file even without a report. Without a secret, the dice came from a
    script.
    """
    solved = result.solved
    files = {
        f"{folder_name(seat)}/{POSITION}": game.encode(game.view(solved.position, seat))
        for seat in solved.position.seats
    }
    for seat, report in result.reports.items():
        for file, data in report_files(report).items():
            files[f"{folder_name(seat)}/{short_name(file)}"] = data
    chance = msgspec.to_builtins(result.dice)
    chance |= {"fingerprint": solved.fingerprint, "secret": secret.hex()}
    files[NAME] = f"{name}\n".encode()
    files[POSITION] = game.encode(solved.position)
    files[CHANCE] = msgspec.json.format(msgspec.json.encode(chance))
    files[WORDS] = msgspec.json.format(msgspec.json.encode(result.words, order="sorted")) + b"\n"
    if secret:
        files[SECRET] = f"{secret.hex()}\n".encode()
    if result.dice.phase != SETUP:
        for seat, text in solved.orders.items():
            files[f"{GAME_MASTER}/orders/{orders_name(seat)}"] = text.encode()
        files[f"{GAME_MASTER}/events.json"] = game.encode_events(solved.events)
    return files


def read_ingredients(
    folder: Path, secret: bytes, beacon: str, script: Throws | None
) -> Ingredients:
    """Return what the next phase takes over from the one whose files lie in a folder.

    Raises CampaignError if they were damaged.
    """
    before, number, words = "", 1, {}
    try:
        if (folder / CHANCE).is_file():
            last = msgspec.json.decode((folder / CHANCE).read_bytes(), type=_Last)
            before, number = last.seal, last.number + 1
        if (folder / WORDS).is_file():
            words = msgspec.json.decode((folder / WORDS).read_bytes(), type=dict[str, str])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CampaignError("damaged-files", place=folder / "game-master", error=error) from error
    return Ingredients(secret, number, before, words, beacon, script)


class _Last(msgspec.Struct):
    """What is read of a phase's ``chance.json``."""

    number: int = 0
    seal: str = ""


def report_files(report: Report) -> dict[str, bytes]:
    """Return what a report becomes in a folder: text, HTML that shows its images, and its files."""
    html = report.html
    files = {"report.txt": f"{report.subject}\n\n{report.text}".encode()}
    for each in report.files:
        files[each.name] = each.data
        if each.cid:
            html = html.replace(f"cid:{each.cid}", each.name)
    files["report.html"] = html.encode()
    return files


def folder_name(seat: str) -> str:
    """Return the name of a seat's folder: without anything that a path could stumble over."""
    safe = "".join(char if char.isalnum() or char in "-_ " else "_" for char in seat).strip()
    # Not the seat's alone, or not for it; or a device on Windows.
    if re.fullmatch(rf"{OF_PUBLIC}|{GAME_MASTER}|con|prn|aux|nul|(com|lpt)\d", safe.casefold()):
        return f"{safe}_"
    return safe or OF_PUBLIC


def orders_name(seat: str) -> str:
    """Return the name of the file in which a seat's canonical orders are kept."""
    return f"{folder_name(seat)}.txt"


def read_orders_folder(folder: Path) -> dict[str, bytes]:
    """Read the order files of a folder; of one that is too large, enough to see that it is.

    There may be mails among them, which are larger than their text.

    Raises CampaignError if it is no folder or holds too many files.
    """
    if not folder.is_dir():
        raise CampaignError("no-orders-folder", folder=folder)
    paths = sorted(p for p in folder.iterdir() if p.is_file() and p.name[0] != ".")
    if len(paths) > MOST_FILES:
        raise CampaignError("too-many-files", folder=folder, count=len(paths), most=MOST_FILES)
    files = {}
    for path in paths:
        with path.open("rb") as stream:
            files[path.name] = stream.read(MOST_OF_A_FILE)
    return files
