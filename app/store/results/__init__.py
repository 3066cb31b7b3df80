"""The results of seasons: runs, lots and pairings of stages, and seals of entries."""
