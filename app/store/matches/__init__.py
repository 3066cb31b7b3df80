"""Matches in the database: pairings, records, orders and exchanges."""
