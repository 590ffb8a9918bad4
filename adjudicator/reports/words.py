"""Words that both formats share: safe names, lists, counts, dates. Knows no format and no game."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from adjudicator.wording.english import listing as listing
from adjudicator.wording.english import plural, with_article

LONGEST_NAME = 40
LONGEST_TEXT = 600
LONGEST_GIST = 60
MOST_MARKS = 2  # combining marks on one letter; more are a prank


def clean(text: str, most: int = LONGEST_TEXT) -> str:
    """Return a text that is safe on one line: no control or bidirectional characters, not long."""
    if len(text) <= most and text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    return _make_line(text[: most * 4], most)


def chart_lines(text: str) -> list[str]:
    """Return the lines of a block that stands as it is, safe and with their spaces."""
    lines = (line[:LONGEST_TEXT] for line in text.split("\n"))
    return ["".join(char if char.isprintable() else " " for char in line) for line in lines]


def name(text: str) -> str:
    """Return the name of a seat, player, campaign or place, safe and short."""
    return clean(text, LONGEST_NAME)


def order_lines(text: str) -> tuple[str, ...]:
    """Return the lines of an order: more than one if it has alternatives, none if it is empty."""
    return tuple(clean(line) for line in text.split("\n") if line.strip())


@lru_cache(maxsize=4096)
def _make_line(text: str, most: int) -> str:
    kept = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks <= MOST_MARKS:
            kept.append(char if char.isprintable() else " ")
    line = " ".join("".join(kept).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def count(number: int, noun: str, article: bool = True) -> str:
    """Return ``2 spearmen``, ``a gunner``, ``an army``, ``1 ronin`` (without ``article``)."""
    if number != 1:
        return f"{number:,} {_many(noun)}"
    if not article:
        return f"1 {noun}"
    return with_article(noun)


def _many(noun: str) -> str:
    return plural(noun, {"koku": "koku", "ronin": "ronin", "bushi": "bushi", "die": "dice"})


def is_hit(die: int, needs: int, or_more: bool) -> bool:
    """Say whether a die succeeds: by so many pips or fewer, or by so many ``or_more``."""
    return die >= needs if or_more else die <= needs


def unit_list(units: Mapping[str, int], article: bool, ranks: Sequence[str] = ()) -> list[str]:
    """Return each kind of unit with its number; kinds of which there are none are left out.

    ``ranks`` are the kinds to begin with, in order; others follow as they come.
    """
    first = [unit for unit in ranks if unit in units]
    ordered = first + [unit for unit in units if unit not in first]
    return [count(units[unit], clean(unit, 30), article) for unit in ordered if units[unit]]


def parts_of_table(widths: Sequence[int], gap: int, room: int) -> list[list[int]]:
    """Part a table that is too wide: the columns of each part, the first one in all of them.

    Parts have as equal a number of columns as may be.
    """
    for parts in range(1, len(widths)):
        size = -(-(len(widths) - 1) // parts)
        split = [[0, *range(i, min(i + size, len(widths)))] for i in range(1, len(widths), size)]
        if all(sum(widths[i] for i in part) + gap * (len(part) - 1) <= room for part in split):
            return split
    return [[0, i] for i in range(1, len(widths))] or [[0]]


def sentence(text: str, names: Sequence[str] = ()) -> str:
    """Return a reason as a sentence: with a full stop, and a capital unless it begins with a name.

    ``names`` are written as those who bear them write them.
    """
    line = clean(text)
    if not line:
        return ""
    first = line[0] if line.startswith(tuple(names)) else line[0].upper()
    return stop(first + line[1:])


def stop(text: str) -> str:
    """Return a text with a full stop behind it, unless it ends as a sentence does."""
    return text + ("" if text[-1:] in (".", "?", "!", "…") else ".")


def gist(text: str) -> str:
    """Return what a text begins with, as far as a subject has room: its first sentence or clause.

    What stands in brackets is left out.
    """
    line = re.sub(r"\s*\([^()]*\)", "", clean(text))
    sentence = re.split(r"(?<=[.!?])\s", line, maxsplit=1)[0]
    clauses = _first_clauses(sentence, ";:")
    shortened = clauses if len(clauses) <= LONGEST_GIST else _first_clauses(clauses, ",")
    return clean(shortened, LONGEST_GIST + 20).rstrip(".,;:")


def _first_clauses(sentence: str, ends: str) -> str:
    """Return as many clauses as there is room for, and the first in any case."""
    first, *others = re.split(rf"(?<=[{ends}])\s(?![^“]*”)", sentence)
    for clause in others:
        if len(first) + len(clause) >= LONGEST_GIST:
            break
        first += f" {clause}"
    return first


def date(moment: datetime, zone: str) -> str:
    """Return a moment in the reader's zone and in UTC, which is not repeated where it is the same:
    ``Friday 20 November 2026, 21:00 JST (12:00 UTC)``.
    """
    utc, local = moment.astimezone(UTC), _local(moment, zone)
    shown = _long_time(local)
    if local.utcoffset() == utc.utcoffset():
        return shown
    return f"{shown} ({f'{utc:%H:%M} UTC' if local.date() == utc.date() else _long_time(utc)})"


def local_time(moment: datetime, zone: str) -> str:
    """Return a moment as a person in that zone reads it: ``Fri 20 Nov 2026 20:00 GMT``."""
    local = _local(moment, zone)
    return f"{day(local)} {local:%H:%M} {_name_zone(local)}"


def short_date(moment: datetime, zone: str) -> str:
    """Return the same without its year: ``Tue 24 Nov 20:00 GMT``."""
    local = _local(moment, zone)
    return f"{local:%a} {local.day} {local:%b} {local:%H:%M} {_name_zone(local)}"


def day(local: datetime) -> str:
    """Return the day of a local time: ``Fri 20 Nov 2026``."""
    return f"{local:%a} {local.day} {local:%b %Y}"


def _long_time(local: datetime) -> str:
    return f"{local:%A} {local.day} {local:%B} {local.year}, {local:%H:%M} {_name_zone(local)}"


def _local(moment: datetime, zone: str) -> datetime:
    return moment.astimezone(_zone(zone) or UTC)


def _name_zone(local: datetime) -> str:
    """Return what a zone calls its time then; the difference from UTC if it has no name for it, or
    the same one for both hours that its clocks show twice.
    """
    called = f"{local:%Z}"
    other = local.replace(fold=1 - local.fold)
    if called.isalpha() and (other.utcoffset() == local.utcoffset() or f"{other:%Z}" != called):
        return called
    offset = f"{local:%z}"
    return f"UTC{offset[:3]}{f':{offset[3:5]}' if offset[3:5] != '00' else ''}"


def zone_title(key: str) -> str:
    """Return how people call a time zone: by its name, or its difference from UTC, “UTC+09”, if its
    name turns the sign of that round: “Etc/GMT-9”."""
    is_fixed = key.startswith("Etc/")
    return _name_zone(datetime(2000, 1, 1, tzinfo=_zone(key) or UTC)) if is_fixed else key


@lru_cache(maxsize=256)
def _zone(key: str) -> ZoneInfo | None:
    """Find a time zone; None if there is no such zone here, for the UTC time is always given."""
    try:
        return ZoneInfo(key)
    except (KeyError, ValueError, OSError):
        return None


def file_stem(text: str) -> str:
    """Return a name fit for a file: ASCII letters, digits and hyphens, at most 40."""
    plain = unicodedata.normalize("NFKD", text[:200]).encode("ascii", "ignore").decode().casefold()
    parts = "".join(char if char.isalnum() else " " for char in plain).split()
    return "-".join(parts)[:LONGEST_NAME].strip("-") or "game"
