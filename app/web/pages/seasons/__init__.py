"""Pages of a season, a module a noun."""
