"""The record of a season: written, and open to every check."""
