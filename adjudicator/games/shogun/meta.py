"""What can be known of the game without its rules; cheap to import."""

from typing import Any

from adjudicator.games.contract import Meta, NamedDraw, Option

EXPANSIONS = {
    "samurai": "expansion 2, Samurai",
    "leaders": "expansion 3, Military Leaders",
    "tenno": "expansion 1, Tenno's Court",
    "chambers": "expansion 4, Chambers",
}
"""The expansions in the order in which their steps come (H21); each is a module in ``expansions``.

An option of the same name switches it on.
"""

FAVOUR_AMOUNTS = {
    "chests": ("2 4 6", (2, 9, 16)),
    "armies": ("2 3 4", (3, 8, 14)),
    "rice": ("2 3 4", (5, 15, 20)),
    "points": ("1 2 3", (6, 13, 19)),
}
"""The amounts that the text of Tenno's Court leaves open, and the favour cards they are for."""

CHAMBER_VALUES = {"rows": ("1 2 3 3 2 1", "a to f"), "columns": ("1 2 3 3 2 1", "1 to 6")}
"""What most markers in a row or a column of the chambers are worth, and which these are."""

DRAWS = (
    NamedDraw("province cards", about="provinces: all that are dealt, or the pile of the draft"),
    NamedDraw("events", about="the four event cards of a year"),
    NamedDraw("actions", about="the five action cards that lie open in a season"),
    NamedDraw("specials", about="the five special cards of a season, in their row"),
    NamedDraw("event", about="which of the event cards left is that of the season"),
    NamedDraw("bids", about="who of those with equal bids chooses first"),
    NamedDraw(
        "hidden actions", about="the five action cards that were not open, as they are turned"
    ),
    NamedDraw("revolts <seat>", about="in which provinces of a seat farmers revolt in winter"),
    NamedDraw("tower", about="what goes through the tower; in scripts the tray after each throw"),
    NamedDraw(
        "tower shake", about="a die for each cube thrown: which resting cube it loosens", dice=True
    ),
    NamedDraw("tower hold", about="a die for each cube thrown: whether it stays inside", dice=True),
    NamedDraw("favours", about="the favour cards on offer (Tenno's Court)"),
    NamedDraw("region tiles", about="the row of the region tiles (Chambers)"),
    NamedDraw("chambers", about="the six chambers on offer (Chambers)"),
)
"""All that is drawn, with all expansions."""

RULINGS_BEFORE = {"battle cards": "may stay", "leader deploys": "as the supply allows"}
"""Options by which a game that began before there were any goes on as it began."""


def _keep_rulings(position: dict[str, Any]) -> dict[str, Any]:
    """Give a position the options that there were none of when its game began."""
    return {**position, "options": {**RULINGS_BEFORE, **position["options"]}}


META = Meta(
    name="shogun",
    title="Shogun",
    players=(3, 5),
    seats=("blue", "red", "yellow", "purple", "black"),
    options=(
        Option.choice(
            "side",
            ("sun", "moon"),
            "which side of the board is played on; the sea routes of the moon side are assumed to "
            "be those of the sun side (H41)",
        ),
        Option.choice(
            "start",
            ("predetermined", "draft", "dealt"),
            "who starts where: by the tables of the sun side, by a draft from rankings, or dealt",
        ),
        Option.choice(
            "season",
            ("one mail", "two mails"),
            "whether targets come with the plans and bids, or when the turn order is known",
        ),
        Option.choice(
            "empty spaces",
            ("as the cards allow", "free"),
            "whether spaces may stay empty while province cards are left in hand (H22)",
        ),
        Option.choice(
            "battle cards",
            ("must move", "may stay"),
            "whether a card on a battle moves an army wherever it can, where none of the moves "
            "ordered is possible, or only as ordered (H6)",
        ),
        Option.choice(
            "castle guard",
            ("in battles", "in revolts too"),
            "whether the castle event's army also joins against farmers who rise (H2)",
        ),
        Option.choice(
            "bids above the chests",
            ("count as the chests", "are refused"),
            "what becomes of a bid above the chests in hand (H14)",
        ),
        Option(
            "tower hold",
            36,
            (24, 30, 33, 36, 39, 42, 48, 56, 64, 80, 120),
            "how many cubes fill the tower for good (H16)",
        ),
        Option(
            "tower shake",
            99,
            (60, 80, 90, 99, 110, 120, 138, 160, 200, 300),
            "how firmly cubes rest in the tower: a falling cube loosens one of these places (H16)",
        ),
        Option(
            "tower edge",
            6,
            (1, 2, 3, 4, 6, 8),
            "how suddenly a tower that fills stops keeping what falls in (H16)",
        ),
        Option.choice(
            "leader deploys",
            ("in full", "as the supply allows"),
            "whether a leader's extra army must be in supply too, or is forgone where it is not, "
            "so that the deployment takes place without it (H26)",
            of="leaders",
        ),
        *(
            Option.choice(
                f"favour {what}",
                (amounts,),
                "what the favour cards {}, {} and {} bring: three numbers (H17)".format(*cards),
                form=r"\d{1,2}( \d{1,2}){2}",
                of="tenno",
            )
            for what, (amounts, cards) in FAVOUR_AMOUNTS.items()
        ),
        *(
            Option.choice(
                f"chamber {lines}",
                (values,),
                f"what most chambers of the {lines} {which} are worth: six numbers (H19)",
                form=r"\d{1,2}( \d{1,2}){5}",
                of="chambers",
            )
            for lines, (values, which) in CHAMBER_VALUES.items()
        ),
        *(
            Option.choice(name, (False, True), f"whether {about}, is played")
            for name, about in sorted(EXPANSIONS.items(), key=lambda each: each[1])
        ),
    ),
    rules=2,  # 1 could forgo the leader's army where that of a special card was too many
    draws=DRAWS,
    votes=("draw", "concession"),
    upgrades=(_keep_rulings,),
)
