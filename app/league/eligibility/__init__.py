"""What of a season a character may have: its pool."""
