"""Write the record of a season, read it back, check it and restore a season from it."""
