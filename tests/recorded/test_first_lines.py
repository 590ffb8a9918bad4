"""Every letter of the recorded games says first what happened to its reader and what to do."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adjudicator.reports.text import columns

GAMES = sorted(Path(__file__).parent.glob("*.txt"))
DUE = "by Mon 23 Nov 20:00 GMT"
SEVERAL = re.compile(r"position seats\.(?P<seat>\w+)\.colours = (?P<colours>\[.+\])$")
RULING = re.compile(r"\b[HMER]\d{1,2}\b")


class Letter(NamedTuple):
    """A letter as it was recorded, and the events of its phase."""

    reader: str
    subject: str
    lines: list[str]
    asks: list[str]
    """The seats whose orders the next phase waits for."""
    events: list[dict[str, Any]]
    colours: tuple[str, ...]
    """What the reader commands: in most games the colour of its own name."""

    @property
    def first(self) -> str:
        return " ".join(self.lines[: self.lines.index("")])


def letters(path: Path) -> list[Letter]:
    found: list[Letter] = []
    events: list[dict[str, Any]] = []
    commands: dict[str, tuple[str, ...]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if several := SEVERAL.match(line):
            commands[several["seat"]] = tuple(json.loads(several["colours"]))
        elif line.startswith("## "):
            events = []
            found[-1].asks[:] = line.rpartition("; asks ")[2].split(", ")
        elif line.startswith("event "):
            _, kind, fields = line.split(" ", 2)
            events.append({"type": kind, **json.loads(fields)})
        elif line.startswith("letter to "):
            reader, _, subject = line.removeprefix("letter to ").partition(": ")
            reader = "" if reader == "the public" else reader
            colours = commands.get(reader, (reader,))
            found.append(Letter(reader, subject, [], [], events, colours))
        elif line.startswith("|") and found:
            found[-1].lines.append(line[2:])
    return found


def told_of(letter: Letter) -> tuple[str, ...]:
    """The colours of the reader whose battles are told; those of a second may find no room."""
    if len(letter.colours) == 1:
        return letter.colours
    begin = "{}: You (?:won|lost|put down) the "
    return tuple(each for each in letter.colours if re.search(begin.format(each), letter.first))


def battles(letter: Letter) -> tuple[int, int]:
    """Count the battles and revolts that the reader won and lost."""
    won = lost = 0
    last = {}
    for event in letter.events:
        if event["type"] != "Fought":
            continue
        if "sides" in event:  # Gekokujō, where several battles can be fought in a province
            if letter.reader in [each["seat"] for each in event["sides"]]:
                ours = event["winner"] == letter.reader
                outcome = "won" if ours else "lost" if event["winner"] else ""  # or all have fallen
                last[event["province"]] = outcome
        elif "attackers" in event:  # Samurai Swords, Ikusa
            sides = {event["seat"]: "won", event["defenders"]["seat"]: "lost"}
            for colour in sides.keys() & set(told_of(letter)):
                if event["outcome"] in ("won", "lost"):
                    won += sides[colour] == event["outcome"]
                    lost += sides[colour] != event["outcome"]
        elif letter.reader in (event["attacker"], event["defender"]):
            revolt = event["kind"] == "revolt"
            won += event["winner"] == letter.reader
            lost += event["winner"] != letter.reader and bool(event["winner"] or revolt)
    ends = list(last.values())
    return won + ends.count("won"), lost + ends.count("lost")


def named(first: str, verb: str) -> int:
    """Count the battles and revolts that the first lines say were won or lost."""
    found = re.findall(
        rf"{verb} (?:the|another) (?:battle|revolt)s? (?:of|for|in) ([^.]*?)(?:, and lost|\.)",
        first,
    )
    count = 0
    for names in found:
        more = sum(
            int(n) - 1 for n in re.findall(r"\((\d+) times\)", names.replace("(twice", "(2 times"))
        )
        count += more + len(re.split(r", | and ", names))
    return count


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_first_lines_tell_the_readers_battles_and_what_he_has_to_do(path):
    told = [each for each in letters(path) if each.reader]
    assert told
    for letter in told:
        assert letter.lines.index("") <= 9, letter.lines[:10]
        won, lost = battles(letter)
        assert (named(letter.first, "(?:won|put down)"), named(letter.first, "lost")) == (
            won,
            lost,
        ), letter
        if letter.asks and letter.reader in letter.asks:
            assert re.search(rf"Next: your [\w’ ]+ {DUE}\.$", letter.first), letter.first
            assert re.search(rf": your [\w’ ]+ {DUE}", letter.subject), letter.subject
        elif letter.asks:
            assert "You need do nothing now. Next: " in letter.first
            assert "nothing to do" in letter.subject
        assert len(letter.subject) <= 78


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_no_letter_names_a_ruling_or_is_wide(path):
    for letter in letters(path):
        for line in letter.lines:
            assert not RULING.search(line), line
            is_order = line.startswith("    for ")  # it stands on one line, however long it is
            assert columns(line) <= 78 or line.startswith("# ") or is_order, line
