"""The expansions, each a module in a place of its own; ``meta`` names them."""
