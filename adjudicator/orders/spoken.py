"""Orders as people speak: polite, with articles. What is left is the order itself."""

import re

_BEFORE = re.compile(
    r"(?:(?:and|also|then|now|next|so|please|pls|kindly|finally|first|i|i'd|i'll|we|we'd|we'll|"
    r"let|us|let's|my|our|could|can|would|will|shall|want|wish|like|to|you|order|orders)\b[,:]?\s+)+",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?:,?\s(?:please|pls|thanks|thank you|too|as well|if possible))[.!]*$", re.IGNORECASE
)
_ARTICLES = re.compile(
    r"\b(?:(?:the |my |our )?provinces? of|the|my|our|please|kindly)\s+", re.IGNORECASE
)


def without_opening(text: str) -> str:
    """Leave out what politeness puts before an order: “I would like to attack …”."""
    match = _BEFORE.match(text)
    return text[match.end() :] if match else text


def plain(text: str) -> str:
    """Leave out politeness, articles and possessives."""
    return _ARTICLES.sub("", _AFTER.sub("", without_opening(text))).strip()
