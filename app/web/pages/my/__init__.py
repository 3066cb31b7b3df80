"""Pages of one player alone: their entry, their matches, and the way to their characters."""
