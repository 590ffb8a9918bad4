"""The errors of the database, worded for the person who has to do something about them."""


class StoreError(ValueError):
    """A database cannot be used as asked, or does not hold what was asked for."""
