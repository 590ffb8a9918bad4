"""Adjudicator: plays feudal-Japan board games by mail."""

__version__ = "0.2.0"
