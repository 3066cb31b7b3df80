"""Matches and battles that count for nothing: for visitors against the house, for entries against strong builds."""
