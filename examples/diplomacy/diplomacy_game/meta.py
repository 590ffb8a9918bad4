"""What can be known of the game without its rules."""

from collections.abc import Mapping

from adjudicator.games.contract import Meta, NamedDraw, Option, Value
from diplomacy_game.variant import SHIPPED

SEATS = ("England", "Turkey", "Russia", "France", "Austria", "Germany", "Italy")
"""In this order they are taken where fewer than seven play: each of another player (D17).

Seats on other boards are called like their powers.
"""
TOSS = "Italy"
"""What the draw is called that decides for whom Italy fights in a game for two."""
FIRST_YEAR = 1901
_GROUP = r"[A-Za-z]{4,12}( ?\+ ?[A-Za-z]{4,12})+"
"""Powers that one player has, as the option ``sharing`` names them."""
LIKE: Mapping[str, Mapping[str, Value]] = {
    "DATC 2023": {},
    "webDiplomacy": {"adjacent-convoy": "stated", "disorder": "2000"},
    "njudge": {"adjacent-convoy": "stated", "disorder": "2000"},
}
"""The options that differ from their defaults where a group plays as it is used to (D20)."""
LAST_YEARS = (*range(1, 51), *range(FIRST_YEAR, FIRST_YEAR + 150))

META = Meta(
    name="diplomacy",
    title="Diplomacy",
    players=(2, 10),
    seats=SEATS,
    rules=2,  # 1 took a last year before the first
    options=(
        Option(
            "like",
            "DATC 2023",
            tuple(LIKE),
            "whose rules are played where rulebooks differ: it chooses the options that are not "
            "given (D20)",
        ),
        Option.choice(
            "variant",
            SHIPPED,
            "which of the boards of this package is played on (D21)",
            unless="board",
        ),
        Option("board", "", (), "a board file of your own (D21)", board=True),
        Option("goal", 18, tuple(range(2, 61)), "how many supply centres win"),
        Option(
            "sharing",
            "rulebook",
            ("rulebook", "none"),
            "who plays the other powers where fewer than seven play: rulebook, none (they are in "
            "disorder), or powers such as “Austria+France, Germany+Turkey” (D17)",
            form=rf"{_GROUP}(, ?{_GROUP})*",
        ),
        Option(
            "together",
            True,
            (True, False),
            "whether the centres of all powers of a player count together towards the goal (D18)",
        ),
        Option(
            "fog",
            False,
            (False, True),
            "fog of war: whether each sees only what it has and what lies next to that (D22)",
        ),
        Option("last-year", 0, (0, *LAST_YEARS), "the year after which survivors draw; 0: none"),
        Option(
            "paradox",
            "szykman",
            ("szykman", "2000", "1982", "1971"),
            "which convoyed attacks cut no support (DATC 4.A.2) (D4)",
        ),
        Option(
            "convoy-routes",
            "any",
            ("any", "all"),
            "which routes must hold, where a convoy has several (DATC 4.A.1) (D3)",
        ),
        Option(
            "adjacent-convoy",
            "intent",
            ("intent", "stated", "opposed"),
            "when an army goes by sea to where it could walk (DATC 4.A.3) (D5)",
        ),
        Option(
            "unconvoyed",
            "stands",
            ("stands", "walks"),
            "what an army does that could walk, if it is ordered via convoy and nobody convoys it "
            "(D5)",
        ),
        Option(
            "convoyed-cut",
            False,
            (False, True),
            "whether a convoyed attack cuts a support against where it comes from (4.A.4) (D6)",
        ),
        Option(
            "retreat-past-convoy",
            True,
            (True, False),
            "whether one may retreat to where a convoyed attacker came from (DATC 4.A.5) (D7)",
        ),
        Option(
            "dislodged-bounce",
            True,
            (True, False),
            "whether who is dislodged by sea still stands off others there (DATC 4.A.7) (D8)",
        ),
        Option(
            "support-coast",
            "open",
            ("open", "named"),
            "whether a support to a split coast may leave it open (DATC 4.B.4) (D10)",
        ),
        Option(
            "only-coast",
            True,
            (True, False),
            "whether a fleet goes to the only coast it can reach, if none is named (4.B.2) (D9)",
        ),
        Option(
            "disorder",
            "2023",
            ("2023", "2000"),
            "which units are removed by default (DATC 4.D.8) (D13)",
        ),
    ),
    draws=(NamedDraw(TOSS, "for whom Italy fights, in fall 1914 of a game for two", seats=2),),
    votes=("draw", "concession"),
)
