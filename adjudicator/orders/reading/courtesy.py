"""Courtesies, and sentences that leave all as it is: no orders, wherever they stand.

A courtesy begins as one of a closed list does; what it goes on with is judged by ``chat``. Of a
sentence that leaves all as it is every word is of a closed list, but for the names in it.
"""

import re
from collections.abc import Callable
from itertools import groupby

from adjudicator.orders.language.patterns import compile_later

_MOST_WORDS = 16
"""What has more words than that is prose."""
_COURTESY = compile_later(
    r"(?:(?:and|so|well|oh|ok|okay|but|then|with|many|my|very|all|the|once|again|finally|lastly)\b"
    r"[,:]? )*"
    r"(?:hi|hello|hey|dear|greetings|good (?:morning|day|evening|afternoon|night|luck|game|fun)|"
    r"thanks?|thx|cheers|sorry|apologies|(?:i )?apologi[sz]e|pardon|excuse me|"
    r"(?:best|kind|warm|good) (?:wishes|regards)|best of luck|sincerely|yours (?:sincerely|truly)|"
    r"(?:best|all the best|yours|wishes|regards)(?= *(?:[,.!-]|$))|"
    r"have (?:a )?(?:fun|good|great|nice|lovely)|enjoy|see (?:you|ya)|bye|goodbye|take care|"
    r"(?:until|till) next|talk to you|no (?:worries|problem|rush|hurry)|well (?:played|done)|"
    r"congratulations|congrats|glhf|(?:i )?hope (?:this|that|it|you|all|everyone)|"
    r"that(?:'s| is) (?:all|it)|(?:here|these|those|this|below|above) (?:are|is|come|comes)|"
    r"end of|sent from|gg|gl|ty)\b(?P<rest>.*)",
    re.IGNORECASE,
)
_SETTING = compile_later(
    r"(?:and|finally|lastly|also|then|next|first|firstly|secondly|furthermore|moreover|besides|"
    r"in addition|last but not least|at last)(?:,? (?:and|finally|lastly|also|then|next|now))*",
    re.IGNORECASE,
)
_SPOKEN_OF = compile_later(
    r"\b(?:my|our|the|your|next|last|late) (?:move|order|turn|plan)s?\b", re.IGNORECASE
)
_SIGNATURE = compile_later(r"[A-Z][^\W\d_]*(?:['-][^\W\d_]+)?(?: [A-Z][^\W\d_]*\.?){0,2}")
_NO_MORE = compile_later(
    r"(?:and |so |but )?(?:nothing|(?:nothing|no|nobody) (?:else|other|more|further)"
    r"(?: (?:orders?|moves?|acts?|to (?:do|order|report|add)|from me|for now|this \w+))*)",
    re.IGNORECASE,
)
_ARMY = compile_later(r"\b(?:army|group|force) (?:\d{1,2}|[a-z])\b", re.IGNORECASE)
_STAY = frozenset(
    re.findall(r"\w+", "stay stays hold holds remain remains wait waits keep keeps sit sits")
)
_WITH_STAY = frozenset(
    re.findall(
        r"\w+",
        "i we they he it them my our the these those this all both everything everybody everyone "
        "every else other others rest remaining of and so also too just please now for turn round "
        "year season here there put still tight fast firm idle where are is as with in at on will "
        "shall home unit units troop troops army armies force forces group groups men people",
    )
)


def courtesy_rest(text: str) -> str | None:
    """Return what a courtesy goes on with, often ``""``; None if the text is none."""
    said = text.rstrip(" .,!;:-")
    if len(said.split()) > _MOST_WORDS:
        return None
    said = _SPOKEN_OF.sub("", said).strip()
    if not said or _SETTING.fullmatch(said):  # “my orders”, “and finally”
        return ""
    match = _COURTESY.fullmatch(said)
    return match["rest"] if match else None


def may_sign(text: str) -> bool:
    """Whether a line may be no more than the name of who writes."""
    return bool(_SIGNATURE.fullmatch(text.rstrip(" .,!")))


def wants_no_more(text: str) -> bool:
    """Whether a line only says that there are no more orders: “nothing else”."""
    return bool(_NO_MORE.fullmatch(text.rstrip(" .,!;")))


def leaves_all(text: str, is_name: Callable[[str], bool]) -> bool:
    """Whether a line says that something stays as it is: “stay in Kai”, “everybody else holds”."""
    words = _ARMY.sub("army", text.casefold()).replace(",", " ").rstrip(" .!;").split()
    known = _STAY | _WITH_STAY
    if not 1 < len(words) <= _MOST_WORDS or _STAY.isdisjoint(words):
        return False
    others = (" ".join(group) for ours, group in groupby(words, known.__contains__) if not ours)
    return all(map(is_name, others))
