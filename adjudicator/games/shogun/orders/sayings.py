"""What players say for orders of Shogun that no form can state: patterns, and what is read instead.

They are tried in this order on lines that cannot be read as they are. Whatever a pattern makes of
a line counts only if all of it can be read as an order then.
"""

from typing import Final

from adjudicator.orders.language.slots import AmountSlot

Sayings = tuple[tuple[str, str], ...]
Amiss = tuple[tuple[str, ...], ...]

_AMOUNT = AmountSlot.regex
_ARMIES = r"(?: armies| army)?"
_MARCH = r"(?:battle|attack|move|march) [ab]"
_YIELD = r"(?:castle|temple|theat(?:re|er)|tax|taxes|rice)"

_WHICH = "Say which of the two actions, a or b: “battle a from …” or “battle b from …”."

BUILD: Final[Sayings] = (
    (r"(?<=[^\W\d]) > (?=[^\W\d])", " -> "),
    (r"\beverything but (?=\d)", "all but "),
    (r"\b(all|everything) of (?=[^\W\d])", r"\1 from "),
    (r"^dep\.? (?=[531]\b)", "deploy "),
    (r"^d([531])(?::| -| ->)? (?=[^\W\d]{3})", r"deploy \1 in "),
    (r"^(?:1|one) army (?:in|to|at) ", "deploy 1 in "),
    (r"^collect from ", "tax "),
    (r"^(?:battle|attack) ?/ ?move ?-?([ab])\b-?", r"battle \1"),  # names on the action cards
    (r"^deploy ?/ ?move (?:1|one)(?: army)?\b", "deploy 1"),
    (r"^deploy (?:1|one)(?: army)? ?/ ?move(?: armies)?\b", "deploy 1"),
    (
        r"^((?:build|castle|temple|theat|erect|construct|deploy|levy|recruit|raise).+?)"
        r"(?: for|,)? \(?[0-4] (?:war )?chests?\)?$",
        r"\1",
    ),
    (r"^((?:collect |take |confiscate )?(?:tax(?:es)?|rice)\b.+?) \(\d+(?: \w+)?\)$", r"\1"),
    (r"^(confiscate|collect|take) \d+ (?=rice\b)", r"\1 "),
    (r"^((?:build|erect|construct|raise) )?(?:a )?(?:noh|nô|nō|nou) (?=theat)", r"\1"),
    (r"^(build|erect|construct|raise) an? no (?=theat)", r"\1 "),
    (
        r"^([^\W\d][\w' -]*?) ?(?::|-|->) deploy (?:1|one)(?: army)?,? (and|then) ",
        r"deploy 1 in \1 \2 ",
    ),
    (  # “Kai: castle”, “Kai - deploy 5”
        r"^([^\W\d][\w' -]*?) ?(?::|=|->| -) "
        rf"((?:build |erect |construct |collect |confiscate |take )?(?:an? )?{_YIELD}|"
        rf"(?:deploy|levy|recruit|raise) \w+{_ARMIES}|[53] armies)$",
        r"\2 in \1",
    ),
    (rf"^([^\W\d][\w'-]*) ({_YIELD})$", r"\2 in \1"),
    (  # “Collect Taxes - Settsu”, “castle -> Kai”
        rf"^((?:build |erect |construct |raise |collect |confiscate |take )?(?:an? )?{_YIELD}|"
        rf"(?:deploy|levy|recruit|raise) \w+{_ARMIES}) ?(?:->|-|:|=) ",
        r"\1 in ",
    ),
    (r"^(?!bid)(.+ in .+) province(?: card)?$", r"\1"),
    (r"^(?!bid)(.+ from .+) province(?: card)?$", r"\1"),
)
DEPLOY: Final[Sayings] = (
    (r"^(?:put|place|add|station|muster) (?=\w+ (?:army|armies)\b|\d)", "deploy "),
    (r"^reinforce (.+?) (?:with|by) (5|3|five|three)(?: armies)?$", r"deploy \2 in \1"),
    (
        r"^\+? ?(5|3|five|three)(?:(?: armies)?(?: (?:in|to|into|at|for)| ->)| armies|(?<=\+\d)) "
        r"([^\W\d].*)$",
        r"deploy \1 in \2",
    ),
    (  # “deploy in Kai: 5”
        r"^(deploy|levy|recruit|raise) (?:in|to|into|at) (.+?):? (\w+)(?: armies| army)?$",
        r"\1 \3 in \2",
    ),
)
MARCH: Final[Sayings] = (
    (  # “D1: Owari -> Mikawa 2”
        r"^(deploy 1 in [^\W\d]+) (?:->|to) ([^\W\d]+),? (?:with )?(\d{1,2})$",
        r"\1 and move \3 to \2",
    ),
    (
        r"^(deploy (?:1|one)\b.*?)[,;]?(?: and| but)? (?:no moves?|(?:do not|don't) move|"
        r"move nothing|move none|without moving)$",
        r"\1",
    ),
    (r"^(deploy (?:1|one)\b.*?); ?(?=and|then|move)", r"\1 "),
    (r"^(deploy (?:1|one)\b.*?),? moving ", r"\1 and move "),
    (r"^(deploy (?:1|one)(?: army)?)(?: in)? ([^\W\d]+)[,;]? move ", r"\1 in \2 and move "),
    (
        r"^(deploy (?:1|one)(?: army)?) (?!in |to |into |at |army )([^\W\d]+),? (?=and |then )",
        r"\1 in \2 ",
    ),
    (r"^(deploy (?:1|one)\b.*?) -> (?=\d)", r"\1 and move "),
    (r"^(deploy (?:1|one)\b.*? move) (?:rest|others) ", r"\1 all "),
)
BATTLE: Final[Sayings] = (
    (r"^(attack|battle) (.+?) \(([ab])\)(?= |$)", r"\1 \3 \2"),
    (r"^(?:use )?([ab]) (?:to )?(?:attack|move) ", r"battle \1 "),
    (r"^([ab])(?:[:.)]| ?-| ->) ", r"battle \1 "),
    (r"^([ab]) (?=[^\W\d]+ [^\W\d]+ \d{1,2}$)", r"battle \1 "),
    (r"\baction ([ab])\b", r"\1"),
    (r"^(battle|attack|move|march)([ab])\b", r"\1 \2"),
    (rf"^({_MARCH}) - (.+?)(?: - |$)", r"\1 \2 "),
    (rf"^({_MARCH})[:,]? (?:attack|invade|move|march) ", r"\1 "),
    (
        rf"^({_MARCH}):? (?:from )?(.+?),? (?:attack|invade|move to|march to|move into)s? (.+) "
        "with ",
        r"\1 from \2 to \3 with ",
    ),
    (
        rf"^({_MARCH}):? ({_AMOUNT}){_ARMIES} (?!from |to |into |against |->)([^\W\d].*?) "
        r"(to|->|into|against) (?!.* with )",
        r"\1 \2 from \3 \4 ",
    ),
    (
        rf"^({_MARCH}):? (?:from )?([^\d(]+?)(?:,| with)? \(?(?:x ?)?(\d{{1,2}})\)?{_ARMIES} "
        r"(?:to|->) ([^\d]+)$",
        r"\1 from \2 to \4 with \3",
    ),
    (
        rf"^({_MARCH}):? ([^\W\d]+) with ({_AMOUNT}){_ARMIES} from ([^\W\d]+)$",
        r"\1 from \4 to \2 with \3",
    ),
    (rf"^({_MARCH}):? ([^\W\d]+)-([^\W\d]+) ", r"\1 from \2 to \3 "),
    (rf"^({_MARCH}):? ([^\W\d]+) ([^\W\d]+) (\d{{1,2}})$", r"\1 from \2 to \3 with \4"),
    (
        rf"^({_MARCH}\b.*?)[ ,]+(?:and )?(?:leave|leaving|keep|keeping)(?: behind)? (\w+){_ARMIES}"
        r"(?: behind)?$",
        r"\1 with all but \2",
    ),
    (
        rf"^({_MARCH}\b.*) with (?:max(?:imum)?|as many(?: armies)? as possible|everything i have|"
        "full force)$",
        r"\1 with all",
    ),
    (rf"^({_MARCH}\b.*?)[ ,]*(?:\bx ?|\()(\d{{1,2}}){_ARMIES}\)?$", r"\1 with \2"),
    (  # “Sagami -> Kai, 4”
        rf"^({_MARCH}\b.*?)(?:,? with)?,? (?:using )?({_AMOUNT}){_ARMIES}$",
        r"\1 with \2",
    ),
)
BID: Final[Sayings] = (
    (r"^bid(?:ding)? of (?=\w)", "bid "),
    (r"^(?:auction|turn order|bid for turn order)(?: space| bid)?:? (?=\w)", "bid "),
    (r"^(bid .+?) for turn order$", r"\1"),
    (r"^bid:? (?:with )?(?:a )?([0-4])(?: ?-? ?chests?(?: card)?| \(chests?\))?$", r"bid \1"),
    (r"^bid:? (?:with )?province card ", "bid card "),
    (r"^(bid .+?) (?:province|card|province card)$", r"\1"),
)
PREFER: Final[Sayings] = (
    (r"^(prefer) (?:to go|going|to be|being) ", r"\1 "),
    (r"^special cards?\b", "special"),
)
REVOLTS: Final[Sayings] = (
    (r"^(?:(?:fight|resolve|settle|put down) )?revolts?(?: order)?:? (?:in )?", "revolts "),
    (r"^(revolts .+?) first\b", r"\1"),
    (r"^(revolts .+?) before ", r"\1, "),
)
CLAIM: Final[Sayings] = (
    (r"^(?:(?:my )?ranking|preferences|claims|wishes)(?::| =)? ", "claim "),
    (r"^(?:put |place )?([2-5]) armies (?:in|on|at|to|for) ", r"group \1 to "),
    (r"^(?:army )?group (?:of )?([2-5])(?::| ->) ", r"group \1 to "),
    (  # the ranking alone, as a list of provinces
        r"^(?!(?:claim|rank|want|groups?|armies|draw|renew|leader|do|don't|never|no|not)\b)"
        r"(?=[^\W\d][^:]*$)",
        "claim ",
    ),
    (r"^(claim|rank|want) (.+?) first\b", r"\1 \2"),
)
LEAD: Final[Sayings] = (
    (r"^(?:(?:place|put|move|send|set) )?(?:military )?leader\b", "leader"),
    (r"^leader (?:from )?[^\W\d][^,:>]*? (?:to|->) ", "leader to "),
    (r"^leader(?::| ->)? (?!to |in |at |goes |moves |starts |stays?\b)", "leader to "),
    (r",? (?:and )?(?:without|with no|no)(?: an?y?)? statues?$", " without statue"),
    (r",? (?:and )?(?:with|leave|leaving)(?: a)? statue$", ""),
)
CHAMBERS: Final[Sayings] = (
    (r"^(chambers?:? .+?) first\b", r"\1"),
    (r"^no chambers?$", "chambers nothing"),
    (r"^(?:exchange|take|want|choose)(?: chambers?)? (?=[a-f][1-6]\b)", "chambers "),
)
SAMURAI: Final[Sayings] = (
    (r"^samurai:? (?:benefits?:? |take )?(?:\d )?", "samurai "),
    (r"^(samurai .+?) first$", r"\1"),
)
COURT: Final[Sayings] = (
    (r" (?:to|into) (?:court )?officials?$", ""),
    (r"^officials?:? ([123]) (?=from |in )", r"court \1 "),
    (
        r"^(?:(?:dice|cube) )?tower(?: card)? (?:on|in|for|to) (?:box )?([123])$",
        r"court \1 from tower",
    ),
    (
        r"^(?:use|play|put|lay) (?:an? |the )?(?:dice |cube )?tower(?: card)? (?:on|in|for) "
        r"(?:the )?(?:box )?([123])$",
        r"court \1 from tower",
    ),
    (r"^([123]) officials? from ", r"court \1 from "),
    (r"^court:? (?:box|officials?) ", "court "),
    (
        r"^((?:court|convert|box) \w+(?: arm(?:y|ies)| officials?)?)"
        r"(?::| ->| with| to officials?) ",
        r"\1 from ",
    ),
)
FAVOURS: Final[Sayings] = (
    (
        r"^(?:put|place|build|use) (?:the |my )?free (?:building|castle|temple|theat(?:re|er)) "
        r"(?:in|at|on|for) ",
        "favour building in ",
    ),
    (
        r"^favou?rs?(?: card)? #?12(?: armies)?(?::| ->)? (?:in |to |at )?(?=[^\W\d])",
        "favour armies in ",
    ),
    (r"^favou?r (?:a )?free ", "favour "),
    (
        r"^favou?r (building|castle|temple|theat(?:re|er)|armies|calm|marker):? (?!in |to |at )",
        r"favour \1 in ",
    ),
    (r"^(?:(?:take|want) )?favou?rs?(?: cards?)?:? (?=#?\d)", "favours "),
    (
        r"^(?:favou?r )?(?:event:? |card 1:? )?(?:keep|leave)(?: event)?(?: card)?$",
        "favour event stays",
    ),
    (
        r"^(?:favou?r )?(?:event:? |card 1:? )?(?:remove|discard)(?: event)?(?: card)?$",
        "favour event goes",
    ),
    (r"^event (goes|stays|away|removed|kept)$", r"favour event \1"),
)

