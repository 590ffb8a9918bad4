"""Who plays for people: what regents order, and what order sheets suggest."""
