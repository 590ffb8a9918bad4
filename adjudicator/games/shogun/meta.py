"""What can be known of the game without its rules; cheap to import."""

from adjudicator.games.contract import Meta, Option

MODULES = ("samurai", "leaders", "tenno", "chambers")
"""The options that switch an expansion on, in the order in which their steps come (H21)."""

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
            56,
            (30, 40, 48, 56, 64, 72, 80, 100, 120),
            "how many cubes fill the tower for good (H16)",
        ),
        Option(
            "tower shake",
            138,
            (60, 80, 100, 120, 138, 160, 200, 300),
            "how firmly cubes rest in the tower: a falling cube loosens one of these places (H16)",
        ),
        Option("tenno", False, (False, True), "expansion 1, Tenno's Court"),
        Option("samurai", False, (False, True), "expansion 2, Samurai"),
        Option("leaders", False, (False, True), "expansion 3, Military Leaders"),
        Option("chambers", False, (False, True), "expansion 4, Chambers"),
    ),
)
