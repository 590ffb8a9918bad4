"""What can be known of the game without its rules."""

from adjudicator.games.contract import Meta, NamedDraw, Option

META = Meta(
    name="harbours",
    title="Harbours",
    players=(2, 4),
    seats=("red", "blue", "green", "yellow"),
    options=(Option("goal", 12, (8, 12, 16), "how many coins end the game"),),
    draws=(
        NamedDraw(
            "<harbour> <seat>", "a die a ship: first who arrives, then who is there", dice=True
        ),
    ),
)
