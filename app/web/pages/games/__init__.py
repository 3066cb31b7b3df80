"""Pages about the games: their books, and a build tried out against strong ones."""
