"""A campaign as pages that any web server can serve, or none: made from its public views alone.

``episode.py`` tells one phase and ``chronicle.py`` a whole campaign, as everybody may know them;
``hindsight.py`` tells what each seat saw, when a game is over. The other modules lay out what these
hold, and see neither the rules nor the database.
"""
