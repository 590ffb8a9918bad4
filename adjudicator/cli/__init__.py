"""What a person types: one module a command, which asks, calls and prints."""
