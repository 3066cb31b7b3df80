"""What organisers do with an existing season, as JSON."""
