"""Orders as people speak: polite, with articles. What is left is the order itself."""

import re
from collections.abc import Iterator

from adjudicator.orders.language.patterns import compile_later

_POLITE = (
    r"(?:(?:and|also|then|now|next|so|please|pls|kindly|finally|lastly|"
    r"first(?! \w+ (?:attacks?|march|moves?))|firstly|secondly|thirdly|after that|if possible|"
    r"i|i'd|i'll|we|we'd|we'll|let|us|let's|my|our|(?:could|can)(?= you\b)|would|will|shall|want|"
    r"wish|like|to|you|order|orders)\b[,:]?\s+)"
)
_BEFORE = compile_later(f"{_POLITE}+", re.IGNORECASE)
_WORD_BEFORE = compile_later(_POLITE, re.IGNORECASE)
_ASKED = compile_later(r"(?:please,? )?(?:can|could|would|will) you\b", re.IGNORECASE)
_WITH = compile_later(r"\bw/\s*", re.IGNORECASE)
_AFTER = compile_later(
    r"(?:,?\s(?:please|pls|thanks|thank you|too|as well|if possible|if (?:i|we) can))[.!]*$",
    re.IGNORECASE,
)
_ARTICLES = compile_later(
    r"\b(?:(?:the |my |our )?provinces? of|the|my|our|please|kindly)\s+", re.IGNORECASE
)
_DENIAL = compile_later(
    r"\b(?:no|not|never|none|nothing|nobody|neither|nor|without|except|but|unless|instead|last|"
    r"dont|wont|cant|cannot)\b|n't\b",
    re.IGNORECASE,
)


def denials(text: str) -> list[str]:
    """Return the words of a text that turn round what it says: “not”, “never”, “all but”."""
    return _DENIAL.findall(text.casefold())


def without_opening(text: str) -> str:
    """Leave out what politeness puts before an order: “I would like to attack …”."""
    match = _BEFORE.match(text)
    return text[match.end() :] if match else text


def later_beginnings(text: str) -> Iterator[str]:
    """Yield a text without one word of politeness more each time: “want Kai” of “I want …”."""
    while (match := _WORD_BEFORE.match(text)) and match.end() < len(text):
        text = text[match.end() :]
        yield text


def plain(text: str) -> str:
    """Leave out politeness, articles and possessives."""
    if _ASKED.match(text):
        text = text.rstrip("?!. ")
    text = _WITH.sub("with ", text)
    return _ARTICLES.sub("", _AFTER.sub("", without_opening(text))).strip()
