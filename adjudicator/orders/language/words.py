"""The words of the order language itself, and those of a phase with what is nearly one of them.

Fillers say nothing and may stand in any order. Joints join an order to its condition, its
alternative and the lines before it. Denials, choices and quantities turn round or limit what a line
says: no suggestion drops one, nor brings one in.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from adjudicator.patterns import pattern


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FILLERS = _words("the my our please pls kindly just also should")
"""Articles and politeness, anywhere in an order."""
OPENINGS = _words(
    "and then now next so finally lastly first second third firstly secondly thirdly i i'd i'll we "
    "we'd we'll let us let's would will shall want wish like to order orders"
)
"""What else may stand before an order."""
ENDINGS = _words("thanks thx too cheers")
"""What else may stand behind one."""

BEFORE = OPENINGS | FILLERS
BEHIND = ENDINGS | FILLERS
"""What may stand before an order, and behind one."""

UNLESS = "unless"
WHETHER = ("if", "provided that", "provided")
IF = (*WHETHER, "when", "once", "as soon as", "as long as", UNLESS)
"""What begins a condition; ``UNLESS`` that of the opposite, the words of ``WHETHER`` no time."""
ELSE, OTHERWISE = "else", "otherwise"
ALWAYS = "always"
CANCEL = ("cancel", "delete", "withdraw")
LINKS = _words("from to into in at on of by for with via and then")
"""Words that only say how others hang together."""
SYNONYMS = {
    "in": ("in", "at", "on", "into", "onto", "to", "for"),
    "on": ("on", "upon", "in", "into", "at", "to", "for", "against"),
    "to": ("to", "into", "onto", "in", "for", "->", "via", "through"),
    "from": ("from", "out of"),
    "with": ("with", "w/", "using", "by"),
}
"""What may stand in a statement's place of a word that only links, for each such word."""
JOINTS = (*(word for word in IF if " " not in word), ELSE, OTHERWISE, ALWAYS, *CANCEL, "or", "not")

DENIALS = _words(
    "no not never none nothing nobody neither nor without except but unless instead last dont "
    "wont cant cannot don't won't can't isn't aren't doesn't shouldn't mustn't"
)
NEGATIONS = _words(
    "no not never dont wont cant cannot don't won't can't shouldn't mustn't doesn't isn't"
)
CHOICES = _words("or either if maybe perhaps could might may")
QUANTITIES = _words(
    "all both each every everything half some any few rest others other only everybody"
)
KEPT = DENIALS | CHOICES | QUANTITIES
"""Words that no suggestion drops or brings in."""

ONE_SLIP = 1.5
"""What one slip costs, at most."""
_LETTERS_A_SLIP = 3
"""A word may have one slip in so many letters."""
_LONGEST = 40
"""Of a word so many letters are compared."""
_MOST_NEAR = 12
_PUNCTUATION = ",:;.!?()"
_ASKED = pattern(r"(?:please,? )?(?:can|could|would|will) you ", re.IGNORECASE)
_PRONOUNS = _words("it its he him his she her they them this that these those there")


def any_of(*words: str) -> str:
    """Return an expression for any of the words; those of the first place are tried first."""
    return f"(?:{'|'.join(words)})"


_LIMITING = pattern(rf"(?<!\S){any_of(*sorted(DENIALS | CHOICES), *IF, OTHERWISE, *CANCEL)}(?!\S)")
"""What in a sentence may take another one back, or choose or set a condition."""


def strip(word: str) -> str:
    """Return a word without the punctuation around it."""
    return word.strip(_PUNCTUATION)


def without_fillers(text: str, verbs: Mapping[str, object]) -> str:
    """Leave out what says nothing: politeness, articles. What begins with a verb is an order."""
    if asked := _ASKED.match(text):
        text = text[asked.end() :].rstrip("?!. ")
    words = text.split()
    keys = [strip(word).casefold() for word in words]
    begin, end = 0, len(words)
    while begin < end and keys[begin] in BEFORE and keys[begin] not in verbs:
        begin += 1
    while end > begin and keys[end - 1] in BEHIND:
        end -= 1
    pairs = zip(words[begin:end], keys[begin:end], strict=True)
    kept = (word for word, key in pairs if key not in FILLERS)
    return " ".join(kept).rstrip(",")


