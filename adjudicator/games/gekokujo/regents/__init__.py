"""Regents: what they order for seats that nobody holds, and what order sheets suggest."""
