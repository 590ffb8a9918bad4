"""How else players write orders: patterns, and what is read in the place of what they find.

A line that cannot be read as it stands goes through all of them in turn. What is left has ``-`` for
every move, a letter for every other order, and no brackets but those of coasts.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from adjudicator.orders import MisreadError, Order, Vocabulary
from diplomacy_game.reasons import reason

Sayings = tuple[tuple[str, str], ...]

_POWER = "<power>"
"""A power, or what is said of its units, as the board has it."""
_SHORT = "<short>"
_KIND = r"\b(?:army|fleet|a|f)\b"
_REMARK = (
    r"(?:attack|bounce|stand-?off|block|vacate|cover|hopefully|agreed|as (?:agreed|promised)"
    r"|supported|for|own|mine|yours?|self|sorry|oops|fail(?:s|ed)?|bounce[sd]|succeed(?:s|ed)?|cut"
    r"|dislodged|void|no convoy"
    r"|to (?:block|keep|stop|cover|bounce|help|guard|take|get|cut|protect|defend|force|stand))"
    r"\b(?![^)]*\b(?:if|unless|or|not|else|instead|via)\b)"
)
"""How words in brackets begin that choose nothing, deny nothing and set no condition."""
_MOVE = (
    r"(?:(?:will|is|are|to|in) )?(?:mo?v|moves?|moved|moving|go|goes|going|attack(?:s|ing)?"
    r"|advanc(?:e|es|ing)|march(?:es|ing)?|invad(?:e|es|ing)|heads?|heading|enter(?:s|ing)?"
    r"|takes?|taking|occup(?:y|ies|ying)|sail(?:s|ing)?|travels?|proceeds?|strikes?|captures?"
    r"|conquers?|returns?|shifts?|transfers?|push(?:es)?|lands?|crosses)"
    r"(?: (?:-|(?:over |back |up |down )?(?:in|on)?to|towards?|against|on|in|at))?"
)
_NO_NAME = (
    r"\b(?:a|army|s|c|h|no|not|never|nor|neither|nobody|or|either|if|unless|only|but|except|instead"
    r"|without|then|else|land|foot|via|convoy|(?:hold|support|retreat|build|remove|move|attack)s?)\b"
)
_PLACE = rf"(?!{_NO_NAME}|f |fleet )(?:(?! {_NO_NAME}| f | fleet )(?:[^-,;:]|(?<=\w)-(?=\w)))+"
"""What may be the name of an area on a way over the sea."""
_ROUTE = rf"(?![^-]*{_NO_NAME})[a-z][a-z ,.&()]*"
"""What may be the fleets on one."""
_BY = r"(?:via|by|with|using|through|over)"

_SHEET = (
    r"(?:orders?|moves?|movements?|retreats?|builds?|adjustments?|removals?|phase|turn|season|year"
    r"|units?|final|draft|for|in|of|from|by|the|my|our|your|and|is|are|here)"
)
_WHEN = r"(?:(?:spring|fall|autumn|winter|summer)(?: ?'?\d{1,4})?|[sfwa](?:19)?\d\d[mrab]?|19\d\d)"
_SEASON = re.compile(r"\b(spring|fall|autumn|winter)\b(?: ?(\d{4}|[1-9]\b))?", re.IGNORECASE)
_WHOSE = rf"(?:{_POWER}(?: ?\([^()]*\))?)"
_TITLES = (
    r"(?:my )?(?:moves|movements?|orders|supports|convoys|retreats?|attacks|armies|fleets)\s*:?|"
    rf"[-=#*~\s]*(?:{_SHEET}[\s,]+)*(?:{_WHEN}|{_WHOSE})(?:[\s,:./|'s-]+(?:{_SHEET}|{_WHEN}|{_WHOSE}))*"
    r"[-=#*~\s.:,]*|sign ?on\b.*"
)
"""What stands above the orders of a power or a season: “France:”, “Spring 1901 moves”."""

_DRESS: Sayings = (
    (r"&(?:gt|rarr|[rm]dash|ndash|minus|#8594|#8211|#x2192);", "-"),
    (r"^\(((?:[^()]|\([^()]*\))*)\)$", r"\1"),  # “(A Par - Bur)”
    (r"^[\[<{]([^\[\]{}<>]*)[\]>}]$", r"\1"),
    (rf"\s*[(\[*]{_REMARK}[^()\[\]*]*[)\]*]$", ""),  # “A Par - Bur (bounce)”
    (r",?\s(?:because|since|so that|so as to|in order to|as agreed|as promised)\b[^-]*$", ""),
    (rf"^{_POWER}\s*(?::|\s-)\s*(?=\S)", ""),  # “FRANCE - A Par-Bur”
    (rf"^{_SHORT}\s*:\s*(?=\S)", ""),
    (rf"^{_POWER}\s+(?=(?:will )?(?:builds?|removes?|disbands?|waives?)\b)", ""),
    (rf"^[<initials>]:\s*(?={_KIND}[\s(])", ""),  # “F: A Par - Bur” is said of France
    (rf"(?<!-)(?<!- )\s*[(\[*]{_POWER}[)\]*]", ""),  # “A Mun (Germany) - Bur”
    (rf"(?<=\b[af])\s*\({_SHORT}\)(?=\s+[a-z.]{{3,}}(?: ?-| [sch]\b))", ""),  # “F (Eng) Lon - Nth”
    (rf"(?<!-)(?<!- )(?<!\b[af])(?<!\b[af] )\s*[(\[*]{_SHORT}[)\]*]", ""),  # but “F(ENG) - Bel”
    (rf"(?:^|(?<=\s))(?:{_SHORT}|[<others>]):?\s+(?={_KIND}[ (]+[a-z])", ""),  # “S Ger A Mun - Bur”
    (rf"(?<=\s){_POWER}:\s+(?=\S)", ""),
)
"""What stands around an order or beside a unit, and says nothing."""

_ABROAD: Sayings = (
    (r"\barm[eé]e\b", "army"),
    (r"\bflotte\b", "fleet"),
    (r"\s(?:unterst(?:ü|ue)tzt|soutient)\s", " s "),
    (r"\s(?:konvoiert|convoie|transporte)\s", " c "),
    (r"\s(?:(?:zieht )?nach|(?:va )?vers)\s", " - "),
    (r"\s(?:h(?:ä|ae)lt|bleibt|steht|tient|reste)$", " H"),
)
"""German and French, as far as the names of provinces are German and French too."""

_ASIDE: Sayings = (
    (
        r"(?<=\w)\)?[,;.]?\s*[(\[]?\s*(?:if dislodged,? )?(?:and |will |would )*"
        r"(?:\bret(?:reat(?:s|ing)?)?\b|(?<=[(\[])r\b)[.:]*(?: (?:in)?to(?:wards)?\b)?[: -]*"
        r"([a-z][^()\[\]]*?(?:\([nesw]c?\)[^()\[\]]*?)*)(?: if dislodged)?\s*[)\]]?$",
        r" retreat \1",
    ),
)
"""Where a unit retreats to, if it must: “A Par - Bur (ret. Gas)”."""

_SIGNS: Sayings = (
    (r" s ?([af]) (\w+)-\2$", r" s \1 \2"),  # “A NOR SF SWE-SWE”
    (r"[\[{]", "("),
    (r"[\]}]", ")"),
    (r"(?<![\w.])([afschrd])\.\s*(?=[a-z(])", r"\1 "),  # “A. MAR. S. F. LYO.”
    (r"(?<=\w\w)\.(?=\s*-|\s+[schrd]\b)", ""),
    (r"\s*›+\s*", " - "),
    (r"\s*(?:[-=~]*>+|[-=~]+\)|~+|={2,})\s*", " - "),
    (r" -(s|c|h)- ", r" \1 "),
    (r"\s-+\s?|(?<=[\w)])-+\s", " - "),
    (r"(?<=[\w).])(?<!\bst)-+(?=[\w(])(?!atl|sea\b|med|afr|coast)", " - "),
    (r"(?-i:\b([AaFf])(?=[A-Z]{3}\b)|\b([AaFf])(?=[A-Z][a-z]))", r"\1\2 "),  # “APar”, “aPAR”
    (r"\b(north|south|east)(?:ern)? (?:coast )?(spa\w*|bul\w*|st\.? ?p\w*)", r"\2 (\1)"),
    (rf"({_KIND})[/.:]\s*(?=[a-z])", r"\1 "),
    (rf"({_KIND})\s*\(([a-z.' -]+)\)", r"\1 \2"),  # “A(Par)”
    (r"(?<=\w) \((s|c|h|r|d|holds?|stands?|disbands?|\w+ed)\)(?= |$)", r" \1"),
    (r" - (s|c|h|r|d|holds?|stands?|otb|disbands?)(?: -)?(?= |$)", r" \1"),  # “A Vie-H”
    (r" (s|c)([afh])(?= )", r" \1 \2"),  # “A Hol SA Lon-Bel”
)
"""Signs, brackets and single letters."""

_WORDS: Sayings = (
    (
        r"\b(?:(?:gives?|giving|lends?) (?:its )?support(?: to)?|in support of"
        r"|sup(?:p(?:ort(?:s|ing)?)?)?|sprt|spt|aids?|assists?|backs|helps)\b\.?",
        "s",
    ),
    (r"\b(?:cs|conv[ys]?|convoying|conveys|ferr(?:y|ies)|ships|transports?|carries)\b\.? ", "c "),
    (r" (s|c) \((.*)\)$", r" \1 \2"),  # “A Mar S (A Par - Bur)”
    (r"(?<=\w)(?:'s|')(?= (?:move|attack|advance|hold)s?\b)", ""),
    (r" s (?:c|convoys?) ", " s "),
    (r" s (?:h|holds?|holding)(?: (?:to|of|in|by|for))? (.+)$", r" s \1 h"),
    (r" (s|c) (?:moves?|attacks?) (?:by|of|from) (.+?) (?:in|on|to|into|against) ", r" \1 \2 - "),
    (r" (s|c) (?:(?:moves?|attacks?)(?: (?:by|of|from|in))?|from) (?!to |into |on |- )", r" \1 "),
    (r"(?<=\w) (?:move|attack)$", ""),
    (
        r"(?:,| -| to| in| by| is)* (?:h|hld|hold(?:s|ing)?|stands?|standing|stays?|staying"
        r"|remains?|waits?|defends?|stationary|idle|(?:does )?nothing|(?:does |do )?not move"
        r"|no (?:moves?|orders?)(?: received)?|none)(?: (?:fast|firm|put|still|tight|here|there"
        r"|position|(?:its |in )?(?:place|position|ground)))?$",
        " H",
    ),
    (rf"^((?:{_KIND} )?([a-z]{{3}})[a-z]*) (?:holds?|stands?|stays?) (?:in|at) \2[a-z]*$", r"\1 H"),
)
"""Words for what a unit does."""

_WAY: Sayings = (
    (r" - \(([^()]+)\)(?= -)", r" - \1"),
    (
        rf"^((?!f\b|fleet\b)(?:(?! [sc] ).)*?|(?:(?! [sc] ).)*? [sc] (?:(?! [sc] ).)*?)"
        rf" - (?:{_PLACE} - )+({_PLACE}?)(?: via convoy)?$",
        r"\1 - \2 via convoy",
    ),
)
"""The way over the sea by its areas: “A Lon - Nth - Nwy”."""

_SEA: Sayings = (
    (
        r"^((?:a|army) [^-]+?)(?: is| moves?| goes| -)? (?:c|convoy(?:s|ed)?|(?:via|by) convoy"
        rf"|by sea)(?: (?:to|-|into))? ({_PLACE}?)(?: {_BY} {_ROUTE})?$",
        r"\1 - \2 via convoy",
    ),  # “A Lon is convoyed to Nwy by F Nth”
    (
        rf"^((?:a|army) {_PLACE}?) (?:via|over|through) {_ROUTE} (?:-|to) ({_PLACE})$",
        r"\1 - \2 via convoy",
    ),
    (
        rf"(?<=[\w)]),? \(?(?:convoyed|ferried|carried|shipped)(?: {_BY} {_ROUTE})?\)?$",
        " via convoy",
    ),
    (
        r",?\s+\(?(?:via|v/?c|(?:(?:via|by|with) )?convoy|by (?:sea|ship|boat|fleet))\)?$",
        " via convoy",
    ),
    (
        rf",?\s+\(?(?:via|through|over|using|(?:by|with)(?= (?:f|fleet)\b)) {_ROUTE}$",
        " via convoy",
    ),
)
"""Ways over the sea."""

_MOVES: Sayings = (
    (rf"(?<=\S) {_MOVE} (?=\S)", " - "),
    (r"^(?:m|mv|moves?)\s+(?=.* (?:-|to) )", ""),
    (rf"^([a-z. ]+) \(?({_KIND})\)?(?= (?:-|to|s|c|h|r|d)(?: |$))", r"\2 \1"),  # “Paris A - Bur”
    (rf"^(?!{_KIND})([a-z. ]+) - ([a-z. ]+?) \(?({_KIND})\)?$", r"\3 \1 - \2"),  # “PAR - BUR A”
)
"""Words for “moves to”."""

_BACK: Sayings = (
    (
        r" \(?(?:r|ret|retreat(?:s|ing)?|withdraws?|flees?|falls? back)\b\.?\)?(?: to\b| -)? ",
        " R ",
    ),
    (r"^(?:r|ret|retreats?)\b[:.]?\s+(?=.* (?:-|to|r) )", ""),
    (r" R (?:d|otb|off (?:the )?board|disband\w*)$", " D"),
)
_GONE: Sayings = (
    (
        r"(?: -| is| are| to| be)* (?:d|otb|off (?:the )?board|disbands?|disbanded|destroy(?:s|ed)?"
        r"|removed?|dies|killed|annihilated|scrapped|dismissed)$",
        " D",
    ),
    (
        r"^(?:will )?(?:kill|scrap|dismiss|take off|-1|rem|rmv|removing|disbanding|removal)\s+"
        r"(?=\S)",
        "remove ",
    ),
)
_NEW: Sayings = (
    (r"\s*\((?:in (?:this )?)?order\b[^()]*\)|,? if possible$", ""),
    (r"^(?:builds? (?:\d|one|two|three)\s*[:-]|(?:\d|one|two|three) builds?\s*[:-]?)\s+", "build "),
    (
        r"^(?:will )?(?:builds?|building|bld|b|new|recruits?|creates?|places?|constructs?|adds?"
        r"|\+1?)\s*[:-]?\s+(?=\S)",
        "build ",
    ),
    (rf"^(build|remove|disband) (?:one|1|an?|a new|new)[: ]\s*(?={_KIND}[ (])", r"\1 "),
    (rf"^(build|remove|disband) ([a-z. ]+?) \(?({_KIND})\)?$", r"\1 \3 \2"),
    (rf"^({_KIND} \S+) r$", r"\1 D"),
    (
        r"^waive[sd]? (?:(?:a )?builds? )?(?:(?:in|of|for) )?(?!no|nothing|not\b|all\b)"
        r"(?:army |fleet |a |f )?[a-z]{3,}(?:[/(]\w+\)?)?$",
        "waive 1",
    ),
)
"""What is ordered between the moves."""

_UNIT = r"(?:(?:a|f|army|fleet)\b\.? ?)[\w/]+"
_NEW_UNIT = r"(?:a|f|army|fleet)\b[. ]*\(?[\w/]{3,}\)?"
_BOTH = re.compile(
    rf"({_UNIT}) ?(?:-|to) ?([\w/]+),? \(?(?:with |w/ ?)?(?:support(?:ed)?|s) (?:from|by|of) "
    rf"({_UNIT})\)?",
    re.IGNORECASE,
)
"""A move with the support of it, which are two orders."""
_LONGEST_SHORT = 3
"""Of so many letters are short words for powers: “Aus”, “Au”."""
_LONGEST_HEADING = 60
_MOST_ON_A_LINE = 12
_MOST_LEFT_OUT = 3
_BETWEEN = (
    re.compile(r"[,.:;]\s+(?:and |then )?|\s(?:and|then|&|\+)\s", re.IGNORECASE),
    re.compile(r"[,;]\s+(?:and\s+)?", re.IGNORECASE),
)
"""What may stand between two orders on a line."""

_NO_MOVES = (
    (r"(?:.+ )?[af] [af] .+", "amiss.two-kinds"),
    (
        rf"{_UNIT}(?: (?!(?:s|ms|c|supports?|convoys?|and)\b)[-\w/]+)* (?:a|f|army|fleet) [\w/ ]+",
        "amiss.two-units",
    ),
    (
        rf"(?:(?:m|mv|moves?) )?({_UNIT}),? ([\w/]{{2,}})",
        "amiss.no-dash",
        r"\1 - \2",
    ),
    (
        r"((?:a|f|army|fleet) [\w/]{3,})(?: [-?]+)?",  # “A. Smith” may have signed
        "amiss.unit-alone",
        r"\1 H",
    ),
    (
        r"(.+?),? (?:(?:via|by|over|on) (?:land|foot)|(?:no|not by|without(?: a)?) convoy)",
        "amiss.by-land",
        r"\1",
    ),
    (
        r"retreats?:? .*",
        "amiss.retreat-alone",
    ),
    (
        r".+ ms .+|.+ (?:mutual support|support each other)",
        "amiss.mutual-support",
    ),
    (rf"{_UNIT} (?:c|convoys?) {_UNIT}", "amiss.convoy-nowhere"),
    (rf"{_UNIT} (?:s|supports?|c|convoys?)", "amiss.help-for-nobody"),
    (r"(?:f|fleet) [^-]+ - [^-]+ - .+", "amiss.way-of-fleet"),
)
_NO_RETREATS = (
    (
        r".+ (?:s|sup|supports?|c|convoys?) .+",
        "amiss.help-in-retreat",
    ),
    (
        r".+ (?:h|holds?|stands?|stays?)",
        "amiss.stays-dislodged",
    ),
    (
        rf"(?:(?:r|retreat) )?({_UNIT}) ([\w/]+)",
        "amiss.no-letter",
        r"\1 R \2",
    ),
)
_NO_BUILDS = (
    (
        rf"(?:build )?({_NEW_UNIT}),? or (?:build )?({_NEW_UNIT})",
        "amiss.either-build",
        r"build \1 else build \2",
    ),
    (
        rf"({_NEW_UNIT}(?:(?:[,;.]|,? and|) {_NEW_UNIT})*)",
        "amiss.built-or-removed",
        r"build \1",
        r"remove \1",
    ),
)
"""What players write that cannot be ordered: why not, and what may be meant."""


def _words_of(forms: Sequence[str], powers: Sequence[str]) -> Mapping[str, str]:
    """Return what stands for the blanks of patterns, for powers that are called so."""
    words = sorted(map(str.casefold, forms), key=len, reverse=True)
    long = "|".join(re.escape(word) for word in words if len(word) > _LONGEST_SHORT)
    short = "|".join(f"{word}?" for word in words if 1 < len(word) <= _LONGEST_SHORT)
    initials = {power[0].casefold() for power in powers}
    return {
        "<power>": rf"\b(?:{long})(?:'s)?(?!\w| chan)",
        "<short>": rf"\b(?:{short}|own)\b",
        "<initials>": "".join(sorted(initials)),
        "<others>": "".join(sorted(initials.difference("af"))) or "<",
    }


class Notations:
    """What players of all places write in one kind of phase besides the stated forms.

    ``refused`` are lines that cannot be ordered. ``heads`` are lines that say what is done with all
    below them, with the word for it; ``ends`` what is said once, behind several units. Behind the
    verb of the first order that of the others may be left out: “build A Par, F Bre”.
    """

    def __init__(
        self, sayings: Sayings, refused: Sequence[tuple[str, ...]], heads: Sayings, ends: str
    ):
        self._given = sayings, refused, heads, ends
        self._words: Mapping[str, str] = {}
        self._refused = [(re.compile(pattern, re.IGNORECASE), rest) for pattern, *rest in refused]
        self._heads = [(re.compile(pattern, re.IGNORECASE), word) for pattern, word in heads]
        self._ends = re.compile(rf"\s({ends})$", re.IGNORECASE)
        self._known: dict[tuple[str, ...], Notations] = {}

    def of(self, names: Vocabulary) -> "Notations":
        """Return them for the powers of a board."""
        forms = tuple(names["power"].forms)
        if forms not in self._known:
            known = self._known[forms] = Notations(*self._given)
            known._words = _words_of(forms, names["power"].all)
        return self._known[forms]

    def _compile(self, pattern: str) -> re.Pattern[str]:
        for blank, word in self._words.items():
            pattern = pattern.replace(blank, word)
        return re.compile(pattern, re.IGNORECASE)

    @cached_property
    def _titles(self) -> re.Pattern[str]:
        return self._compile(_TITLES)

    @cached_property
    def _sayings(self) -> list[tuple[re.Pattern[str], str]]:
        given = dict.fromkeys(self._given[0])
        return [(self._compile(pattern), instead) for pattern, instead in given]

    def rewrite(self, text: str) -> str:
        """Return what may be an order in the stated forms."""
        for pattern, instead in self._sayings:
            text = pattern.sub(instead, text)
        return text.replace(": ", " ")

    def explain(self, text: str) -> MisreadError | None:
        """Return what is to be said of a line that cannot be ordered, if it is known."""
        for pattern, (code, *lines) in self._refused:
            if match := pattern.fullmatch(text):
                return MisreadError(reason(code), choices=tuple(map(match.expand, lines)))
        return None

    def is_title(self, text: str) -> bool:
        """Whether a line only says whose or of when the orders below it are."""
        return len(text) <= _LONGEST_HEADING and self._titles.fullmatch(text) is not None

    def find_phase(self, text: str) -> tuple[int | None, str]:
        """Return the year and the season of moves, or the winter, that a title names, if any."""
        found = _SEASON.findall(text) if self.is_title(text) else []
        if len(found) != 1:
            return None, ""
        season, year = found[0]
        return (int(year) if year else None), {"autumn": "fall"}.get(season.lower(), season.lower())

    def is_heading(self, text: str) -> bool:
        """Whether a line says what is done with all below it."""
        return bool(self._head(text))

    def take_apart(self, text: str, under: str, read: Callable[[str], Order | None]) -> list[Order]:
        """Return the orders of a line below a heading, if it can be read so."""
        text = f"{self._head(under)} {text}".strip()
        order = read(text) if under else None
        if both := None if under else _BOTH.fullmatch(text):
            move = f"{both[1]} - {both[2]}"
            return self._read_each((move, f"{both[3]} S {move}"), read)
        return [order] if order is not None else self._several(text, read)

    def _head(self, text: str) -> str:
        short = len(text) <= _LONGEST_HEADING
        return next((word for each, word in self._heads if short and each.fullmatch(text)), "")

    def _several(self, text: str, read: Callable[[str], Order | None]) -> list[Order]:
        for between in _BETWEEN:
            parts = between.split(text, maxsplit=_MOST_ON_A_LINE)
            if len(parts) > 1 and (orders := self._read_each(parts, read)):
                return orders
        return []

    def _read_each(self, parts: Sequence[str], read: Callable[[str], Order | None]) -> list[Order]:
        orders: list[Order] = []
        for part in parts:
            order = read(part)
            if order is None and orders and getattr(orders[0], "goes_on", False):
                order = self._go_on(parts[0], part, read)
                if order == orders[0]:  # “A Par H. Thanks.”
                    continue
            if order is None and (end := self._ends.search(parts[-1])):
                order = read(f"{part} {end[1]}")
            if order is None:
                return []
            orders.append(order)
        return orders

    def _go_on(self, first: str, part: str, read: Callable[[str], Order | None]) -> Order | None:
        """Read a part without the words with which the first begins: “build A Par, F Bre”."""
        words = first.split()[:_MOST_LEFT_OUT]
        begun = (" ".join((*words[:kept], part)) for kept in range(1, len(words) + 1))
        orders = (read(text) for text in begun)
        return next((each for each in orders if getattr(each, "goes_on", False)), None)


MOVEMENT = (*_ASIDE, *_DRESS, *_ABROAD, *_SIGNS, *_WORDS, *_WAY, *_MOVES, *_SEA)
RETREATS = (*_DRESS, *_SIGNS, *_BACK, *_MOVES)
REMOVALS = (*_DRESS, *_SIGNS, *_GONE)
BUILDS = ((r"^r\s+(?=\S)", "remove "), *_DRESS, *_SIGNS, *_NEW)
_HOLDS = (r"(?:all )?(?:holds?|holding)(?: orders| units)?\s*:?", "hold")
_BUILT = (
    r"(?:new )?(?:builds?|builds and waives|units? built)\s*[:-]?"
    r"|winter(?: ?'?\d{1,4})?\s*:?",
    "build",
)
_REMOVED = (
    r"(?:removes?|removals?|removed|disbands?|disbandments?|disbanded)\s*[:-]?",
    "remove",
)
_ENDS_REMOVED = "d|disbands?|disbanded|removed|destroyed|otb"
OF_MOVES = Notations(
    MOVEMENT,
    _NO_MOVES,
    (_HOLDS,),
    r"(?:h|holds?|stands?|stays?)(?: (?:fast|firm|put))?|(?:s|supports?|supp?\.?)\s.+",
)
OF_RETREATS = Notations((*REMOVALS, *RETREATS), _NO_RETREATS, (_REMOVED,), _ENDS_REMOVED)
OF_WINTER = Notations(
    (*BUILDS, *REMOVALS), _NO_BUILDS, (_BUILT, _REMOVED), f"b|builds?|built|{_ENDS_REMOVED}"
)
