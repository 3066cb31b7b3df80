"""Results: the runs of a season, how they are played and read, and rankings over several seasons."""
