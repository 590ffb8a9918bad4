"""Regents: what they order for seats that nobody holds."""
