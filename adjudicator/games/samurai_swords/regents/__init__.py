"""Who plays for people: what regents order."""
