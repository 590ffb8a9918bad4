"""What a person says who was asked for a yes or a no: one word alone, in whatever language.

Nothing stands beside it but what is quoted and his own name; ``consent.toml`` has the words.

Whoever writes more is asked once more, and given a word of his own: a line with “yes” and that word
counts whatever stands beside it, so that nobody is kept out by his signature.
"""

import hashlib
import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal

from adjudicator.store.records import Confirmation

Consent = Literal["yes", "no", "unclear"]

_LONGEST = 2_000
_AROUND = " \t.,!。！،、，*_-–—“”„«»「」\"'’"
"""What may stand around a word of an answer and changes nothing about it. A question mark does, of
whatever script, and so does what strikes a word out or leaves it open."""
_UNSEEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe0f\ufeff\U0001f3fb-\U0001f3ff]")
"""Marks of direction and of width, and what gives a sign its colour."""


def own_word(asked: Confirmation) -> str:
    """Return the word by which a person who wrote more than yes can agree, in capital letters."""
    question = f"{asked.together or asked.letter} {asked.address}"
    digest = hashlib.sha256(question.encode()).digest()
    words = sorted(_words()["own"])
    return words[int.from_bytes(digest[:4]) % len(words)].upper()


def read_consent(
    text: str, names: Iterable[str] = (), own: str = "", agreeing: str = "", *, alone: bool = True
) -> Consent:
    """Read what a person himself has written in answer to a letter that asked for a yes.

    ``names`` are his own, which may stand beside it, and ``own`` is the word that he was given. If
    the letter asked for another word, ``agreeing``, that is the only yes. Without ``alone`` he has
    said more elsewhere in his letter.
    """
    known = _words()
    yes = frozenset({agreeing}) if agreeing else known["yes"]
    lines = [line.strip(" .!").casefold().split() for line in text[:_LONGEST].splitlines()]
    if own and any([*line[1:]] == [own.casefold()] and line[0] in yes for line in lines):
        return "yes"  # our letter writes it between quotation marks: quoted, it says nothing
    whose = {*_pieces(" ".join(names))} - known["no"]
    words = [piece for piece in _pieces(text[:_LONGEST]) if piece not in whose]
    if len(words) != 1 or len(text) > _LONGEST or not alone:
        return "unclear"
    return "yes" if words[0] in yes else "no" if words[0] in known["no"] else "unclear"


def _pieces(text: str) -> list[str]:
    """Return what stands between blanks, as it is compared; points that leave it open stay."""
    plain = _UNSEEN.sub("", unicodedata.normalize("NFKC", text).casefold()).replace("’", "'")
    return [y for x in plain.split() if (y := x if ".." in x else x.strip(_AROUND))]


@cache
def _words() -> dict[str, frozenset[str]]:
    """Return the words for yes and for no, of all languages, and those that people are given, as
    they are compared."""
    table = tomllib.loads(files(__package__).joinpath("consent.toml").read_text(encoding="utf-8"))
    return {kind: frozenset(_pieces(" ".join(of.values()))) for kind, of in table.items()}
