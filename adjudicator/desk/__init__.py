"""The order desk: a page on which a player writes orders by pointing at the map.

The page runs this program itself, in the player's browser; ``judge.py`` answers what it asks.
"""
