"""What organisers do with a season that is there, as JSON."""
