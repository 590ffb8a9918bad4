"""The rules: ``contract`` says what a game is, ``engine`` is what games have in common."""
