"""Whether an answer agrees: a plain yes, a no, or neither.

Nothing that gives a seat, an address or a vote away happens on anything but a plain yes: one of a
closed list of words (``consent.toml``), beside which nothing stands but words that change nothing
about it. So what is not foreseen is never taken for consent; it is asked back.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

Consent = Literal["yes", "no", "unclear"]

_SIGNATURE = re.compile(r"[-–—~ ]*(?:[^\W\d_a-z][\w'’.-]{0,30}[ ,]*){1,3}")
_SIGN = re.compile(r"👍|👌|✅|✔|\+1\b")
_SENTENCE_END = re.compile(r"[.!;。！\n]+|\s+[-–—]\s+")
_WORD_FOR_DICE = re.compile(r"\s*word\b[ :=]*(?P<word>\S.*)", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_]+")
_LONGEST = 2_000


class Answer(NamedTuple):
    """What an answer says, and the word for the dice that stands in it (``""``: none)."""

    consent: Consent
    word: str = ""


def read_consent(lines: Iterable[str], agreeing: str = "") -> Answer:
    """Read an answer to a letter that asked for a yes: its own lines, without what it quotes.

    If it asked for another word, ``agreeing``, nothing but that is a yes.

    It is ``yes`` if every sentence is of words of consent and of courtesy, and one says yes, above
    a name at most; ``no`` if something in it denies or refuses and nothing agrees; else
    ``unclear``, as are a question and an empty answer.
    """
    word, tokens = "", set[str]()
    text = unicodedata.normalize("NFKC", "\n".join(lines)[:_LONGEST]).strip()
    for sentence in _SENTENCE_END.split(text):
        if for_dice := _WORD_FOR_DICE.fullmatch(sentence):
            word = word or for_dice["word"].strip()
        else:
            tokens |= {*_tokens(sentence)}
    known = _words()
    yes = frozenset({agreeing}) if agreeing else known["yes"]
    agrees = bool(tokens & yes)
    if tokens & known["no"]:
        return Answer("unclear" if agrees else "no", word)
    above, _, last = text.rpartition("\n")
    if above.strip() and _SIGNATURE.fullmatch(last) and not tokens & known["doubt"]:
        tokens -= {*_tokens(last)}
        agrees = bool({*_tokens(above)} & yes)
    plain = agrees and "?" not in text and tokens <= yes | known["beside"]
    return Answer("yes" if plain else "unclear", word)


@cache
def _words() -> dict[str, frozenset[str]]:
    """Return the words of each kind, of all languages."""
    table = tomllib.loads(files(__package__).joinpath("consent.toml").read_text(encoding="utf-8"))
    return {kind: frozenset(" ".join(of.values()).split()) for kind, of in table.items()}


def _tokens(sentence: str) -> list[str]:
    """Return the words of a sentence in small letters, without apostrophes; signs of consent are
    words, too."""
    text = _SIGN.sub(" yes ", sentence).casefold()
    return _TOKEN.findall(re.sub(r"['’`´]", "", text))
