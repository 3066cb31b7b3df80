"""Results: the runs of a season, as they are played and as they are read, and the rankings over several."""