def is_denied(text: str) -> bool:
    """Whether a text begins as one that says what shall not be done: “please don't attack …”."""
    words = list(map(strip, text.casefold().replace("’", "'").split(maxsplit=6)[:6]))
    for place, bare in enumerate(words if not NEGATIONS.isdisjoint(words) else ()):
        if bare in IF or bare == ELSE:
            return False
        if bare in NEGATIONS and (bare != "no" or place < 2):
            return True
    return False


def limits(sentence: str) -> bool:
    """Whether a sentence that is no order may take one beside it back, or choose or ask of it."""
    words = " ".join(strip(word) for word in sentence.casefold().replace("’", "'").split())
    return sentence.endswith("?") or _LIMITING.search(words) is not None


def find_near(word: str, forms: Sequence[str]) -> list[tuple[str, float]]:
    """Return those of the other words that are the fewest slips away, each with its cost, the
    likeliest first: letters doubled or swapped cost less than letters lost or changed."""
    from rapidfuzz import process  # a third of the start-up time; rarely needed
    from rapidfuzz.distance import OSA

    word = word[:_LONGEST]
    far = max(1, len(word) // _LETTERS_A_SLIP)
    matches = process.extract(word, forms, scorer=OSA.distance, score_cutoff=far, limit=None)
    least = min((slips for _, slips, _ in matches if slips), default=0)
    costs = {
        form: _cost(word, form, slips)
        for form, slips, _ in matches
        if slips == least and len(word) + len(form) > 2  # of one letter a slip leaves nothing
    }
    order = sorted(costs, key=lambda form: (costs[form], form[:1] != word[:1], form))
    return [(form, costs[form]) for form in order[:_MOST_NEAR]]


class Words:
    """The words of a language, found though they are misspelt.

    ``forms`` maps each word, reduced to what is compared, to how it is written.
    """

    def __init__(self, forms: Mapping[str, str]):
        self._forms = forms
        self._with_letters = [word for word in forms if any(map(str.isalnum, word))]
        self.near = lru_cache(maxsize=1024)(self._near)
        """How the other words are written that a word may be a slip for, each with its cost, the
        likeliest first."""

    def __contains__(self, word: str) -> bool:
        return word in self._forms

    def __iter__(self) -> Iterator[str]:
        return iter(self._forms)

    def _near(self, word: str) -> tuple[tuple[str, float], ...]:
        near = find_near(word, self._with_letters)
        return tuple((self._forms[form], cost) for form, cost in near)

    def halves(self, word: str) -> tuple[str, ...]:
        """Return how the word is written as two between which the space was lost."""
        cuts = (at for at in range(2, len(word) - 1))
        pairs = ((word[:at], word[at:]) for at in cuts)
        return tuple(
            f"{self._forms[a]} {self._forms[b]}"
            for a, b in pairs
            if a in self._forms and b in self._forms
        )


def is_pronoun(word: str) -> bool:
    """Whether a word stands for others, and is no slip: “if it is empty” speaks of no Hitachi."""
    return word in _PRONOUNS


def _cost(word: str, right: str, slips: int) -> float:
    """Return what it costs to make a word the right one by so many slips."""
    if slips > 1:
        return 1.0 + slips
    if len(word) == len(right):
        is_swapped = sorted(word) == sorted(right)
        easy = is_swapped and (word[:1] == right[:1] or len(word) == 2)  # “ot” is no “not”
    else:
        easy = any(
            word[at] == word[at - 1] and word[:at] + word[at + 1 :] == right
            for at in range(1, len(word))
        )
    return 1.0 if easy else ONE_SLIP
