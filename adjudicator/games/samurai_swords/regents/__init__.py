"""Regents: one that plays a sensible game, one that plays random legal orders for fuzzing."""
