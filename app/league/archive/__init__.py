"""The record of a season: written, and checked by anybody."""
