"""What a person can ask of a campaign: each operation stated once, for mail and command line."""
