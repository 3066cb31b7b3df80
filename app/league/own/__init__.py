"""What players have across seasons: a group with others, and builds by name."""
