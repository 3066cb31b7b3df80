"""Matches of a season: arranged, made, played by orders from exchange to exchange, and counted."""
