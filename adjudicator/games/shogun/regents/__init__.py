"""Who plays for people."""
