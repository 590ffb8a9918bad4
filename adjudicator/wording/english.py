"""English nouns: their plurals, their number, their article, and lists of them."""

from collections.abc import Iterable, Mapping


def number_of(number: int, noun: str) -> str:
    """Return a number of things: ``1 case``, ``2 cases``."""
    return f"{number} {noun if number == 1 else plural(noun)}"


def plural(noun: str, others: Mapping[str, str] = {}) -> str:
    """Return the plural of a noun by the rules of English, or as ``others`` have it."""
    if noun in others:
        return others[noun]
    if noun.endswith("man"):
        return noun[:-3] + "men"
    after_consonant = noun.endswith("y") and noun[-2:-1] not in tuple("aeiou")
    return noun[:-1] + "ies" if after_consonant else noun + "s"


def is_plural(text: str) -> bool:
    """Whether a noun, as it is written, looks like the English plural: “guns”, “boatmen”."""
    return text.casefold().endswith(("men", "s"))


def listing(items: Iterable[str], word: str = "and") -> str:
    """Return ``Kai, Hida and Mino``."""
    parts = list(items)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def with_article(noun: str) -> str:
    """Put the indefinite article before a noun: a province, an army, a unit."""
    return f"{'an' if noun[0] in 'aeiou' and not noun.startswith('uni') else 'a'} {noun}"


def quote_each(texts: Iterable[str]) -> list[str]:
    """Return texts, each in quotation marks."""
    return [f"“{text}”" for text in texts]


def begin_sentence(clause: object) -> str:
    """Return a clause with a capital letter at its beginning."""
    text = str(clause)
    return text[:1].upper() + text[1:]
