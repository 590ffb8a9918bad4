"""How province names are compared: without case, macrons, hyphens, blanks or punctuation."""

import unicodedata


def fold(name: str) -> str:
    """The form of a name that two spellings of it share: ``Tōtōmi`` and ``totomi`` are ``totomi``.

    Marks above letters go, then case, then everything that is neither a letter nor a digit.
    """
    plain = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in plain.casefold() if letter.isalnum())
