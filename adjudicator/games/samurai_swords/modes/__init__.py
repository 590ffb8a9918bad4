"""The ways in which the game can be played, each a module: how it is set up, and how it is won."""
