"""The modes of the game: each a module beside the standard game."""
