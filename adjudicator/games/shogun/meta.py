"""What can be known of the game without its rules; cheap to import."""

from adjudicator.games.contract import Meta, Option

EXPANSIONS = {
    "samurai": "expansion 2, Samurai",
    "leaders": "expansion 3, Military Leaders",
    "tenno": "expansion 1, Tenno's Court",
    "chambers": "expansion 4, Chambers",
}
"""The expansions in the order in which their steps come (H21); each is a module in ``expansions``.

An option of the same name switches it on.
"""

META = Meta(
    name="shogun",
    title="Shogun",
    players=(3, 5),
    seats=("blue", "red", "yellow", "purple", "black"),
    options=(
        Option("side", "sun", ("sun", "moon"), "which side of the board is played on"),
        Option(
            "start",
            "predetermined",
            ("predetermined", "draft", "dealt"),
            "who starts where: by the tables of the sun side, by a draft from rankings, or dealt",
        ),
        Option(
            "season",
            "one mail",
            ("one mail", "two mails"),
            "two mails: plans and bids first, targets and numbers once the turn order is known",
        ),
        Option(
            "empty spaces",
            "as the cards allow",
            ("as the cards allow", "free"),
            "whether spaces may stay empty while province cards are left in hand (H22)",
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
            (60, 80, 90, 99, 110, 120, 140, 160, 200, 300),
            "how firmly cubes rest in the tower: a falling cube loosens one of these places (H16)",
        ),
        *(
            Option(name, False, (False, True), about)
            for name, about in sorted(EXPANSIONS.items(), key=lambda each: each[1])
        ),
    ),
)
