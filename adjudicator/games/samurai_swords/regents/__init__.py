"""Who plays for people: what the steady and the strong regent order."""