# What cannot be ordered so: the pattern of a line, the answer, and what may have been meant

NO_THEATRE: Final[Amiss] = (
    (
        r"(?:(?:build|erect|construct|raise) )?no theat(?:re|er)s?\b.*",
        "“No” can be Nô or none: write “build theatre in Kai”, or leave the line out.",
    ),
)
OTHER_NUMBERS: Final[Amiss] = (
    *(
        (
            rf"(?:deploy|levy|recruit|raise) (?:{more}) (?:armies )?(?:in|to|into|at) (.+)",
            f"The actions are Deploy 5, 3 and 1; write “deploy {number}”. What an event, a "
            "special card or a leader adds or takes is reckoned when it is carried out.",
            rf"deploy {number} in \1",
        )
        for more, number in (("6|six|7|seven", 5), ("4|four", 3))
    ),
    (
        r"(?:deploy|levy|recruit|raise) (?:2|two) (?:armies )?(?:in|to|into|at) (.+)",
        "The actions are Deploy 5, 3 and 1; an event or a leader changes the number by itself.",
        r"deploy 1 in \1",
        r"deploy 3 in \1",
    ),
)
NO_BATTLE: Final[Amiss] = (
    (
        r"(?:battle|attack|move|march) (?![ab] )(?:on |against )?(.+) from (.+) "
        rf"with ({_AMOUNT})(?: armies| army)?",
        _WHICH,
        r"battle a from \2 to \1 with \3",
        r"battle b from \2 to \1 with \3",
    ),
    (
        r"(?:battle|attack|move|march) (?![ab] )(?:from )?(.+) (?:to|->|into|against) (.+?),? "
        rf"(?:with )?({_AMOUNT})(?: armies| army)?",
        _WHICH,
        r"battle a from \1 to \2 with \3",
        r"battle b from \1 to \2 with \3",
    ),
    (
        rf"(?:battle|attack|move|march) (?![ab] )(?:with )?({_AMOUNT})(?: armies| army)? "
        r"from (.+) (?:to|->|into|against) (.+)",
        _WHICH,
        r"battle a from \2 to \3 with \1",
        r"battle b from \2 to \3 with \1",
    ),
    (
        rf"([^\W\d]\S*) (?:to|->) ([^\W\d]\S*?),? (?:with |x ?)?\(?({_AMOUNT})\)?",
        _WHICH,
        r"battle a from \1 to \2 with \3",
        r"battle b from \1 to \2 with \3",
    ),
    (
        r"(?:retreat|withdraw|flee)\b.*",
        "Armies do not retreat in this game: a battle ends when one side has no armies left, "
        "or neither has.",
    ),
    (
        rf"(?:battle|attack|move|march) [ab]\b(?!.* (?:if|unless) ).* with "
        rf"(?!(?:{_AMOUNT})(?: armies| army)?$).+",
        "Write how many as “4”, “all”, “all but 2” or “up to 4”.",
    ),
    (
        r"((?:battle|attack|move|march) ([ab]) (?:from )?(.+?) (?:to|->|into|against)) "
        rf"(\S+) or (\S+) with ({_AMOUNT})(?: armies| army)?",
        "A second target is an alternative.",
        r"\1 \4 with \6, else: battle \2 from \3 to \5 with \6",
    ),
    (
        rf"(?:(?:to|->|into|against) )?[^\W\d]\S* with (?:{_AMOUNT})(?: armies| army)?",
        "An alternative is a whole order: “else: battle a from Shinano to Kai with 4”.",
    ),
    (
        r"garrison\b.*",
        "One army stays behind by itself; “with all but 3” leaves three.",
    ),
)
