"""How many mails it takes: modules that part a phase among the seats, or into steps."""
