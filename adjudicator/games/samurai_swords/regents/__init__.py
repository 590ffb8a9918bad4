"""Regents: each module is one, which plays the orders of its function ``choose``.

They are imported when they are asked to play: most commands ask none.
"""
