"""How else players write orders: patterns, and what is read in the place of what they find.

A line that cannot be read as it stands goes through all of them in turn. What is left has ``-`` for
every move, a letter for every other order, and no brackets but those of coasts.
"""

Sayings = tuple[tuple[str, str], ...]

_POWER = (
    r"\b(?:austria|england|english|britain|british|france|french|german|italian|italy|russia"
    r"|turkish|turkey|austro)(?:ns?|y)?(?:[- ]hungar(?:y|ian))?(?:'s)?(?!\w| chan)"
)
"""A power, or what is said of its units."""
_SHORT = r"\b(?:aus?|eng?|fra?|ger?|ita?|rus?|tur?|own)\b"
_KIND = r"\b(?:army|fleet|a|f)\b"
_REMARK = (
    r"(?:attack|bounce|stand-?off|block|vacate|cover|hopefully|agreed|as (?:agreed|promised)"
    r"|supported|for|own|mine|yours?|self"
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
    r"|units?|final|draft|for|of|from|by|the|my|our|your|and|is|are|here)"
)
_WHEN = (
    r"(?:(?:spring|fall|autumn|winter|summer)(?: ?'?(?:19)?\d\d)?|[sfwa](?:19)?\d\d[mrab]?|19\d\d)"
)
_WHOSE = rf"(?:{_POWER}(?: ?\([^()]*\))?)"
TITLES = (
    r"(?:my )?(?:moves|movements?|orders|supports|convoys|retreats?|attacks|armies|fleets)\s*:?|"
    rf"[-=#*~\s]*(?:{_SHEET}[\s,]+)*(?:{_WHEN}|{_WHOSE})(?:[\s,:./|'s-]+(?:{_SHEET}|{_WHEN}|{_WHOSE}))*"
    r"[-=#*~\s.:,]*"
)
"""What stands above the orders of a power or a season: “France:”, “Spring 1901 moves”."""

_DRESS: Sayings = (
    (r"&(?:gt|rarr|[rm]dash|ndash|minus|#8594|#8211|#x2192);", "-"),
    (r"^\(((?:[^()]|\([^()]*\))*)\)$", r"\1"),  # “(A Par - Bur)”
    (r"^[\[<{]([^\[\]{}<>]*)[\]>}]$", r"\1"),
    (rf"\s*[(\[]{_REMARK}[^()\[\]]*[)\]]$", ""),  # “A Par - Bur (bounce)”
    (r",?\s(?:because|since|so that|so as to|in order to|as agreed|as promised)\b[^-]*$", ""),
    (rf"^{_POWER}\s*(?::|\s-)\s*(?=\S)", ""),  # “FRANCE - A Par-Bur”
    (rf"^{_SHORT}\s*:\s*(?=\S)", ""),
    (rf"^{_POWER}\s+(?=(?:will )?(?:builds?|removes?|disbands?|waives?)\b)", ""),
    (rf"^[aefgirt]:\s*(?={_KIND}[\s(])", ""),  # “F: A Par - Bur” is said of France
    (rf"(?<!-)(?<!- )\s*[(\[*](?:{_POWER}|{_SHORT})[)\]*]", ""),  # “A Mun (Germany) - Bur”
    (rf"(?:^|(?<=\s))(?:{_SHORT}|[egirt]):?\s+(?={_KIND}[ (]+[a-z])", ""),  # “S Ger A Mun - Bur”
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

_SIGNS: Sayings = (
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
    (r"\b(?:sup(?:p(?:ort(?:s|ing)?)?)?|sprt|spt|aids?|assists?|backs|helps)\b\.?", "s"),
    (r"\b(?:cs|conv[ys]?|convoying|conveys|ferr(?:y|ies)|ships|transports?|carries)\b\.? ", "c "),
    (r" (s|c) \((.*)\)$", r" \1 \2"),  # “A Mar S (A Par - Bur)”
    (r"(?<=\w)(?:'s|')(?= (?:move|attack|advance|hold)s?\b)", ""),
    (r" s (?:c|convoys?) ", " s "),
    (r" s (?:h|holds?|holding)(?: (?:to|of|in|by|for))? (.+)$", r" s \1 h"),
    (r" (s|c) (?:moves?|attacks?) (?:by|of|from) (.+?) (?:in|on|to|into|against) ", r" \1 \2 - "),
    (r" (s|c) (?:(?:moves?|attacks?)(?: (?:by|of|from|in))?|from) (?!to |into |on |- )", r" \1 "),
    (r"(?<=\w) (?:move|attack)$", ""),
    (
        r"(?: -| to| in| by| is)* (?:h|hld|hold(?:s|ing)?|stands?|standing|stays?|staying|remains?"
        r"|waits?|defends?|stationary|idle|(?:does )?nothing|(?:does |do )?not move"
        r"|no (?:move|orders?)|none)(?: (?:fast|firm|put|still|tight|here|there|position"
        r"|(?:its |in )?(?:place|position|ground)))?$",
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
        r",?\s+\(?(?:via|vc|(?:(?:via|by|with) )?convoy|by (?:sea|ship|boat|fleet))\)?$",
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

MOVEMENT = (*_DRESS, *_ABROAD, *_SIGNS, *_WORDS, *_WAY, *_MOVES, *_SEA)
RETREATS = (*_DRESS, *_SIGNS, *_BACK, *_MOVES)
REMOVALS = (*_DRESS, *_SIGNS, *_GONE)
BUILDS = ((r"^r\s+(?=\S)", "remove "), *_DRESS, *_SIGNS, *_NEW)
