"""What players say for orders of Gekokujō that no form can state: patterns, and what is read.

They are tried in this order on lines that cannot be read as they are. Whatever a pattern makes of
a line counts only if all of it can be read as an order then.
"""

from typing import Final

Sayings = tuple[tuple[str, str], ...]

_BUY = r"(?:recruit|levy|buy|raise|place|train|muster)"
_COUNT = r"\d+ [^\W\d]+"
_COUNTS = rf"{_COUNT}(?:(?:,? and|,| \+) {_COUNT})?"
_NAME = r"[^\W\d]+"
_LORD = r"daimy[oō]"
_UNIT = rf"(?:\d+ [^\W\d]+|(?:(?:the|my|a) )?{_LORD})"
_UNITS = rf"{_UNIT}(?:(?:,? and|,| \+| plus)? {_UNIT}){{0,4}}"
_NINJA = r"^(?:hire |pay |use |send )?(?:the |a )?ninja(?::|,| -| ->)? (?:for |to )?(?:an? )?"

RECRUIT: Final[Sayings] = (
    (r",? \(?if (?:i|we) can(?: afford (?:it|that|them|him)| pay(?: for it)?)?\)?$", ""),
    (r"(?<=\d) ?k\b", " koku"),
    (
        rf"^((?:{_BUY}|build|erect|construct|castle|fortress|fortify|hire|offer)\b.+?)"
        r"(?: for|,)? \(?\d+ koku\)?$",
        r"\1",
    ),
    (r"(?<=\d) x (?=[^\W\d])", " "),
    (r"^\+ ?(?=\d)", ""),
    (rf"^({_BUY} .+?),? (?:and )?(?:place|put) (?:them|it|him|these|those) ", r"\1 "),
    (rf"^({_NAME})(?::| ->)? \+?({_COUNT})$", r"recruit \2 in \1"),
    (rf"^({_COUNT}) (?:-> )?({_NAME})$", r"recruit \1 in \2"),
    (rf"^(recruit|levy|buy|raise) ({_COUNT}),? (?!and |in |at |to |into |on |for )", r"\1 \2 in "),
    (rf"^(?={_COUNT} (?:in|at|into|to|for) )", "recruit "),
    (r"\bas many ([^\W\d]+) as possible\b", r"all \1"),
    (r"^(recruit|levy|buy|raise) max\b", r"\1 all"),
    (rf"^(recruit|levy|buy|raise) in ({_NAME}) ({_COUNT})$", r"\1 \3 in \2"),
    (rf"^(?:in )?({_NAME}):? (?:recruit|levy) ({_COUNT})$", r"recruit \2 in \1"),
)
NINJA: Final[Sayings] = (
    (rf"{_NINJA}(?=sabotag|diver)", "hire ninja to "),
    (r"^((?:hire ninja to )?(?:sabotage|divert) .+) with (?:the |a )?ninja$", r"\1"),
    (rf"^({_NAME})(?::| ->) (?:hire ninja to )?(sabotage|divert)$", r"hire ninja to \2 \1"),
)
ASSASSIN: Final[Sayings] = (
    (r"^hire (?:an|the) assassin\b(?: (?:to kill|for|against))?", "hire ninja to assassinate"),
    (
        rf"{_NINJA}(?:assassinat(?:e|es|ion)|kills?|strikes?)\b(?: of)?",
        "hire ninja to assassinate",
    ),
    (r"^assassinate\b", "hire ninja to assassinate"),
    (r"^(hire ninja to assassinate) (?:an? )?bushi of ", r"\1 "),
    (r"^(hire ninja to assassinate) (?:an? )?([^\W\d]+?)(?:'s)? bushi\b", r"\1 \2"),
)
BUILD: Final[Sayings] = (
    (r"^(castle|fortress|fort)(?::| ->)? (?!in |at )", r"\1 in "),
    (
        rf"^({_NAME})(?::| ->) (?:(?:build|erect|construct|raise) )?(?:(?:an?|my) )?"
        r"(castle|fortress|fort)$",
        r"build \2 in \1",
    ),
)
FORTIFY: Final[Sayings] = (
    (rf"^({_NAME})(?::| ->) fortify(?: (?:the |my )?castle)?$", r"fortify castle in \1"),
)
REBUILD: Final[Sayings] = (
    (
        r"^(?:pay|put) (\d+)(?: koku)? (?:in|into|to|towards) (?:the |my )?(?:liberation )?fund$",
        r"rebuild with \1",
    ),
    (r" (?:in|into|to) (?:the )?(?:liberation )?fund$", ""),
    (
        r"^(?:(?:vassal(?:[’']s)? )?path(?: to liberation)?|liberation):? (?=rebuild|deposit|ass)",
        "",
    ),
    (r"^(?:rebuild|rebuilding|deposit), (?=\d)", "rebuild with "),
)
SOW: Final[Sayings] = (
    (rf"^(?:sow|plant|invest)(?: in)?:? ({_NAME}):? (\d+)(?: koku)?$", r"sow \2 in \1"),
    (rf"^({_NAME})(?::| ->) (?:sow|plant|invest) (\d+)(?: koku)?$", r"sow \2 in \1"),
)
PACTS: Final[Sayings] = (
    (r" if (?:he|she|they|it) (?:offers?|asks?|proposes?)(?: (?:one|it|a pact|me))?$", ""),
    (r"^accept (?:one|it|that) (?=from )", "accept pact "),
    (rf"^accept ({_NAME})[’']s (?:pact|alliance|offer)$", r"accept pact from \1"),
    (
        r"^(?:propose|suggest) (?:an? )?(?:honou?r )?(?:pact|alliance) (?:to|with) ",
        "offer pact to ",
    ),
)
MOVE: Final[Sayings] = (
    (r"^mv\b", "move"),
    (r"(?<=\d) ?b\b", " bushi"),
    (r"(?<=\d) ?d\b", " daimyo"),
    (r"\bw/ ?", "with "),
    (r"(?<=[^\W\d]) > (?=[^\W\d])", " -> "),
    (r" \((?:attack|battle|fight|if possible)\)$", ""),
    (r"\b(?:the )?province of |(?<=[^\W\d]) province\b", ""),
    (r"\s*=>\s*", " -> "),
    (rf"^(?:reinforce|strengthen) ({_NAME}) with (.+) from ({_NAME})$", r"move \2 from \3 to \1"),
    (rf"^(?:conquer|capture|seize|occupy|take) (?={_NAME} (?:with|from) )", "attack "),
    (
        rf"^({_UNITS}) (?:in ({_NAME}) (?:go|move|march)(?:es|s)?|leaves? ({_NAME})) "
        r"(?:to|into|for) ",
        r"move \1 from \2\3 to ",
    ),
    (  # “Kai -> Suruga with 3 bushi + the daimyo”
        rf"^(?:move )?({_NAME})(?: ?-> ?| to )({_NAME})(?: with|:|,)? ({_UNITS})$",
        r"move \3 from \1 to \2",
    ),
    (rf"^(?:move )?({_UNITS}),? ({_NAME})(?: ?-> ?| to | - )(?={_NAME})", r"move \1 from \2 to "),
    (rf"^(?:move )?({_LORD}) (?=from )", r"move 1 \1 "),
    (rf"(?<!\d)(?:,? and|,| \+| plus)? (?:the |my |a )?(?={_LORD} from )", " and 1 "),
    (rf"({_COUNT}) (?=\d+ {_NAME} from )", r"\1 and "),
    (
        rf"^(?:move )?(?:all|everything|everybody)(?: units| troops)? in ({_NAME}) to ",
        r"move all from \1 to ",
    ),
    (rf"^(?:move )?all ({_NAME}) (?:units|troops|forces) to ", r"move all from \1 to "),
    (
        rf"^(?:attack|invade|enter) ({_NAME}) with (?:all|everything) from ({_NAME}),? "
        rf"(?:except|but)(?: for)? (\w+ {_NAME})$",
        r"move all but \3 from \2 to \1",
    ),
    (  # “withdraw 2 bushi from Kai to Mino” in one's own turn is a move
        r"^(?:retreat|withdraw|fall back|pull back|return|bring|send|take|shift|advance|relocate|"
        r"transfer)(?: with)? "
        r"(?=(?:all|everything|everybody|up to|\d|(?:two|three|four|five|six)\b|an? ).* from )",
        "move ",
    ),
    (r"\bboth (?=daimy)", "2 "),
    (r"^(?:move )?daimy[oō] (?:\+|and|with|,) (?=.* from )", "move 1 daimyo and "),
    (
        rf"^(?:move|march) all(?: units)? from ({_NAME}) to (.+?),? (?:except|but)(?: for)? "
        rf"({_COUNTS})$",
        r"move all but \3 from \1 to \2",
    ),
    (
        rf"^leave ({_COUNTS}) in ({_NAME}),? (?:and )?(?:then )?move (?:the )?(?:rest|others) to ",
        r"move all but \1 from \2 to ",
    ),
    (
        rf"^((?:\d+|two|three|four|five|six|one|an?) {_NAME}|all) (?:move|march|go|sail)s? from ",
        r"move \1 from ",
    ),
    (r",? (?:and )?(?:then )?on(?:wards?)? to ", ", "),
    (
        r"^(.+ from .+?),? (?:and|then|and then) (?:attack|fight|battle|take it|conquer it|stop|"
        r"stay)(?: there)?$",
        r"\1",
    ),
    (rf"^(attack|invade) {_NAME} in (?=.+ (?:with|from) )", r"\1 "),
    (  # “Kai -> Shinano -> Mino: 1 daimyo, 4 bushi”
        rf"^(?:move )?({_NAME})(?: ?-> ?| - |-)([^:\d]+): (\S.*)$",
        r"move \3 from \1 to \2",
    ),
    (rf"^(?:move )?({_COUNTS}|all): ({_NAME}) ?(?:->|to|-) ?", r"move \1 from \2 to "),
    (r"^(?=(?:\d+ [^\W\d]+|all|everything) (?:and .+ )?from )", "move "),
    (rf"^(?={_COUNTS},? {_NAME} ?->)", "move "),
    (r"^from (.+?) (to|->) (.+) (?:move|march) (.+)$", r"move \4 from \1 to \3"),
    (rf"^(move|march) from ({_NAME}) (\d+ .+?) to (.+)$", r"\1 \3 from \2 to \4"),
    (r"^(move|march|sail) (.+?) to (.+) from (.+)$", r"\1 \2 from \4 to \3"),
    (rf"\bfrom ({_NAME}) (?:via|through) (.+) to (.+)$", r"from \1 to \2, \3"),
    (rf"^((?:move )?{_COUNT}) ({_NAME})-({_NAME})$", r"\1 from \2 to \3"),
    (rf"^((?:move )?{_COUNT}) ({_NAME})-({_NAME})-({_NAME})$", r"\1 from \2 to \3, \4"),
    (rf"^(?={_COUNTS} from )", "move "),
    (
        rf"^(move|march|sail) (all|{_COUNTS}),? (?!from|but|.* from )(.+?) (->|to) ",
        r"\1 \2 from \3 to ",
    ),
    (r"(?<=[^\W\d]) - (?=[^\W\d])", ", "),
    (r"\s*->\s*", " -> "),
    (r"(?<=\w) -> (?=.* -> )", ", "),
)
FIGHT: Final[Sayings] = (
    (r"^(?:fights|battles):? ", "fight "),
    (r"^battle order:? ", "fight "),
    (r"^(fight .+?) before ", r"\1, "),
    (r"^(fight .+?) first\b", r"\1"),
)
NANBAN: Final[Sayings] = ((r"^(?:use|do|make|pay(?: for)?) (?=nanban)", ""),)
STRIKES: Final[Sayings] = (
    (r"^(?:use|send) (?:the |my )?(?:ninja|assassin) (?:on|against|at|to kill) ", "ninja strikes "),
    (r"^ninja (strikes?|kills?) (?:an? )?bushi of ", r"ninja \1 "),
    (r"^ninja (strikes?|kills?) (?:an? )?([^\W\d]+?)(?:'s)? bushi\b", r"ninja \1 \2"),
)
WAITS: Final[Sayings] = (
    (
        r"^ninja (?:does not|doesn't|will not|won't) (?:strike|kill|assassinate|attack)$",
        "ninja waits",
    ),
    (r"^ninja (?:does nothing|stays? hidden|stays? put|holds?)$", "ninja waits"),
    (r"^(?:do not|don't) (?:use|send) (?:the )?ninja$", "ninja waits"),
)
RONIN: Final[Sayings] = (
    (r"\br(?:ō|ô|ö|oo|ou)nin\b", "ronin"),
    (r"^(?:never|do not|don't) hire (?:any )?ronin\b", "ronin none"),
    (r"^(?:hire )?as many ronin as possible\b", "ronin up to 30"),
    (r"^(?:hire )?(?:max(?:imum)?|all) ronin\b", "ronin up to 30"),
    (r"^(?:hire )?ronin (?:max(?:imum)?|all)(?! ?\d)", "ronin up to 30"),
    (r"^(?:hire )?(up to \d+|\d+) ronin\b", r"ronin \1"),
    (r"^(?:hire ronin to match|match (?:attacker's )?ronin),?", "ronin match"),
    (r"^hire (?:as many )?ronin (?:equal to|as) (?:the )?attackers?$", "ronin match"),
    (r"^(?:max(?:imum)?|at most|up to) (\d+) ronin\b", r"ronin up to \1"),
    (r"^(ronin):? max(?:imum)?\b", r"\1 up to"),
    (r"\b(?:if|when|while) (?:i|we) (?:get|am|are) attacked$", "when defending"),
    (r"\b(?:on|in|for) defen[cs]e\b", "when defending"),
    (r"\b(?:on|in|for) (?:the )?attack\b", "when attacking"),
    (r"^(ronin .+?) (when \w+) (in .+)$", r"\1 \3 \2"),
)
HITS: Final[Sayings] = (
    (
        r"^(?:aim (?:at|for)|target) (?:the |their |his )?(?=daimy|bushi|r[oō]nin|sword|spear|"
        r"archer|banner|arqueb)",
        "hit ",
    ),
    (r"^((?:hit|hits on|strike|kill|target) .+?) first\b", r"\1"),
    (r"^((?:hit|hits on|strike|kill|target) .+?) before ", r"\1, "),
    (  # of a seat, and not of a kind of unit
        r"^(?:hits?|strike|target) (?!on |at |against |first |daimy|bushi|samurai|r[oō]nin|sword|"
        r"spear|yari|archer|bow|banner|arqueb|gun|lord|warrior)",
        "hits on ",
    ),
)
LOSSES: Final[Sayings] = (
    (r",? if (?:i|we) (?:become|am made|are made) (?:a |his |their )?vassals?$", ""),
    (r"^losses (?=from )", "lose "),
    (r"^((?:lose|remove|give up|surrender) .+?) first\b", r"\1"),
)
