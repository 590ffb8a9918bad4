"""What can be known of the game without its rules."""

from adjudicator.games.contract import Meta, Option

META = Meta(
    name="harbours",
    title="Harbours",
    players=(2, 4),
    seats=("red", "blue", "green", "yellow"),
    options=(Option("goal", 12, (8, 12, 16), "how many coins end the game"),),
)
