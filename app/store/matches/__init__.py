"""Matches in the database: who meets whom, their records, the orders of their players, and their exchanges."""
