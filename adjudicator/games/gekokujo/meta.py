"""What can be known of the game without its rules. Of the board it reads the doubtful borders."""

from collections.abc import Mapping

from adjudicator.boards import load_board
from adjudicator.games.contract import Meta, NamedDraw, Option, Value
from adjudicator.games.gekokujo.printed import BOARD, BUSHI_KINDS

_BORDERS = load_board(BOARD).border_options

MODULES = {
    "politics": "module §10.1 is played, political play: honor pacts between seats",
    "warfare": "module §10.2 is played, specialized warfare: five kinds of unit and no bushi",
    "technology": "module §10.2.1 is played, technological change: arquebusiers (with warfare)",
    "rice": "module §10.3 is played, rice and war: sowing, storing, harvest, spoilage, raids",
    "glory": "module §10.4 is played, the path of glory in the place of vassalage",
}
"""The modules of chapter 10; an option of the same name switches each on."""
_NEEDS = {"technology": "warfare"}

DRAWS = (
    NamedDraw(
        "player order", about="the random order of the seats, in which the last one drafts first"
    ),
    NamedDraw(
        "harvest", about="the die of the harvest, one for all (the cycle of rice)", dice=True
    ),
    NamedDraw(
        "<province> <seat>",
        about="the dice of a seat in a battle: daimyos, bushi, ronin, then what is rolled again",
        dice=True,
    ),
)


_OFF = (False, True)

META = Meta(
    name="gekokujo",
    title="Gekokujō",
    players=(3, 9),
    rules=4,  # 3 ended an assault with freedom, and let it trade
    seats=("vermilion", "indigo", "gold", "pine", "plum", "jade", "cedar", "cherry", "charcoal"),
    options=(
        Option.choice(
            "clans",
            ("draft", "given"),
            "whether clans are drafted, or each seat plays the one that it is called after (G19)",
        ),
        Option.choice(
            "timing",
            ("turns", "moves first"),
            "whether each seat moves and fights in turn, or all move before any battle (G2, G53)",
        ),
        Option.choice(
            "campaign",
            ("turns", "together"),
            "whether each seat's campaign is a phase of its own, or all write at once",
        ),
        Option.choice(
            "battle mail",
            ("after moves", "with moves"),
            "if all move first: whether orders for battles come later, or in the same mail (G53)",
        ),
        Option.choice(
            "provinces to win",
            (0, *range(6, 41)),
            "how many provinces win; 0: 22, 20, 18, 16, 14, 12 or 10 with 3 to 9 seats (G11, G20)",
        ),
        Option("koku", "open", ("open", "hidden"), "whether koku are public (G21)"),
        Option.choice(
            "stop early",
            _OFF,
            "whether a path that meets others ends there, instead of failing (G34)",
        ),
        Option.choice(
            "ronin hold",
            (True, False),
            "whether ronin count when control of a province is judged after a battle (G18)",
        ),
        Option.choice("six always hits", _OFF, "whether a 6 hits whatever number is needed (G48)"),
        Option.choice(
            "assassination",
            ("kills", "out of this battle only"),
            "what the ninja's strike does to a bushi (G31)",
        ),
        Option.choice(
            "rebuild castles",
            ("Hojo only", "all"),
            "who may build again after a castle was lost (G32)",
        ),
        Option.choice(
            "liberated daimyo",
            ("none", "one"),
            "whether a liberated vassal gets a daimyo where most of its units are (G60)",
            unless="glory",
        ),
        Option.choice(
            "last stand", _OFF, "whether a seat is in the game as long as it has a unit (G61)"
        ),
        Option.choice(
            "pacts",
            ("with reinforce", "own phase"),
            "when pacts are offered and accepted (G65)",
            of="politics",
        ),
        Option.choice(
            "prices",
            ("1 1 1 1 2",),
            f"what each {', '.join(BUSHI_KINDS[1:])} costs: five numbers (G69)",
            form=r"\d( \d){4}",
            of="warfare",
        ),
        Option.choice(
            "guns",
            ("breach", "no effect"),
            "whether a castle's bonus is lost in a battle in which an arquebusier fires (G72)",
            of="technology",
        ),
        Option.choice(
            "sowing",
            ("with reinforce", "own phase"),
            "when koku are sown and stored (G74)",
            of="rice",
        ),
        *(
            Option.choice(name, _OFF, f"whether {about}", of=_NEEDS.get(name, ""))
            for name, about in MODULES.items()
        ),
        *(
            Option(
                name,
                border.default,
                (True, False),
                f"whether {name.title()} is a border: {border.why}",
            )
            for name, border in _BORDERS.items()
        ),
    ),
    draws=DRAWS,
    votes=("draw", "concession"),
)


def border_options(options: Mapping[str, Value]) -> dict[str, bool]:
    """Return the board's part of a game's options."""
    return {name: bool(value) for name, value in options.items() if name in _BORDERS}
