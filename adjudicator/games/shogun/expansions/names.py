"""Names that the orders of the expansions use."""

BENEFITS = {
    "chests": ("chest", "war chests", "money"),
    "armies": ("army", "tray", "armies to the tray"),
    "rice": (),
    "points": ("point", "victory points", "vp"),
}
"""The benefits on the samurai cards."""

CHAMBERS = {f"{row}{column}": () for row in "abcdef" for column in range(1, 7)}
"""The spaces of the chamber board: six rows, a to f, and six columns (H19)."""
